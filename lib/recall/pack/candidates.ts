import picomatch from "picomatch";
import type { Repository } from "@/lib/citations";
import type { Database } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { filterMemories, findByValues, findCiting, findValues } from "@/lib/db/sql/pack-candidates";
import {
  type Found,
  findMemoryKeys,
  findViolations,
  type PreparedQuery,
  type WordScore,
} from "@/lib/memories";
import type { Hunk } from "./diff";
import { frameworkKey } from "./frameworks";
import { frameworksOf } from "./manifests";
import { flat } from "./pack";
import { findRejections } from "./review-candidates";
import { type Compared, SEARCHED, scoreUnsearched, searchPool } from "./search-pool";
import type { Stages } from "./stages";
import { type Change, findTriggeredMemories, fromRoot } from "./triggers";

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
  /** How near the task is in meaning, where search compared what another source found; else it is compared later. */
  vector: number | null;
  sources: Set<CandidateSource>;
  /** Where changed files violate its probe, such as "`src/x.ts:12` and 2 more"; absent: nowhere. */
  violated?: string;
};

const CITING_CANDIDATES = 12;
export const REVIEWER = "reviewer";
/** Past rejections in the changed files have this share of a reviewer's pack for themselves. */
const MAX_REJECTIONS = 3;
const APPLYING_CANDIDATES = 12;
const VIOLATED_CANDIDATES = 12;
const KEYED_CANDIDATES = 10;
const LATEST_CANDIDATES = 5;
const MAX_FILE_PATTERNS = 2_000;

export type PoolRequest = {
  db: Database;
  stages: Stages;
  repository: Repository | null;
  changed_files: readonly string[];
  developer: string | null;
  ref: string | undefined;
  agent_type: string;
  /** The lines that a diff changes, where the question has one. */
  hunks: readonly Hunk[];
  /** What is changed, as triggers match it. */
  change: Change;
  /** The category that the caller named; a guessed one narrows nothing. */
  named_category: string | undefined;
  /** What the agent may be given at all. */
  where: MemoryWhere;
  /** The task, and where they are given the goal and the title, and the identifiers of the diff. */
  queries: readonly PreparedQuery[];
};

/**
 * Everything that is considered for a pack. The sources are asked at the same time; one that fails or is late is left
 * out and named in the stages' `degraded`.
 */
export async function gatherPool(request: PoolRequest): Promise<PoolEntry[]> {
  const { stages, queries } = request;
  const pool = new Map<string, PoolEntry>();
  const entryOf = (id: string, source: CandidateSource) => {
    const entry = pool.get(id) ?? {
      id,
      found: null,
      words: null,
      vector: null,
      sources: new Set<CandidateSource>(),
    };
    pool.set(id, entry);
    entry.sources.add(source);
    return entry;
  };
  const keyed = async (source: CandidateSource, work: () => Promise<readonly string[]>) => {
    for (const id of await stages.run(source, work, [])) entryOf(id, source);
  };
  const violating = async () => {
    const found = await stages.run("violations", () => violatedIn(request), []);
    for (const { id, violated } of found) entryOf(id, "violation").violated = violated;
  };
  const compared = new Map<string, Compared>();
  const search = async (query: PreparedQuery, index: number) => {
    const isTask = index === 0;
    const name = isTask ? "search" : `search ${index + 1}`;
    const beside = () => {
      if (isTask) return [...pool.keys()];
      return [];
    };
    const result = await stages.run(name, () => searchPool(request, { query, beside }), null);
    if (isTask) for (const [id, one] of result?.compared ?? []) compared.set(id, one);
    for (const { found, words } of result?.best ?? []) {
      const entry = entryOf(found.id, "search");
      // Of several questions, the one that the memory fits best.
      if (entry.found !== null && entry.found.fused >= found.fused) continue;
      entry.found = found;
      entry.words = words;
    }
  };
  await Promise.all([
    ...queries.map(search),
    keyed("cited_file", () => citing(request)),
    violating(),
    keyed("applies_to", () => applying(request)),
    keyed("rejection", () => rejectionsInFiles(request)),
    keyed("file_pattern", () => matchingPatterns(request)),
    keyed("framework", () => frameworkKnowledge(request)),
    keyed("preference", () => preferences(request)),
    keyed("latest", () => latest(request)),
  ]);
  await scoreUnsearched(request, { pool: [...pool.values()], compared });
  return [...pool.values()];
}

async function citing({ db, where, repository, changed_files }: PoolRequest): Promise<string[]> {
  if (!repository) return [];
  return findCiting(db, {
    where: { ...where, kind: SEARCHED },
    repository_id: repository.id,
    paths: changed_files,
    limit: CITING_CANDIDATES,
  });
}

/** Memories whose probe has violations in changed files, with the places. */
async function violatedIn({
  db,
  where,
  repository,
  changed_files,
}: PoolRequest): Promise<{ id: string; violated: string }[]> {
  if (!repository || changed_files.length === 0) return [];
  const { organization_id } = where;
  const violations = await findViolations(db, {
    organization_id,
    repository_id: repository.id,
    paths: changed_files.map(fromRoot),
  });
  const ids = [...violations.keys()].slice(0, VIOLATED_CANDIDATES);
  const shown = await filterMemories(db, { where, ids });
  return shown.map((id) => ({ id, violated: placesText(violations.get(id) ?? []) }));
}

function placesText(places: readonly { path: string; line_start: number }[]): string {
  const [first, ...rest] = places;
  const more = rest.length > 0 ? ` and ${rest.length} more` : "";
  return first ? `\`${flat(first.path)}:${first.line_start}\`${more}` : "";
}

/** Process rules resemble no task: they are found by the files and kinds of change that they apply to. */
async function applying({ db, where, change }: PoolRequest): Promise<string[]> {
  const triggered = await findTriggeredMemories(db, {
    where: { ...where, kind: SEARCHED },
    change,
    limit: APPLYING_CANDIDATES,
  });
  return triggered.map(({ memory_id }) => memory_id);
}

/** What was rejected in the very files that a reviewer is to look at, nearest to the changed lines first. */
async function rejectionsInFiles(request: PoolRequest): Promise<string[]> {
  const { db, where, repository, changed_files, agent_type, hunks } = request;
  if (agent_type !== REVIEWER || !repository) return [];
  const rejections = await findRejections(db, {
    where,
    repositoryId: repository.id,
    changedFiles: changed_files,
    hunks,
    limit: KEYED_CANDIDATES,
  });
  return rejections
    .filter(({ features }) => features.same_file)
    .slice(0, MAX_REJECTIONS)
    .map(({ memory }) => memory.id);
}

async function matchingPatterns({ db, where, changed_files }: PoolRequest): Promise<string[]> {
  if (changed_files.length === 0) return [];
  const patterns = await findValues(db, {
    where: { ...where, kind: ["rejection_pattern"] },
    by: "file_pattern",
    limit: MAX_FILE_PATTERNS,
  });
  const values = patterns.filter((pattern) => changed_files.some((file) => matches(pattern, file)));
  return findByValues(db, { where, by: "file_pattern", values, limit: KEYED_CANDIDATES });
}

/** Whether a file pattern covers a file: globs without a folder (`*.py`, `*`) match at any depth. */
export function matches(pattern: string, file: string): boolean {
  return picomatch.isMatch(file, pattern, { dot: true, basename: !pattern.includes("/") });
}

async function frameworkKnowledge(request: PoolRequest): Promise<string[]> {
  const { db, where, repository, changed_files, ref } = request;
  if (!repository) return [];
  // Shared by every repository that uses the framework, wherever it was written down.
  const everywhere: MemoryWhere = {
    ...where,
    reaching_repository_id: undefined,
    scope: undefined,
    kind: ["framework_knowledge"],
  };
  const named = await findValues(db, { where: everywhere, by: "framework", limit: MAX_FILE_PATTERNS });
  if (named.length === 0) return [];
  const used = await frameworksOf(db, {
    organization_id: where.organization_id,
    repository,
    ref,
    changed_files,
  });
  const values = named.filter((name) => used.has(frameworkKey(name)));
  return findByValues(db, { where: everywhere, by: "framework", values, limit: 5 * KEYED_CANDIDATES });
}

async function preferences({ db, where, developer }: PoolRequest): Promise<string[]> {
  if (developer === null) return [];
  return findByValues(db, { where, by: "developer_id", values: [developer], limit: KEYED_CANDIDATES });
}

/** What was learned or confirmed last. It comes along when it fits a little; it never opens a pack. */
async function latest({ db, where }: PoolRequest): Promise<string[]> {
  const keys = await findMemoryKeys(db, {
    where: { ...where, kind: SEARCHED },
    order: { sort: "refreshed_at", after: null },
    limit: LATEST_CANDIDATES,
  });
  return keys.map(({ id }) => id);
}
