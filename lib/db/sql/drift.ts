import { Prisma } from "@/lib/db/generated/client";
import { tenantSql } from "@/lib/db/tenant-guard";
import type { Db } from "../client";
import { ofRepository, reachesAgent } from "./memory-conditions";

/** Memories that were decided on: their citations have left the reckoning. */
const DECIDED = Prisma.sql`('superseded', 'invalid', 'expired')`;

type OfRepository = { organization_id: string; repository_id: string };

/** Of one repository; null: of all of them. */
type OfSome = { organization_id: string; repository_id: string | null };

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
  {
    organization_id,
    repository_id,
    agent,
    prefix,
    limit,
  }: OfRepository & {
    /** The agent that asks, who is not shown what reaches others only; null: a person. */
    agent: string | null;
    prefix: string;
    limit: number;
  },
): Promise<CoverageRow[]> {
  const below = `${prefix.replace(/[\\%_]/g, "\\$&")}%`;
  const seen = agent === null ? Prisma.empty : Prisma.sql`and ${reachesAgent(agent)}`;
  return db.$queryRaw<CoverageRow[]>(tenantSql(organization_id)`
    with cited as (
      select c.memory_id, c.status, c.anchor_path, substr(c.anchor_path, char_length(${prefix}::text) + 1) as rest
      from citation c
      join memory m on m.organization_id = c.organization_id and m.id = c.memory_id
      where c.organization_id = ${organization_id}::uuid and c.repository_id = ${repository_id}::uuid
        and c.anchor_path like ${below}
        and m.deleted_at is null and m.status not in ${DECIDED} ${seen})
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
    from cited group by 1, 2 order by count(*) desc, 1 limit ${limit}::int`);
}

/** Of a check `k`: what was only formatted holds. */
const FAILING = Prisma.sql`(k.status in ('edited', 'missing') and not k.facts @> '{formatting_only}')`;

/**
 * The checks of a repository, or of all, that changed what is known of a citation: every citation held when it was cited, so a first
 * check that finds it failing is a change too. A check that could read nothing says nothing. `first`: it is the first
 * one that could read the citation.
 */
function verdictChanges({ organization_id, repository_id }: OfSome): Prisma.Sql {
  const within = ofRepository(Prisma.sql`c.repository_id`, repository_id);
  return Prisma.sql`
    select * from (
      select k.id, k.citation_id, k.checked_at, ${FAILING} as failing,
        coalesce(lag(${FAILING}) over checks, false) as was,
        lag(k.id) over checks is null as first,
        m.status in ${DECIDED} as decided, m.status_since
      from citation_check k
      join citation c on c.organization_id = k.organization_id and c.id = k.citation_id
      join memory m on m.organization_id = c.organization_id and m.id = c.memory_id
      where k.organization_id = ${organization_id}::uuid ${within}
        and m.deleted_at is null and k.status not in ('unreachable', 'unchecked')
      window checks as (partition by k.citation_id order by k.checked_at, k.id)
    ) known where first or was <> failing`;
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
export async function sumDrift(db: Db, params: OfSome & { from: Date; days: number }): Promise<DriftRow[]> {
  const { from, days } = params;
  return db.$queryRaw<DriftRow[]>(tenantSql(params.organization_id)`
    with changes as materialized (${verdictChanges(params)}),
    steps as (
      select checked_at as at, (failing and not was)::int as turned, (not failing and was)::int as recovered,
        failing::int - was::int as failing, first::int as known
      from changes
      union all
      select greatest(status_since, checked_at), 0, 0, case when failing then -1 else 0 end, -1
      from (select distinct on (citation_id) * from changes order by citation_id, checked_at desc, id desc) last
      where decided)
    select case when at < ${from}::timestamptz then null
        else date_bin(make_interval(days => ${days}::int), at, ${from}::timestamptz) end as at,
      sum(turned)::int as turned, coalesce(sum(recovered), 0)::int as recovered, sum(failing)::int as failing,
      sum(known)::int as known
    from steps group by 1 order by 1 nulls first`);
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
    failing?: boolean;
    /** The agent that asks; null: a person. */
    agent: string | null;
    after?: string;
    before?: string;
    cursor: { at: string; id: string } | null;
    limit: number;
  },
): Promise<{ rows: VerdictChangeRow[]; total: number }> {
  const { failing, after, before, cursor, limit } = params;
  const conditions = [Prisma.sql`was <> failing`];
  if (params.agent !== null)
    conditions.push(Prisma.sql`exists (
      select 1 from citation c join memory m on m.organization_id = c.organization_id and m.id = c.memory_id
      where c.organization_id = ${params.organization_id}::uuid and c.id = citation_id
        and ${reachesAgent(params.agent)})`);
  if (failing !== undefined) conditions.push(Prisma.sql`failing = ${failing}`);
  if (after !== undefined) conditions.push(Prisma.sql`checked_at >= ${after}::timestamptz`);
  if (before !== undefined) conditions.push(Prisma.sql`checked_at < ${before}::timestamptz`);
  const page = cursor
    ? Prisma.sql`where (checked_at, id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`
    : Prisma.empty;
  const rows = await db.$queryRaw<VerdictChangeRow[]>(tenantSql(params.organization_id)`
    with changes as materialized (
      select * from (${verdictChanges(params)}) changed where ${Prisma.join(conditions, " and ")})
    select id::text as id, citation_id::text as citation_id, checked_at, failing,
      (select count(*)::int from changes) as total
    from changes ${page} order by checked_at desc, id desc limit ${limit}::int`);
  return { rows, total: rows[0]?.total ?? 0 };
}

export type CheckRunRow = { first_commit: string; first_at: Date; checks: number; last_id: string };

/** The checks of a citation, those in a row that found the same text at the same place as one; newest first. */
export async function findCheckRuns(
  db: Db,
  { organization_id, citation_id, limit }: { organization_id: string; citation_id: string; limit: number },
): Promise<{ runs: CheckRunRow[]; total: number; checks: number }> {
  const rows = await db.$queryRaw<(CheckRunRow & { run_total: number; check_total: number })[]>(tenantSql(
    organization_id,
  )`
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
    from numbered group by run order by run desc limit ${limit}::int`);
  const [first] = rows;
  return {
    runs: rows.map(({ run_total: _, check_total: __, ...run }) => run),
    total: first?.run_total ?? 0,
    checks: first?.check_total ?? 0,
  };
}
