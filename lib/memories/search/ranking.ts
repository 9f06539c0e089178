import { normalizeText } from "@/lib/ai";
import { DAY_MS } from "@/lib/kernel/time";
import type { Memory, SearchScores } from "../contract";
import { type Verdict, verdictOfCitations } from "../lifecycle/transitions";
import { storedCitations } from "../memory/stored-citations";
import type { Found } from "./search";

/** How much each list counts in the fused score; the three add up to 1. */
export type Weights = { vector: number; bm25: number; trigram: number };

/** Measured for the default embedder (`npm run bench -- --only retrieval`); others start from the same. */
export const DEFAULT_WEIGHTS: Weights = { vector: 0.46, bm25: 0.36, trigram: 0.18 };
const WEIGHTS: Record<string, Weights> = { "minilm-l6-v2@384/split2/128": DEFAULT_WEIGHTS };
/** Without a vector of the query. */
export const LEXICAL_WEIGHTS: Weights = { vector: 0, bm25: 0.7, trigram: 0.3 };

/**
 * How much each list counts for one query. Words count as much as the query's words are found at all: `coverage` is the
 * largest share (0–1) of the query's inverse document frequency that any candidate covers. A question in other words
 * shares only its common ones with the answer, and is left to meaning.
 */
export function weightsOf(embedder_id: string | null, coverage: number): Weights {
  if (embedder_id === null) return LEXICAL_WEIGHTS;
  const { vector, bm25, trigram } = WEIGHTS[embedder_id] ?? DEFAULT_WEIGHTS;
  const sum = vector + coverage * (bm25 + trigram);
  return { vector: vector / sum, bm25: (coverage * bm25) / sum, trigram: (coverage * trigram) / sum };
}

/** A memory that at least one list found; null where a list did not. */
export type Candidate = { id: string; vector: number | null; bm25: number | null; trigram: number | null };

const LISTS = ["vector", "bm25", "trigram"] as const;

/** What each list adds to the score of a candidate. */
export type Contributions = { vector: number; bm25: number; trigram: number };

/**
 * Fuses the lists of one query: each is scaled to 0–1 between its lowest and highest candidate, absent counts 0, and the
 * weighted sum is the score. A list whose values are all the same scales to 1.
 */
export function fuse(candidates: readonly Candidate[], weights: Weights): Map<string, Contributions> {
  const scaled = (list: (typeof LISTS)[number]) => {
    const values = candidates.flatMap((candidate) => candidate[list] ?? []);
    const low = Math.min(...values);
    const span = Math.max(...values) - low;
    return (value: number | null) => {
      if (value === null) return 0;
      return weights[list] * (span === 0 ? 1 : (value - low) / span);
    };
  };
  const [vector, bm25, trigram] = [scaled("vector"), scaled("bm25"), scaled("trigram")];
  return new Map(
    candidates.map((one) => [
      one.id,
      { vector: vector(one.vector), bm25: bm25(one.bm25), trigram: trigram(one.trigram) },
    ]),
  );
}

/** The fused score, 0–1. */
export const sumOf = ({ vector, bm25, trigram }: Contributions) => vector + bm25 + trigram;

/** What no list adds anything to. */
export const NOTHING: Contributions = { vector: 0, bm25: 0, trigram: 0 };

/** Likeness is the dearest of the three to compute and counts least: it is left to those that may come first. */
export function likely(
  candidates: readonly Candidate[],
  { weights, most }: { weights: Contributions; most: number },
): string[] {
  const fused = fuse(candidates, weights);
  const sum = ({ id }: Candidate) => sumOf(fused.get(id) ?? NOTHING);
  const looked_up = ({ vector, bm25 }: Candidate) => vector === null && bm25 === null;
  return [...candidates]
    .sort(
      (a, b) => Number(looked_up(b)) - Number(looked_up(a)) || sum(b) - sum(a) || b.id.localeCompare(a.id),
    )
    .slice(0, most)
    .map(({ id }) => id);
}

const QUALITY_REACH = 0.1;
const RECENCY_REACH = 0.05;
const RECENCY_DAYS = 30;
const VERIFICATION: Record<Verdict, number> = { valid: 1.05, unknown: 1, drifted: 0.85, missing: 0.85 };

export type Adjusted = Pick<SearchScores, "quality" | "recency" | "verification">;

/**
 * Factors on the fused score, small enough that they order what is about equally relevant: quality 0.9–1.1, recency
 * 1–1.05 (falling by e in 30 days), verification 0.85–1.05.
 */
export function adjustments(
  memory: { quality: number; refreshed_at: string; verdict: Verdict | null },
  now: Date,
): Adjusted {
  const age_days = Math.max(0, now.getTime() - Date.parse(memory.refreshed_at)) / DAY_MS;
  return {
    quality: 1 - QUALITY_REACH + 2 * QUALITY_REACH * memory.quality,
    recency: 1 + RECENCY_REACH * Math.exp(-age_days / RECENCY_DAYS),
    verification: memory.verdict === null ? 1 : VERIFICATION[memory.verdict],
  };
}

/** The score of a memory that search found: fused, adjusted for quality, recency and verification, with every part. */
export function scoreOf(found: Found, memory: Memory, now: Date): { score: number; scores: SearchScores } {
  const { fused, vector, bm25, trigram, weights, adds } = found;
  const verdict = verdictOfCitations(memory.citations);
  const factors = adjustments({ ...memory, verdict }, now);
  const score = fused * factors.quality * factors.recency * factors.verification;
  return { score, scores: { vector, bm25, trigram, weights, adds, ...factors } };
}

/** Whether a statement has the whole query in it, word for word, as text search sees both. */
export function hasWordForWord(statement: string, query: { normalized: string }): boolean {
  if (query.normalized === "") return false;
  const padded = (normalized: string) => ` ${normalized.toLowerCase()} `;
  return padded(normalizeText(statement)).includes(padded(query.normalized));
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
