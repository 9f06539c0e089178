import type { Language } from "./languages";
import { type ParsedTree, STRIDE } from "./parser";

const LONGEST_PATH = 200;
const LONGEST_NAME = 80;

/** Definitions of values: they name a place where they are what a file declares, or where all of it is in them. */
const VALUES =
  /^(?:variable_declarator|pair|public_field_definition|field_definition|const_spec|var_spec|const_item|static_item|property_element|const_element|property_declaration)$/;

/** Cited lines in characters: the first that is not blank, the end of the first line, and the end of all. */
export type CitedSpan = { from: number; first_end: number; to: number };

/** The span of lines `line_start` to `line_end`; `rows`: where each line begins. */
export function spanOf(
  text: string,
  { rows, line_start, line_end }: { rows: readonly number[]; line_start: number; line_end: number },
): CitedSpan {
  const to = (rows[line_end] ?? text.length + 1) - 1;
  const begin = rows[line_start - 1] ?? 0;
  const cited = text.slice(begin, to);
  const from = begin + (cited.length - cited.trimStart().length);
  const end = text.indexOf("\n", from);
  return { from, first_end: end < 0 ? to : Math.min(end, to), to };
}

/**
 * The names of the definitions around cited lines, the outermost first, such as `PriceList.round`; one that begins in
 * their first line is among them. Null outside of any, and where it is longer than 200 characters.
 */
export function symbolPath(
  tree: ParsedTree,
  { text, language, span }: { text: string; language: Language; span: CitedSpan },
): string | null {
  const { types, nodes } = tree;
  const count = nodes.length / STRIDE;
  const names: string[] = [];
  for (let row = 0; row < count; row += 1) {
    const [type = 0, start = 0, end = 0] = nodes.subarray(row * STRIDE, row * STRIDE + STRIDE);
    if (start > span.first_end) break;
    const node = { type: types[type] ?? "", start, end };
    const name_types = language.definitions.get(node.type);
    if (!name_types || !isOnPath(node, { text, span, names })) continue;
    const name = nameOf(tree, { row, name_types, text });
    if (name !== null) names.push(name);
  }
  const path = names.join(language.separator);
  if (path === "" || path.length > LONGEST_PATH) return null;
  return path;
}

/** Whether a definition holds the cited lines, or begins in the first of them. */
function isOnPath(
  { type, start, end }: { type: string; start: number; end: number },
  { text, span, names }: { text: string; span: CitedSpan; names: readonly string[] },
): boolean {
  const around = start <= span.from && end > span.from;
  if (!around && start < span.from) return false;
  const whole = start < span.from && end >= span.to && text.slice(start, span.from).includes("\n");
  if (VALUES.test(type) && !whole && names.length > 0) return false;
  // Of several that begin in the first line, the first.
  return around || names.length === 0 || end >= span.to;
}

function nameOf(
  { types, nodes }: ParsedTree,
  { row, name_types, text }: { row: number; name_types: readonly string[]; text: string },
): string | null {
  const children = new Map<string, string>();
  let receiver = "";
  const end = nodes[row * STRIDE + 2] ?? 0;
  for (let child = row + 1; (nodes[child * STRIDE + 1] ?? end) < end; child += 1) {
    const type = types[nodes[child * STRIDE] ?? 0] ?? "";
    // In C the name stands inside of pointers and references.
    if (nodes[child * STRIDE + 3] !== row && type !== "function_declarator") continue;
    const found = text.slice(nodes[child * STRIDE + 1], nodes[child * STRIDE + 2]);
    // What an implementation is for stands behind what is implemented.
    if (type === '"for') children.clear();
    if (!children.has(type)) children.set(type, found);
    if (type === "parameter_list" && name_types.includes("field_identifier") && children.size < 3)
      receiver ||= receiverOf(found);
  }
  const [found] = name_types.flatMap((type) => children.get(type) ?? []);
  if (found === undefined) return null;
  return `${receiver}${plainName(found)}`;
}

/** `T.` of `(s *T)` and of `(s *T[K])`. */
function receiverOf(parameters: string): string {
  const [, type] = /([\p{L}_][\p{L}\p{N}_]*)(?:\[[^\]]*\])?\s*\)$/u.exec(parameters) ?? [];
  if (type === undefined) return "";
  return `${type}.`;
}

function plainName(name: string): string {
  const bracket = name.search(/[(<]/);
  const without = bracket > 0 ? name.slice(0, bracket) : name;
  return without
    .replace(/\s+/g, " ")
    .replace(/^["'*&]+|["']$/g, "")
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed();
}
