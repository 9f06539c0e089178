import { toActorKind } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { countCoverage, findCheckRuns, findVerdictChanges, sumDrift } from "@/lib/db/sql/citations";
import type { ActorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { decodeCursor, type Page, toPage } from "@/lib/kernel/pagination";
import type { Anchor } from "./anchor";
import {
  CITATION_STATUSES,
  type Citation,
  type CitationCheck,
  type CitationCounts,
  type CitationRun,
  type CitationStatus,
  type CoverageEntry,
  citationCountsSchema,
  type DriftPoint,
  FETCH_STATUSES,
  MAX_COVERAGE_ENTRIES,
  MAX_HISTORY_RUNS,
  type Repository,
  type RepositoryCheckRun,
  RUN_CAUSES,
  RUN_STATUSES,
  type VerdictChange,
} from "./contract";
import { sha256 } from "./text";

type Tenant = { organization_id: string };
type Paging = { cursor?: string | undefined; limit: number };
/** null: every repository of the organization. */
type Visible = { repository_ids: readonly string[] | null };

// Repositories -----------------------------------------------------------------------------------------------

const withConnection = {
  connection: { select: { id: true, label: true } },
} satisfies Prisma.repositoryInclude;
type RepositoryRow = Prisma.repositoryGetPayload<{ include: typeof withConnection }>;

function toSource({ source_kind, source_location, connection }: RepositoryRow): Repository["source"] {
  if (source_kind === "path") return { kind: "path", path: source_location };
  if (source_kind === "github" && connection)
    return { kind: "github", repository: source_location, connection };
  return { kind: "url", url: source_location, connection };
}

function toRepository(row: RepositoryRow): Repository {
  return {
    id: row.id,
    name: row.name,
    source: toSource(row),
    default_branch: row.default_branch,
    head_commit: row.head_commit,
    fetch_status: FETCH_STATUSES.find((status) => status === row.fetch_status) ?? "failed",
    fetch_error: row.fetch_error,
    fetched_at: row.fetched_at?.toISOString() ?? null,
    checked_commit: row.checked_commit,
    checked_at: row.checked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export async function findRepositoryById(
  db: Db,
  { organization_id, repository_id }: Tenant & { repository_id: string },
): Promise<Repository | null> {
  const row = await db.repository.findUnique({
    where: { organization_id_id: { organization_id, id: repository_id } },
    include: withConnection,
  });
  return row && toRepository(row);
}

/** The repository of this name; of names that differ in case alone the exact one, and none where that leaves two. */
export async function findRepositoryByName(
  db: Db,
  { organization_id, name }: Tenant & { name: string },
): Promise<Repository | null> {
  const row = await db.repository.findUnique({
    where: { organization_id_name: { organization_id, name } },
    include: withConnection,
  });
  if (row) return toRepository(row);
  // Forges take owner and name in any case, and so do remotes in a checkout.
  const [like, another] = await db.repository.findMany({
    where: { organization_id, name: { equals: escapeLike(name), mode: "insensitive" } },
    include: withConnection,
    take: 2,
  });
  return like && !another ? toRepository(like) : null;
}

/** Comparing without case is a pattern to PostgreSQL, in which these characters would stand for others. */
const escapeLike = (name: string) => name.replace(/[\\%_]/g, "\\$&");

/** The oldest repository that is read from this address, whatever it is called. */
export async function findRepositoryByLocation(
  db: Db,
  { organization_id, location }: Tenant & { location: string },
): Promise<Repository | null> {
  const row = await db.repository.findFirst({
    where: { organization_id, source_location: location },
    include: withConnection,
    orderBy: { id: "asc" },
  });
  return row && toRepository(row);
}

/** Null when the repository was removed meanwhile. */
export async function updateRepositoryName(
  db: Db,
  { organization_id, repository_id, name, now }: Tenant & { repository_id: string; name: string; now: Date },
): Promise<Repository | null> {
  await db.repository.updateMany({
    where: { organization_id, id: repository_id },
    data: { name, updated_at: now },
  });
  return findRepositoryById(db, { organization_id, repository_id });
}

export async function listRepositories(
  db: Db,
  {
    organization_id,
    cursor,
    limit,
    repository_ids,
    fetch_status,
  }: Tenant & Paging & Visible & { fetch_status?: Repository["fetch_status"] | undefined },
): Promise<Page<Repository>> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const visible: Prisma.repositoryWhereInput =
    repository_ids === null ? {} : { id: { in: [...repository_ids] } };
  const where: Prisma.repositoryWhereInput = {
    organization_id,
    AND: [visible],
    ...(fetch_status === undefined ? {} : { fetch_status }),
  };
  const [rows, total] = await Promise.all([
    db.repository.findMany({
      where: after ? { ...where, id: { gt: after.id } } : where,
      include: withConnection,
      orderBy: { id: "asc" },
      take: limit + 1,
    }),
    db.repository.count({ where }),
  ]);
  return toPage(rows.map(toRepository), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

export type FetchOutcome = {
  fetch_status: Repository["fetch_status"];
  fetch_error?: string | null;
  default_branch?: string | null;
  head_commit?: string;
  fetched_at?: Date;
};

export async function insertRepository(
  db: Db,
  params: Tenant &
    FetchOutcome & {
      name: string;
      source_kind: Repository["source"]["kind"];
      source_location: string;
      connection_id: string | null;
    },
): Promise<Repository> {
  return toRepository(
    await db.repository.create({ data: { id: newId(), ...params }, include: withConnection }),
  );
}

/** Null when the repository was removed meanwhile. */
export async function updateRepositoryFetch(
  db: Db,
  {
    organization_id,
    repository_id,
    now,
    ...outcome
  }: Tenant & FetchOutcome & { repository_id: string; now: Date },
): Promise<Repository | null> {
  const { count } = await db.repository.updateMany({
    where: { organization_id, id: repository_id },
    data: { ...outcome, updated_at: now },
  });
  return count === 0 ? null : findRepositoryById(db, { organization_id, repository_id });
}

/** Keeps at which commit every citation of the repository was checked. */
export async function markRepositoryChecked(
  db: Db,
  {
    organization_id,
    repository_id,
    commit,
    now,
  }: Tenant & { repository_id: string; commit: string; now: Date },
): Promise<void> {
  await db.repository.updateMany({
    where: { organization_id, id: repository_id },
    data: { checked_commit: commit, checked_at: now, updated_at: now },
  });
}

/** What would be removed together with the repository. */
export async function countDependents(
  db: Db,
  { organization_id, repository_id }: Tenant & { repository_id: string },
): Promise<{ memories: number; citations: number; reviews: number; skills: number }> {
  const row = await db.repository.findUnique({
    where: { organization_id_id: { organization_id, id: repository_id } },
    select: { _count: { select: { memories: true, citations: true, reviews: true, skills: true } } },
  });
  return row?._count ?? { memories: 0, citations: 0, reviews: 0, skills: 0 };
}

export async function deleteRepository(
  db: Db,
  { organization_id, repository_id }: Tenant & { repository_id: string },
): Promise<void> {
  await db.repository.delete({ where: { organization_id_id: { organization_id, id: repository_id } } });
}

// Citations --------------------------------------------------------------------------------------------------

/** A deleted memory's citations wait for its restore or its purge: they are neither listed, counted nor checked. */
const live = { memory: { deleted_at: null } } satisfies Prisma.citationWhereInput;

/**
 * Citations of memories that are or may again be served: what the counts are about. One that was superseded, invalidated
 * or has expired is decided on, and its changed code waits for nobody.
 */
const inUse = {
  memory: { deleted_at: null, status: { notIn: ["superseded", "invalid", "expired"] } },
} satisfies Prisma.citationWhereInput;

const withRepository = {
  repository: { select: { id: true, name: true } },
} satisfies Prisma.citationInclude;

function toCitation(row: Prisma.citationGetPayload<{ include: typeof withRepository }>): Citation {
  return {
    id: row.id,
    memory_id: row.memory_id,
    repository: row.repository,
    position: row.position,
    path: row.anchor_path,
    line_start: row.anchor_line_start,
    line_end: row.anchor_line_end,
    commit_sha: row.commit_sha,
    original: { path: row.path, line_start: row.line_start, line_end: row.line_end },
    snippet: row.snippet,
    status: toStatus(row.status),
    status_since: row.status_since?.toISOString() ?? null,
    similarity: row.similarity,
    confidence: row.confidence,
    reason: row.reason,
    checked_at: row.checked_at?.toISOString() ?? null,
    checked_commit: row.checked_commit,
  };
}

function toStatus(status: string): CitationStatus {
  const known = CITATION_STATUSES.find((item) => item === status);
  if (!known) throw new Error(`unknown citation status in the database: ${status}`);
  return known;
}

export async function findCitation(
  db: Db,
  { organization_id, citation_id }: Tenant & { citation_id: string },
): Promise<Citation | null> {
  const row = await db.citation.findFirst({
    where: { organization_id, id: citation_id, ...live },
    include: withRepository,
  });
  return row && toCitation(row);
}

export async function listCitations(
  db: Db,
  {
    organization_id,
    cursor,
    limit,
    repository_ids,
    repository_id,
    memory_id,
    status,
    path,
    in_use,
  }: Tenant &
    Paging &
    Visible & {
      repository_id?: string | undefined;
      memory_id?: string | undefined;
      status?: readonly CitationStatus[] | undefined;
      path?: string | undefined;
      in_use?: boolean | undefined;
    },
): Promise<Page<Citation>> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const filters: Prisma.citationWhereInput[] = [live];
  if (repository_ids !== null) filters.push({ repository_id: { in: [...repository_ids] } });
  if (repository_id !== undefined) filters.push({ repository_id });
  if (memory_id !== undefined) filters.push({ memory_id });
  if (status !== undefined) filters.push({ status: { in: [...status] } });
  if (path !== undefined) filters.push(atOrBelow(path));
  if (in_use !== undefined) filters.push(in_use ? inUse : { NOT: inUse });
  const where: Prisma.citationWhereInput = { organization_id, AND: filters };
  const [rows, total] = await Promise.all([
    db.citation.findMany({
      where: after ? { ...where, id: { lt: after.id } } : where,
      include: withRepository,
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.citation.count({ where }),
  ]);
  // The id is made at creation, so it sorts by time; the cursor's time is not used.
  const at = new Date(0).toISOString();
  return toPage(rows.map(toCitation), limit, total, (row) => ({ at, id: row.id }));
}

function atOrBelow(path: string): Prisma.citationWhereInput {
  const folder = path.replace(/\/+$/, "");
  // Prisma hands the text to LIKE as it is.
  const literal = folder.replace(/[\\%_]/g, "\\$&");
  return { OR: [{ anchor_path: folder }, { anchor_path: { startsWith: `${literal}/` } }] };
}

/** The citations of each memory in their order; memories without citations are not in the map. */
export async function citationsOfMemories(
  db: Db,
  { organization_id, memory_ids }: Tenant & { memory_ids: readonly string[] },
): Promise<Map<string, Citation[]>> {
  const found = new Map<string, Citation[]>();
  if (memory_ids.length === 0) return found;
  const rows = await db.citation.findMany({
    where: { organization_id, memory_id: { in: [...memory_ids] } },
    include: withRepository,
    orderBy: [{ memory_id: "asc" }, { position: "asc" }],
  });
  for (const citation of rows.map(toCitation)) {
    const list = found.get(citation.memory_id);
    if (list) list.push(citation);
    else found.set(citation.memory_id, [citation]);
  }
  return found;
}

/** Memories that cite this file where it stands now, so that renames that a check saw are followed. */
export async function memoryIdsByPath(
  db: Db,
  { organization_id, repository_id, path }: Tenant & { repository_id: string; path: string },
): Promise<string[]> {
  const rows = await db.citation.findMany({
    where: { organization_id, repository_id, anchor_path: path, ...live },
    select: { memory_id: true },
    distinct: ["memory_id"],
  });
  return rows.map((row) => row.memory_id);
}

/** How many citations in use stand in which status, per repository; one without citations is not in the map. */
export async function countsByRepository(
  db: Db,
  { organization_id, repository_ids }: Tenant & Visible,
): Promise<Map<string, CitationCounts>> {
  const rows = await db.citation.groupBy({
    by: ["repository_id", "status"],
    where: {
      organization_id,
      ...inUse,
      ...(repository_ids === null ? {} : { repository_id: { in: [...repository_ids] } }),
    },
    _count: { _all: true },
  });
  const counts = new Map<string, CitationCounts>();
  for (const row of rows) {
    const of = counts.get(row.repository_id) ?? noCitations();
    of[toStatus(row.status)] = row._count._all;
    counts.set(row.repository_id, of);
  }
  return counts;
}

export function noCitations(): CitationCounts {
  return { unchecked: 0, unchanged: 0, moved: 0, renamed: 0, edited: 0, missing: 0, unreachable: 0 };
}

/** How many citations stand in which status, of one repository or of all. */
export async function citationStatusCounts(
  db: Db,
  { organization_id, repository_id }: Tenant & { repository_id?: string | undefined },
): Promise<CitationCounts> {
  const repository_ids = repository_id === undefined ? null : [repository_id];
  const total = noCitations();
  for (const counts of (await countsByRepository(db, { organization_id, repository_ids })).values())
    for (const status of CITATION_STATUSES) total[status] += counts[status];
  return total;
}

// Anchors and checks -----------------------------------------------------------------------------------------

/** Where a citation stands as far as we know, and in which content. */
export type AnchorPlace = {
  citation_id: string;
  memory_id: string;
  path: string;
  commit_sha: string;
  blob_oid: string;
  line_start: number;
  line_end: number;
};

/** The places to check, by path: of all live memories, or of the given ones. */
export async function listAnchorPlaces(
  db: Db,
  {
    organization_id,
    repository_id,
    memory_ids,
    citation_id,
  }: Tenant & {
    repository_id: string;
    memory_ids?: readonly string[] | undefined;
    citation_id?: string | undefined;
  },
): Promise<AnchorPlace[]> {
  const rows = await db.citation.findMany({
    where: {
      organization_id,
      repository_id,
      ...(memory_ids === undefined ? live : { memory_id: { in: [...memory_ids] } }),
      ...(citation_id === undefined ? {} : { id: citation_id }),
    },
    select: {
      id: true,
      memory_id: true,
      anchor_path: true,
      anchor_commit: true,
      anchor_blob_oid: true,
      anchor_line_start: true,
      anchor_line_end: true,
    },
    orderBy: [{ anchor_path: "asc" }, { anchor_line_start: "asc" }],
  });
  return rows.map((row) => ({
    citation_id: row.id,
    memory_id: row.memory_id,
    path: row.anchor_path,
    commit_sha: row.anchor_commit,
    blob_oid: row.anchor_blob_oid,
    line_start: row.anchor_line_start,
    line_end: row.anchor_line_end,
  }));
}

/** The anchors of citations, at the lines where they stand now, by citation id. */
export async function findAnchors(
  db: Db,
  { organization_id, citation_ids }: Tenant & { citation_ids: readonly string[] },
): Promise<Map<string, Anchor>> {
  if (citation_ids.length === 0) return new Map();
  const rows = await db.citation.findMany({
    where: { organization_id, id: { in: [...citation_ids] } },
    select: {
      id: true,
      anchor_line_start: true,
      anchor_line_end: true,
      snippet: true,
      snippet_sha256: true,
      norm_sha256: true,
      context_before: true,
      context_after: true,
      dup_index: true,
      dup_count: true,
      alnum_count: true,
    },
  });
  return new Map(
    rows.map(({ id, anchor_line_start, anchor_line_end, ...kept }) => [
      id,
      {
        ...kept,
        line_start: anchor_line_start,
        line_end: anchor_line_end,
        // Only a text that was cut differs from the hash of the whole.
        snippet_truncated: kept.snippet !== null && sha256(kept.snippet) !== kept.snippet_sha256,
      },
    ]),
  );
}

/** Encoded line tables by the id of the blob. */
export async function findBlobLines(
  db: Db,
  { organization_id, blob_oids }: Tenant & { blob_oids: readonly string[] },
): Promise<Map<string, Uint8Array>> {
  if (blob_oids.length === 0) return new Map();
  const rows = await db.blob_lines.findMany({ where: { organization_id, blob_oid: { in: [...blob_oids] } } });
  return new Map(rows.map((row) => [row.blob_oid, row.line_hashes]));
}

export async function listChecks(
  db: Db,
  { organization_id, citation_id, cursor, limit }: Tenant & Paging & { citation_id: string },
): Promise<Page<CitationCheck>> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const where: Prisma.citation_checkWhereInput = { organization_id, citation_id };
  const [rows, total] = await Promise.all([
    db.citation_check.findMany({
      where: after ? { ...where, id: { lt: after.id } } : where,
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.citation_check.count({ where }),
  ]);
  return toPage(rows.map(toCheck), limit, total, (row) => ({ at: row.checked_at, id: row.id }));
}

function toCheck({ organization_id: _, ...row }: Prisma.citation_checkGetPayload<object>): CitationCheck {
  return { ...row, status: toStatus(row.status), checked_at: row.checked_at.toISOString() };
}

async function checksByIds(
  db: Db,
  { organization_id, ids }: Tenant & { ids: readonly string[] },
): Promise<Map<string, CitationCheck>> {
  if (ids.length === 0) return new Map();
  const rows = await db.citation_check.findMany({ where: { organization_id, id: { in: [...ids] } } });
  return new Map(rows.map((row) => [row.id, toCheck(row)]));
}

export async function findCheck(
  db: Db,
  { organization_id, citation_id, check_id }: Tenant & { citation_id: string; check_id: string },
): Promise<CitationCheck | null> {
  const row = await db.citation_check.findFirst({ where: { organization_id, id: check_id, citation_id } });
  return row && toCheck(row);
}

/** The checks of a citation, those in a row that found the same as one, newest first. */
export async function listCheckRuns(
  db: Db,
  { organization_id, citation_id }: Tenant & { citation_id: string },
): Promise<{ runs: CitationRun[]; total: number; checks: number }> {
  const found = await findCheckRuns(db, { organization_id, citation_id, limit: MAX_HISTORY_RUNS });
  const ids = found.runs.map(({ last_id }) => last_id);
  const last = await checksByIds(db, { organization_id, ids });
  return {
    ...found,
    runs: found.runs.flatMap(({ last_id, first_at, first_commit, checks }) => {
      const check = last.get(last_id);
      if (!check) return [];
      const { status, path, line_start, line_end } = check;
      return {
        status,
        path,
        line_start,
        line_end,
        checks,
        first_commit,
        last: check,
        first_at: first_at.toISOString(),
      };
    }),
  };
}

// Over time --------------------------------------------------------------------------------------------------

/**
 * What memories in use cite directly below a folder (without slashes at its ends, empty for the root), then the folders
 * that none cites. `tree`: how many files each folder directly below it holds; null when the source cannot tell.
 */
export async function listCoverage(
  db: Db,
  { folder, tree, ...ids }: Tenant & { repository_id: string; folder: string; tree: FolderFiles | null },
): Promise<{ items: CoverageEntry[]; total: number; cited_files: number; files: number | null }> {
  const prefix = folder === "" ? "" : `${folder}/`;
  const rows = await countCoverage(db, { ...ids, prefix, limit: MAX_COVERAGE_ENTRIES });
  const cited = rows.map(
    ({ name, is_folder, memories, cited_files, total: _, ...citations }): CoverageEntry => {
      const kind = is_folder ? "folder" : "file";
      const files = is_folder ? tree && (tree.folders.get(name) ?? 0) : tree && 1;
      return { name, path: `${prefix}${name}`, kind, memories, cited_files, files, citations };
    },
  );
  const known = new Set(rows.filter((row) => row.is_folder).map(({ name }) => name));
  const uncited = [...(tree?.folders ?? [])].filter(([name]) => !known.has(name));
  return {
    items: [
      ...cited,
      ...uncited.map(
        ([name, files]): CoverageEntry => ({
          name,
          path: `${prefix}${name}`,
          kind: "folder",
          memories: 0,
          cited_files: 0,
          files,
          citations: noCitations(),
        }),
      ),
    ].slice(0, MAX_COVERAGE_ENTRIES),
    total: (rows[0]?.total ?? 0) + uncited.length,
    cited_files: rows.reduce((sum, row) => sum + row.cited_files, 0),
    files: tree?.files ?? null,
  };
}

/** How many files a folder holds, itself and all below it, and each folder directly below it. */
export type FolderFiles = { files: number; folders: ReadonlyMap<string, number> };

const DAY_MS = 86_400_000;
const LONGEST_BY_DAY = 31;

/** How citations came to fail and to hold, in the days (or weeks) that end with the present one, in UTC. */
export async function driftOverTime(
  db: Db,
  { organization_id, repository_id, days, now }: Tenant & { repository_id: string; days: number; now: Date },
): Promise<DriftPoint[]> {
  const step = days <= LONGEST_BY_DAY ? 1 : 7;
  const periods = Math.ceil(days / step);
  const today = Math.floor(now.getTime() / DAY_MS);
  const first = (today + 1 - periods * step) * DAY_MS;
  const rows = await sumDrift(db, { organization_id, repository_id, from: new Date(first), days: step });
  const growth = new Map(rows.map((row) => [row.at?.getTime() ?? null, row]));
  let failing = growth.get(null)?.failing ?? 0;
  let known = growth.get(null)?.known ?? 0;
  return Array.from({ length: periods }, (_, index): DriftPoint => {
    const from = first + index * step * DAY_MS;
    const row = growth.get(from);
    failing += row?.failing ?? 0;
    known += row?.known ?? 0;
    return {
      from: new Date(from).toISOString(),
      to: new Date(from + step * DAY_MS).toISOString(),
      turned: row?.turned ?? 0,
      recovered: row?.recovered ?? 0,
      failing,
      known,
    };
  });
}

export async function listVerdictChanges(
  db: Db,
  {
    organization_id,
    repository_id,
    turned,
    cursor,
    limit,
    ...period
  }: Tenant &
    Paging & {
      repository_id: string;
      turned?: VerdictChange["turned"] | undefined;
      after?: string | undefined;
      before?: string | undefined;
    },
): Promise<Page<VerdictChange>> {
  const { rows, total } = await findVerdictChanges(db, {
    organization_id,
    repository_id,
    ...period,
    failing: turned === undefined ? undefined : turned === "failing",
    cursor: cursor === undefined ? null : decodeCursor(cursor),
    limit: limit + 1,
  });
  const checks = await checksByIds(db, { organization_id, ids: rows.map(({ id }) => id) });
  const cited = await db.citation.findMany({
    where: { organization_id, id: { in: [...new Set(rows.map(({ citation_id }) => citation_id))] } },
    include: withRepository,
  });
  const citations = new Map(cited.map((row) => [row.id, toCitation(row)]));
  const items = rows.flatMap(({ id, citation_id, failing }) => {
    const check = checks.get(id);
    const citation = citations.get(citation_id);
    return check && citation
      ? [{ check, citation, turned: failing ? ("failing" as const) : ("holding" as const) }]
      : [];
  });
  return toPage(items, limit, total, ({ check }) => ({ at: check.checked_at, id: check.id }));
}

// Runs -------------------------------------------------------------------------------------------------------

const withRepositoryName = {
  repository: { select: { id: true, name: true } },
} satisfies Prisma.repository_checkInclude;

type RunRow = Prisma.repository_checkGetPayload<{ include: typeof withRepositoryName }>;

function toRun(row: RunRow): RepositoryCheckRun {
  return {
    id: row.id,
    repository: row.repository,
    cause: RUN_CAUSES.find((cause) => cause === row.cause) ?? "request",
    status: RUN_STATUSES.find((status) => status === row.status) ?? "failed",
    memories: row.memory_ids.length === 0 ? null : row.memory_ids.length,
    commit: row.commit_sha ?? row.commit_wanted,
    total: row.total,
    done: row.done,
    counts: { ...noCitations(), ...citationCountsSchema.partial().catch({}).parse(row.counts) },
    error: row.error,
    requested_by: {
      kind: toActorKind(row.requested_by_kind),
      id: row.requested_by_id,
      name: row.requested_by_name,
    },
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

/** A run as those see it who work on it. */
export type OpenRun = {
  run: RepositoryCheckRun;
  status: string;
  everything: boolean;
  memory_ids: string[];
  commit_wanted: string | null;
  commit_sha: string | null;
  cursor: string | null;
  attempts: number;
  alive_at: Date | null;
};

/** The runs over a repository that have not ended, oldest first. */
export async function findOpenRuns(
  db: Db,
  { organization_id, repository_id }: Tenant & { repository_id: string },
): Promise<OpenRun[]> {
  const rows = await db.repository_check.findMany({
    where: { organization_id, repository_id, status: { in: ["waiting", "running"] } },
    include: withRepositoryName,
    orderBy: { id: "asc" },
  });
  return rows.map((row) => {
    const { status, everything, memory_ids, commit_wanted, commit_sha, cursor, attempts, alive_at } = row;
    return {
      run: toRun(row),
      status,
      everything,
      memory_ids,
      commit_wanted,
      commit_sha,
      cursor,
      attempts,
      alive_at,
    };
  });
}

export async function insertRun(
  db: Db,
  {
    requested_by,
    memory_ids,
    now,
    ...row
  }: Tenant & {
    id: string;
    repository_id: string;
    cause: RepositoryCheckRun["cause"];
    everything: boolean;
    memory_ids: readonly string[];
    commit_wanted: string | null;
    requested_by: ActorRef;
    now: Date;
  },
): Promise<RepositoryCheckRun> {
  return toRun(
    await db.repository_check.create({
      data: {
        ...row,
        memory_ids: [...memory_ids],
        requested_by_kind: requested_by.kind,
        requested_by_id: requested_by.id,
        requested_by_name: requested_by.name,
        created_at: now,
      },
      include: withRepositoryName,
    }),
  );
}

type RunChange = Partial<
  Pick<RunRow, "status" | "everything" | "commit_sha" | "total" | "done" | "cursor" | "attempts" | "error"> &
    Pick<RunRow, "claim" | "alive_at" | "started_at" | "finished_at">
> & { counts?: CitationCounts };

/** Changes a run; with `of_claim`, only while it is held by that claim. @returns whether it was changed. */
export async function updateRun(
  db: Db,
  { organization_id, id, of_claim, ...data }: Tenant & { id: string; of_claim?: string } & RunChange,
): Promise<boolean> {
  const { count } = await db.repository_check.updateMany({
    where: { organization_id, id, ...(of_claim === undefined ? {} : { claim: of_claim }) },
    data,
  });
  return count === 1;
}

export async function findRun(
  db: Db,
  { organization_id, check_id }: Tenant & { check_id: string },
): Promise<RepositoryCheckRun | null> {
  const row = await db.repository_check.findUnique({
    where: { organization_id_id: { organization_id, id: check_id } },
    include: withRepositoryName,
  });
  return row && toRun(row);
}

export async function listRuns(
  db: Db,
  {
    organization_id,
    cursor,
    limit,
    repository_ids,
    repository_id,
    open,
  }: Tenant & Paging & Visible & { repository_id?: string | undefined; open?: boolean | undefined },
): Promise<Page<RepositoryCheckRun>> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const isOpen = { in: ["waiting", "running"] };
  const where: Prisma.repository_checkWhereInput = {
    organization_id,
    AND: [
      repository_ids === null ? {} : { repository_id: { in: [...repository_ids] } },
      repository_id === undefined ? {} : { repository_id },
      open === undefined ? {} : { status: open ? isOpen : { notIn: isOpen.in } },
    ],
  };
  const [rows, total] = await Promise.all([
    db.repository_check.findMany({
      where: after ? { ...where, id: { lt: after.id } } : where,
      include: withRepositoryName,
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.repository_check.count({ where }),
  ]);
  return toPage(rows.map(toRun), limit, total, (run) => ({ at: run.created_at, id: run.id }));
}
