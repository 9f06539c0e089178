import { textOfMarkup } from "./literal-value";
import type { TreeReader } from "./tree-reader";

/** Neighbouring nodes that count as one token. `end`: the row behind the last of them. */
export type Run = { last: number; value: string };

/**
 * Nodes that count together from this one on: entries whose order means nothing, such as those of an import, and the
 * text of markup, which formatters write as text or as an expression. Null where the node is for itself.
 */
export function runFrom(tree: TreeReader, row: number): Run | null {
  const type = tree.typeOf(row);
  const parents = tree.language.unordered.get(type);
  if (parents) return entriesFrom(tree, row, parents);
  if (isMarkupText(tree, row)) return markupFrom(tree, row);
  return null;
}

function entriesFrom(tree: TreeReader, row: number, parents: ReadonlySet<string>): Run | null {
  const type = tree.typeOf(row);
  if (parents.size > 0 && !parents.has(tree.typeOf(tree.parent(row)))) return null;
  // An attribute belongs to one of them alone.
  const previous = tree.before(row);
  if (previous !== -1 && /attribute/.test(tree.typeOf(previous))) return null;
  const rows: number[] = [];
  let next = row;
  let last = row;
  while (next !== -1 && tree.typeOf(next) === type && isPlainEntry(tree, next)) {
    rows.push(next);
    last = next;
    next = tree.after(next);
    if (next !== -1 && tree.typeOf(next) === '",') next = tree.after(next);
  }
  const entries = rows.flatMap((entry) => entriesOf(tree, entry));
  if (rows.length === 0 || (rows.length === 1 && entries.length === 1)) return null;
  return { last, value: `${type} ${entries.sort().join("\n")}` };
}

/** A module with a body is no entry, and nothing is that the parser did not understand. */
function isPlainEntry(tree: TreeReader, row: number): boolean {
  for (let inner = row; inner < tree.behind(row); inner += 1)
    if (tree.isSupposed(inner) || tree.typeOf(inner) === "ERROR") return false;
  return tree.typeOf(row) !== "mod_item" || tree.textOf(row).endsWith(";");
}

function entriesOf(tree: TreeReader, row: number): string[] {
  const words: string[] = [];
  for (let inner = row; inner < tree.behind(row); inner += 1) {
    if (tree.isComment(inner)) continue;
    const whole = tree.language.quoted.has(tree.typeOf(inner));
    if (tree.behind(inner) !== inner + 1 && !whole) continue;
    if (!tree.isComment(tree.parent(inner))) words.push(tree.textOf(inner).trim());
  }
  const text = words.join(" ");
  if (tree.typeOf(row) === "use_declaration") return pathsOfUse(words);
  return [text];
}

/** Every path that a `use` of Rust names, in full: `pub use a::{b, c as d};` is `pub use a::b` and `pub use a::c as d`. */
function pathsOfUse(words: readonly string[]): string[] {
  const at = words.indexOf("use");
  const kind = words.slice(0, at + 1).join(" ");
  const paths: string[] = [];
  const outer: string[][] = [];
  let path: string[] = [];
  let base: string[] = [];
  let is_list = false;
  const finish = (): void => {
    if (path.length > base.length && !is_list) paths.push(`${kind} ${path.join(" ")}`);
    path = [...base];
    is_list = false;
  };
  for (const word of words.slice(at + 1)) {
    if (word === "{") {
      outer.push(base);
      base = [...path];
    } else if (word === "}") {
      finish();
      base = outer.pop() ?? [];
      path = [...base];
      is_list = true;
    } else if (word === "," || word === ";") finish();
    else path.push(word);
  }
  return paths;
}

function isMarkupText(tree: TreeReader, row: number): boolean {
  const type = tree.typeOf(row);
  if (type === "jsx_text") return true;
  if (type !== "jsx_expression" || tree.typeOf(tree.parent(row)) !== "jsx_element") return false;
  const [open = -1, only = -1, close = -1, more] = tree.children(row);
  if (more !== undefined || close === -1 || tree.textOf(open) !== "{") return false;
  return tree.typeOf(only) === "string" && !tree.textOf(only).includes("\\");
}

/** Text and `{" "}` that follow one another are shown as one text. */
function markupFrom(tree: TreeReader, row: number): Run {
  let last = row;
  let shown = "";
  for (let next = row; next !== -1 && isMarkupText(tree, next); next = tree.after(next)) {
    const text = tree.textOf(next);
    shown += tree.typeOf(next) === "jsx_text" ? textOfMarkup(text) : text.replace(/^\{\s*.|.\s*\}$/gs, "");
    last = next;
  }
  return { last, value: shown === "" ? "" : `markup ${shown}` };
}
