import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { type Found, findCandidates, type PreparedQuery, scoreByWords, type WordScore } from "@/lib/memories";
import type { MemoryKind } from "@/lib/memories/contract";
import type { PoolEntry, PoolRequest } from "./candidates";

/** What agents learn by working; the kinds that a category named by the caller narrows. */
const LEARNED: readonly MemoryKind[] = ["decision", "procedure", "anti_pattern", "error_solution", "fact"];
/** Preferences are chosen by the developer they are of, framework knowledge by the frameworks of the repository. */
export const SEARCHED: readonly MemoryKind[] = [
  ...LEARNED,
  "convention",
  "rejection_pattern",
  "review_outcome",
];

const SEARCH_CANDIDATES = 30;
/** Of what search found by any list, the best that are read: each costs a row to read and one to record. */
const MAX_SEARCHED = 24;

/** What the task says of a memory that its search did not take. */
export type Compared = Pick<PoolEntry, "vector" | "words">;

/** The best that search found, and what it says of the rest and of what was known `beside` it. */
type SearchResult = {
  best: { found: Found; words: WordScore | null }[];
  compared: ReadonlyMap<string, Compared>;
};

type Scored = { bm25: number | null; coverage: number; rare_words: number };

/** Searches for the task, or for what else the question says. */
export async function searchPool(
  { db, where, named_category }: PoolRequest,
  { query, beside }: { query: PreparedQuery; beside: () => Promise<readonly string[]> },
): Promise<SearchResult> {
  const ofCategory: Partial<MemoryWhere> =
    named_category === undefined ? {} : { kinds_of_category: { kinds: LEARNED, category: named_category } };
  const {
    found,
    statistics,
    beside: further,
  } = await findCandidates(db, {
    query,
    where: { ...where, kind: SEARCHED, ...ofCategory },
    limit: SEARCH_CANDIDATES,
    beside,
    // The model of relevance does not know it, and it is expensive.
    likeness: false,
  });
  const toWords = (match: Scored | null): WordScore | null => {
    if (match === null || match.bm25 === null || statistics === null) return null;
    return { bm25: match.bm25, coverage: match.coverage, rare_words: match.rare_words, statistics };
  };
  const compared = new Map<string, Compared>();
  for (const one of found.slice(MAX_SEARCHED))
    compared.set(one.id, { vector: one.vector, words: toWords(one) });
  for (const [id, { vector, match }] of further) compared.set(id, { vector, words: toWords(match) });
  const best = found.slice(0, MAX_SEARCHED).map((one) => ({ found: one, words: toWords(one) }));
  return { best, compared };
}

/**
 * What search did not find is judged by the same signals as what it found. What was known early enough was compared by
 * the search itself, in the same statements.
 */
export async function scoreUnsearched(
  { db, stages, queries: [task], where }: PoolRequest,
  { pool, compared }: { pool: readonly PoolEntry[]; compared: ReadonlyMap<string, Compared> },
): Promise<void> {
  const rest = pool.filter(({ found }) => found === null);
  for (const entry of rest) {
    const { words = null, vector = null } = compared.get(entry.id) ?? {};
    entry.words = words;
    entry.vector = vector;
  }
  const unsearched = rest.filter(({ id }) => !compared.has(id));
  if (task === undefined || unsearched.length === 0) return;
  const ids = unsearched.map(({ id }) => id);
  const scores = await stages.run(
    "words",
    () => scoreByWords(db, { query: task, where, ids }),
    new Map<string, WordScore>(),
  );
  for (const entry of unsearched) entry.words = scores.get(entry.id) ?? null;
}
