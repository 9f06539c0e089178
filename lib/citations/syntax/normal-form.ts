import { hashLine } from "../anchoring/text";
import type { Language } from "./languages";
import { isLayout, isOnlyWrapping } from "./layout-tokens";
import { joinedLiterals, literalValue, textOfComment, textOfMacro } from "./literal-value";
import type { ParsedTree } from "./parser";
import { runFrom } from "./runs";
import { TreeReader, type Visit } from "./tree-reader";

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
  /** Tokens that the parser did not understand or made up, where layout may mean something. */
  broken: Uint8Array;
  /** Tokens that are several lines' own: each of these lines counts as code. */
  shared: Uint8Array;
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

/** Several texts without an operator between them. */
const JOINED = "concatenated_string";

type Part = { start: number; end: number; broken: boolean; shared?: boolean };

class Normalizer {
  readonly tokens: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly broken: number[] = [];
  readonly shared: number[] = [];
  readonly branches: Branch[] = [];
  readonly comments: Comment[] = [];
  /** Branches that are not closed yet, each with the end of its node. */
  readonly open: { branch: Branch; end: number; broken: boolean }[] = [];
  broken_open = 0;
  /** Where the text ends that was taken or left out. */
  covered = 0;
  readonly tree: TreeReader;

  constructor(
    tree: ParsedTree,
    readonly source: string,
    readonly language: Language,
  ) {
    this.tree = new TreeReader(tree, source, language);
  }

  run(): NormalForm {
    const { count } = this.tree;
    let row = 0;
    while (row < count) row = this.visit(row);
    this.close(Number.POSITIVE_INFINITY);
    return {
      tokens: Int32Array.from(this.tokens),
      starts: Int32Array.from(this.starts),
      ends: Int32Array.from(this.ends),
      broken: Uint8Array.from(this.broken),
      shared: Uint8Array.from(this.shared),
      branches: this.branches.filter(({ first, last }) => last > first),
      comments: this.comments,
    };
  }

  /** @returns the row to go on at. */
  visit(row: number): number {
    const { language, tree } = this;
    const type = tree.typeOf(row);
    const start = tree.start(row);
    const end = tree.end(row);
    this.close(start);
    if (language.comments.has(type)) {
      this.comment(row);
      return tree.behind(row);
    }
    if (type === "line_continuation") {
      this.covered = Math.max(this.covered, end);
      return row + 1;
    }
    const run = runFrom(tree, row);
    if (run) return this.together(row, run);
    if (type === JOINED) return this.together(row, { last: row, value: this.joined(row) });
    const next = tree.behind(row);
    const whole = language.literals.has(type) || language.quoted.has(type);
    if (!whole && next > row + 1) {
      const broken = type === "ERROR";
      if (broken) this.broken_open += 1;
      if (!isOnlyWrapping(tree, row)) this.open.push({ branch: this.opened(type), end, broken });
      return row + 1;
    }
    const parent_type = tree.typeOf(tree.parent(row));
    this.take({ row, type, parent_type, text: this.source.slice(start, end) });
    return next;
  }

  comment(row: number): void {
    const { tree, covered } = this;
    const end = tree.end(row);
    const words = textOfComment(tree.textOf(row));
    this.comments.push({ words, start: tree.start(row), end, at: this.tokens.length });
    this.covered = Math.max(covered, end);
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

  /** Takes nodes as one token. */
  together(row: number, { last, value }: { last: number; value: string }): number {
    const { tree } = this;
    const start = tree.start(row);
    const end = tree.end(last);
    const behind = tree.behind(last);
    this.takeGap(start);
    for (let inner = row; inner < behind; inner += 1) if (tree.isComment(inner)) this.comment(inner);
    this.covered = Math.max(this.covered, end);
    if (value !== "") this.push(hashLine(value), { start, end, broken: this.broken_open > 0, shared: true });
    return behind;
  }

  joined(row: number): string {
    const { tree } = this;
    const parts: string[] = [];
    for (let part = tree.child(row); part !== -1; part = tree.after(part)) parts.push(tree.textOf(part));
    return joinedLiterals(parts);
  }

  take(visit: Visit): void {
    const { row, type } = visit;
    const start = this.tree.start(row);
    const end = this.tree.end(row);
    const supposed = this.tree.isSupposed(row);
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
    const continues = this.language.free_of_layout && /^[\\\s]*$/.test(found);
    if (found === "" || continues) return;
    const start = this.covered + gap.indexOf(found);
    this.push(hashLine(found), { start, end: start + found.length, broken: false });
  }

  push(hash: number, { start, end, broken, shared }: Part): void {
    this.tokens.push(hash);
    this.starts.push(start);
    this.ends.push(end);
    this.broken.push(broken && !this.language.free_of_layout ? 1 : 0);
    this.shared.push(shared ? 1 : 0);
  }

  /** What a token counts by; null when it is left out. */
  valueOf(visit: Visit): string | null {
    const { language } = this;
    const { type, text, parent_type } = visit;
    if (type === "preproc_arg") return textOfMacro(text);
    if (language.quoted.has(type))
      return literalValue(text, { grammar: language.grammar, ...this.role(visit) });
    if (language.literals.has(type)) return `literal ${text}`;
    if (text.trim() === "") return null;
    if (language.numbers.has(type)) return text.toLowerCase();
    if (!type.startsWith('"')) return text;
    if (isLayout(this.tree, visit)) return null;
    if (text === ",") return text;
    return `${text} ${parent_type}`;
  }

  role({ row, parent_type }: Visit): { key: boolean; documentation: boolean } {
    const { tree } = this;
    const parent = tree.parent(row);
    const alone = parent_type === "expression_statement" && tree.start(parent) === tree.start(row);
    return {
      key: parent_type === "pair" && tree.start(parent) === tree.start(row),
      documentation: alone && tree.end(parent) === tree.end(row),
    };
  }
}
