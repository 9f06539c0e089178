import { type Embedder, embedQuery, normalizeText } from "@/lib/ai";
import { type Database, transaction } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memories";
import { searchText, searchTrigrams, searchVectors, trigramsOf } from "@/lib/db/sql/search";
import { log } from "@/lib/telemetry/log";
import { metrics } from "@/lib/telemetry/metrics";
import type { SearchItem } from "./contract";
import { verdictOf } from "./lifecycle";
import { adjustments, type Candidate, fuse, weightsOf } from "./ranking";
import { memoriesByIds } from "./store";

/** Taken from each list. */
const CANDIDATES = 100;
/** The misspelt and the partial are looked up for queries of a few words; long ones have words enough. */
const LOOKED_UP_WORDS = 3;
const MAX_WORDS = 100;

export type SearchAnswer = {
  items: SearchItem[];
  lists: { vector: number; text: number; trigram: number };
  degraded: string[];
};

export type SearchRequest = {
  query: string;
  where: MemoryWhere;
  limit: number;
  embedder: Embedder | null;
  now: Date;
  /** For the query's vector, milliseconds. */
  deadline_ms?: number;
};

/**
 * Hybrid search: candidates by meaning (cosine), by words (BM25) and by likeness (trigram), fused as `fuse` says, then
 * adjusted for quality, recency and verification. A list that fails is left out and named in `degraded`.
 */
export async function searchMemories(db: Database, request: SearchRequest): Promise<SearchAnswer> {
  const { query, where, limit, embedder, now } = request;
  const { organization_id } = where;
  const typed = wordsOf(query);
  const words = typed.map(({ normalized }) => normalized);
  const normalized = normalizeText(query);

  const degraded: string[] = [];
  const [vectors, texts, lookedUp] = await Promise.all([
    byMeaning(db, request, degraded),
    words.length > 0 ? searchText(db, { where, words, limit: CANDIDATES }) : [],
    words.length > 0 && words.length <= LOOKED_UP_WORDS
      ? searchTrigrams(db, { where, query: normalized, limit: CANDIDATES })
      : [],
  ]);
  const candidates = new Map<string, Candidate>();
  const candidate = (id: string) => {
    const found = candidates.get(id) ?? { id, vector: null, bm25: null, trigram: null };
    candidates.set(id, found);
    return found;
  };
  for (const { id, similarity } of vectors ?? []) candidate(id).vector = similarity;
  for (const { id, bm25 } of texts) candidate(id).bm25 = bm25;
  for (const id of lookedUp) candidate(id);
  const ids = [...candidates.keys()];
  const trigrams =
    normalized === ""
      ? new Map<string, number>()
      : await trigramsOf(db, { organization_id, ids, query: normalized });
  for (const [id, similarity] of trigrams) candidate(id).trigram = similarity;

  const fused = fuse([...candidates.values()], weightsOf(vectors && embedder ? embedder.id : null));
  const memories = await memoriesByIds(db, { organization_id, ids: best(fused, limit + MARGIN) });
  const matches = new Map(texts.map((match) => [match.id, match.words]));
  const items = memories.map((memory) => {
    const { vector, bm25, trigram } = candidate(memory.id);
    const verdict = verdictOf(memory.citations.map(({ status }) => status));
    const factors = adjustments({ ...memory, verdict }, now);
    const score = (fused.get(memory.id) ?? 0) * factors.quality * factors.recency * factors.verification;
    const matched = (matches.get(memory.id) ?? []).flatMap((index) => typed[index]?.typed ?? []);
    return { memory, score, scores: { vector, bm25, trigram, ...factors }, matched };
  });
  return {
    items: items.sort((a, b) => b.score - a.score || b.memory.id.localeCompare(a.memory.id)).slice(0, limit),
    lists: {
      vector: vectors?.length ?? 0,
      text: texts.length,
      trigram: [...trigrams.values()].filter((similarity) => similarity > 0).length,
    },
    degraded,
  };
}

/** How many more are adjusted than asked for: the factors move a memory past few others. */
const MARGIN = 20;

function best(scores: ReadonlyMap<string, number>, count: number): string[] {
  return [...scores]
    .sort(([a_id, a], [b_id, b]) => b - a || b_id.localeCompare(a_id))
    .slice(0, count)
    .map(([id]) => id);
}

async function byMeaning(
  db: Database,
  { query, where, embedder, deadline_ms }: SearchRequest,
  degraded: string[],
): Promise<{ id: string; similarity: number }[] | null> {
  const { vector, reason, error } = await embedQuery(embedder, query, deadline_ms);
  if (vector && embedder)
    return transaction(db, (tx) => searchVectors(tx, { where, embedder, vector, limit: CANDIDATES }));
  degraded.push(`embedding: ${reason}`);
  metrics().degraded_total.inc({ part: "embedding" });
  if (error) log().warn({ err: error }, "a query could not be embedded");
  return null;
}

/** The words of a query as typed, once each, with their normalised form. */
function wordsOf(query: string): { typed: string; normalized: string }[] {
  const words = new Map<string, string>();
  for (const typed of query.split(/\s+/)) {
    const normalized = normalizeText(typed);
    if (normalized !== "" && !words.has(normalized)) words.set(normalized, trimPunctuation(typed));
    if (words.size === MAX_WORDS) break;
  }
  return [...words].map(([normalized, typed]) => ({ typed, normalized }));
}

const trimPunctuation = (word: string) => word.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, "");
