import type { WordPlace } from "../repositories/source";
import type { Mention } from "./mentions";

const ASIDE =
  /(?:^|\/)(?:docs?|documentation|examples?|samples?|dist|build|out|vendor|third_party|node_modules|generated|fixtures?|__snapshots__|locales?|i18n|attic)\/|\.(?:md|mdx|rst|adoc|txt|json|ya?ml|toml|lock|svg|html?|css|csv|tsv|snap|map|min\.js|d\.ts|po|ipynb|log)$|(?:^|\/)(?:CHANGELOG|LICENSE|NOTICE)/i;

const TEST =
  /(?:^|\/)(?:tests?|specs?|__tests__|testing|testdata|bench(?:marks?)?)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_\w+\.py$|_test\.\w+$/i;

const MODIFIERS =
  "(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|async|override|readonly|pub(?:\\([^)]*\\))?|const|unsafe|extern|inline|sealed|partial|open|data|virtual|suspend)\\s+)*";

const escaped = (name: string) => name.replaceAll("$", "\\$");

const NO_CODE = /^(?:\/\/|#(?!define)|\*|\/\*|--|;|"|'|import\b|from\b|use\b|using\b|return\b|require\b)/;

const KEYWORDS =
  "(?:function\\*?|class|interface|type|enum|struct|trait|union|record|namespace|module|mod|macro_rules!|object|protocol|extension|fun|def|fn|func|sub|proc)";

const MEMBER = "(?:public|private|protected|internal|static|async|override|readonly|abstract|final|get|set)";

/** Whether a line defines a name, judged by the words around it as the common languages write them. */
export function definesName({ path, text }: Pick<WordPlace, "path" | "text">, name: string): boolean {
  const line = text.trim();
  if (NO_CODE.test(line)) return false;
  const word = escaped(name);
  const patterns = [
    `^${MODIFIERS}${KEYWORDS}\\s+(?:self\\.)?${word}(?![\\w$])`,
    `^func\\s+\\([^)]*\\)\\s*${word}\\s*[(\\[]`,
    `^#define\\s+${word}(?![\\w$])`,
  ];
  // A variable deeper inside is local, and a name of many functions.
  if (!/^\s/.test(text)) patterns.push(...variablePatterns(path, word));
  return patterns.some((pattern) => new RegExp(pattern).test(line));
}

/** Whether a line defines a method or an accessor without a keyword of its own, as classes of many languages do. */
function definesMember({ path, text }: WordPlace, name: string): boolean {
  const line = text.trim();
  if (NO_CODE.test(line) || !/\.(?:java|kt|cs|ts|tsx|js|jsx|mjs|dart|swift|php)$/.test(path)) return false;
  const word = escaped(name);
  const patterns = [
    `^(?:${MEMBER}\\s+)+(?:[\\w<>\\[\\],.?]+\\s+)?(?:function\\s+)?${word}\\s*[(<=]`,
    `^${word}\\s*\\([^)]*\\)\\s*(?::\\s*[^;]+)?\\{$`,
  ];
  return patterns.some((pattern) => new RegExp(pattern).test(line));
}

/** Whether a line says that something has a property or an option of that name. */
function declaresProperty({ text }: WordPlace, name: string): boolean {
  return new RegExp(`^\\s*(?:readonly\\s+)?["']?${escaped(name)}["']?\\??\\s*:(?!:)`).test(text);
}

function variablePatterns(path: string, word: string): string[] {
  const declared = `^${MODIFIERS}(?:const|let|var|val|static|final)\\s+(?:mut\\s+)?${word}(?![\\w$])\\s*(?::[^=]+)?(?:=|$|:)`;
  if (!/\.(?:py|rb|sh|mk)$/.test(path)) return [declared];
  return [declared, `^${word}\\s*(?::\\s*[\\w\\[\\], .|"]+)?=(?!=)`];
}

/**
 * The one place that defines a name that a text mentions; null when there are several, or none, and where a name in small
 * letters is a property or an option somewhere too. Tests, documents, examples and generated files never count. Of a name
 * with an owner, such as `PriceList.round`, the file must define both; methods count only so, or with their brackets.
 */
export function definitionOf(
  { name, owner, is_called }: Extract<Mention, { kind: "name" }>,
  words: ReadonlyMap<string, readonly WordPlace[]>,
): WordPlace | null {
  const places = codeIn(words.get(name) ?? []);
  const is_method = owner !== null || is_called;
  if (!is_method && /^[a-z]/.test(name) && places.some((place) => declaresProperty(place, name))) return null;
  const owners = owner === null ? null : ownersOf(owner, words);
  const [first, ...others] = places.filter(
    (place) =>
      (owners === null || owners.has(place.path)) &&
      (definesName(place, name) || (is_method && definesMember(place, name))),
  );
  if (first === undefined || others.length > 0) return null;
  return first;
}

const codeIn = (places: readonly WordPlace[]) =>
  places.filter(({ path }) => !ASIDE.test(path) && !TEST.test(path));

/** The files that define the owner of a name. */
function ownersOf(owner: string, words: ReadonlyMap<string, readonly WordPlace[]>): ReadonlySet<string> {
  const places = codeIn(words.get(owner) ?? []);
  return new Set(places.filter((place) => definesName(place, owner)).map(({ path }) => path));
}

/** The one file that a path of a text means: itself, or the only one that ends with it. */
export function fileOf(
  path: string,
  files: { has(path: string): boolean; keys(): Iterable<string> },
): string | null {
  if (files.has(path)) return path;
  const end = `/${path}`;
  const found: string[] = [];
  for (const file of files.keys()) if (file.endsWith(end)) found.push(file);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  return null;
}
