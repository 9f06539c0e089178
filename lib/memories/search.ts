import { type Embedder, embedQuery, normalizeText, type Reranker } from "@/lib/ai";
import type { Database } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memories";
import {
  findTerms,
  searchText,
  searchTextByTerms,
  searchTrigrams,
  searchVectors,
  type Terms,
  trigramsOf,
} from "@/lib/db/sql/search";
import { log } from "@/lib/telemetry/log";
import { metrics } from "@/lib/telemetry/metrics";
import type { Memory, SearchItem, SearchScores } from "./contract";
import { verdictOf } from "./lifecycle";
import {
  adjustments,
  type Candidate,
  type Contributions,
  fuse,
  sumOf,
  type Weights,
  weightsOf,
} from "./ranking";
import { RERANKED, rerankFound } from "./rerank";
import { memoriesByIds } from "./store";

/** Taken from each list. */
const CANDIDATES = 100;
/** The misspelt and the partial are looked up for queries of a few words; long ones have words enough. */
const LOOKED_UP_WORDS = 3;
const MAX_WORDS = 100;
const LIKELY = 60;
/** Of a search that wants fewer candidates, so many more than it wants. */
const LIKELY_BEYOND = 10;
const NOTHING: Contributions = { vector: 0, bm25: 0, trigram: 0 };

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
  /** Puts the first again in order; default: none. */
  reranker?: Reranker | null | undefined;
  now: Date;
  /** For the query's vector, milliseconds. */
  deadline_ms?: number;
};

/** The vector of a query and whose it is, or the reason why there is none, as `degraded` tells it. */
export type QueryMeaning =
  | { vector: Float32Array; embedder: { id: string; dimensions: number }; degraded: null }
  | { vector: null; embedder: null; degraded: string };

/** A query made ready to be asked any number of times. */
export type PreparedQuery = {
  words: { typed: string; normalized: string }[];
  /** Of a query of a few words, those that may be misspelt or in part. */
  lookedUp: string[];
  normalized: string;
  /** Never rejects; on its way while the words are searched already. */
  meaning: Promise<QueryMeaning>;
  /** What the statistics knew of its words, per organization: read once, however many parts of a pack it finds. */
  terms: Map<string, Promise<Terms | null>>;
};

/** `deadline_ms` is for the query's vector: past it search is by words alone, and says so. */
export function prepareQuery(
  query: string,
  given: { embedder: Embedder | null; deadline_ms?: number | undefined },
): PreparedQuery {
  const words = wordsOf(query);
  return {
    words,
    lookedUp: words.length > LOOKED_UP_WORDS ? [] : identifiersOf(words),
    normalized: normalizeText(query),
    meaning: meaningOf(query, given),
    terms: new Map(),
  };
}

async function meaningOf(
  query: string,
  { embedder, deadline_ms }: { embedder: Embedder | null; deadline_ms?: number | undefined },
): Promise<QueryMeaning> {
  const { vector, reason, error } = await embedQuery(embedder, query, deadline_ms);
  if (vector && embedder) return { vector, embedder, degraded: null };
  metrics().degraded_total.inc({ part: "embedding" });
  if (error) log().warn({ err: error }, "a query could not be embedded");
  return { vector: null, embedder: null, degraded: `embedding: ${reason}` };
}

/** A memory that search found: what each list said of it, and the fused score before it is adjusted. */
export type Found = Candidate & { adds: Contributions; fused: number; words: number[] };

export type Candidates = { found: Found[]; lists: SearchAnswer["lists"] };

/**
 * Candidates by meaning (cosine), by words (BM25) and by likeness (trigram), `limit` of each, fused as `fuse` says: the
 * best first, ids only. Load them and adjust with `scoreOf`.
 */
export async function findCandidates(
  db: Database,
  given: { query: PreparedQuery; where: MemoryWhere; limit?: number },
): Promise<Candidates> {
  const { query, where, limit = CANDIDATES } = given;
  const { organization_id } = where;
  const { meaning, normalized } = query;
  const words = query.words.map((word) => word.normalized);
  const most = Math.min(LIKELY, limit + LIKELY_BEYOND);
  const [vectors, texts, lookedUp] = await Promise.all([
    byMeaning(db, { where, meaning, limit }),
    byWords(db, { where, query, words, limit }),
    searchTrigrams(db, { where, words: query.lookedUp, limit: Math.ceil(most / 2) }),
  ]);
  const candidates = new Map<string, Candidate>();
  const candidate = (id: string) => {
    const found = candidates.get(id) ?? { id, vector: null, bm25: null, trigram: null };
    candidates.set(id, found);
    return found;
  };
  for (const { id, similarity } of vectors) candidate(id).vector = similarity;
  for (const { id, bm25 } of texts) candidate(id).bm25 = bm25;
  for (const id of lookedUp) candidate(id);
  const weights = weightsOf((await meaning).embedder?.id ?? null);
  const trigrams =
    normalized === ""
      ? new Map<string, number>()
      : await trigramsOf(db, {
          organization_id,
          ids: likely([...candidates.values()], { weights, most }),
          query: normalized,
        });
  for (const [id, similarity] of trigrams) candidate(id).trigram = similarity;

  const fused = fuse([...candidates.values()], weights);
  const matches = new Map(texts.map((match) => [match.id, match.words]));
  const found = [...candidates.values()].map((one) => {
    const adds = fused.get(one.id) ?? NOTHING;
    return { ...one, adds, fused: sumOf(adds), words: matches.get(one.id) ?? [] };
  });
  return {
    found: found.sort((a, b) => b.fused - a.fused || b.id.localeCompare(a.id)),
    lists: {
      vector: vectors.length,
      text: texts.length,
      trigram: [...trigrams.values()].filter((similarity) => similarity > 0).length,
    },
  };
}

/** Likeness is the dearest of the three to compute and counts least: it is left to those that may come first. */
function likely(
  candidates: readonly Candidate[],
  { weights, most }: { weights: Weights; most: number },
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

async function byWords(
  db: Database,
  given: { where: MemoryWhere; query: PreparedQuery; words: readonly string[]; limit: number },
) {
  const { where, query, words, limit } = given;
  if (words.length === 0) return [];
  const { organization_id } = where;
  const terms = query.terms.get(organization_id) ?? findTerms(db, { organization_id, words });
  query.terms.set(organization_id, terms);
  const known = await terms;
  return known
    ? searchTextByTerms(db, { where, terms: known, limit })
    : searchText(db, { where, words, limit });
}

async function byMeaning(
  db: Database,
  given: { where: MemoryWhere; meaning: Promise<QueryMeaning>; limit: number },
) {
  const { vector, embedder } = await given.meaning;
  if (!vector) return [];
  const { where, limit } = given;
  return searchVectors(db, { where, embedder, vector, limit });
}

/** The score of a memory that search found: fused, adjusted for quality, recency and verification, with every part. */
export function scoreOf(found: Found, memory: Memory, now: Date): { score: number; scores: SearchScores } {
  const { fused, vector, bm25, trigram } = found;
  const verdict = verdictOf(memory.citations.map(({ status }) => status));
  const factors = adjustments({ ...memory, verdict }, now);
  const score = fused * factors.quality * factors.recency * factors.verification;
  return { score, scores: { vector, bm25, trigram, ...factors } };
}

/**
 * Hybrid search, see `findCandidates`. A list that fails is left out and named in `degraded`.
 */
export async function searchMemories(db: Database, request: SearchRequest): Promise<SearchAnswer> {
  const { where, limit, embedder, reranker = null, now, deadline_ms } = request;
  const { organization_id } = where;
  const query = prepareQuery(request.query, { embedder, deadline_ms });
  const { found, lists } = await findCandidates(db, { query, where });
  const { degraded } = await query.meaning;
  const best = new Map(
    found.slice(0, Math.max(limit + MARGIN, reranker ? RERANKED : 0)).map((one) => [one.id, one]),
  );
  const memories = await memoriesByIds(db, { organization_id, ids: [...best.keys()] });
  const items = memories.flatMap((memory) => {
    const own = best.get(memory.id);
    if (!own) return [];
    const matched = own.words.flatMap((index) => query.words[index]?.typed ?? []);
    return [{ memory, ...scoreOf(own, memory, now), matched }];
  });
  items.sort((a, b) => b.score - a.score || b.memory.id.localeCompare(a.memory.id));
  const reranked = await rerankFound({ reranker, query: request.query, items });
  return {
    items: reranked.items.slice(0, limit),
    lists,
    degraded: [...(degraded === null ? [] : [degraded]), ...reranked.degraded],
  };
}

/** How many more are adjusted than asked for: the factors move a memory past few others. */
const MARGIN = 20;

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

/**
 * The longest identifiers of these words. Of shorter ones than three Latin letters there are no stretches that would not
 * be in half of all texts.
 */
function identifiersOf(words: readonly { typed: string }[]): string[] {
  const identifiers = words.flatMap(({ typed }) => typed.normalize("NFC").split(/[^\p{L}\p{M}\p{N}_]+/u));
  return [...new Set(identifiers)]
    .filter((identifier) => !/^\w{0,2}$/.test(identifier))
    .sort((a, b) => b.length - a.length)
    .slice(0, LOOKED_UP_WORDS);
}

const trimPunctuation = (word: string) => word.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, "");
