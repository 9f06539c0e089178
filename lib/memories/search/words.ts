import { LRUCache } from "lru-cache";
import type { Db } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { countTerms, findTerms, type TermStatistics, tryToCountTerms } from "@/lib/db/sql/term-statistics";
import { searchText, searchTextByTerms, type TextMatch } from "@/lib/db/sql/text-search";

/** A repository with so many memories is scored by its own statistics. Fewer say too little of what is rare in it. */
const MIN_REPOSITORY = 30;
/** Of larger ones, those of the organization are read instead of counting. */
const MAX_REPOSITORY = 2_000;
/** An organization without stored statistics is counted as it is searched, from at most so many memories. */
const MAX_SAMPLE = 5_000;
/**
 * Repositories that were larger a moment ago, by organization and repository: that they still are is not counted again
 * for a minute, which reads 2,000 memories. One that shrinks meanwhile is scored by the organization's statistics.
 */
const largeRepositories = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 });

/** How often the words of a query occur, where it is asked. */
export type QueryStatistics = {
  /** Scores the matches: the searched repository's where it is small, else the organization's. */
  scoring: TermStatistics;
  /** The organization's stored ones; null where it is small enough to score every match. */
  organization: TermStatistics | null;
  /** The searched repository, where it is small enough to score every match in it. */
  repository_id: string | null;
};

/**
 * Finds the statistics that score the words of a query. A word is as rare as it is in the searched repository: what is
 * common in three hundred notes may be rare in the hundred thousand of the organization, and the other way round.
 */
export async function findStatistics(
  db: Db,
  {
    organization_id,
    repository_id,
    words,
  }: { organization_id: string; repository_id: string | null; words: readonly string[] },
): Promise<QueryStatistics> {
  const [repository, organization] = await Promise.all([
    repository_id === null ? null : countInRepository(db, { organization_id, repository_id, words }),
    findTerms(db, { organization_id, words }),
  ]);
  const scoring = repository ?? organization ?? (await sampleTerms(db, { organization_id, words }));
  return { scoring, organization, repository_id: repository === null ? null : repository_id };
}

/** Counts the words in one repository; null where it is too small or too large for statistics of its own. */
async function countInRepository(
  db: Db,
  {
    organization_id,
    repository_id,
    words,
  }: { organization_id: string; repository_id: string; words: readonly string[] },
): Promise<TermStatistics | null> {
  const key = `${organization_id} ${repository_id}`;
  if (largeRepositories.has(key)) return null;
  const counted = await tryToCountTerms(db, {
    organization_id,
    repository_id,
    words,
    min: MIN_REPOSITORY,
    max: MAX_REPOSITORY,
    more: "null",
  });
  if (counted === "many") largeRepositories.set(key, true);
  if (typeof counted === "string") return null;
  return counted;
}

/** Counts the words in the organization itself, in a sample of its memories where there are many. */
async function sampleTerms(
  db: Db,
  { organization_id, words }: { organization_id: string; words: readonly string[] },
): Promise<TermStatistics> {
  const counted = await countTerms(db, {
    organization_id,
    repository_id: null,
    words,
    max: MAX_SAMPLE,
    more: "sample",
  });
  return counted ?? { terms: [], documents: 0, length: 1 };
}

/**
 * The memories that share a word with a query, by BM25. In a large organization a small repository is scored as a
 * whole, and what reaches it from elsewhere is found by rare words, both by the same statistics.
 */
export async function searchWords(
  db: Db,
  { where, statistics, limit }: { where: MemoryWhere; statistics: QueryStatistics; limit: number },
): Promise<TextMatch[]> {
  const { scoring, organization, repository_id } = statistics;
  if (organization === null) return searchText(db, { where, statistics: scoring, limit });
  const byTerms = () => searchTextByTerms(db, { where, organization, statistics: scoring, limit });
  if (repository_id === null) return byTerms();
  const inRepository: MemoryWhere = {
    ...where,
    repository_id,
    or_global: undefined,
    reaching_repository_id: undefined,
  };
  const within = searchText(db, { where: inRepository, statistics: scoring, limit });
  if (where.repository_id !== undefined && !where.or_global) return within;
  const [near, far] = await Promise.all([within, byTerms()]);
  const matches = new Map([...far, ...near].map((match) => [match.id, match]));
  return [...matches.values()].sort((a, b) => b.bm25 - a.bm25 || b.id.localeCompare(a.id)).slice(0, limit);
}
