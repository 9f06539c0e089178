import { shortStem } from "@/lib/text/stems";
import { plainWordsOf } from "@/lib/text/words";
import { scoreByLexicon } from "./lexicon";
import { withoutMarks } from "./rule-ids";
import stored from "./title-model.json";

/**
 * Which rule a title is about, by a linear classifier (multinomial logistic regression) over the words of the title, the
 * lexicon's points and, where there is one, the title's vector. It was trained by `npm run bench -- --only train-titles` on
 * titles of public reviews; docs/measurements.md has what it gets right.
 */

export type RuleProbability = { rule_category: string; probability: number };

/** Points of the lexicon from which a category's feature is full. */
const FULL_POINTS = 6;

/** A vector counts as much as this many words. */
const VECTOR_WEIGHT = 2;

const withSpaces = (text: string) => text.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[_+]/g, " ");

/** The terms of a title: its stems, two that follow each other, and two with one between. */
export function termsOf(title: string): string[] {
  const stems = plainWordsOf(withSpaces(title.replace(/['’](?=[a-z])/gi, ""))).map(shortStem);
  const terms = stems.flatMap((stem, at) => {
    const [next, after] = [stems[at + 1], stems[at + 2]];
    return [
      stem,
      ...(next === undefined ? [] : [`${stem} ${next}`]),
      ...(after === undefined ? [] : [`${stem} _ ${after}`]),
    ];
  });
  if (title.includes("?")) terms.push("?");
  return [...new Set(terms)];
}

/** What the classifier sees of a title: the row of each feature in the table of weights, and its value. */
export type Features = [row: number, value: number][];

/** The rows of a model: a bias, one for each rule's points, then the terms, then the vector's dimensions. */
export type Layout = { rules: readonly string[]; terms: ReadonlyMap<string, number> };

/** The features of a title. @param vector of the embedder that the model was trained with, of length 1; null: by words. */
export function featuresOf(
  title: string,
  vector: ArrayLike<number> | null,
  { rules, terms }: Layout,
): Features {
  const said = withoutMarks(title);
  const features: Features = [[0, 1]];
  for (const { rule_category, points } of scoreByLexicon(said)) {
    const at = rules.indexOf(rule_category);
    if (at >= 0) features.push([1 + at, (2 * Math.min(points, FULL_POINTS)) / FULL_POINTS]);
  }
  const known = termsOf(said).flatMap((term) => terms.get(term) ?? []);
  for (const at of known) features.push([1 + rules.length + at, 1 / Math.sqrt(known.length)]);
  if (vector === null) return features;
  const start = 1 + rules.length + terms.size;
  for (let at = 0; at < vector.length; at += 1)
    features.push([start + at, VECTOR_WEIGHT * (vector[at] ?? 0)]);
  return features;
}

/** The probability of each rule. @param weightOf a row's weight for a rule. */
export function probabilitiesOf(
  features: Features,
  rules: number,
  weightOf: (row: number, rule: number) => number,
): number[] {
  const sums = new Array<number>(rules).fill(0);
  for (const [row, value] of features)
    for (let rule = 0; rule < rules; rule += 1) sums[rule] = (sums[rule] ?? 0) + value * weightOf(row, rule);
  const greatest = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - greatest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

type Model = Layout & { weightOf: (row: number, rule: number) => number };

/** Weights are whole numbers of one byte, so many steps from 0. */
function read(): Model {
  const { rules, step } = stored;
  const weights = new Int8Array(Buffer.from(stored.weights, "base64"));
  const terms = new Map(stored.terms.split("\n").map((term, at) => [term, at]));
  return { rules, terms, weightOf: (row, rule) => step * (weights[row * rules.length + rule] ?? 0) };
}

let model: Model | null = null;

/** Whether an embedder's vectors are those that the classifier was trained with. */
export const knowsVectorsOf = (embedder_id: string): boolean => embedder_id.startsWith(`${stored.embedder}@`);

/**
 * The rules that a title may be about, the likeliest first; `unclassified` is one of them. @param vector the title's, by an
 * embedder whose vectors the classifier knows; null: by its words alone.
 */
export function rulesOfTitle(title: string, vector: ArrayLike<number> | null): RuleProbability[] {
  model ??= read();
  const { rules, weightOf } = model;
  const probabilities = probabilitiesOf(featuresOf(title, vector, model), rules.length, weightOf);
  return rules
    .map((rule_category, at) => ({ rule_category, probability: probabilities[at] ?? 0 }))
    .sort((a, b) => b.probability - a.probability);
}
