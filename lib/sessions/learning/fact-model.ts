import { probabilityOfLogOdds } from "@/lib/kernel/statistics";
import { shortStem } from "@/lib/text/stems";
import stored from "./fact-model.json";
import type { Unit } from "./units";

/**
 * Whether a part of an answer is a fact that lasts, by a linear classifier (logistic regression) over its words, the headings
 * over it, its form, and what rules found there. It was trained by `npm run bench -- --only train-facts` on parts of texts that agents
 * wrote in public repositories; docs/measurements.md has what it gets right.
 */

/** What rules found in a part: the types of learnings that say the same. */
export type Found = readonly string[];

const TOKEN = /`[^`]*`|\p{Lo}|[\p{Lu}\p{Ll}\p{Lt}\p{Lm}]+(?:['’][a-z]+)?|\d+|[:;→—–=!?⚠✅❌]/gu;

/** Code is one word, whatever it says, and so is a number. */
function wordsOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).map((token) => {
    if (token.startsWith("`")) return "code";
    if (/^\d/.test(token)) return "number";
    return shortStem(token.toLowerCase());
  });
}

/** Signs of a part as a whole, each with its pattern. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  code: /`/,
  number: /\d/,
  date: /\d{4}-\d\d-\d\d/,
  identifier: /[a-z][A-Z]|\w_\w/,
  path: /\w\/\w|\.\w{2,4}\b/,
  dash: /[—–→]|->/,
  label: /^[^:：]{2,50}[:：]\s/,
  sentence: /[.。]$/,
  introduces: /[:：]$/,
  question: /[?？]$/,
  reference: /#\d/,
  commit: /\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/,
  share: /\d\s*%|\d\/\d/,
  mark: /[✅✓✔❌⚠🔴🟢🟡]/u,
  version: /\bv?\d+\.\d/,
  capitals: /\b[A-Z]{4,}\b/,
  aside: /\(/,
  pause: /;/,
};

/** Characters from which a part counts as longer, each a term of its own: what lasts is seldom said in three words. */
const LENGTHS = [20, 40, 60, 80, 100, 130, 160, 200, 260, 340];

/** The ending of a verb that begins a part: "Added …" tells what was done, "Adds …" what is. */
function endingOf(word: string): string {
  return /(?:ed|ing|s)$/.exec(word)?.[0] ?? "";
}

/** The terms of a part. @param place how far down the answer it is, 0–1 */
export function termsOf(
  { text, form, titles }: Unit,
  { place, found }: { place: number; found: Found },
): string[] {
  const words = wordsOf(text);
  const first = text.match(/[a-z]+/i)?.[0].toLowerCase() ?? "";
  const pairs = words.flatMap((word, at) =>
    words[at + 1] === undefined ? [] : [`${word} ${words[at + 1]}`],
  );
  const past = Math.min(3, (text.match(/\p{L}ed\b/gu) ?? []).length);
  const over = titles.at(-1) ?? "";
  return [
    ...new Set([
      ...words,
      ...pairs,
      `^${words.slice(0, 1).join(" ")}`,
      `^${words.slice(0, 2).join(" ")}`,
      ...wordsOf(over).map((word) => `under ${word}`),
      ...titles
        .slice(0, -1)
        .flatMap(wordsOf)
        .map((word) => `within ${word}`),
      `form ${form}`,
      `form ${form} ${Math.min(12, Math.floor(words.length / 4))}`,
      `ends -${endingOf(first)}`,
      `past ${past}`,
      `place ${Math.floor(place * 5)}`,
      ...LENGTHS.flatMap((length) => (text.length >= length ? [`length ${length}`] : [])),
      ...Object.entries(SIGNS).flatMap(([sign, pattern]) => (pattern.test(text) ? [`sign ${sign}`] : [])),
      ...(found.length > 0 ? ["found", ...found.map((type) => `found ${type}`)] : []),
    ]),
  ];
}

/** The probability, 0–1, that a part with these terms is a fact. @param weightOf a term's weight; absent: not known */
export function probabilityOfTerms(
  terms: readonly string[],
  bias: number,
  weightOf: (term: string) => number | undefined,
): number {
  const weights = terms.flatMap((term) => weightOf(term) ?? []);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return probabilityOfLogOdds(bias + sum / Math.sqrt(Math.max(1, weights.length)));
}

type Model = { bias: number; weights: ReadonlyMap<string, number> };

/** Weights are whole numbers of one byte, so many steps from 0. */
function read(): Model {
  const steps = new Int8Array(Buffer.from(stored.weights, "base64"));
  const terms = stored.terms.split("\n");
  return {
    bias: stored.bias,
    weights: new Map(terms.map((term, at) => [term, stored.step * (steps[at] ?? 0)])),
  };
}

let model: Model | null = null;

/** The probability, 0–1, that a part of an answer is a fact that lasts. */
export function probabilityOf(unit: Unit, context: { place: number; found: Found }): number {
  model ??= read();
  const { bias, weights } = model;
  return probabilityOfTerms(termsOf(unit, context), bias, (term) => weights.get(term));
}
