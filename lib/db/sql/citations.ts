import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";

/** Rows of one statement travel as one JSON parameter, so that a thousand cost about what one does. */
const json = (rows: unknown) => Prisma.sql`${JSON.stringify(rows)}::jsonb`;

/** A line table by its blob, for `blob_lines`. */
export type LineTable = { blob_oid: string; line_hashes: Uint8Array };

const tables = (rows: readonly LineTable[]) =>
  json(
    rows.map(({ blob_oid, line_hashes }) => ({
      blob_oid,
      line_hashes: Buffer.from(line_hashes).toString("base64"),
    })),
  );

/** Part of a `with`: keeps line tables; those that are kept already stay as they are. */
const keptTables = (organization_id: string, rows: readonly LineTable[], now: Date) => Prisma.sql`
  kept_tables as (
    insert into blob_lines (organization_id, blob_oid, line_hashes, created_at)
    select ${organization_id}::uuid, t.blob_oid, decode(t.line_hashes, 'base64'), ${now}::timestamptz
    from jsonb_to_recordset(${tables(rows)}) as t(blob_oid text, line_hashes text)
    order by t.blob_oid on conflict do nothing)`;

/** One check of one citation. The anchor's fields are null when it stays where it was. */
export type CheckRow = {
  id: string;
  citation_id: string;
  status: string;
  path: string | null;
  line_start: number | null;
  line_end: number | null;
  similarity: number | null;
  confidence: number | null;
  whitespace_changed: boolean;
  found_text: string | null;
  reason: string | null;
  anchor_commit: string | null;
  anchor_blob_oid: string | null;
  anchor_path: string | null;
  anchor_line_start: number | null;
  anchor_line_end: number | null;
};

/**
 * Keeps checks as history and brings their citations up to date, in one statement. `status_since` changes only with
 * the status. What could not be read leaves a verdict of edited or missing alone, never counts as checked at the
 * commit, and is written once until it can be read again. With `only_news`, a check that repeats the verdict on record
 * for the same commit moves `checked_at` alone.
 */
export async function writeChecks(
  db: Db,
  {
    organization_id,
    commit,
    now,
    only_news,
    checks,
    tables,
  }: {
    organization_id: string;
    commit: string;
    now: Date;
    only_news: boolean;
    tables: readonly LineTable[];
    checks: readonly CheckRow[];
  },
): Promise<void> {
  await db.$executeRaw`
    with u as materialized (
      select * from jsonb_to_recordset(${json(checks)}) as u(
        id uuid, citation_id uuid, status text, path text, line_start integer, line_end integer,
        similarity double precision, confidence double precision, whitespace_changed boolean, found_text text,
        reason text, anchor_commit text, anchor_blob_oid text, anchor_path text, anchor_line_start integer,
        anchor_line_end integer)),
    before as materialized (
      select c.id, c.status, c.checked_commit from citation c join u on u.citation_id = c.id
      where c.organization_id = ${organization_id}::uuid),
    ${keptTables(organization_id, tables, now)},
    updated as (
      update citation c set
        status = u.status,
        status_since = case when c.status = u.status then c.status_since else ${now}::timestamptz end,
        similarity = u.similarity,
        confidence = u.confidence,
        reason = u.reason,
        checked_at = ${now}::timestamptz,
        checked_commit = case when u.status = 'unreachable' then c.checked_commit else ${commit} end,
        anchor_commit = coalesce(u.anchor_commit, c.anchor_commit),
        anchor_blob_oid = coalesce(u.anchor_blob_oid, c.anchor_blob_oid),
        anchor_path = coalesce(u.anchor_path, c.anchor_path),
        anchor_line_start = coalesce(u.anchor_line_start, c.anchor_line_start),
        anchor_line_end = coalesce(u.anchor_line_end, c.anchor_line_end)
      from u
      where c.organization_id = ${organization_id}::uuid and c.id = u.citation_id
      and not (u.status = 'unreachable' and c.status in ('edited', 'missing')))
    insert into citation_check (organization_id, id, citation_id, commit_sha, status, path, line_start, line_end,
      similarity, confidence, whitespace_changed, found_text, reason, checked_at)
    select ${organization_id}::uuid, u.id, u.citation_id, ${commit}, u.status, u.path, u.line_start, u.line_end,
      u.similarity, u.confidence, u.whitespace_changed, u.found_text, u.reason, ${now}::timestamptz
    from u join before on before.id = u.citation_id
    where not (u.status = 'unreachable' and before.status = 'unreachable')
    and not (${only_news} and before.checked_commit is not distinct from ${commit} and before.status = u.status)`;
}

/** A citation at its creation: it stands where it was cited. */
export type NewCitationRow = {
  id: string;
  check_id: string;
  memory_id: string;
  repository_id: string;
  position: number;
  commit_sha: string;
  path: string;
  blob_oid: string;
  line_start: number;
  line_end: number;
  snippet: string | null;
  snippet_sha256: string;
  norm_sha256: string;
  context_before: readonly string[];
  context_after: readonly string[];
  symbol_path?: string | null;
  dup_index: number;
  dup_count: number;
  alnum_count: number;
  /** The commit it counts as checked at; null leaves it unchecked. */
  checked_commit: string | null;
};

/** Inserts citations, of any number of memories, with their line tables; what counts as checked gets its first check. */
export async function insertCitationRows(
  db: Db,
  {
    organization_id,
    now,
    reason,
    citations,
    tables,
  }: {
    organization_id: string;
    now: Date;
    reason: string;
    tables: readonly LineTable[];
    citations: readonly NewCitationRow[];
  },
): Promise<void> {
  await db.$executeRaw`
    with n as materialized (
      select * from jsonb_to_recordset(${json(citations)}) as n(
        id uuid, check_id uuid, memory_id uuid, repository_id uuid, position integer, commit_sha text, path text,
        blob_oid text, line_start integer, line_end integer, snippet text, snippet_sha256 text, norm_sha256 text,
        context_before jsonb, context_after jsonb, symbol_path text, dup_index integer, dup_count integer,
        alnum_count integer, checked_commit text)),
    ${keptTables(organization_id, tables, now)},
    inserted as (
      insert into citation (organization_id, id, memory_id, repository_id, position, commit_sha, path, blob_oid,
        line_start, line_end, snippet, snippet_sha256, norm_sha256, context_before, context_after, symbol_path,
        dup_index, dup_count, alnum_count, anchor_commit, anchor_blob_oid, anchor_path, anchor_line_start,
        anchor_line_end, status, status_since, similarity, confidence, reason, checked_at, checked_commit, created_at)
      select ${organization_id}::uuid, n.id, n.memory_id, n.repository_id, n.position, n.commit_sha, n.path, n.blob_oid,
        n.line_start, n.line_end, n.snippet, n.snippet_sha256, n.norm_sha256,
        array(select jsonb_array_elements_text(n.context_before)),
        array(select jsonb_array_elements_text(n.context_after)), n.symbol_path,
        n.dup_index, n.dup_count, n.alnum_count, n.commit_sha, n.blob_oid, n.path, n.line_start, n.line_end,
        case when n.checked_commit is null then 'unchecked' else 'unchanged' end,
        case when n.checked_commit is not null then ${now}::timestamptz end,
        case when n.checked_commit is not null then 1 end,
        case when n.checked_commit is not null then 1 end,
        case when n.checked_commit is not null then ${reason} end,
        case when n.checked_commit is not null then ${now}::timestamptz end,
        n.checked_commit, ${now}::timestamptz
      from n)
    insert into citation_check (organization_id, id, citation_id, commit_sha, status, path, line_start, line_end,
      similarity, confidence, reason, checked_at)
    select ${organization_id}::uuid, n.check_id, n.id, n.checked_commit, 'unchanged', n.path, n.line_start, n.line_end,
      1, 1, ${reason}, ${now}::timestamptz
    from n where n.checked_commit is not null`;
}

/** Makes those that open, claim or end runs over one repository take turns. @returns false when it was removed. */
export async function lockRepository(
  tx: Db,
  { organization_id, repository_id }: { organization_id: string; repository_id: string },
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from repository r where r.organization_id = ${organization_id}::uuid and r.id = ${repository_id}::uuid
    for no key update`;
  return rows.length > 0;
}

/** Which memories' citations a run looks at. */
export type RunScope = {
  organization_id: string;
  repository_id: string;
  commit: string | null;
  /** Also what is on record for the commit already. */
  everything: boolean;
  /** With the others: what was last checked before. */
  stale_before: Date | null;
  /** Empty: of all. */
  memory_ids: readonly string[];
};

/** Live memories with a citation to look at, and how many citations each has in the repository. */
const memoriesOfRun = (scope: RunScope, after: string | null) => {
  const { organization_id, repository_id, commit, everything, stale_before, memory_ids } = scope;
  const some =
    memory_ids.length === 0 ? Prisma.empty : Prisma.sql`and c.memory_id = any(${[...memory_ids]}::uuid[])`;
  const rest = after === null ? Prisma.empty : Prisma.sql`and c.memory_id > ${after}::uuid`;
  return Prisma.sql`
    select c.memory_id, count(*)::int as citations from citation c
    join memory m on m.organization_id = c.organization_id and m.id = c.memory_id and m.deleted_at is null
    where c.organization_id = ${organization_id}::uuid and c.repository_id = ${repository_id}::uuid ${some} ${rest}
    group by c.memory_id
    having ${everything} or bool_or(c.checked_commit is distinct from ${commit}
      or c.status in ('unchecked', 'unreachable') or c.checked_at < ${stale_before}::timestamptz)`;
};

/** How many citations a run has to look at. */
export async function countOfRun(db: Db, scope: RunScope): Promise<number> {
  const [row] = await db.$queryRaw<{ total: number }[]>`
    select coalesce(sum(t.citations), 0)::int as total from (${memoriesOfRun(scope, null)}) as t`;
  return row?.total ?? 0;
}

/** The next memories of a run, by id. */
export async function nextOfRun(
  db: Db,
  params: RunScope & { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select t.memory_id::text as id from (${memoriesOfRun(params, params.after)}) as t
    order by t.memory_id limit ${params.limit}::int`;
  return rows.map(({ id }) => id);
}

/** Memories that were decided on: their citations have left the reckoning. */
const DECIDED = Prisma.sql`('superseded', 'invalid', 'expired')`;

type OfRepository = { organization_id: string; repository_id: string };

export type CoverageRow = {
  name: string;
  is_folder: boolean;
  memories: number;
  cited_files: number;
  unchecked: number;
  unchanged: number;
  moved: number;
  renamed: number;
  edited: number;
  missing: number;
  unreachable: number;
  /** Rows in all, whatever the limit. */
  total: number;
};

/** What memories in use cite directly below a folder (`""`, or `src/` with its slash), most citations first. */
export async function countCoverage(
  db: Db,
  { organization_id, repository_id, prefix, limit }: OfRepository & { prefix: string; limit: number },
): Promise<CoverageRow[]> {
  const below = `${prefix.replace(/[\\%_]/g, "\\$&")}%`;
  return db.$queryRaw<CoverageRow[]>`
    with cited as (
      select c.memory_id, c.status, c.anchor_path, substr(c.anchor_path, char_length(${prefix}::text) + 1) as rest
      from citation c
      join memory m on m.organization_id = c.organization_id and m.id = c.memory_id
      where c.organization_id = ${organization_id}::uuid and c.repository_id = ${repository_id}::uuid
        and c.anchor_path like ${below}
        and m.deleted_at is null and m.status not in ${DECIDED})
    select split_part(rest, '/', 1) as name, position('/' in rest) > 0 as is_folder,
      count(distinct memory_id)::int as memories,
      count(distinct anchor_path)::int as cited_files,
      count(*) filter (where status = 'unchecked')::int as unchecked,
      count(*) filter (where status = 'unchanged')::int as unchanged,
      count(*) filter (where status = 'moved')::int as moved,
      count(*) filter (where status = 'renamed')::int as renamed,
      count(*) filter (where status = 'edited')::int as edited,
      count(*) filter (where status = 'missing')::int as missing,
      count(*) filter (where status = 'unreachable')::int as unreachable,
      (count(*) over ())::int as total
    from cited group by 1, 2 order by count(*) desc, 1 limit ${limit}::int`;
}

/**
 * The checks of a repository that changed what is known of a citation. `was` is null at the first one that could read
 * it. A check that could read nothing says nothing.
 */
function verdictChanges({ organization_id, repository_id }: OfRepository): Prisma.Sql {
  return Prisma.sql`
    select * from (
      select k.id, k.citation_id, k.checked_at, k.status in ('edited', 'missing') as failing,
        lag(k.status in ('edited', 'missing')) over (partition by k.citation_id order by k.checked_at, k.id) as was,
        m.status in ${DECIDED} as decided, m.status_since
      from citation_check k
      join citation c on c.organization_id = k.organization_id and c.id = k.citation_id
      join memory m on m.organization_id = c.organization_id and m.id = c.memory_id
      where k.organization_id = ${organization_id}::uuid and c.repository_id = ${repository_id}::uuid
        and m.deleted_at is null and k.status not in ('unreachable', 'unchecked')
    ) known where was is distinct from failing`;
}

export type DriftRow = {
  /** Start of the period; null: everything before `from`. */
  at: Date | null;
  turned: number;
  recovered: number;
  /** By how many the failing and the known citations grew. */
  failing: number;
  known: number;
};

/** Verdict changes by period of `days` from `from` on; a citation counts until its memory is decided on. */
export async function sumDrift(
  db: Db,
  params: OfRepository & { from: Date; days: number },
): Promise<DriftRow[]> {
  const { from, days } = params;
  return db.$queryRaw<DriftRow[]>`
    with changes as materialized (${verdictChanges(params)}),
    steps as (
      select checked_at as at, (failing and was is not null)::int as turned, (not failing and was)::int as recovered,
        case when failing then 1 when was then -1 else 0 end as failing, (was is null)::int as known
      from changes
      union all
      select greatest(status_since, checked_at), 0, 0, case when failing then -1 else 0 end, -1
      from (select distinct on (citation_id) * from changes order by citation_id, checked_at desc, id desc) last
      where decided)
    select case when at < ${from}::timestamptz then null
        else date_bin(make_interval(days => ${days}::int), at, ${from}::timestamptz) end as at,
      sum(turned)::int as turned, coalesce(sum(recovered), 0)::int as recovered, sum(failing)::int as failing,
      sum(known)::int as known
    from steps group by 1 order by 1 nulls first`;
}

export type VerdictChangeRow = {
  id: string;
  citation_id: string;
  checked_at: Date;
  failing: boolean;
  total: number;
};

/** The checks after which a citation failed or held where the check before said otherwise, newest first. */
export async function findVerdictChanges(
  db: Db,
  params: OfRepository & {
    failing?: boolean | undefined;
    after?: string | undefined;
    before?: string | undefined;
    cursor: { at: string; id: string } | null;
    limit: number;
  },
): Promise<{ rows: VerdictChangeRow[]; total: number }> {
  const { failing, after, before, cursor, limit } = params;
  const conditions = [Prisma.sql`was is not null`];
  if (failing !== undefined) conditions.push(Prisma.sql`failing = ${failing}`);
  if (after !== undefined) conditions.push(Prisma.sql`checked_at >= ${after}::timestamptz`);
  if (before !== undefined) conditions.push(Prisma.sql`checked_at < ${before}::timestamptz`);
  const page = cursor
    ? Prisma.sql`where (checked_at, id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`
    : Prisma.empty;
  const rows = await db.$queryRaw<VerdictChangeRow[]>`
    with changes as materialized (
      select * from (${verdictChanges(params)}) changed where ${Prisma.join(conditions, " and ")})
    select id::text as id, citation_id::text as citation_id, checked_at, failing,
      (select count(*)::int from changes) as total
    from changes ${page} order by checked_at desc, id desc limit ${limit}::int`;
  return { rows, total: rows[0]?.total ?? 0 };
}

export type CheckRunRow = { first_commit: string; first_at: Date; checks: number; last_id: string };

/** The checks of a citation, those in a row that found the same text at the same place as one; newest first. */
export async function findCheckRuns(
  db: Db,
  { organization_id, citation_id, limit }: { organization_id: string; citation_id: string; limit: number },
): Promise<{ runs: CheckRunRow[]; total: number; checks: number }> {
  const rows = await db.$queryRaw<(CheckRunRow & { run_total: number; check_total: number })[]>`
    with own as (
      select k.id, k.checked_at, k.commit_sha,
        concat_ws('|', k.status, k.line_start, k.line_end, k.similarity, k.path) as found
      from citation_check k
      where k.organization_id = ${organization_id}::uuid and k.citation_id = ${citation_id}::uuid),
    marked as (
      select *, (found is distinct from lag(found) over (order by checked_at, id))::int as starts from own),
    numbered as (select *, sum(starts) over (order by checked_at, id) as run from marked)
    select (array_agg(commit_sha order by checked_at, id))[1] as first_commit, min(checked_at) as first_at,
      count(*)::int as checks, ((array_agg(id order by checked_at desc, id desc))[1])::text as last_id,
      (count(*) over ())::int as run_total, (sum(count(*)) over ())::int as check_total
    from numbered group by run order by run desc limit ${limit}::int`;
  const [first] = rows;
  return {
    runs: rows.map(({ run_total: _, check_total: __, ...run }) => run),
    total: first?.run_total ?? 0,
    checks: first?.check_total ?? 0,
  };
}
