import { upperBound } from "@/lib/kernel/sorted";
import type { LineRange } from "../anchoring/anchor";
import type { ParsedFile } from "../syntax/parsed-file";
import { STRIDE } from "../syntax/parser";

/** What a definition is: a value, something that is called, or a type. */
export type DefinitionKind = "constant" | "callee" | "type";

/** `lines`: a value whole, of what is called and of types the lines before the body. */
export type DefinitionLines = { kind: DefinitionKind; lines: LineRange; whole: LineRange };

const CONTAINER =
  /^(?:block|program|module|source_file|translation_unit|statements|compilation_unit)$|_(?:body|list|statement_block)$|^(?:body_statement|statement_block|compound_statement|class_body)$/;
const BODY =
  /^(?:block|statement_block|compound_statement|body_statement|class_body|interface_body|enum_body|constructor_body|function_body|object_type|declaration_list|field_declaration_list|enum_variant_list|enum_member_declaration_list|enumerator_list)$/;
const FUNCTION =
  /^(?:.*function.*|.*method.*|arrow_function|constructor_declaration|singleton_method|lambda|macro_definition)$/;
const TYPE =
  /^(?:class|module|.*(?:class|interface|struct|enum|trait|union|type_alias|type|record|impl|namespace).*_(?:declaration|definition|item|specifier|spec)|type_spec|type_alias)$/;
const VALUE_HOLDER =
  /^(?:object|array|dictionary|list|arguments|argument_list|call|call_expression|composite_literal)$/;

/**
 * The lines of the definition that begins in a line, by the file's grammar; null where none does that names `name`, and
 * where the grammar did not understand them.
 */
export function definitionLines(
  file: ParsedFile,
  { line, name }: { line: number; name: string },
): DefinitionLines | null {
  const row = definitionRow(file, line);
  if (row === null) return null;
  const { text } = file;
  const { start, end } = nodeAt(file, row);
  const { kind, body } = shapeOf(file, row);
  const head_end = body === null ? end : body;
  if (!new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(text.slice(start, head_end)))
    return null;
  if (isBroken(file, { start, end: head_end })) return null;
  const whole = { line_start: line, line_end: lineOf(file, end - 1) };
  // A body in lines of its own, as in Python, begins after its header.
  const last = text.slice(start, head_end).trimEnd().length;
  const line_end = body === null ? whole.line_end : lineOf(file, start + Math.max(0, last - 1));
  return { kind, lines: { line_start: line, line_end }, whole };
}

const nodeAt = ({ tree: { types, nodes } }: ParsedFile, row: number) => {
  const [type = 0, start = 0, end = 0, parent = -1] = nodes.subarray(row * STRIDE, row * STRIDE + STRIDE);
  return { type: types[type] ?? "", start, end, parent };
};

/** The outermost node that begins in a line and is one statement or one member. */
function definitionRow(file: ParsedFile, line: number): number | null {
  const { rows, text, tree } = file;
  const begin = rows[line - 1];
  if (begin === undefined) return null;
  const end = rows[line] ?? text.length;
  const first = begin + (text.slice(begin, end).length - text.slice(begin, end).trimStart().length);
  const count = tree.nodes.length / STRIDE;
  for (let row = 1; row < count; row += 1) {
    const node = nodeAt(file, row);
    if (node.start > first) return null;
    if (node.start === first && !CONTAINER.test(node.type)) return row;
  }
  return null;
}

/** What a node defines, and where its body begins, in characters. */
function shapeOf(file: ParsedFile, row: number): { kind: DefinitionKind; body: number | null } {
  const { end } = nodeAt(file, row);
  const count = file.tree.nodes.length / STRIDE;
  let kind: DefinitionKind | null = null;
  for (let at = row; at < count; at += 1) {
    const node = nodeAt(file, at);
    if (node.start >= end) break;
    if (kind === null && VALUE_HOLDER.test(node.type)) break;
    if (kind === null && FUNCTION.test(node.type)) kind = "callee";
    else if (kind === null && TYPE.test(node.type)) kind = "type";
    if (kind !== null && BODY.test(node.type)) return { kind, body: node.start };
  }
  return { kind: kind ?? "constant", body: null };
}

/** Whether the grammar did not understand something there. */
function isBroken(file: ParsedFile, { start, end }: { start: number; end: number }): boolean {
  const { types, nodes } = file.tree;
  for (let at = 0; at < nodes.length; at += STRIDE) {
    const [type = 0, from = 0, to = 0] = nodes.subarray(at, at + STRIDE);
    const unknown = type < 0 || types[type] === "ERROR";
    if (unknown && from < end && to >= start) return true;
    if (from > end) return false;
  }
  return false;
}

const lineOf = ({ rows }: ParsedFile, at: number): number => upperBound(rows, at);
