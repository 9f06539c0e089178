import type { LineRange } from "../anchoring/anchor";
import type { ParsedFile } from "../syntax/parsed-file";
import { STRIDE } from "../syntax/parser";

/** A name that cited lines use, and whether they call it. */
export type UsedName = { name: string; is_called: boolean };

/** Names of one citation that are looked for at most, in the order of the lines. */
const MOST_NAMES = 12;
const LEAST_LETTERS = 4;
const IDENTIFIER = /(?:^|_)identifier$|^(?:constant|name|variable_name)$/;
const IDENTIFIER_OF_PATTERN = /(?:^|_)identifier(?:_pattern)?$|^(?:constant|name|variable_name)$/;
const NAME = /^[A-Za-z_$][\w$]*$/;
const CALL = /^\s*(?:!|<[\w\s,.[\]]*>)?\s*\(/;
/** Enough to see the bracket behind a name and its type arguments. */
const CALL_LOOKAHEAD = 80;

/** The names that lines of code use, each once. Short and plain words are left out: they mean many things. */
export function namesInLines(
  { tree, text, rows }: ParsedFile,
  { line_start, line_end }: LineRange,
): UsedName[] {
  const { types, nodes } = tree;
  const from = rows[line_start - 1] ?? 0;
  const to = rows[line_end] ?? text.length;
  const found = new Map<string, UsedName>();
  for (let at = 0; at < nodes.length && found.size < MOST_NAMES; at += STRIDE) {
    const [type = 0, start = 0, end = 0] = nodes.subarray(at, at + STRIDE);
    if (start < from || start >= to || !IDENTIFIER.test(types[type] ?? "")) continue;
    const name = text.slice(start, end);
    const is_called = CALL.test(text.slice(end, end + CALL_LOOKAHEAD));
    const known = found.get(name);
    if (known && (known.is_called || !is_called)) continue;
    const is_member = text[start - 1] === ".";
    if (NAME.test(name) && isDistinctive(name, { is_called, is_member }))
      found.set(name, { name, is_called });
  }
  return [...found.values()];
}

/** Nodes whose first identifier is the name that they define. */
const DEFINING =
  /^(?:(?:generator_)?function_(?:declaration|definition|item|declarator|signature)|method(?:_definition|_declaration|_signature)?|singleton_method|local_function_statement|(?:class|interface|enum|struct|trait|type_alias)_(?:declaration|definition|item|specifier)|class|type_spec|variable_declarator|(?:const|static)_item|(?:const|var)_spec)$/;
const PARAMETER =
  /^(?:parameters|formal_parameters|(?:required|optional|typed|default)_parameter|parameter|parameter_declaration|object_pattern|array_pattern)$/;

/** The names that a file defines itself, parameters included: in its lines they mean nothing that another file defines. */
export function namesDefinedIn({ tree: { types, nodes }, text }: ParsedFile): Set<string> {
  const defined = new Set<string>();
  const seen = new Set<number>();
  for (let at = 0; at < nodes.length; at += STRIDE) {
    const [type = 0, start = 0, end = 0, parent = -1] = nodes.subarray(at, at + STRIDE);
    if (!IDENTIFIER_OF_PATTERN.test(types[type] ?? "")) continue;
    const holder = types[nodes[parent * STRIDE] ?? -1] ?? "";
    if (PARAMETER.test(holder) || (DEFINING.test(holder) && !seen.has(parent)))
      defined.add(text.slice(start, end));
    seen.add(parent);
  }
  return defined;
}

/** A plain word behind a dot, such as join or Value, is a member of many things. */
function isDistinctive(
  name: string,
  { is_called, is_member }: { is_called: boolean; is_member: boolean },
): boolean {
  if (name.replace(/[^A-Za-z0-9]/g, "").length < LEAST_LETTERS) return false;
  if (/[a-z\d][A-Z]/.test(name) || /[A-Za-z\d]_[A-Za-z\d]/.test(name)) return true;
  return !is_member && (is_called || /^[A-Z]/.test(name));
}
