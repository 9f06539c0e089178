/**
 * Compiles the texts of `messages/<language>/<area>.ts` into `messages/compiled`: of each area its English texts with the
 * types of their arguments, and of each other language all texts in one module, which is loaded as a whole.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import compile from "icu-minify/compile";
import { LANGUAGES } from "../messages/languages";
import type { Texts } from "../messages/message";

const HEADER = "// Compiled by `npm run generate`: edit the texts instead.\n";

type ArgumentType = "string | number" | "number" | "string" | "Date" | "Tag";
type Arguments = Map<string, ArgumentType>;

/** The texts of a language by area, each with its arguments; what is wrong with them goes to `report`. */
type Catalogue = ReadonlyMap<string, ReadonlyMap<string, { text: string; values: Arguments }>>;
type Report = (fault: string) => void;

/** "agent-keys" → "agentKeys": an area is named after its file. */
const nameOf = (file: string): string => file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

async function readCatalogue(
  folder: string,
  { language, report }: { language: string; report: Report },
): Promise<Catalogue> {
  const files = readdirSync(join(folder, language)).filter((name) => name.endsWith(".ts"));
  const catalogue = new Map<string, Map<string, { text: string; values: Arguments }>>();
  for (const file of files.sort()) {
    const { default: texts }: { default: Texts } = await import(
      pathToFileURL(join(folder, language, file)).href
    );
    const area = new Map<string, { text: string; values: Arguments }>();
    for (const [key, text] of Object.entries(texts)) {
      try {
        area.set(key, { text, values: argumentsOf(parse(text)) });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        report(`messages/${language}/${file}: ${key} is no ICU message (${reason}): ${text}`);
      }
    }
    catalogue.set(basename(file, ".ts"), area);
  }
  return catalogue;
}

/** The arguments of a text with their types; of an argument that is named twice, the type that says more. */
function argumentsOf(elements: readonly MessageFormatElement[], known: Arguments = new Map()): Arguments {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    const type = typeOf(element);
    if (type !== "string | number" || !known.has(element.value)) known.set(element.value, type);
    if (element.type === TYPE.tag) argumentsOf(element.children, known);
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const option of Object.values(element.options)) argumentsOf(option.value, known);
  }
  return known;
}

function typeOf({ type }: MessageFormatElement): ArgumentType {
  if (type === TYPE.tag) return "Tag";
  if (type === TYPE.plural || type === TYPE.number) return "number";
  if (type === TYPE.select) return "string";
  if (type === TYPE.date || type === TYPE.time) return "Date";
  return "string | number";
}

/** Reports what a translation lacks, has too much of, or says with other arguments than English. */
function compare(
  english: Catalogue,
  translated: Catalogue,
  { language, report }: { language: string; report: Report },
) {
  for (const area of translated.keys())
    if (!english.has(area)) report(`messages/${language}/${area}.ts is no area of messages/en`);
  for (const [area, texts] of english) {
    const place = `messages/${language}/${area}.ts`;
    const others = translated.get(area);
    for (const key of others?.keys() ?? [])
      if (!texts.has(key)) report(`${place}: ${key} is no text in English`);
    for (const [key, { values }] of texts) {
      const other = others?.get(key);
      if (other === undefined) report(`${place}: ${key} is not translated`);
      else if (namesOf(values) !== namesOf(other.values))
        report(`${place}: ${key} has the arguments ${namesOf(other.values)}, in English ${namesOf(values)}`);
    }
  }
}

const namesOf = (values: Arguments): string => [...values.keys()].sort().join(", ") || "none";

const compiled = (texts: Iterable<[string, { text: string }]>): string =>
  JSON.stringify(Object.fromEntries([...texts].map(([key, { text }]) => [key, compile(text)])));

function areaModule(area: string, texts: Iterable<[string, { text: string; values: Arguments }]>): string {
  const types = [...texts].map(([key, { values }]) => {
    const fields = [...values].map(([name, type]) => `${name}: ${type}`);
    return `  ${key}: { ${fields.join("; ")} };`;
  });
  const imported = types.some((type) => type.includes(": Tag")) ? "Area, Tag" : "Area";
  return [
    `${HEADER}import type { ${imported} } from "../message";`,
    "",
    "type Arguments = {",
    ...types,
    "};",
    "",
    `export const ${nameOf(area)}: Area<Arguments> = {`,
    `  name: ${JSON.stringify(nameOf(area))},`,
    `  texts: ${compiled(texts)},`,
    "};",
    "",
  ].join("\n");
}

function languageModule(catalogue: Catalogue): string {
  const areas = [...catalogue].map(([area, texts]) => `  ${nameOf(area)}: ${compiled(texts)},`);
  return [
    `${HEADER}import type { Translations } from "../../message";`,
    "",
    "const translations: Translations = {",
    ...areas,
    "};",
    "",
    "export default translations;",
    "",
  ].join("\n");
}

/**
 * The modules of a folder of texts, by their paths in `compiled`.
 * @throws Error that names each text that is no ICU message, is missing, or has other arguments than in English.
 */
export async function compileMessages(folder: string): Promise<Map<string, string>> {
  const faults: string[] = [];
  const report: Report = (fault) => faults.push(fault);
  const english = await readCatalogue(folder, { language: "en", report });
  const modules = new Map([...english].map(([area, texts]) => [`${area}.ts`, areaModule(area, texts)]));
  for (const language of LANGUAGES.filter((each) => each !== "en")) {
    const translated = await readCatalogue(folder, { language, report });
    compare(english, translated, { language, report });
    modules.set(`languages/${language}.ts`, languageModule(translated));
  }
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return modules;
}

async function main(): Promise<void> {
  const folder = resolve(fileURLToPath(import.meta.url), "../../messages");
  const modules = await compileMessages(folder);
  const compiledFolder = join(folder, "compiled");
  rmSync(compiledFolder, { recursive: true, force: true });
  mkdirSync(join(compiledFolder, "languages"), { recursive: true });
  for (const [file, text] of modules) writeFileSync(join(compiledFolder, file), text);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
