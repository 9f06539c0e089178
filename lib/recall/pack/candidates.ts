import { setTimeout } from "node:timers/promises";
import type { Repository } from "@/lib/citations";
import type { Database } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import type { Found, LineRange, PreparedQuery, WordScore } from "@/lib/memories";
import { type Compared, scoreUnsearched, searchPool } from "./search-pool";
import { lookUpByValue, lookUpSources, NO_SOURCES, type Sourced } from "./sources";
import type { Stages } from "./stages";
import type { Change } from "./triggers";

/** Why a memory is a candidate. Every candidate of every source is then judged by the same relevance. */
export type CandidateSource =
  | "search"
  | "cited_file"
  | "applies_to"
  | "rejection"
  | "violation"
  | "file_pattern"
  | "framework"
  | "preference"
  | "latest"
  | "dispute";

/** A memory that a source found, before it is read. */
export type PoolEntry = {
  id: string;
  /** What search said of it; null where another source found it. */
  found: Found | null;
  /** What the words of the question say of it; null where they have none in common. */
  words: WordScore | null;
  /** What the names in the diff say of it, where they found it. */
  names: WordScore | null;
  /** How near the task is in meaning, where search compared what another source found; else it is compared later. */
  vector: number | null;
  sources: Set<CandidateSource>;
  /** Where changed files violate its probe, such as "`src/x.ts:12` and 2 more"; absent: nowhere. */
  violated?: string;
};

export type PoolRequest = {
  db: Database;
  stages: Stages;
  repository: Repository | null;
  changed_files: readonly string[];
  developer: string | null;
  ref: string | undefined;
  agent_type: string;
  /** The lines that a diff changes, where the question has one. */
  hunks: readonly LineRange[];
  /** What is changed, as triggers match it. */
  change: Change;
  /** The category that the caller named; a guessed one narrows nothing. */
  named_category: string | undefined;
  /** What the agent may be given at all. */
  where: MemoryWhere;
  /** The task, and where they are given the goal and the title. */
  queries: readonly PreparedQuery[];
  /** The names in the diff. */
  names: PreparedQuery | null;
};

/** So long search waits for the other sources, of which one may read manifests at a forge; later ones are compared apart. */
const BESIDE_MS = 100;

/**
 * Everything that is considered for a pack. The sources are asked at the same time; one that fails or is late is left
 * out and named in the stages' `degraded`.
 */
export async function gatherPool(request: PoolRequest): Promise<PoolEntry[]> {
  const { stages, queries, names } = request;
  const pool = new Map<string, PoolEntry>();
  const entryOf = (id: string, source: CandidateSource) => {
    const entry = pool.get(id) ?? {
      id,
      found: null,
      words: null,
      names: null,
      vector: null,
      sources: new Set<CandidateSource>(),
    };
    pool.set(id, entry);
    entry.sources.add(source);
    return entry;
  };
  const add = (found: readonly Sourced[]) => {
    for (const { id, source, violated } of found) {
      const entry = entryOf(id, source);
      if (violated !== undefined) entry.violated = violated;
    }
  };
  const known = async () => {
    const { found, values } = await stages.run("sources", () => lookUpSources(request), NO_SOURCES);
    add(found);
    add(await stages.run("values", () => lookUpByValue(request, values), []));
  };
  const sources = known();
  const search = async (query: PreparedQuery, index: number) => {
    const isTask = index === 0;
    const name = isTask ? "search" : `search ${index + 1}`;
    // What the sources found is compared with the task by the search, in the same statements.
    const beside = async () => {
      if (!isTask) return [];
      await Promise.race([sources, setTimeout(BESIDE_MS, undefined, { ref: false })]);
      return [...pool.keys()];
    };
    return stages.run(name, () => searchPool(request, { query, beside }), null);
  };
  const byName = names === null ? null : search(names, queries.length);
  const [results, named] = await Promise.all([Promise.all(queries.map(search)), byName, sources]);
  // In the order of the questions, whichever was answered first.
  for (const { found, words } of results.flatMap((result) => result?.best ?? [])) {
    const entry = entryOf(found.id, "search");
    // Of several questions, the one that the memory fits best.
    if (entry.found !== null && entry.found.fused >= found.fused) continue;
    entry.found = found;
    entry.words = words;
  }
  // Names find memories that the task does not; how near these are to the task is asked below.
  for (const { found, words } of named?.best ?? []) entryOf(found.id, "search").names = words;
  const compared: ReadonlyMap<string, Compared> = results[0]?.compared ?? new Map();
  await scoreUnsearched(request, { pool: [...pool.values()], compared });
  return [...pool.values()];
}
