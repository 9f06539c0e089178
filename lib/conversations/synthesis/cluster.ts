import { averageLinkage } from "@/lib/text/linkage";
import { cosineOf, jaccard } from "@/lib/text/similarity";
import { uninflected } from "@/lib/text/stems";
import { plainWordsOf } from "@/lib/text/words";

export type WeekFact = { id: string; statement: string };
export type WeekPattern = { statement: string; memory_ids: string[] };

/** The vector of what each fact is about (`mattersOf`), by its id. */
export type FactVectors = ReadonlyMap<string, Float32Array>;

const MAX_PATTERNS = 10;
/** Shorter words are in every sentence. */
const LONG = 4;

/** The least mean likeness of the facts of one matter: by cosine, and by words. Measured: docs/conversations.md. */
const SAME_MATTER = { meaning: 0.33, words: 0.3 } as const;

/** A word in at least this share of a week's facts, and in three of them, tells none of them from the others. */
const COMMON_SHARE = 1 / 3;
const MIN_COMMON = 3;

/** Who said it comes before a statement in the first person, and is in every one of them. */
const SPEAKER = /^[^:]{1,100}: (?=.*\b(?:I|I'm|I've|my|me|mine)\b)/;

/**
 * What each statement of a week is about, to be embedded: without who said it, and without words that many of the others have
 * (the name of the one person or product that the week was about), which make all of them alike.
 */
export function mattersOf(statements: readonly string[]): string[] {
  const texts = statements.map((statement) => statement.replace(SPEAKER, ""));
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(stemsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const common = Math.max(MIN_COMMON, texts.length * COMMON_SHARE);
  return texts.map((text) => {
    const kept = text.split(/\s+/).filter((word) => !isCommon(word));
    return kept.length === 0 ? text : kept.join(" ");
  });

  function isCommon(word: string): boolean {
    const [stem] = stemsOf(word);
    return stem !== undefined && (counts.get(stem) ?? 0) >= common;
  }
}

const stemsOf = (text: string) => plainWordsOf(text).map((word) => uninflected(word));

/**
 * Facts that are of one matter, by what they mean, or by their words where there are no vectors: groups of two and more, the
 * largest first, each named by the fact that is most like the others.
 */
export function clusterFacts(
  facts: readonly WeekFact[],
  vectors: FactVectors | null,
  threshold: number = vectors === null ? SAME_MATTER.words : SAME_MATTER.meaning,
): WeekPattern[] {
  const alike = likenessOf(facts, vectors);
  return averageLinkage(alike, threshold)
    .filter((group) => group.length > 1)
    .map((group) => {
      const sumOf = (at: number) => group.reduce((sum, other) => sum + (alike[at]?.[other] ?? 0), 0);
      const centre = group.reduce((best, at) => (sumOf(at) > sumOf(best) ? at : best));
      return {
        statement: facts[centre]?.statement ?? "",
        memory_ids: group.flatMap((at) => facts[at]?.id ?? []),
      };
    })
    .sort((a, b) => b.memory_ids.length - a.memory_ids.length)
    .slice(0, MAX_PATTERNS);
}

function likenessOf(facts: readonly WeekFact[], vectors: FactVectors | null): number[][] {
  const signs = facts.map(({ id, statement }) => ({
    words: new Set(stemsOf(statement.replace(SPEAKER, "")).filter((word) => word.length >= LONG)),
    vector: vectors?.get(id) ?? null,
  }));
  return signs.map((one) =>
    signs.map((other) => {
      if (one.vector && other.vector) return cosineOf(one.vector, other.vector);
      return vectors === null ? jaccard(one.words, other.words) : 0;
    }),
  );
}
