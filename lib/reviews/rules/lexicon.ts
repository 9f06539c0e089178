import { groupBy } from "@/lib/kernel/group-by";
import { shortStem } from "@/lib/text/stems";
import { plainWordsOf } from "@/lib/text/words";
import lexicon from "./lexicon.json";

/** Phrases that speak of a category, each with points, and the categories that a text scores in. */

const POINTS = { strong: 3, words: 2, weak: 1 } as const;

/** Points of each further word of a phrase: a longer one says more. */
const POINTS_PER_WORD = 0.75;

/** What a word in code counts: a name in backticks is rarely what the finding is about. */
const IN_CODE = 0.3;

/** Words between two of a phrase. */
const MAX_GAP = 1;

type Token = { stem: string; weight: number };

const spaced = (text: string) => text.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[_+]/g, " ");

function tokensOf(text: string): Token[] {
  return text.split(/(`[^`]*`)/).flatMap((part) => {
    const weight = part.startsWith("`") ? IN_CODE : 1;
    return plainWordsOf(spaced(part.replace(/['’](?=[a-z])/gi, ""))).map((word) => ({
      stem: shortStem(word),
      weight,
    }));
  });
}

type Phrase = { stems: string[]; points: number; category: string };

const PHRASES: readonly Phrase[] = lexicon.categories.flatMap((entry) => {
  const phrases = new Map<string, Phrase>();
  for (const strength of ["strong", "words", "weak"] as const)
    for (const phrase of entry[strength]) {
      const stems = tokensOf(phrase).map(({ stem }) => stem);
      const points = POINTS[strength] + POINTS_PER_WORD * (stems.length - 1);
      const key = stems.join(" ");
      // Inflections of one word are one phrase, with the points of the strongest.
      if (!phrases.has(key)) phrases.set(key, { stems, points, category: entry.category });
    }
  return [...phrases.values()];
});

const BY_FIRST = groupBy(PHRASES, ({ stems: [first = ""] }) => first);

/** The weight with which a phrase stands at a place of the text, 0 when it does not. */
function weightAt(tokens: readonly Token[], start: number, { stems }: Phrase): number {
  let at = start;
  let weight = tokens[start]?.weight ?? 0;
  for (const stem of stems.slice(1)) {
    const next = tokens.slice(at + 1, at + 2 + MAX_GAP).findIndex((token) => token.stem === stem);
    if (next < 0) return 0;
    at += next + 1;
    weight = Math.min(weight, tokens[at]?.weight ?? 0);
  }
  return weight;
}

export type Scored = { rule_category: string; points: number };

/** The lexicon's categories that a text speaks of, the most points first; of equals the one that stands first in it. */
export function scoreByLexicon(text: string): Scored[] {
  const tokens = tokensOf(text);
  const points = new Map<string, number>();
  const counted = new Set<Phrase>();
  for (const [start, { stem }] of tokens.entries())
    for (const phrase of BY_FIRST.get(stem) ?? []) {
      const weight = counted.has(phrase) ? 0 : weightAt(tokens, start, phrase);
      if (weight === 0) continue;
      counted.add(phrase);
      points.set(phrase.category, (points.get(phrase.category) ?? 0) + phrase.points * weight);
    }
  return [...points]
    .map(([rule_category, score]) => ({ rule_category, points: score }))
    .sort((a, b) => b.points - a.points);
}

export const stemsOf = (title: string): ReadonlySet<string> =>
  new Set(tokensOf(title).map(({ stem }) => stem));
