import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { prepared, tenantSql } from "../tenant-guard";
import { changedSince } from "./memory-as-of";
import { columnsOf, type MemoryWhere, memoryConditions } from "./memory-conditions";

export async function countMemories(db: Db, { where }: { where: MemoryWhere }): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>(tenantSql(where.organization_id)`
    select count(*)::int as count from memory m where ${memoryConditions(where)}`);
  return row?.count ?? 0;
}

export type FacetRow = { facet: string; value: string; count: number };

/**
 * A mean to six digits: the last digits of a floating-point sum depend on the order of its rows, and two screens would state
 * different values of one mean.
 */
export const sixDigits = (mean: Prisma.Sql) => Prisma.sql`round((${mean})::numeric, 6)`;

/** Counts by kind, status, scope, category and repository in one pass over the matches; facet `total` counts all. */
export async function countFacets(db: Db, { where }: { where: MemoryWhere }): Promise<FacetRow[]> {
  const { status, scope, category } = columnsOf(where);
  return db.$queryRaw<FacetRow[]>(tenantSql(where.organization_id)`
    with matching as (
      select m.kind, ${status} as status, ${scope} as scope, ${category} as category, m.repository_id, m.quality
      from memory m where ${memoryConditions(where)}),
    counted as materialized (
      select case when grouping(kind) = 0 then 'kind' when grouping(status) = 0 then 'status'
          when grouping(scope) = 0 then 'scope' when grouping(category) = 0 then 'category'
          when grouping(repository_id) = 0 then 'repository' else 'total' end as facet,
        coalesce(kind, status, scope, category, '') as value, repository_id, count(*)::int as count,
        ${sixDigits(Prisma.sql`avg(quality)`)}::text as quality
      from matching group by grouping sets ((), (kind), (status), (scope), (category), (repository_id)))
    select facet, value, count from counted where facet in ('total', 'kind', 'status', 'scope')
    union all (select facet, value, count from counted where facet = 'category' order by 3 desc limit 100)
    union all (select facet, r.name, count from counted
      join repository r on r.organization_id = ${where.organization_id}::uuid and r.id = counted.repository_id
      where facet = 'repository' order by 3 desc limit 100)
    union all select 'quality', coalesce(quality, ''), 0 from counted where facet = 'total'
    order by facet, count desc, value`);
}

/** A subselect: the memories that match and cite code, `holds` where every citation held at its last check. */
export const citingCode = ({ where, guess }: { where: MemoryWhere; guess: number }) => Prisma.sql`(
  select c.memory_id, bool_and(c.status in ('unchanged', 'moved', 'renamed')
    and coalesce(c.confidence, 1) >= ${guess} or c.status = 'edited' and c.facts @> '{formatting_only}') as holds
  from citation c join memory m on m.organization_id = c.organization_id and m.id = c.memory_id
  where c.organization_id = ${where.organization_id}::uuid and ${memoryConditions(where)} group by c.memory_id)`;

/** A subselect of one row: how many they are, and how many of them hold. */
export const coverageOf = (of: { where: MemoryWhere; guess: number }) => Prisma.sql`(
  select count(*)::int as cited, count(*) filter (where holds)::int as verified from ${citingCode(of)} citing)`;

/** Of the memories that match, how many cite code, and of those how many had every citation hold at its last check. */
export async function sumCoverage(
  db: Db,
  of: { where: MemoryWhere; guess: number },
): Promise<{ cited: number; verified: number }> {
  const [row] = await db.$queryRaw<{ cited: number; verified: number }[]>(
    tenantSql(of.where.organization_id)`select coverage.* from ${coverageOf(of)} coverage`,
  );
  return row ?? { cited: 0, verified: 0 };
}

export type MemoryTotals = {
  average_quality: number | null;
  low_quality: number;
  high_quality: number;
  addressed: number;
  unembedded: number;
};

/** Figures over the memories that match. */
export async function sumMemories(
  db: Db,
  {
    where,
    embedder_id,
    low,
    high,
  }: { where: MemoryWhere; embedder_id: string | null; low: number; high: number },
): Promise<MemoryTotals> {
  const [row] = await db.$queryRaw<MemoryTotals[]>(tenantSql(where.organization_id)`
    with matching as materialized (
      select m.id, m.quality, m.addressed_at from memory m where ${memoryConditions(where)})
    select ${sixDigits(Prisma.sql`avg(quality)`)}::float8 as average_quality,
      count(*) filter (where quality < ${low})::int as low_quality,
      count(*) filter (where quality >= ${high})::int as high_quality,
      count(*) filter (where addressed_at is not null)::int as addressed,
      count(*) filter (where not exists (
        select 1 from memory_embedding e where e.organization_id = ${where.organization_id}::uuid
        and e.memory_id = matching.id and e.embedder_id = ${embedder_id}))::int as unembedded
    from matching`);
  if (!row) throw new Error("an aggregate without groups answers one row");
  return row;
}

export type CountRow = { facet: "kind" | "agent_type" | "category"; value: string; count: number };

export async function countBySort(db: Db, { where }: { where: MemoryWhere }): Promise<CountRow[]> {
  return db.$queryRaw<CountRow[]>(tenantSql(where.organization_id)`
    with matching as materialized (
      select m.kind, m.agent_type, m.category from memory m where ${memoryConditions(where)})
    select 'kind' as facet, kind as value, count(*)::int as count from matching group by kind
    union all select 'agent_type', agent_type, count(*)::int from matching where agent_type is not null group by agent_type
    union all (select 'category', category, count(*)::int from matching group by category order by 3 desc limit 100)
    order by facet, count desc, value`);
}

/** Counts of the memories that match, deleted or of any status left to the filters, by status. */
export async function countByStatus(
  db: Db,
  { where }: { where: MemoryWhere },
): Promise<{ value: string; count: number }[]> {
  return db.$queryRaw(tenantSql(where.organization_id)`
    select m.status as value, count(*)::int as count from memory m where ${memoryConditions(where)}
    group by m.status order by count desc, value`);
}

/** Citations of the memories that match, by status of their last check. */
export async function countCitations(
  db: Db,
  { where }: { where: MemoryWhere },
): Promise<{ status: string; count: number }[]> {
  return db.$queryRaw(tenantSql(where.organization_id)`
    select c.status, count(*)::int as count from citation c
    join memory m on m.organization_id = c.organization_id and m.id = c.memory_id
    where c.organization_id = ${where.organization_id}::uuid and ${memoryConditions(where)} group by c.status`);
}

/** Checks on record of the citations of the memories that match, by status. */
export async function countChecks(
  db: Db,
  { where }: { where: MemoryWhere },
): Promise<{ status: string; count: number }[]> {
  return db.$queryRaw(tenantSql(where.organization_id)`
    select k.status, count(*)::int as count from citation_check k
    join citation c on c.organization_id = k.organization_id and c.id = k.citation_id
    join memory m on m.organization_id = c.organization_id and m.id = c.memory_id
    where k.organization_id = ${where.organization_id}::uuid and ${memoryConditions(where)} group by k.status`);
}

/** Of several ratings by one actor for one recall the last one counts. */
const countedRatings = (organization_id: string) => Prisma.sql`
  select distinct on (e.memory_id, e.actor_kind, e.actor_id, e.detail->>'recall_id')
    e.memory_id, (e.detail->>'usefulness')::float8 as usefulness
  from memory_event e where e.organization_id = ${organization_id}::uuid and e.type = 'rated'`;
const LAST_RATING_FIRST = Prisma.sql`
  order by e.memory_id, e.actor_kind, e.actor_id, e.detail->>'recall_id', e.id desc`;

export type VoteRow = {
  memory_id: string;
  applied: number;
  verified_valid: number;
  verified_invalid: number;
  /** Sums of usefulness, and of what each rating lacks to 1. */
  helpful: number;
  unhelpful: number;
};

/** What use and checks said about each of these memories; those of which nothing was said are left out. */
export async function countVotes(
  db: Db,
  { organization_id, ids }: { organization_id: string; ids: readonly string[] },
): Promise<VoteRow[]> {
  if (ids.length === 0) return [];
  const asked = Prisma.sql`e.memory_id = any(${[...ids]}::uuid[])`;
  return db.$queryRaw<VoteRow[]>(
    prepared(tenantSql(organization_id)`
      select memory_id::text as memory_id, count(*) filter (where type = 'applied')::int as applied,
        count(*) filter (where type = 'verified_valid')::int as verified_valid,
        count(*) filter (where type = 'verified_invalid')::int as verified_invalid,
        coalesce(sum(usefulness), 0)::float8 as helpful, coalesce(sum(1 - usefulness), 0)::float8 as unhelpful
      from (
        select e.memory_id, e.type, null::float8 as usefulness from memory_event e
        where e.organization_id = ${organization_id}::uuid and ${asked}
        and e.type in ('applied', 'verified_valid', 'verified_invalid')
        union all
        select memory_id, 'rated', usefulness
        from (${countedRatings(organization_id)} and ${asked} ${LAST_RATING_FIRST}) rating) vote
      group by memory_id`),
  );
}

export type UseTotals = {
  total: number;
  memories_used: number;
  applied: number;
  rated: number;
  average_usefulness: number | null;
};

/** How the memories that match were used. */
export async function sumUses(db: Db, { where }: { where: MemoryWhere }): Promise<UseTotals> {
  const { organization_id } = where;
  const [row] = await db.$queryRaw<UseTotals[]>(tenantSql(organization_id)`
    with matching as materialized (
      select m.id, m.usage_count from memory m where ${memoryConditions(where)}),
    rating as (
      select r.usefulness from (${countedRatings(organization_id)} ${LAST_RATING_FIRST}) r
      join matching on matching.id = r.memory_id)
    select coalesce(sum(usage_count), 0)::int as total,
      count(*) filter (where usage_count > 0)::int as memories_used,
      (select count(*)::int from memory_event e join matching a on a.id = e.memory_id
        where e.organization_id = ${organization_id}::uuid and e.type = 'applied') as applied,
      (select count(*)::int from rating) as rated,
      (select avg(usefulness)::float8 from rating) as average_usefulness
    from matching`);
  if (!row) throw new Error("an aggregate without groups answers one row");
  return row;
}

export type SinceCounts = {
  active_then: number;
  active_now: number;
  changed: number;
  returned: number;
  added: number;
  superseded: number;
  invalid: number;
  drifted: number;
  expired: number;
  quarantined: number;
  deleted: number;
  /** Active, but outside of the filters now. */
  elsewhere: number;
};

/** How many memories of these filters were active at a moment and are now, and what became of them. */
export async function countSince(
  db: Db,
  { where, at }: { where: MemoryWhere; at: string },
): Promise<SinceCounts> {
  const active = { ...where, status: ["active"], since: undefined };
  const was = memoryConditions({ ...active, as_of: at });
  const is = memoryConditions({ ...active, as_of: undefined });
  const [row] = await db.$queryRaw<SinceCounts[]>(tenantSql(where.organization_id)`
    with both_moments as materialized (
      select m.status, m.deleted_at is not null as is_deleted, m.created_at, (${was}) as was, (${is}) as is_now,
        ${changedSince(where.organization_id, at)} as has_changed
      from memory m where m.organization_id = ${where.organization_id}::uuid)
    select count(*) filter (where was)::int as active_then, count(*) filter (where is_now)::int as active_now,
      count(*) filter (where was and is_now and has_changed)::int as changed,
      count(*) filter (where is_now and not was and created_at <= ${at}::timestamptz)::int as returned,
      count(*) filter (where is_now and created_at > ${at}::timestamptz)::int as added,
      count(*) filter (where was and not is_now and is_deleted)::int as deleted,
      count(*) filter (where was and not is_now and not is_deleted and status = 'superseded')::int as superseded,
      count(*) filter (where was and not is_now and not is_deleted and status = 'invalid')::int as invalid,
      count(*) filter (where was and not is_now and not is_deleted and status = 'drifted')::int as drifted,
      count(*) filter (where was and not is_now and not is_deleted and status = 'expired')::int as expired,
      count(*) filter (where was and not is_now and not is_deleted and status = 'quarantined')::int as quarantined,
      count(*) filter (where was and not is_now and not is_deleted and status = 'active')::int as elsewhere
    from both_moments`);
  if (!row) throw new Error("an aggregate without groups answers one row");
  return row;
}
