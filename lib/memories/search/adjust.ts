import type { Memory, SearchScores } from "../contract";
import { verdictOfCitations } from "../lifecycle/transitions";
import { storedCitations } from "../memory/stored-citations";
import { adjustments } from "./ranking";
import type { Found } from "./search";

/** The score of a memory that search found: fused, adjusted for quality, recency and verification, with every part. */
export function scoreOf(found: Found, memory: Memory, now: Date): { score: number; scores: SearchScores } {
  const { fused, vector, bm25, trigram, weights, adds } = found;
  const verdict = verdictOfCitations(memory.citations);
  const factors = adjustments({ ...memory, verdict }, now);
  const score = fused * factors.quality * factors.recency * factors.verification;
  return { score, scores: { vector, bm25, trigram, weights, adds, ...factors } };
}

/** The first of what was found by its adjusted scores, as `scoreOf` has them. */
export function firstAdjusted(
  found: readonly Found[],
  { now, limit }: { now: Date; limit: number },
): readonly Found[] {
  const scored = found.flatMap((one) => {
    if (one.standing === null) return [];
    const verdict = verdictOfCitations(storedCitations.parse(one.standing.citations));
    const factors = adjustments({ ...one.standing, verdict }, now);
    return [{ one, score: one.fused * factors.quality * factors.recency * factors.verification }];
  });
  scored.sort((a, b) => b.score - a.score || b.one.id.localeCompare(a.one.id));
  return scored.slice(0, limit).map(({ one }) => one);
}
