import type { Searched } from "@/lib/db/sql/solutions";

/**
 * The cosine from which something is found by meaning, per embedder: similarities of different models do not compare. One
 * that was not measured finds by words and signatures alone. Measured with `npm run bench -- --only tasks`.
 */
const FOUND_FROM: Readonly<Record<string, Record<Searched, number>>> = {
  "minilm-l6-v2@384/split2/128": { solution_pattern: 0.35, failure: 0.6 },
};

export function foundFrom(embedder_id: string, searched: Searched): number | null {
  return FOUND_FROM[embedder_id]?.[searched] ?? null;
}

/** The share of a query's words from which something is found by them alone. */
export const WORDS_FROM = 0.6;
