import { type Embedder, embedQuery, normalizeText, type Reranker } from "@/lib/ai";
import type { Database } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { countOfOtherEmbedders, searchTrigrams, searchVectors } from "@/lib/db/sql/search";
import {
  type MemoryStanding,
  type RaritySummary,
  scoreText,
  summarizeRarities,
  type TextMatch,
} from "@/lib/db/sql/text-search";
import { log } from "@/lib/telemetry/log";
import { metrics } from "@/lib/telemetry/metrics";
import { MEMORY_STATUSES, type SearchItem } from "../contract";
import { memoriesByIds } from "../memory/queries";
import { modelsFor, type QuestionModels } from "../relevance/learned";
import { relevanceModel, relevanceOf } from "../relevance/model";
import { NO_SIGNALS, textSignals } from "../relevance/signals";
import { compareFurther } from "./compare";
import { identifiersOf, type QueryWord, wordsOf } from "./query-words";
import {
  type Candidate,
  type Contributions,
  firstAdjusted,
  fuse,
  hasWordForWord,
  likely,
  NOTHING,
  scoreOf,
  sumOf,
  weightsOf,
} from "./ranking";
import { RERANKED, rerankFound } from "./rerank";
import { findStatistics, type QueryStatistics, searchWords } from "./words";

/** Taken from each list. */
const CANDIDATES = 100;
const LIKELY = 60;
/** Of a search that wants fewer candidates, so many more than it wants. */
const LIKELY_BEYOND = 10;

export type SearchAnswer = {
  items: SearchItem[];
  lists: { vector: number; text: number; trigram: number };
  /** From which relevance a memory may come into a pack. */
  relevance_floor: number;
  degraded: string[];
};

export type SearchRequest = {
  query: string;
  where: MemoryWhere;
  limit: number;
  embedder: Embedder | null;
  /** Puts the first again in order; default: none. */
  reranker?: Reranker | null;
  /** agent: active memories before all others. person: what has the query word for word first, whatever its status. */
  order: "agent" | "person";
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
  text: string;
  words: QueryWord[];
  /** Of a query of a few words, those that may be misspelt or in part. */
  lookedUp: string[];
  normalized: string;
  /** Never rejects; on its way while the words are searched already. */
  meaning: Promise<QueryMeaning>;
  /** How often its words occur, per organization and repository: read once, however many searches it makes. */
  statistics: Map<string, Promise<QueryStatistics>>;
};

/** `deadline_ms` is for the query's vector: past it search is by words alone, and says so. */
export function prepareQuery(
  query: string,
  params: { embedder: Embedder | null; deadline_ms?: number },
): PreparedQuery {
  const words = wordsOf(query);
  return {
    text: query,
    words,
    lookedUp: identifiersOf(words),
    normalized: normalizeText(query),
    meaning: meaningOf(query, params),
    statistics: new Map(),
  };
}

async function meaningOf(
  query: string,
  { embedder, deadline_ms }: { embedder: Embedder | null; deadline_ms?: number },
): Promise<QueryMeaning> {
  const { vector, reason, error } = await embedQuery(embedder, query, deadline_ms);
  if (vector && embedder) return { vector, embedder, degraded: null };
  metrics().degraded_total.inc({ part: "embedding" });
  if (error) log().warn({ err: error }, "a query could not be embedded");
  return { vector: null, embedder: null, degraded: `embedding: ${reason}` };
}

/**
 * A memory that search found: what each list said of it, and the fused score before it is adjusted. `words` are the
 * indexes of the query's words that it contains; `coverage` is their share (0–1) of the query's inverse document
 * frequency in the searched repository, `rare_words` how many of them are rare there.
 */
export type Found = Candidate & {
  weights: Contributions;
  adds: Contributions;
  fused: number;
  words: number[];
  coverage: number;
  rare_words: number;
  /** Null where it was not asked for. */
  standing: MemoryStanding | null;
};

export type Candidates = {
  found: Found[];
  lists: SearchAnswer["lists"];
  statistics: RaritySummary | null;
  /** What meaning and words say of each memory of `beside` that was not found. */
  beside: Map<string, { vector: number | null; match: TextMatch | null }>;
};

/**
 * Candidates by meaning (cosine), by words (BM25) and by likeness (trigram), `limit` of each, fused as `fuse` says: the
 * best first, ids only. Load them and adjust with `scoreOf`.
 * @param beside memories that are known from elsewhere, asked for once the lists are there: they are compared with the
 *   query in the same statements, and change nothing of what is found
 * @param likeness false: none is compared by likeness, for a choice that does not go by the fused score
 * @param standing true: what a score is adjusted by comes with each, for who does not read all that is found
 */
export async function findCandidates(
  db: Database,
  {
    query,
    where,
    limit = CANDIDATES,
    beside = async () => [],
    likeness = true,
    standing = false,
  }: {
    query: PreparedQuery;
    where: MemoryWhere;
    limit?: number;
    beside?: () => Promise<readonly string[]>;
    likeness?: boolean;
    standing?: boolean;
  },
): Promise<Candidates> {
  const { organization_id } = where;
  const { meaning, normalized } = query;
  const most = Math.min(LIKELY, limit + LIKELY_BEYOND);
  const [vectors, words, lookedUp] = await Promise.all([
    byMeaning(db, { where, meaning, limit }),
    byWords(db, { where, query, limit }),
    searchTrigrams(db, { where, words: query.lookedUp, limit: Math.ceil(most / 2) }),
  ]);
  const candidates = new Map<string, Candidate>();
  const candidate = (id: string) => {
    const found = candidates.get(id) ?? { id, vector: null, bm25: null, trigram: null };
    candidates.set(id, found);
    return found;
  };
  for (const { id, similarity } of vectors) candidate(id).vector = similarity;
  for (const { id, bm25 } of words.matches) candidate(id).bm25 = bm25;
  for (const id of lookedUp) candidate(id);
  const known = await meaning;
  // A few words are names, misspelt perhaps: likeness finds them where words do not.
  const coverage = query.lookedUp.length > 0 ? 1 : bestCoverage(words.matches);
  const weights = weightsOf(known.embedder?.id ?? null, coverage);
  const all = [...candidates.values()];
  const withoutWords = all.filter(({ bm25 }) => bm25 === null).map(({ id }) => id);
  const withoutVector = all.filter((one) => one.vector === null).map(({ id }) => id);
  const further = (await beside()).filter((id) => !candidates.has(id));
  // What one list did not find among its first is still compared by it: absent would say less than it is.
  const {
    similarities,
    matches: lateMatches,
    likeness: trigrams,
    standing: standings,
  } = await compareFurther(db, {
    organization_id,
    withoutVector: withoutVector.concat(further),
    withoutWords: withoutWords.concat(further),
    meaning: known,
    statistics: words.statistics,
    likeness:
      normalized === "" || !likeness ? null : { ids: likely(all, { weights, most }), query: normalized },
    standing: standing ? all.map(({ id }) => id) : [],
  });
  for (const [id, similarity] of trigrams) candidate(id).trigram = similarity;
  const late = new Map(lateMatches.map((match) => [match.id, match]));
  for (const one of all) {
    one.vector ??= similarities.get(one.id) ?? null;
    one.bm25 ??= late.get(one.id)?.bm25 ?? null;
  }

  const fused = fuse(all, weights);
  const matches = new Map([...words.matches, ...lateMatches].map((match) => [match.id, match]));
  const found = all.map((one): Found => {
    const adds = fused.get(one.id) ?? NOTHING;
    const match = matches.get(one.id);
    return {
      ...one,
      weights,
      adds,
      fused: sumOf(adds),
      words: match?.words ?? [],
      coverage: match?.coverage ?? 0,
      rare_words: match?.rare_words ?? 0,
      standing: standings.get(one.id) ?? null,
    };
  });
  return {
    statistics: words.statistics ? summarizeRarities(words.statistics) : null,
    beside: new Map(
      further.map((id) => [id, { vector: similarities.get(id) ?? null, match: late.get(id) ?? null }]),
    ),
    found: found.sort((a, b) => b.fused - a.fused || b.id.localeCompare(a.id)),
    lists: {
      vector: vectors.length,
      text: words.matches.length,
      trigram: [...trigrams.values()].filter((similarity) => similarity > 0).length,
    },
  };
}

const bestCoverage = (matches: readonly TextMatch[]) =>
  matches.reduce((best, { coverage }) => Math.max(best, coverage), 0);

async function byWords(
  db: Database,
  { where, query, limit }: { where: MemoryWhere; query: PreparedQuery; limit: number },
) {
  if (query.words.length === 0) return { statistics: null, matches: [] };
  const statistics = await statisticsOf(db, { query, where });
  return { statistics: statistics.scoring, matches: await searchWords(db, { where, statistics, limit }) };
}

/** Read once for all that is asked with a query. */
async function statisticsOf(
  db: Database,
  { query, where }: { query: PreparedQuery; where: MemoryWhere },
): Promise<QueryStatistics> {
  const { organization_id } = where;
  const repository_id = where.repository_id ?? where.reaching_repository_id ?? null;
  const key = `${organization_id} ${repository_id}`;
  const words = query.words.map((word) => word.normalized);
  const known = query.statistics.get(key) ?? findStatistics(db, { organization_id, repository_id, words });
  query.statistics.set(key, known);
  return known;
}

/** What the words of a query say of memories that another way than search found. */
export type WordScore = { bm25: number; coverage: number; rare_words: number; statistics: RaritySummary };

/** Scores memories by the words of a query, as `findCandidates` does; those without a word in common are left out. */
export async function scoreByWords(
  db: Database,
  { query, where, ids }: { query: PreparedQuery; where: MemoryWhere; ids: readonly string[] },
): Promise<Map<string, WordScore>> {
  if (ids.length === 0 || query.words.length === 0) return new Map();
  const { scoring } = await statisticsOf(db, { query, where });
  const statistics = summarizeRarities(scoring);
  const matches = await scoreText(db, { organization_id: where.organization_id, ids, statistics: scoring });
  return new Map(
    matches.map(({ id, bm25, coverage, rare_words }) => [id, { bm25, coverage, rare_words, statistics }]),
  );
}

async function byMeaning(
  db: Database,
  { where, limit, meaning }: { where: MemoryWhere; meaning: Promise<QueryMeaning>; limit: number },
) {
  const { vector, embedder } = await meaning;
  if (!vector) return [];
  return searchVectors(db, { where, embedder, vector, limit });
}

/**
 * Hybrid search, see `findCandidates`. A list that fails is left out and named in `degraded`. For agents, what is not in
 * force (drifted, expired, superseded, invalid) is searched apart and follows the active memories. Each carries the probability that it matters for the query, by the model that packs are chosen by.
 */
export async function searchMemories(db: Database, request: SearchRequest): Promise<SearchAnswer> {
  const { where, limit, embedder, reranker = null, order, now, deadline_ms } = request;
  const query = prepareQuery(request.query, { embedder, deadline_ms });
  const items: SearchItem[] = [];
  const lists = { vector: 0, text: 0, trigram: 0 };
  const degraded = new Set<string>();
  for (const tier of order === "agent" ? tiersOf(where) : [where]) {
    if (items.length >= limit) break;
    const ranked = await rank(db, { query, where: tier, limit: limit - items.length, now, reranker, order });
    items.push(...ranked.items);
    lists.vector += ranked.lists.vector;
    lists.text += ranked.lists.text;
    lists.trigram += ranked.lists.trigram;
    for (const part of ranked.degraded) degraded.add(part);
  }
  const meaning = await query.meaning;
  if (meaning.degraded !== null) degraded.add(meaning.degraded);
  else if (lists.vector === 0) {
    const { organization_id } = where;
    const ids = items.map(({ memory: { id } }) => id);
    const changed = await changeOfEmbedder(db, { organization_id, ids, embedder: meaning.embedder });
    if (changed !== null) degraded.add(changed);
  }
  const { floors } = relevanceModel(meaning.embedder?.id ?? null);
  return { items, lists, relevance_floor: floors.join, degraded: [...degraded] };
}

/** What to say of an answer when these memories have vectors of another embedder only; null when they have not. */
export async function changeOfEmbedder(
  db: Database,
  {
    organization_id,
    ids,
    embedder,
  }: { organization_id: string; ids: readonly string[]; embedder: { id: string } },
): Promise<string | null> {
  if (ids.length === 0) return null;
  const left = await countOfOtherEmbedders(db, { organization_id, ids, embedder_id: embedder.id });
  if (left === 0) return null;
  return `embedding: ${left} memories wait for the new model`;
}

/** The active memories before all others, where several statuses are searched. */
function tiersOf(where: MemoryWhere): MemoryWhere[] {
  const statuses = where.status ?? MEMORY_STATUSES;
  const inactive = statuses.filter((status) => status !== "active");
  if (inactive.length === 0 || inactive.length === statuses.length) return [where];
  return [
    { ...where, status: ["active"] },
    { ...where, status: inactive },
  ];
}

type RankRequest = {
  query: PreparedQuery;
  where: MemoryWhere;
  limit: number;
  now: Date;
  reranker: Reranker | null;
  order: SearchRequest["order"];
};

/** The best `limit` memories of one search, in the order asked for: by their adjusted scores, or as the reranker has them. */
async function rank(
  db: Database,
  { query, where, limit, now, reranker, order }: RankRequest,
): Promise<Pick<SearchAnswer, "items" | "lists" | "degraded">> {
  const { organization_id } = where;
  const { found, lists, statistics } = await findCandidates(db, { query, where, standing: true });
  // Where the statements of what may come first are compared they are read; otherwise only what is answered.
  const considered = found.slice(0, Math.max(limit + MARGIN, reranker ? RERANKED : 0));
  const chosen = reranker || order === "person" ? considered : firstAdjusted(considered, { now, limit });
  const best = new Map(chosen.map((one) => [one.id, one]));
  const memories = await memoriesByIds(db, { organization_id, ids: [...best.keys()] });
  const embedder_id = (await query.meaning).embedder?.id ?? null;
  const models = await modelsFor(db, { organization_id, embedder_id });
  const items = memories.flatMap((memory): SearchItem[] => {
    const match = best.get(memory.id);
    if (!match) return [];
    const matched = match.words.flatMap((index) => query.words[index]?.typed ?? []);
    const relevance = relevanceOfFound(match, { statistics, models });
    const word_for_word = hasWordForWord(memory.statement, query);
    return [{ memory, ...scoreOf(match, memory, now), relevance, matched, word_for_word }];
  });
  items.sort((a, b) => b.score - a.score || b.memory.id.localeCompare(a.memory.id));
  const reranked = await rerankFound({ reranker, query: query.text, items });
  const ordered =
    order === "person"
      ? reranked.items.toSorted((a, b) => Number(b.word_for_word) - Number(a.word_for_word))
      : reranked.items;
  return { items: ordered.slice(0, limit), lists, degraded: reranked.degraded };
}

/** A search names no files, role or category: its relevance is judged by meaning and words alone. */
function relevanceOfFound(
  { vector, bm25, coverage, rare_words }: Found,
  { statistics, models }: { statistics: RaritySummary | null; models: QuestionModels },
): number {
  const words = bm25 === null || statistics === null ? null : { bm25, coverage, rare_words, statistics };
  const signals = { ...NO_SIGNALS, meaning: vector ?? 0, ...textSignals(words) };
  // What is not embedded yet has no cosine to be judged by, which says nothing against it.
  return relevanceOf(signals, vector === null ? models.words : models.meaning).probability;
}

/** How many more are adjusted than asked for: the factors move a memory past few others. */
const MARGIN = 20;
