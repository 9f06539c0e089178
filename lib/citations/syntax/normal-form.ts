import { hashLine } from "../anchoring/text";
import type { Language } from "./languages";
import { literalValue, textOfComment, textOfMarkup } from "./literal-value";
import { type ParsedTree, STRIDE } from "./parser";

/** A comment, by the words in it. */
export interface Comment {
  words: string;
  /** In characters. */
  start: number;
  end: number;
  /** How many tokens stand before it. */
  at: number;
}

/** A node with at least two tokens: the first and last of them, and its type. */
export interface Branch {
  first: number;
  last: number;
  type: string;
}

/**
 * A file without its layout: its tokens by hashes that formatters do not change, and which of them belong together.
 * What only groups or separates is left out, as the branches say it.
 */
export interface NormalForm {
  tokens: Int32Array;
  /** Where each token begins and ends in the text. */
  starts: Int32Array;
  ends: Int32Array;
  /** In the order of the text, the outer ones first. */
  branches: readonly Branch[];
  comments: readonly Comment[];
  /** Tokens that the parser did not understand or made up. */
  broken: Uint8Array;
}

const forms = new WeakMap<ParsedTree, NormalForm>();

/** Memoised by the identity of the tree. */
export function normalForm(tree: ParsedTree, text: string, language: Language): NormalForm {
  const known = forms.get(tree);
  if (known) return known;
  const form = new Normalizer(tree, text, language).run();
  forms.set(tree, form);
  return form;
}

/** One node of a tree, as the walk meets it. */
export interface Visit {
  row: number;
  type: string;
  parent_type: string;
  text: string;
}

class Normalizer {
  readonly tokens: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly broken: number[] = [];
  readonly branches: Branch[] = [];
  readonly comments: Comment[] = [];
  /** Branches that are not closed yet, each with the end of its node. */
  readonly open: { branch: Branch; end: number; broken: boolean }[] = [];
  broken_open = 0;
  /** Where the text ends that was taken or left out. */
  covered = 0;
  readonly kin: Kin;

  constructor(
    readonly tree: ParsedTree,
    readonly source: string,
    readonly language: Language,
  ) {
    this.kin = kinOf(tree);
  }

  run(): NormalForm {
    const { nodes } = this.tree;
    const count = nodes.length / STRIDE;
    let row = 0;
    while (row < count) row = this.visit(row);
    this.close(Number.POSITIVE_INFINITY);
    return {
      tokens: Int32Array.from(this.tokens),
      starts: Int32Array.from(this.starts),
      ends: Int32Array.from(this.ends),
      broken: Uint8Array.from(this.broken),
      branches: this.branches.filter(({ first, last }) => last > first),
      comments: this.comments,
    };
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

  /** @returns the row to go on at. */
  visit(row: number): number {
    const { language } = this;
    const type = this.typeOf(row);
    const start = this.start(row);
    const end = this.end(row);
    this.close(start);
    if (language.comments.has(type)) {
      const words = textOfComment(this.source.slice(start, end));
      this.comments.push({ words, start, end, at: this.tokens.length });
      this.covered = Math.max(this.covered, end);
      return this.behind(row);
    }
    const parent_type = this.typeOf(this.parent(row));
    if (type === "line_continuation") {
      this.covered = Math.max(this.covered, end);
      return row + 1;
    }
    const next = this.behind(row);
    const whole = language.literals.has(type) || language.quoted.has(type);
    if (!whole && next > row + 1) {
      const broken = type === "ERROR";
      if (broken) this.broken_open += 1;
      this.open.push({ branch: this.opened(type), end, broken });
      return row + 1;
    }
    this.take({ row, type, parent_type, text: this.source.slice(start, end) });
    return next;
  }

  opened(type: string): Branch {
    const branch = { first: this.tokens.length, last: -1, type };
    this.branches.push(branch);
    return branch;
  }

  close(at: number): void {
    for (let top = this.open.at(-1); top && top.end <= at; top = this.open.at(-1)) {
      top.branch.last = this.tokens.length - 1;
      if (top.broken) this.broken_open -= 1;
      this.open.pop();
    }
  }

  /** The row behind a node and all that is in it. */
  behind(row: number): number {
    return (this.kin.last[row] ?? row) + 1;
  }

  take(visit: Visit): void {
    const { row, type } = visit;
    const start = this.start(row);
    const end = this.end(row);
    const supposed = (this.tree.nodes[row * STRIDE] ?? 0) < 0;
    this.takeGap(start);
    this.covered = Math.max(this.covered, end);
    const value = this.valueOf(visit);
    if (value === null && !supposed) return;
    const broken = supposed || type === "ERROR" || this.broken_open > 0;
    this.push(hashLine(value ?? ""), { start, end, broken });
  }

  /** What no node of the tree names is a token all the same: nothing may pass unseen. */
  takeGap(to: number): void {
    if (to <= this.covered) return;
    const gap = this.source.slice(this.covered, to);
    const found = gap.trim();
    if (found === "") return;
    const start = this.covered + gap.indexOf(found);
    this.push(hashLine(found), { start, end: start + found.length, broken: false });
  }

  push(hash: number, { start, end, broken }: { start: number; end: number; broken: boolean }): void {
    this.tokens.push(hash);
    this.starts.push(start);
    this.ends.push(end);
    this.broken.push(broken ? 1 : 0);
  }

  /** What a token counts by; null when it is left out. */
  valueOf(visit: Visit): string | null {
    const { language } = this;
    const { type, text, parent_type } = visit;
    if (type === "jsx_text") return textOfMarkup(text);
    if (language.quoted.has(type))
      return literalValue(text, { grammar: language.grammar, ...this.role(visit) });
    if (language.literals.has(type)) return `literal ${text}`;
    if (text.trim() === "") return null;
    if (language.numbers.has(type)) return text.toLowerCase();
    if (!type.startsWith('"')) return text;
    if (this.isLayout(visit)) return null;
    if (text === ",") return text;
    return `${text} ${parent_type}`;
  }

  role({ row, parent_type }: Visit): { key: boolean; documentation: boolean } {
    const parent = this.parent(row);
    const alone = parent_type === "expression_statement" && this.start(parent) === this.start(row);
    return {
      key: parent_type === "pair" && this.start(parent) === this.start(row),
      documentation: alone && this.end(parent) === this.end(row),
    };
  }

  /** Punctuation that formatters add and take away. */
  isLayout(visit: Visit): boolean {
    const { text, parent_type, row } = visit;
    const { language } = this;
    if (text === "(" || text === ")") return this.isGrouping(visit);
    if (text === "|" || text === "&") return this.isLeadingBar(visit);
    const script = language.definitions.has("method_definition");
    const separates = parent_type === "object_type" || parent_type === "interface_body";
    if (text === ",") return (script && separates) || this.isTrailing(visit);
    if (text !== ";" || !script) return false;
    if (separates || parent_type === "class_body") return true;
    if (parent_type === "for_statement") return false;
    const parent = this.parent(row);
    if (parent_type !== "empty_statement") return this.end(parent) === this.end(row);
    return /^(?:program|statement_block)$/.test(this.typeOf(this.parent(parent)));
  }

  isGrouping({ row, parent_type }: Visit): boolean {
    const { language } = this;
    const parent = this.parent(row);
    const around = this.typeOf(this.parent(parent));
    if (language.groups.has(parent_type)) return mayLoseParentheses(this.childTypes(parent), around);
    if (language.grammar === "python") {
      if (parent_type === "import_from_statement" || parent_type === "with_clause") return true;
      if (parent_type === "argument_list" && around === "class_definition")
        return this.childTypes(parent).length === 2;
    }
    if (language.tuples.has(parent_type) && language.grammar === "python")
      return this.childTypes(parent).includes('",');
    return parent_type === "formal_parameters" && around === "arrow_function" && this.isOneName(parent);
  }

  /** `(x) => …`, whose parentheses may go. */
  isOneName(parent: number): boolean {
    const text = this.source.slice(this.start(parent), this.end(parent));
    return /^\(\s*[\p{L}_$][\p{L}\p{N}_$]*\s*,?\s*\)$/u.test(text);
  }

  /** The types of the first children of a node, comments left out. */
  childTypes(parent: number): string[] {
    const types: string[] = [];
    for (let row = this.child(parent); row !== -1 && types.length < CHILDREN_SEEN; row = this.after(row))
      types.push(this.typeOf(row));
    return types;
  }

  isComment(row: number): boolean {
    return this.language.comments.has(this.typeOf(row));
  }

  child(parent: number): number {
    const row = parent + 1;
    if (this.parent(row) !== parent || row * STRIDE >= this.tree.nodes.length) return -1;
    if (this.isComment(row)) return this.after(row);
    return row;
  }

  /** The next of the same parent, comments left out; −1 for none. */
  after(row: number): number {
    const parent = this.parent(row);
    let next = this.behind(row);
    const end = this.behind(parent);
    while (next < end && this.isComment(next)) next = this.behind(next);
    if (next < end) return next;
    return -1;
  }

  before(row: number): number {
    let previous = this.kin.previous[row] ?? -1;
    while (previous !== -1 && this.isComment(previous)) previous = this.kin.previous[previous] ?? -1;
    return previous;
  }

  isLeadingBar({ row, parent_type }: Visit): boolean {
    if (parent_type !== "union_type" && parent_type !== "intersection_type") return false;
    return this.start(this.parent(row)) === this.start(row);
  }

  /** A comma behind the last entry of a list. */
  isTrailing({ row, parent_type }: Visit): boolean {
    const { language } = this;
    const tuple = language.tuples.has(parent_type);
    if (!tuple && !language.lists.has(parent_type)) return false;
    const previous = this.before(row);
    const before = previous === -1 ? "" : this.typeOf(previous);
    if (before === "" || before === '",' || /^"[[({<]$/.test(before)) return false;
    const next = this.after(row);
    const is_last = next === -1 || (/^"[\])}>|]$/.test(this.typeOf(next)) && this.after(next) === -1);
    if (!is_last) return false;
    return !tuple || this.childTypes(this.parent(row)).filter((type) => !type.startsWith('"')).length > 1;
  }
}

/** Of a list of two it takes five to see both: brackets, a comma and the entries. */
const CHILDREN_SEEN = 6;

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

const KEPT_AROUND =
  /^(?:member_expression|call_expression|subscript_expression|new_expression|attribute|call|non_null_expression|decorator)$/;
const KEPT_INSIDE = /^(?:function_expression|class|sequence_expression)$/;

/** Parentheses that only group may go, as the tree shows what belongs together; some cut a chain or make an expression of a block. */
function mayLoseParentheses(children: readonly string[], around: string): boolean {
  return !KEPT_AROUND.test(around) && !children.some((type) => KEPT_INSIDE.test(type));
}
