import { type Embedder, embedQuery } from "@/lib/ai";
import type { Db } from "@/lib/db/client";
import {
  type Searched,
  type SolutionWhere,
  searchSolutionVectors,
  searchSolutionWords,
} from "@/lib/db/sql/solutions";
import { log } from "@/lib/telemetry/log";
import { porterStem } from "@/lib/text/stems";
import { plainWordsOf } from "@/lib/text/words";
import { foundFrom, WORDS_FROM } from "./thresholds";

const CANDIDATES = 50;
const MOST_WORDS = 60;
const SHORTEST_WORD = 3;

const COMMON = new Set(
  "the and for with that this from have are was were will would can could should into not but its our your their when then than how what which who all any use using used add new get set".split(
    " ",
  ),
);

/** The words of a query that say something. */
export function sayingWords(text: string): string[] {
  const words = plainWordsOf(text).filter((word) => word.length >= SHORTEST_WORD && !COMMON.has(word));
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/** The share of the query's words, 0–1, whose stems are in a text; 0 for a query without words. */
export function coverageOf(words: readonly string[], text: string): number {
  if (words.length === 0) return 0;
  const there = new Set(plainWordsOf(text).map(porterStem));
  return words.filter((word) => there.has(porterStem(word))).length / words.length;
}

/** What is near in meaning by the embedder's threshold, or by `min_similarity` where the caller names one. */
async function nearInMeaning(
  db: Db,
  params: {
    searched: Searched;
    where: SolutionWhere;
    query: string;
    embedder: Embedder | null;
    min_similarity: number | undefined;
  },
): Promise<Map<string, number>> {
  const { searched, where, query, embedder, min_similarity } = params;
  if (!embedder) return new Map();
  const least = min_similarity ?? foundFrom(embedder.id, searched);
  if (least === null) return new Map();
  const { vector, error } = await embedQuery(embedder, query);
  if (error) log().warn({ err: error }, "a search was answered from words alone");
  if (!vector) return new Map();
  const near = await searchSolutionVectors(db, { searched, where, embedder, vector, limit: CANDIDATES });
  return new Map(
    near.filter(({ similarity }) => similarity >= least).map(({ id, similarity }) => [id, similarity]),
  );
}

export type FoundSolution = { id: string; similarity: number | null };

/**
 * What resembles a query: near in meaning, or with a word of it; `wordsEnough` decides about the latter when the rows are
 * read. The nearest in meaning first, then by words.
 */
export async function findSolutions(
  db: Db,
  params: {
    searched: Searched;
    where: SolutionWhere;
    query: string;
    embedder: Embedder | null;
    min_similarity: number | undefined;
  },
): Promise<FoundSolution[]> {
  const { searched, where, query } = params;
  const [near, by_words] = await Promise.all([
    nearInMeaning(db, params),
    searchSolutionWords(db, { searched, where, words: sayingWords(query), limit: CANDIDATES }),
  ]);
  const found: FoundSolution[] = [...near].map(([id, similarity]) => ({ id, similarity }));
  for (const id of by_words) if (!near.has(id)) found.push({ id, similarity: null });
  return found;
}

/** Whether words alone are enough to give something for a query. */
export const wordsEnough = (query: string, text: string): boolean =>
  coverageOf(sayingWords(query), text) >= WORDS_FROM;
