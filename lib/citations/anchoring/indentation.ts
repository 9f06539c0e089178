import type { Syntax } from "./literal-syntax";
import { indentOf, lineStates } from "./literals";
import { EDITED_SIMILARITY } from "./similar-text";
import type { Passage } from "./spans";
import { collapseWhitespace, similarity } from "./text";

const TAB = 8;

/** How deep a line is; an item of a list is a little deeper than what stands at its column. */
type Row = { row: number; text: string; indent: string; depth: number };

/** Whether indentation says now that something belongs to something else. */
export function indentationDiffers({
  was,
  now,
  syntax,
}: {
  was: Passage;
  now: Passage;
  syntax: Syntax;
}): boolean {
  if (syntax.indentation === "none") return false;
  const [before, after] = [rowsOf(was, syntax), rowsOf(now, syntax)];
  // Broken into lines differently: what stood on a line of its own does not any more.
  if (before.length !== after.length) return false;
  if (syntax.indentation === "tab")
    return before.some(({ indent }, at) => indent.startsWith("\t") !== after[at]?.indent.startsWith("\t"));
  if (shapeOf(before) !== shapeOf(after)) return true;
  return outermost(before).some((at) => {
    const [left, right] = [before[at], after[at]];
    if (!left || !right || left.indent === right.indent) return false;
    return !haveSameParent({ was, now, left, right, syntax });
  });
}

/** The lines of a passage whose indentation counts: not those inside brackets and literals, and no comments. */
function rowsOf({ lines, first, last }: Passage, syntax: Syntax): Row[] {
  const rows: Row[] = [];
  for (let row = first; row <= last; row += 1) {
    const found = rowAt(lines, row, syntax);
    if (found) rows.push(found);
  }
  return rows;
}

function rowAt(lines: readonly string[], row: number, syntax: Syntax): Row | null {
  const line = lines[row] ?? "";
  const text = line.trim();
  const state = lineStates(lines, syntax)[row];
  if (text === "" || !state || state.closes !== null || state.depth > 0) return null;
  if (syntax.line_comment?.test(text) || lines[row - 1]?.endsWith("\\")) return null;
  const indent = indentOf(line);
  const listed = syntax.flow === "yaml" && /^-(?:\s|$)/.test(text);
  return { row, text, indent, depth: widthOf(indent) + (listed ? 0.5 : 0) };
}

function widthOf(indent: string): number {
  let width = 0;
  for (const character of indent) width += character === "\t" ? TAB - (width % TAB) : 1;
  return width;
}

/** Which line each line belongs to, and whether it stands at the column of the one before with the same. */
function shapeOf(rows: readonly Row[]): string {
  const last = new Map<number, number>();
  return rows
    .map(({ depth }, at) => {
      const parent = parentOf(rows, at);
      const before = last.get(parent);
      last.set(parent, depth);
      return `${parent}${before === undefined || before === depth ? "=" : "<"}`;
    })
    .join(" ");
}

function parentOf(rows: readonly Row[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  return rows.slice(0, at).findLastIndex((row) => row.depth < depth);
}

/** Lines that belong to none of the passage. */
function outermost(rows: readonly Row[]): number[] {
  return [...rows.keys()].filter((at) => parentOf(rows, at) < 0);
}

/**
 * Whether two lines belong to the same line above the passage. A header that reads a little differently is the same one
 * if it is as deep in the file.
 */
function haveSameParent({
  was,
  now,
  left,
  right,
  syntax,
}: {
  was: Passage;
  now: Passage;
  left: Row;
  right: Row;
  syntax: Syntax;
}): boolean {
  const before = ancestorsOf(was, left, syntax);
  const after = ancestorsOf(now, right, syntax);
  const [old_parent = "", parent = ""] = [before[0], after[0]];
  if (old_parent === parent) return true;
  if (!was.whole_file) return (left.depth > 0 && old_parent === "") || (right.depth > 0 && parent === "");
  return before.length === after.length && similarity(old_parent, parent, EDITED_SIMILARITY) > 0;
}

/**
 * The headers that the first of some lines belongs to by its indentation, nearest first; null where indentation means
 * nothing, or none of the lines counts. Lines count from 1.
 */
export function headersByIndentation(
  lines: readonly string[],
  { line_start, line_end, syntax }: { line_start: number; line_end: number; syntax: Syntax },
): string[] | null {
  if (syntax.indentation !== "blocks") return null;
  const passage = { lines, first: line_start - 1, last: line_end - 1, whole_file: true };
  const [first] = rowsOf(passage, syntax);
  if (!first) return null;
  return ancestorsOf({ ...passage, first: first.row }, first, syntax);
}

/** The headers above a line, nearest first. */
function ancestorsOf({ lines, first }: Passage, { depth }: Row, syntax: Syntax): string[] {
  const headers: string[] = [];
  let least = depth;
  for (let row = first - 1; row >= 0 && least > 0; row -= 1) {
    const above = rowAt(lines, row, syntax);
    if (!above || above.depth >= least) continue;
    headers.push(collapseWhitespace(above.text));
    least = above.depth;
  }
  return headers;
}
