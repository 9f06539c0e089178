import type { Language } from "./languages";
import { type ParsedTree, STRIDE } from "./parser";

/** Of a list of two it takes five to see both: brackets, a comma and the entries. */
const CHILDREN_SEEN = 6;

/** One node of a tree, as a walk over it meets it. */
export interface Visit {
  row: number;
  type: string;
  parent_type: string;
  text: string;
}

/** The nodes of a parsed file by their rows: what they are and what stands around them. Comments are no neighbours. */
export class TreeReader {
  readonly kin: Kin;

  constructor(
    readonly tree: ParsedTree,
    readonly source: string,
    readonly language: Language,
  ) {
    this.kin = kinOf(tree);
  }

  get count(): number {
    return this.tree.nodes.length / STRIDE;
  }

  start(row: number): number {
    return this.tree.nodes[row * STRIDE + 1] ?? 0;
  }

  end(row: number): number {
    return this.tree.nodes[row * STRIDE + 2] ?? 0;
  }

  parent(row: number): number {
    return this.tree.nodes[row * STRIDE + 3] ?? -1;
  }

  typeOf(row: number): string {
    const type = this.tree.nodes[row * STRIDE] ?? 0;
    return this.tree.types[type < 0 ? -1 - type : type] ?? "";
  }

  /** Whether the grammar only supposed the node. */
  isSupposed(row: number): boolean {
    return (this.tree.nodes[row * STRIDE] ?? 0) < 0;
  }

  textOf(row: number): string {
    return this.source.slice(this.start(row), this.end(row));
  }

  isComment(row: number): boolean {
    return this.language.comments.has(this.typeOf(row));
  }

  /** The row behind a node and all that is in it. */
  behind(row: number): number {
    return (this.kin.last[row] ?? row) + 1;
  }

  /** The first child; −1 for none. */
  child(parent: number): number {
    const row = parent + 1;
    if (this.parent(row) !== parent || row >= this.count) return -1;
    if (this.isComment(row)) return this.after(row);
    return row;
  }

  /** The next of the same parent; −1 for none. */
  after(row: number): number {
    const parent = this.parent(row);
    let next = this.behind(row);
    const end = this.behind(parent);
    while (next < end && this.isComment(next)) next = this.behind(next);
    if (next < end) return next;
    return -1;
  }

  /** The one before of the same parent; −1 for none. */
  before(row: number): number {
    let previous = this.kin.previous[row] ?? -1;
    while (previous !== -1 && this.isComment(previous)) previous = this.kin.previous[previous] ?? -1;
    return previous;
  }

  /** The first children of a node. */
  children(parent: number): number[] {
    const rows: number[] = [];
    for (let row = this.child(parent); row !== -1 && rows.length < CHILDREN_SEEN; row = this.after(row))
      rows.push(row);
    return rows;
  }

  childTypes(parent: number): string[] {
    return this.children(parent).map((row) => this.typeOf(row));
  }
}

/** Of each node the last row in it, and the row of the one before it of the same parent; −1 for none. */
type Kin = { last: Int32Array; previous: Int32Array };

function kinOf({ nodes }: ParsedTree): Kin {
  const count = nodes.length / STRIDE;
  const last = Int32Array.from({ length: count }, (_, row) => row);
  const previous = new Int32Array(count).fill(-1);
  const youngest = new Int32Array(count).fill(-1);
  for (let row = 0; row < count; row += 1) {
    const parent = nodes[row * STRIDE + 3] ?? -1;
    if (parent < 0) continue;
    previous[row] = youngest[parent] ?? -1;
    youngest[parent] = row;
  }
  for (let row = count - 1; row > 0; row -= 1) {
    const parent = nodes[row * STRIDE + 3] ?? -1;
    last[parent] = Math.max(last[parent] ?? 0, last[row] ?? 0);
  }
  return { last, previous };
}
