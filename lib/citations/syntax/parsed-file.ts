import type { LineRange } from "../anchoring/anchor";
import { type Language, languageOf } from "./languages";
import { type NormalForm, normalForm } from "./normal-form";
import { type ParsedTree, type SyntaxParser, sharedParser } from "./parser";
import { settingOf } from "./setting";
import { rowsOfText, type Signature, signatureOf } from "./signature";
import { spanOf, symbolPath } from "./symbols";

/** A file as its grammar sees it. */
export interface ParsedFile {
  text: string;
  /** Where each line begins, in characters. */
  rows: readonly number[];
  tree: ParsedTree;
  form: NormalForm;
  language: Language;
}

/** What the syntax of cited lines says; the path is null without a grammar, and outside of any definition. */
export type CitedSyntax = { symbol_path: string | null; signature: Signature };

/** Null for a file without a grammar, or one that is too long or took too long. */
export async function parseFile(
  { path, lines }: { path: string; lines: readonly string[] },
  parser: SyntaxParser = sharedParser(),
): Promise<ParsedFile | null> {
  const language = languageOf(path);
  if (!language) return null;
  const text = lines.join("\n");
  const tree = await parser.parse(language.grammar, text);
  if (!tree) return null;
  return { text, rows: rowsOfText(text), tree, language, form: normalForm(tree, text, language) };
}

/** What is kept of cited lines. `file`: null without a grammar. */
export function syntaxOfLines(
  file: ParsedFile | null,
  { path, lines, ...range }: LineRange & { path: string; lines: readonly string[] },
): CitedSyntax {
  const setting = settingOf({ path, lines, ...range });
  if (!file) return { symbol_path: null, signature: { code: null, setting } };
  const code = signatureOf(file.form, file.rows, range);
  return { symbol_path: symbolOf(file, range), signature: { code, setting } };
}

export function symbolOf({ tree, text, rows, language }: ParsedFile, range: LineRange): string | null {
  return symbolPath(tree, { text, language, span: spanOf(text, { rows, ...range }) });
}
