import { z } from "zod";
import { lowerBound, upperBound } from "@/lib/kernel/sorted";
import type { LineRange } from "../anchoring/anchor";
import { hashLine, sha256 } from "../anchoring/text";
import type { Comment, NormalForm } from "./normal-form";

/** Whatever changes what a token or a branch counts by makes signatures that compare with none before. */
export const SIGNATURE_VERSION = 2;

/** So many tokens on each side tell a place apart from others like it. */
const TOKENS_AROUND = 8;

/** Cited lines without their layout: what is kept of them to be compared with a later state of their file. */
const codeSchema = z.object({
  version: z.int(),
  /** How many tokens there are, and their hash. */
  count: z.int(),
  tokens: z.string(),
  /** How many of them begin there: none in the middle of a comment or a text. */
  begins: z.int(),
  /** A hash by which they are looked for, see `rollingHash`. */
  roll: z.int(),
  /** Which tokens belong together. */
  shape: z.string(),
  /** What the whole stands in, by the types of the nodes. */
  around: z.string(),
  /** The tokens before and behind it; 0 at the ends of the file. */
  neighbours: z.tuple([z.int(), z.int()]),
  /** The hash of the eight tokens before and the eight behind it; null where these tokens stand between the same twice. */
  between: z.string().nullable(),
  /** In how many places of the file these tokens stand, and which of them this one is. */
  places: z.int(),
  place: z.int(),
  /** Hashes of the comments' words. */
  comments: z.array(z.string()),
  /** All of these words in a row, as formatters break comments into other lines. */
  words: z.object({ count: z.int(), roll: z.int(), tokens: z.string() }),
});

/** What cited lines stand in, which no grammar is needed for: kept of them for when their file is gone. */
const settingSchema = z.object({
  /** In a part that `#if 0` switches off. */
  switched_off: z.boolean(),
  /** In a comment, by patterns. */
  in_comment: z.boolean(),
  /** Hashes of the headers they belong to by indentation, nearest first; null where indentation means nothing. */
  parents: z.array(z.string()).nullable(),
});

export type Setting = z.output<typeof settingSchema>;

/** What is kept of cited lines beside their text. `code`: null without a grammar, or where it did not understand them. */
export const signatureSchema = z.object({ code: codeSchema.nullable(), setting: settingSchema });

export type CodeSignature = z.output<typeof codeSchema>;

export type Signature = z.output<typeof signatureSchema>;

/** Tokens from `first` to `last`; none when `last` is before `first`. */
export type TokenRange = { first: number; last: number };

/** The tokens that begin or go on in these lines. `rows`: where each line begins, in characters. */
export function tokensOfLines(
  form: NormalForm,
  rows: readonly number[],
  { line_start, line_end }: LineRange,
): TokenRange {
  const from = rows[line_start - 1] ?? 0;
  const to = rows[line_end] ?? Number.POSITIVE_INFINITY;
  return { first: upperBound(form.ends, from), last: lowerBound(form.starts, to) - 1 };
}

/** Where each line of a text begins, and where the text ends. */
export function rowsOfText(text: string): number[] {
  const rows = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) rows.push(at + 1);
  rows.push(text.length + 1);
  return rows;
}

/** The signature of cited lines; null when the parser did not understand them, or nothing is in them. */
export function signatureOf(
  form: NormalForm,
  rows: readonly number[],
  range: LineRange,
): CodeSignature | null {
  const tokens = tokensOfLines(form, rows, range);
  const comments = commentsIn(form, { from: rows[range.line_start - 1] ?? 0, to: rows[range.line_end] ?? 0 });
  const count = Math.max(0, tokens.last - tokens.first + 1);
  if (count === 0 && comments.length === 0) return null;
  if (isBroken(form, tokens)) return null;
  const roll = rollingHash(form.tokens, tokens);
  const hash = hashOfTokens(form, tokens);
  const found = count === 0 ? [] : placesOf(form, { roll, count, tokens: hash });
  const between = betweenOf(form, tokens);
  const alike = found.filter((first) => betweenOf(form, { first, last: first + count - 1 }) === between);
  return {
    version: SIGNATURE_VERSION,
    count,
    tokens: hash,
    begins: beginningIn(form, tokens, rows[range.line_start - 1] ?? 0),
    roll,
    shape: shapeOf(form, tokens),
    around: aroundOf(form, tokens),
    neighbours: [form.tokens[tokens.first - 1] ?? 0, form.tokens[tokens.last + 1] ?? 0],
    between: alike.length > 1 ? null : between,
    places: found.length,
    place: found.indexOf(tokens.first),
    comments: comments.map(hashOfComment),
    words: soughtIn(wordsOfComments(comments)),
  };
}

/** What a row of hashes is looked for by. */
function soughtIn(tokens: Int32Array): Pick<CodeSignature, "count" | "roll" | "tokens"> {
  const range = { first: 0, last: tokens.length - 1 };
  return { count: tokens.length, roll: rollingHash(tokens, range), tokens: hashOfTokens({ tokens }, range) };
}

/** The words of comments, in order, by their hashes. */
export function wordsOfComments(comments: readonly Comment[]): Int32Array {
  const words = comments.flatMap((comment) => comment.words.split(" "));
  return Int32Array.from(words.filter((word) => word !== "").map(hashLine));
}

export function hashOfComment({ words }: Comment): string {
  return sha256(words).slice(0, 16);
}

/** How many tokens of a range begin at a character or behind it. */
export function beginningIn(
  { starts, shared }: NormalForm,
  { first, last }: TokenRange,
  from: number,
): number {
  let count = 0;
  for (let at = first; at <= last; at += 1) if ((starts[at] ?? 0) >= from || shared[at] === 1) count += 1;
  return count;
}

export function isBroken({ broken }: NormalForm, { first, last }: TokenRange): boolean {
  for (let at = first; at <= last; at += 1) if (broken[at] === 1) return true;
  return false;
}

export function commentsIn({ comments }: NormalForm, { from, to }: { from: number; to: number }) {
  return comments.filter(({ start, end }) => end > from && start < to);
}

export function hashOfTokens({ tokens }: Pick<NormalForm, "tokens">, { first, last }: TokenRange): string {
  const some = tokens.slice(first, last + 1);
  return sha256([...some].join(" ")).slice(0, 32);
}

/** What stands before and behind a range. */
export function betweenOf({ tokens }: NormalForm, { first, last }: TokenRange): string {
  const before = tokens.slice(Math.max(0, first - TOKENS_AROUND), first);
  const behind = tokens.slice(last + 1, last + 1 + TOKENS_AROUND);
  return sha256(`${before.join(" ")} | ${behind.join(" ")}`).slice(0, 16);
}

/** Nodes that formatters add and take away around others. */
const ONLY_GROUPS =
  /^(?:parenthesized_\w+|union_type|intersection_type|tuple|tuple_pattern|expression_list|pattern_list)$/;

/**
 * Which tokens of a range belong together, and as what: the branches that are whole in it, and as far as they are in it
 * those that begin before it or end behind it.
 */
export function shapeOf({ branches }: NormalForm, { first, last }: TokenRange): string {
  const spans = new Map<string, string[]>();
  for (const branch of branches) {
    if (branch.last < first || branch.first > last) continue;
    if (branch.first <= first && branch.last >= last && branch.last - branch.first > last - first) continue;
    const from = branch.first < first ? "" : branch.first - first;
    const to = branch.last > last ? "" : branch.last - first;
    const span = `${from}-${to}`;
    const types = spans.get(span) ?? [];
    if (!ONLY_GROUPS.test(branch.type)) types.push(branch.type);
    spans.set(span, types);
  }
  return sha256([...spans].map(([span, types]) => `${span} ${types.join(",")}`).join(" ")).slice(0, 32);
}

/** The types of the nodes that hold a range and more. */
export function aroundOf({ branches }: NormalForm, { first, last }: TokenRange): string {
  const types = branches
    .filter((branch) => branch.first <= first && branch.last >= last)
    .filter((branch) => branch.last - branch.first > last - first && !ONLY_GROUPS.test(branch.type))
    .map(({ type }) => type);
  return sha256(types.join(" ")).slice(0, 16);
}

const BASE = 0x01000193;

function rollingHash(tokens: Int32Array, { first, last }: TokenRange): number {
  let hash = 0;
  for (let at = first; at <= last; at += 1) hash = (Math.imul(hash, BASE) + (tokens[at] ?? 0)) | 0;
  return hash;
}

/** The first tokens of all places in which these tokens stand, in order. */
export function placesOf(
  form: Pick<NormalForm, "tokens">,
  wanted: Pick<CodeSignature, "count" | "roll" | "tokens">,
): number[] {
  const { tokens } = form;
  const { count, roll } = wanted;
  if (count === 0 || tokens.length < count) return [];
  let power = 1;
  for (let step = 1; step < count; step += 1) power = Math.imul(power, BASE);
  const found: number[] = [];
  let hash = rollingHash(tokens, { first: 0, last: count - 1 });
  for (let first = 0; ; first += 1) {
    const range = { first, last: first + count - 1 };
    if (hash === roll && hashOfTokens(form, range) === wanted.tokens) found.push(first);
    if (range.last + 1 >= tokens.length) return found;
    const without = (hash - Math.imul(tokens[first] ?? 0, power)) | 0;
    hash = (Math.imul(without, BASE) + (tokens[range.last + 1] ?? 0)) | 0;
  }
}
