import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { type ChosenBy, findValues } from "@/lib/db/sql/pack-candidates";
import {
  type LookedUp,
  type Lookup,
  lookUp,
  lookUpAppliesTo,
  lookUpByValues,
  lookUpCiting,
  lookUpLatest,
  lookUpValues,
  lookUpViolated,
} from "@/lib/db/sql/pack-sources";
import { memoryProbePlaceSchema } from "@/lib/memories/contract";
import type { CandidateSource, PoolRequest } from "./candidates";
import { coverOf } from "./file-patterns";
import { frameworkKey } from "./frameworks";
import { frameworksOf } from "./manifests";
import { flat } from "./pack";
import { rejectionLookup, rejectionsAmong } from "./review-candidates";
import { SEARCHED } from "./search-pool";
import { MAX_MATCHED, rankedKeys, triggeredAmong } from "./triggers";

export const REVIEWER = "reviewer";
const CITING_CANDIDATES = 12;
/** Past rejections in the changed files have this share of a reviewer's pack for themselves. */
const MAX_REJECTIONS = 3;
const APPLYING_CANDIDATES = 12;
const VIOLATED_CANDIDATES = 12;
const KEYED_CANDIDATES = 10;
const LATEST_CANDIDATES = 5;
const MAX_VALUES = 2_000;

/** A memory that one source found. */
export type Sourced = {
  id: string;
  source: CandidateSource;
  /** Where changed files violate its probe, such as "`src/x.ts:12` and 2 more". */
  violated?: string;
};

/** What the sources found, and the values that some of them choose by: file patterns and frameworks. */
type Sources = { found: Sourced[]; values: Values };
type Values = { file_pattern: string[]; framework: string[] };
type Name = CandidateSource | "patterns" | "frameworks";

export const NO_SOURCES: Sources = { found: [], values: { file_pattern: [], framework: [] } };

/** What is known of the change and the asker finds memories that resemble no task: all of it is asked in one statement. */
export async function lookUpSources(request: PoolRequest): Promise<Sources> {
  const { db, where } = request;
  const { organization_id } = where;
  const rows = await lookUp(db, { organization_id, lookups: lookupsOf(request) });
  const of = (name: Name) => rows.get(name) ?? [];
  const plain = (["cited_file", "preference", "latest"] as const).flatMap((source) =>
    idsOf(of(source)).map((id) => ({ id, source })),
  );
  const limit = APPLYING_CANDIDATES;
  const applying = triggeredAmong(triggersOf(of("applies_to")), { change: request.change, limit });
  return {
    found: [
      ...plain,
      ...violatedAmong(request, of("violation")),
      ...applying.map(({ memory_id: id }): Sourced => ({ id, source: "applies_to" })),
      ...rejectedAmong(request, of("rejection")),
    ],
    values: { file_pattern: valuesOf(of("patterns")), framework: valuesOf(of("frameworks")) },
  };
}

const idsOf = (rows: readonly LookedUp[]): string[] => rows.flatMap(({ id }) => id ?? []);

const valuesOf = (rows: readonly LookedUp[]): string[] =>
  rows.flatMap(({ detail }) => {
    if (typeof detail === "string") return [detail];
    return [];
  });

function triggersOf(rows: readonly LookedUp[]): { id: string; applies_to: unknown }[] {
  return rows.flatMap(({ id, detail }) => (id === null ? [] : [{ id, applies_to: detail }]));
}

function lookupsOf(request: PoolRequest): Lookup<Name>[] {
  const { where, change, developer } = request;
  const { organization_id } = where;
  const searched: MemoryWhere = { ...where, kind: SEARCHED };
  const keys = rankedKeys(change);
  const lookups: Lookup<Name>[] = [
    { name: "latest", rows: lookUpLatest({ where: searched, limit: LATEST_CANDIDATES }) },
    ...inFiles(request),
  ];
  if (keys.length > 0)
    lookups.push({
      name: "applies_to",
      rows: lookUpAppliesTo({ where: searched, keys, limit: MAX_MATCHED }),
    });
  if (developer !== null) {
    const values = [developer];
    const rows = lookUpByValues({ where, by: "developer_id", values, limit: KEYED_CANDIDATES });
    lookups.push({ name: "preference", rows });
  }
  if (request.repository) {
    const rows = lookUpValues({ organization_id, by: "framework", limit: MAX_VALUES + 1 });
    lookups.push({ name: "frameworks", rows });
  }
  return lookups;
}

/** What the changed files find. */
function inFiles(request: PoolRequest): Lookup<Name>[] {
  const { where, repository, changed_files: paths, agent_type } = request;
  const { organization_id } = where;
  if (paths.length === 0) return [];
  const lookups: Lookup<Name>[] = [
    { name: "patterns", rows: lookUpValues({ organization_id, by: "file_pattern", limit: MAX_VALUES + 1 }) },
  ];
  if (!repository) return lookups;
  const repository_id = repository.id;
  const searched: MemoryWhere = { ...where, kind: SEARCHED };
  lookups.push({
    name: "cited_file",
    rows: lookUpCiting({ where: searched, repository_id, paths, limit: CITING_CANDIDATES }),
  });
  // What violates a probe is known of now only.
  if (where.as_of === undefined) {
    const changed = { paths, limit: VIOLATED_CANDIDATES };
    lookups.push({ name: "violation", rows: lookUpViolated({ where, repository_id, ...changed }) });
  }
  if (agent_type === REVIEWER) lookups.push(rejectionLookup({ where, changedFiles: paths }));
  return lookups;
}

/** Memories whose probe has violations in changed files, with the places. */
function violatedAmong({ changed_files }: PoolRequest, rows: readonly LookedUp[]): Sourced[] {
  const wanted = new Set(changed_files);
  return rows.flatMap(({ id, detail }) => {
    const places = memoryProbePlaceSchema.array().safeParse(detail).data ?? [];
    const here = places.filter(({ path }) => wanted.has(path));
    if (id === null || here.length === 0) return [];
    return [{ id, source: "violation" as const, violated: placesText(here) }];
  });
}

function placesText(places: readonly { path: string; line_start: number }[]): string {
  const [first, ...rest] = places;
  const more = rest.length > 0 ? ` and ${rest.length} more` : "";
  return first ? `\`${flat(first.path)}:${first.line_start}\`${more}` : "";
}

/** What was rejected in the very files that a reviewer is to look at, nearest to the changed lines first. */
function rejectedAmong(
  { repository, changed_files: changedFiles, hunks }: PoolRequest,
  rows: readonly LookedUp[],
): Sourced[] {
  if (!repository) return [];
  const changed = { repositoryId: repository.id, changedFiles, hunks, limit: MAX_REJECTIONS };
  return rejectionsAmong(rows, changed).map(({ id }) => ({ id, source: "rejection" }));
}

/** What the values of changed files and of the repository choose. */
export async function lookUpByValue(request: PoolRequest, values: Values): Promise<Sourced[]> {
  const { db, stages, where, changed_files } = request;
  const { organization_id } = where;
  const lookups: Lookup<"file_pattern" | "framework">[] = [];
  const patterns = (await mostFrequent(request, { by: "file_pattern", values: values.file_pattern })).filter(
    (pattern) => changed_files.some(coverOf(pattern)),
  );
  if (patterns.length > 0)
    lookups.push({
      name: "file_pattern",
      rows: lookUpByValues({ where, by: "file_pattern", values: patterns, limit: KEYED_CANDIDATES }),
    });
  const used = await stages.run("framework", () => usedFrameworks(request, values.framework), []);
  if (used.length > 0)
    lookups.push({
      name: "framework",
      rows: lookUpByValues({
        where: everywhere(where),
        by: "framework",
        values: used,
        limit: 5 * KEYED_CANDIDATES,
      }),
    });
  const rows = await lookUp(db, { organization_id, lookups });
  return [...rows].flatMap(([source, found]) => idsOf(found).map((id) => ({ id, source })));
}

/** Of very many values only the most frequent are compared. */
async function mostFrequent(
  { db, where }: PoolRequest,
  { by, values }: { by: ChosenBy; values: readonly string[] },
): Promise<readonly string[]> {
  if (values.length <= MAX_VALUES) return values;
  if (by === "framework") return findValues(db, { where: everywhere(where), by, limit: MAX_VALUES });
  return findValues(db, { where: { ...where, kind: ["rejection_pattern"] }, by, limit: MAX_VALUES });
}

/** Shared by every repository that uses the framework, wherever it was written down. */
function everywhere(where: MemoryWhere): MemoryWhere {
  return { ...where, reaching_repository_id: undefined, scope: undefined, kind: ["framework_knowledge"] };
}

async function usedFrameworks(request: PoolRequest, values: readonly string[]): Promise<string[]> {
  const { db, where, repository, changed_files, ref } = request;
  if (!repository || values.length === 0) return [];
  const { organization_id } = where;
  const [named, used] = await Promise.all([
    mostFrequent(request, { by: "framework", values }),
    frameworksOf(db, { organization_id, repository, ref, changed_files }),
  ]);
  return named.filter((name) => used.has(frameworkKey(name)));
}
