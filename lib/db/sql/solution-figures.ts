import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";

type Visible = { organization_id: string; visible_repository_ids: readonly string[] | null };

/** Of each signature, in how many of the repositories that the asker sees it is. */
export async function countRepositoriesOf(
  db: Db,
  {
    organization_id,
    visible_repository_ids,
    signature_sha256s,
  }: Visible & { signature_sha256s: readonly string[] },
): Promise<Map<string, number>> {
  if (signature_sha256s.length === 0) return new Map();
  const visible = visible_repository_ids === null ? null : [...visible_repository_ids];
  const rows = await db.$queryRaw<{ key: string; repositories: number }[]>(tenantSql(organization_id)`
    select f.signature_sha256 as key, count(distinct f.repository_id)::int as repositories from failure f
    where f.organization_id = ${organization_id}::uuid and f.signature_sha256 = any(${[...signature_sha256s]}::text[])
      and (${visible}::uuid[] is null or f.repository_id = any(${visible}::uuid[]))
    group by 1`);
  return new Map(rows.map(({ key, repositories }) => [key, repositories]));
}

/** Occurrences of a failure by day (UTC), since a moment; days without any are left out. */
export async function countOccurrencesByDay(
  db: Db,
  { organization_id, failure_id, since }: { organization_id: string; failure_id: string; since: Date },
): Promise<{ day: string; occurrences: number }[]> {
  return db.$queryRaw(tenantSql(organization_id)`
    select to_char(o.at at time zone 'utc', 'YYYY-MM-DD') as day, count(*)::int as occurrences
    from failure_occurrence o
    where o.organization_id = ${organization_id}::uuid and o.failure_id = ${failure_id}::uuid and o.at >= ${since}::timestamptz
    group by 1 order by 1`);
}

/** Of each pattern: distinct tasks that used it, of those that ended by passing or failing, and that passed. */
export async function countPatternUses(
  db: Db,
  { organization_id, pattern_ids }: { organization_id: string; pattern_ids: readonly string[] },
): Promise<Map<string, { uses: number; ended: number; passed: number }>> {
  if (pattern_ids.length === 0) return new Map();
  const rows = await db.$queryRaw<{ id: string; uses: number; ended: number; passed: number }[]>(
    tenantSql(organization_id)`
    select u.pattern_id::text as id, count(*)::int as uses,
      (count(*) filter (where t.status in ('passed', 'failed')))::int as ended,
      (count(*) filter (where t.status = 'passed'))::int as passed
    from pattern_use u join task_record t on t.organization_id = u.organization_id and t.id = u.task_record_id
    where u.organization_id = ${organization_id}::uuid and u.pattern_id = any(${[...pattern_ids]}::uuid[])
    group by 1`,
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/**
 * Holds failures until the transaction ends, always in the order of their signatures, so that reports with the same errors
 * never wait for each other in a circle.
 * @returns the ids of those that there are.
 */
export async function lockFailures(
  tx: Db,
  { organization_id, ids }: { organization_id: string; ids: readonly string[] },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.$queryRaw<{ id: string }[]>(tenantSql(organization_id)`
    select id::text as id from failure
    where organization_id = ${organization_id}::uuid and id = any(${[...ids]}::uuid[])
    order by signature_sha256, id for no key update`);
  return rows.map(({ id }) => id);
}

/**
 * Counts an occurrence of a failure; one that was solved before that moment has returned: from `now` on, when it
 * becomes known, since people are notified of what came back since the last time, and a report may be days old.
 */
export async function noteOccurrence(
  db: Db,
  {
    organization_id,
    failure_id,
    message,
    at,
    now,
  }: { organization_id: string; failure_id: string; message: string; at: Date; now: Date },
): Promise<void> {
  await db.$executeRaw(tenantSql(organization_id)`
    update failure f set occurrence_count = f.occurrence_count + 1,
      message = case when f.last_seen_at <= ${at}::timestamptz then ${message} else f.message end,
      last_seen_at = greatest(f.last_seen_at, ${at}::timestamptz),
      first_seen_at = least(f.first_seen_at, ${at}::timestamptz),
      returned_at = case when f.status = 'solved' and f.fixed_at < ${at}::timestamptz then ${now}::timestamptz
        else f.returned_at end,
      status = case when f.status = 'solved' and f.fixed_at < ${at}::timestamptz then 'returned' else f.status end
    where f.organization_id = ${organization_id}::uuid and f.id = ${failure_id}::uuid`);
}

type Counted = Visible & { repository_id?: string | undefined };

/** The rows of an alias that are counted: of the repositories that the asker sees, or of the one asked for. */
function counted(
  alias: Prisma.Sql,
  { organization_id, visible_repository_ids, repository_id }: Counted,
): Prisma.Sql {
  const visible =
    visible_repository_ids === null
      ? Prisma.sql`true`
      : Prisma.sql`(${alias}.repository_id is null or ${alias}.repository_id = any(${[...visible_repository_ids]}::uuid[]))`;
  const chosen =
    repository_id === undefined
      ? Prisma.sql`true`
      : Prisma.sql`${alias}.repository_id = ${repository_id}::uuid`;
  return Prisma.sql`${alias}.organization_id = ${organization_id}::uuid and ${visible} and ${chosen}`;
}

/** Planning searches since a moment, and how many of them found something. */
export async function countPlanningSearches(
  db: Db,
  { since, ...where }: Counted & { since: Date },
): Promise<{ searches: number; hits: number }> {
  const [row] = await db.$queryRaw<{ searches: number; hits: number }[]>(tenantSql(where.organization_id)`
    select count(*)::int as searches, (count(*) filter (where s.found > 0))::int as hits from task_search s
    where ${counted(Prisma.sql`s`, where)} and s.phase = 'planning' and s.at >= ${since}::timestamptz`);
  return row ?? { searches: 0, hits: 0 };
}

/** Tasks that ended by passing or failing, and those that passed, with and without a pattern. */
export async function countEndedTasks(
  db: Db,
  where: Counted,
): Promise<{ with_pattern: boolean; ended: number; passed: number }[]> {
  return db.$queryRaw(tenantSql(where.organization_id)`
    select exists (select 1 from pattern_use u where u.organization_id = t.organization_id and u.task_record_id = t.id)
        as with_pattern,
      count(*)::int as ended, (count(*) filter (where t.status = 'passed'))::int as passed
    from task_record t where ${counted(Prisma.sql`t`, where)} and t.status in ('passed', 'failed') group by 1`);
}

/** The patterns that most distinct tasks used. */
export async function findMostUsed(
  db: Db,
  { limit, ...where }: Counted & { limit: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(tenantSql(where.organization_id)`
    select p.id::text as id from solution_pattern p
    join pattern_use u on u.organization_id = p.organization_id and u.pattern_id = p.id
    where ${counted(Prisma.sql`p`, where)} group by p.id order by count(*) desc, p.id desc limit ${limit}::int`);
  return rows.map(({ id }) => id);
}

/** The failures that were seen most often. */
export async function findMostCommon(
  db: Db,
  { limit, ...where }: Counted & { limit: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(tenantSql(where.organization_id)`
    select f.id::text as id from failure f where ${counted(Prisma.sql`f`, where)}
    order by f.occurrence_count desc, f.id desc limit ${limit}::int`);
  return rows.map(({ id }) => id);
}

/** How many failures there are, and how many of them are solved. */
export async function countSolved(db: Db, where: Counted): Promise<{ failures: number; solved: number }> {
  const [row] = await db.$queryRaw<{ failures: number; solved: number }[]>(tenantSql(where.organization_id)`
    select count(*)::int as failures, (count(*) filter (where f.solution is not null))::int as solved
    from failure f where ${counted(Prisma.sql`f`, where)}`);
  return row ?? { failures: 0, solved: 0 };
}

/** Hours from first seen to solved, of the failures solved last. */
export async function findSolvingHours(
  db: Db,
  { limit, ...where }: Counted & { limit: number },
): Promise<number[]> {
  const rows = await db.$queryRaw<{ hours: number }[]>(tenantSql(where.organization_id)`
    select (extract(epoch from greatest(f.fixed_at - f.first_seen_at, interval '0')) / 3600)::float8 as hours
    from failure f where ${counted(Prisma.sql`f`, where)} and f.fixed_at is not null
    order by f.fixed_at desc, f.id desc limit ${limit}::int`);
  return rows.map(({ hours }) => hours);
}
