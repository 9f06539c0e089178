import type { Language } from "./languages";
import { parseFile } from "./parsed-file";
import { TreeReader } from "./tree-reader";

/** Code as a template. `note` says why parts of it are as they were; null when all of it was understood. */
export type Generalised = { template: string; note: string | null };

type Edit = { start: number; end: number; text: string };

const NUMBERS =
  /^(?:number|integer|float|\w*integer_literal|int_literal|imaginary_literal|float_literal|real_literal|\w*floating_point_literal|number_literal)$/;
const INTERPOLATIONS = new Set([
  "interpolation",
  "string_interpolation",
  "template_substitution",
  "variable_name",
]);
const CONTENTS = new Set([
  "string_content",
  "string_fragment",
  "string_value",
  "interpolated_string_text",
  "string_literal_content",
]);
/** What an import names is no literal: it says what the code needs. */
const IMPORTS = /^(?:import|from|export|require|require_relative|include|use|using|package|#include)\b/;
const LEVELS = 4;

const EXTENSIONS: Readonly<Record<string, string>> = {
  python: "py",
  javascript: "js",
  typescript: "ts",
  golang: "go",
  rust: "rs",
  csharp: "cs",
  "c#": "cs",
  ruby: "rb",
  "c++": "cpp",
  shell: "sh",
  bash: "sh",
};

/** A file name by which the grammar of a language is found, from the language's name or its extension. */
const nameFor = (language: string): string => {
  const name = language.toLowerCase();
  return `code.${EXTENSIONS[name] ?? name}`;
};

class Generaliser {
  readonly edits: Edit[] = [];
  broken = false;

  constructor(
    readonly tree: TreeReader,
    readonly source: string,
    readonly language: Language,
  ) {}

  run(): void {
    for (let row = 0; row < this.tree.count; ) row = this.visit(row);
  }

  /** @returns the row to go on at. */
  visit(row: number): number {
    const { tree, language } = this;
    const type = tree.typeOf(row);
    if (type === "ERROR" || tree.isSupposed(row)) this.broken = true;
    const behind = tree.behind(row);
    if (language.comments.has(type)) {
      this.edits.push({ start: tree.start(row), end: tree.end(row), text: "" });
      return behind;
    }
    if (NUMBERS.test(type) && behind === row + 1) {
      this.edits.push({ start: tree.start(row), end: tree.end(row), text: "<number>" });
      return behind;
    }
    if (CONTENTS.has(type)) return this.literal(row, behind);
    if (!language.literals.has(type) && !language.quoted.has(type)) return row + 1;
    if (this.interpolates(row, behind)) return row + 1;
    return this.literal(row, behind);
  }

  literal(row: number, behind: number): number {
    const { tree } = this;
    const start = tree.start(row);
    const end = tree.end(row);
    const text = this.source.slice(start, end);
    const quote = /^[^'"`]{0,3}(["'`])/.exec(text)?.[1] ?? "";
    const is_empty = text.replace(/["'`]/g, "").trim() === "";
    if (!is_empty && !this.isImported(row)) this.edits.push({ start, end, text: `${quote}<string>${quote}` });
    return behind;
  }

  interpolates(row: number, behind: number): boolean {
    for (let inner = row + 1; inner < behind; inner += 1)
      if (INTERPOLATIONS.has(this.tree.typeOf(inner))) return true;
    return false;
  }

  isImported(row: number): boolean {
    const { tree } = this;
    let above = tree.parent(row);
    for (let level = 0; level < LEVELS && above > 0; level += 1) {
      const start = tree.start(above);
      const is_statement = /statement|declaration|import|call|directive|use|preproc/.test(tree.typeOf(above));
      if (is_statement && IMPORTS.test(this.source.slice(start, start + 20))) return true;
      above = tree.parent(above);
    }
    return false;
  }
}

/** The text with its edits; lines that held nothing but a comment go with it. */
function applyEdits(source: string, edits: readonly Edit[]): string {
  let text = "";
  let kept = 0;
  for (const { start, end, text: replacement } of edits) {
    if (start < kept) continue;
    text += source.slice(kept, start);
    kept = end;
    const line_start = text.lastIndexOf("\n") + 1;
    const rest = /^[ \t;]*(?:\n|$)/.exec(source.slice(end));
    if (replacement === "" && rest && text.slice(line_start).trim() === "") {
      text = text.slice(0, line_start);
      kept = end + rest[0].length;
    } else text += replacement;
  }
  return text + source.slice(kept);
}

const tidied = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/(?:<string>){2,}/g, "<string>")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");

const PHP_TAG = "<?php\n";

/**
 * Code as a template for code like it, by the grammar of its language: without comments, its literals replaced by
 * `<string>` and `<number>`. What imports name stays. Code in a language without a grammar stays as it is.
 * @param language a name such as `python` or an extension such as `py`; null when it is not known.
 */
export async function generalise(code: string, language: string | null): Promise<Generalised> {
  const as_it_is = code.replace(/\r\n?/g, "\n");
  if (language === null)
    return { template: tidied(as_it_is), note: "The language is not named, so nothing was generalised." };
  const name = nameFor(language);
  const tag = name === "code.php" && !as_it_is.includes("<?") ? PHP_TAG : "";
  const source = tag + as_it_is;
  const file = await parseFile({ path: name, lines: source.split("\n") });
  if (!file)
    return {
      template: tidied(as_it_is),
      note: `There is no grammar for ${language}, so nothing was generalised.`,
    };
  const generaliser = new Generaliser(
    new TreeReader(file.tree, source, file.language),
    source,
    file.language,
  );
  generaliser.run();
  const template = tidied(applyEdits(source, generaliser.edits).slice(tag.length));
  const note = generaliser.broken ? "Parts of the code could not be parsed; they stay as they are." : null;
  return { template, note };
}
