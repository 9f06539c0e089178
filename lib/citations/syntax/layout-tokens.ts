import type { TreeReader, Visit } from "./tree-reader";

/** Whether a token is punctuation that formatters add and take away, as the tree says the same without it. */
export function isLayout(tree: TreeReader, visit: Visit): boolean {
  const { text, parent_type, row } = visit;
  const { language } = tree;
  if (text === "(" || text === ")") return isGrouping(tree, visit);
  if (text === "{" || text === "}") return isOnlyBraces(tree, tree.parent(row));
  if (text === "|" || text === "&") return isLeadingBar(tree, visit);
  const script = language.definitions.has("method_definition");
  const separates = parent_type === "object_type" || parent_type === "interface_body";
  if (text === ",") return (script && separates) || isTrailing(tree, visit);
  if (text !== ";" || !script) return false;
  if (separates || parent_type === "class_body") return true;
  if (parent_type === "for_statement") return false;
  const parent = tree.parent(row);
  if (parent_type !== "empty_statement") return tree.end(parent) === tree.end(row);
  return /^(?:program|statement_block)$/.test(tree.typeOf(tree.parent(parent)));
}

const KEPT_AROUND =
  /^(?:member_expression|call_expression|subscript_expression|new_expression|attribute|call|non_null_expression|decorator)$/;
const KEPT_INSIDE = /^(?:function_expression|class|sequence_expression)$/;

function isGrouping(tree: TreeReader, { row, parent_type }: Visit): boolean {
  const { language } = tree;
  const parent = tree.parent(row);
  const around = tree.typeOf(tree.parent(parent));
  // Some cut a chain or make an expression of a block.
  if (language.groups.has(parent_type))
    return !KEPT_AROUND.test(around) && !tree.childTypes(parent).some((type) => KEPT_INSIDE.test(type));
  if (language.grammar === "python") {
    if (parent_type === "import_from_statement" || parent_type === "with_clause") return true;
    if (parent_type === "argument_list" && around === "class_definition")
      return tree.childTypes(parent).length === 2;
    if (language.tuples.has(parent_type)) return tree.childTypes(parent).includes('",');
  }
  return parent_type === "formal_parameters" && around === "arrow_function" && isOneName(tree, parent);
}

/** `(x) => …`, whose parentheses may go. */
function isOneName(tree: TreeReader, parent: number): boolean {
  return /^\(\s*[\p{L}_$][\p{L}\p{N}_$]*\s*,?\s*\)$/u.test(tree.textOf(parent));
}

function isLeadingBar(tree: TreeReader, { row, parent_type }: Visit): boolean {
  if (parent_type !== "union_type" && parent_type !== "intersection_type") return false;
  return tree.start(tree.parent(row)) === tree.start(row);
}

/** A comma behind the last entry of a list. */
function isTrailing(tree: TreeReader, visit: Visit): boolean {
  const { row, parent_type } = visit;
  const { language } = tree;
  const tuple = language.tuples.has(parent_type);
  const loose = language.loose_lists.has(parent_type);
  if (!tuple && !loose && !language.lists.has(parent_type)) return false;
  const previous = tree.before(row);
  const before = previous === -1 ? "" : tree.typeOf(previous);
  if (before === "" || before === '",' || /^"[[({<]$/.test(before)) return false;
  const next = tree.after(row);
  const is_last = next === -1 || (/^"[\])}>|]$/.test(tree.typeOf(next)) && tree.after(next) === -1);
  if (!is_last) return false;
  if (loose) return isLooseList(tree, tree.parent(row));
  return !tuple || tree.childTypes(tree.parent(row)).filter((type) => !type.startsWith('"')).length > 1;
}

/** Tokens in brackets that the grammar only counts: no tuple of one, whose comma means something. */
function isLooseList(tree: TreeReader, list: number): boolean {
  if (!tree.textOf(list).startsWith("(")) return true;
  const previous = tree.before(list);
  const called = previous !== -1 && /^(?:identifier|"!)$/.test(tree.typeOf(previous));
  const commas = tree.textOf(list).split(",").length - 1;
  return called || commas > 1;
}

const DECLARES = /declaration|_item$|^(?:let|class|function)_/;

/** Whether a block holds one statement or value, in a place where that may stand without braces. */
export function isOnlyBraces(tree: TreeReader, row: number): boolean {
  const parents = tree.language.blocks.get(tree.typeOf(row));
  if (!parents?.has(tree.typeOf(tree.parent(row)))) return false;
  const [open = -1, only = -1, close = -1, more] = tree.children(row);
  if (close === -1 || more !== undefined) return false;
  if (tree.textOf(open) !== "{" || tree.textOf(close) !== "}") return false;
  const type = tree.typeOf(only);
  if (DECLARES.test(type) || type === "empty_statement") return false;
  // In a language of expressions what ends with a semicolon has no value.
  return !tree.language.block_values || !tree.textOf(only).endsWith(";");
}

/** Whether a node is only there because of the braces around it. */
export function isOnlyWrapping(tree: TreeReader, row: number): boolean {
  if (isOnlyBraces(tree, row)) return true;
  if (!tree.language.block_values || tree.typeOf(row) !== "expression_statement") return false;
  return !tree.textOf(row).endsWith(";");
}
