import { outline, type Section } from "@/lib/text/outline";
import { overlapOf } from "@/lib/text/similarity";
import { probabilityOf } from "./fact-model";
import type { Learning } from "./learned-statement";
import { type Unit, unitsOf } from "./units";

/** A part of an answer with the learnings that rules found in it. */
export type ReadUnit = { unit: Unit; place: number; learnings: readonly Learning[] };

/** Of the shorter of two texts, the share of words that the other has when both say the same. */
const SAME = 0.7;

const WORD = /[\p{L}\p{N}]{2,}|\p{Lo}/gu;
const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(WORD));

/** The parts of an answer, each with what rules found in it. */
export function readUnits(root: Section, learnings: readonly Learning[]): ReadUnit[] {
  const said = learnings.map((learning) => ({
    learning,
    words: wordsOf(`${learning.statement} ${learning.reasoning ?? ""}`),
  }));
  const units = unitsOf(root);
  return units.map((unit, at) => {
    const words = wordsOf(unit.text);
    return {
      unit,
      place: at / units.length,
      learnings: said.filter((each) => overlapOf(words, each.words) >= SAME).map(({ learning }) => learning),
    };
  });
}

/** The parts of a text in markdown, as the trainer reads them. */
export const readText = (markdown: string, learnings: readonly Learning[]): ReadUnit[] =>
  readUnits(outline(markdown), learnings);

/** What the classifier gets from the rules: the types of what they found, and how surely. */
export const foundIn = ({ learnings }: ReadUnit): string[] => [
  ...new Set(learnings.map(({ type, confidence }) => `${type} ${confidence}`)),
];

/** From which probability what rules found is kept, and what no rule found is taken: chosen on the texts it was trained on. */
export type Thresholds = { found: number; unfound: number };

/** What rules found and the classifier does not doubt, and the parts that are facts though no rule found them. */
export function lastingOf(
  root: Section,
  learnings: readonly Learning[],
  { found, unfound }: Thresholds,
): { kept: Learning[]; further: { text: string; probability: number }[] } {
  const read = readUnits(root, learnings).map((each) => ({
    ...each,
    probability: probabilityOf(each.unit, { place: each.place, found: foundIn(each) }),
  }));
  const likeliest = new Map<Learning, number>();
  for (const { learnings: own, probability } of read)
    for (const learning of own) likeliest.set(learning, Math.max(probability, likeliest.get(learning) ?? 0));
  // What is in no single part was put together from several: rules alone judge it.
  const kept = learnings.filter((learning) => (likeliest.get(learning) ?? 1) >= found);
  const further = read.flatMap(({ unit, learnings: own, probability }) => {
    if (probability < unfound || own.some((learning) => kept.includes(learning))) return [];
    return [{ text: unit.text, probability }];
  });
  return { kept, further };
}
