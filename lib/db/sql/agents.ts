import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { sixDigits } from "./memory-counts";

/** Whose memory work is counted, and since when. */
export type AgentWhere = {
  organization_id: string;
  /** null: of every repository. Others see those of their repositories and of none. */
  visible_repository_ids: readonly string[] | null;
  repository_id: string | null;
  since: Date;
};

/** The conditions on a row's repository; the column has its name in the query. */
export function ofRepository(
  { visible_repository_ids, repository_id }: AgentWhere,
  column: Prisma.Sql,
): Prisma.Sql {
  if (repository_id !== null) return Prisma.sql`${column} = ${repository_id}::uuid`;
  if (visible_repository_ids === null) return Prisma.sql`true`;
  return Prisma.sql`(${column} is null or ${column} = any(${[...visible_repository_ids]}::uuid[]))`;
}

export type AgentRow = {
  agent_type: string;
  agents: number;
  recalls: number;
  recalls_served: number;
  recalls_empty: number;
  recalls_failed: number;
  recalls_degraded: number;
  memories_loaded: number;
  query_p50: number | null;
  query_p95: number | null;
  answers: number;
  memories_stored: number;
  storage_p50: number | null;
  storage_p95: number | null;
  memories: number;
  average_quality: number | null;
  high_quality: number;
  low_quality: number;
};

/**
 * What each agent type asked and gave since a moment, and the active memories that are of it now. Recalls and answers
 * that name no agent type are left out.
 */
export async function sumByAgentType(
  db: Db,
  { where, high, low }: { where: AgentWhere; high: number; low: number },
): Promise<AgentRow[]> {
  const { organization_id, since } = where;
  return db.$queryRaw<AgentRow[]>(tenantSql(organization_id)`
    with asked as (
      select r.agent_type, count(*)::int as recalls, count(distinct r.agent)::int as agents,
        count(*) filter (where r.outcome = 'served')::int as served,
        count(*) filter (where r.outcome = 'empty' and cardinality(r.degraded) = 0)::int as empty,
        count(*) filter (where r.outcome = 'failed')::int as failed,
        count(*) filter (where cardinality(r.degraded) > 0)::int as degraded,
        coalesce(sum(r.served_count), 0)::int as loaded,
        percentile_cont(0.5) within group (order by r.latency_ms) as p50,
        percentile_cont(0.95) within group (order by r.latency_ms) as p95
      from recall r
      where r.organization_id = ${organization_id}::uuid and r.at >= ${since}::timestamptz
        and r.agent_type is not null and r.outcome <> 'held_out' and ${ofRepository(where, Prisma.sql`r.repository_id`)}
      group by r.agent_type),
    answered as (
      select s.agent_type, count(*)::int as answers, coalesce(sum(s.learned), 0)::int as learned,
        percentile_cont(0.5) within group (order by s.latency_ms) as p50,
        percentile_cont(0.95) within group (order by s.latency_ms) as p95
      from session_step s join agent_session a on a.organization_id = s.organization_id and a.session_id = s.session_id
      where s.organization_id = ${organization_id}::uuid and s.at >= ${since}::timestamptz
        and s.hook = 'after_agent' and s.agent_type is not null and ${ofRepository(where, Prisma.sql`a.repository_id`)}
      group by s.agent_type),
    kept as (
      select m.agent_type, count(*)::int as memories, ${sixDigits(Prisma.sql`avg(m.quality)`)}::float8 as quality,
        count(*) filter (where m.quality >= ${high}::float8)::int as high,
        count(*) filter (where m.quality < ${low}::float8)::int as low
      from memory m
      where m.organization_id = ${organization_id}::uuid and m.status = 'active' and m.deleted_at is null
        and m.agent_type is not null and ${ofRepository(where, Prisma.sql`m.repository_id`)}
      group by m.agent_type)
    select agent_type, coalesce(asked.agents, 0) as agents, coalesce(asked.recalls, 0) as recalls,
      coalesce(asked.served, 0) as recalls_served, coalesce(asked.empty, 0) as recalls_empty,
      coalesce(asked.failed, 0) as recalls_failed,
      coalesce(asked.degraded, 0) as recalls_degraded, coalesce(asked.loaded, 0) as memories_loaded,
      asked.p50 as query_p50, asked.p95 as query_p95, coalesce(answered.answers, 0) as answers,
      coalesce(answered.learned, 0) as memories_stored, answered.p50 as storage_p50, answered.p95 as storage_p95,
      coalesce(kept.memories, 0) as memories, kept.quality as average_quality,
      coalesce(kept.high, 0) as high_quality, coalesce(kept.low, 0) as low_quality
    from asked full join answered using (agent_type) full join kept using (agent_type)
    order by coalesce(asked.recalls, 0) desc, coalesce(kept.memories, 0) desc, agent_type`);
}

export type MemoryFigures = {
  memories: number;
  average_quality: number | null;
  low_quality: number;
  with_metadata: number;
  used_again: number;
};

/** Counts over the active memories. */
export async function sumActive(
  db: Db,
  { where, low }: { where: AgentWhere; low: number },
): Promise<MemoryFigures> {
  const [row] = await db.$queryRaw<MemoryFigures[]>(tenantSql(where.organization_id)`
    select count(*)::int as memories, ${sixDigits(Prisma.sql`avg(m.quality)`)}::float8 as average_quality,
      count(*) filter (where m.quality < ${low}::float8)::int as low_quality,
      count(*) filter (where m.metadata <> '{}'::jsonb)::int as with_metadata,
      count(*) filter (where m.usage_count > 1)::int as used_again
    from memory m
    where m.organization_id = ${where.organization_id}::uuid and m.status = 'active' and m.deleted_at is null
      and ${ofRepository(where, Prisma.sql`m.repository_id`)}`);
  if (!row) throw new Error("an aggregate without groups answers one row");
  return row;
}

export type Corrections = { confirmed: number; missed: number; alarms: number; false_alarms: number };

/**
 * What people said of the checks, by what they did since a moment with memories that cite code. `confirmed`: a drifted
 * one was superseded or invalidated, so the check was right; `missed`: an active one was, which no check had found.
 * `alarms`: drifted ones that people decided on; `false_alarms`: those brought back as they were, by undoing.
 */
export async function sumCorrections(db: Db, { where }: { where: AgentWhere }): Promise<Corrections> {
  const { organization_id, since } = where;
  const [row] = await db.$queryRaw<Corrections[]>(tenantSql(organization_id)`
    with said as (
      select distinct e.memory_id, e.type, e.detail->>'from' as state
      from memory_event e join memory m on m.organization_id = e.organization_id and m.id = e.memory_id
      where e.organization_id = ${organization_id}::uuid and e.actor_kind = 'person' and e.at >= ${since}::timestamptz
        and e.type in ('superseded', 'invalidated', 'refreshed', 'restored')
        and ${ofRepository(where, Prisma.sql`m.repository_id`)}
        and exists (select 1 from citation c where c.organization_id = e.organization_id and c.memory_id = e.memory_id))
    select count(*) filter (where type in ('superseded', 'invalidated') and state = 'drifted')::int as confirmed,
      count(*) filter (where type in ('superseded', 'invalidated') and state = 'active')::int as missed,
      count(*) filter (where state = 'drifted')::int as alarms,
      count(*) filter (where type in ('refreshed', 'restored') and state = 'drifted')::int as false_alarms
    from said`);
  if (!row) throw new Error("an aggregate without groups answers one row");
  return row;
}

/**
 * Bytes that a memory takes on average with its vector, events and citations, indexes included: of the whole server,
 * because tables and indexes are shared. null before there are any.
 */
export async function bytesOfMemory(db: Db): Promise<number | null> {
  const [row] = await db.$queryRaw<{ bytes: number | null }[]>`
    select sum(pg_total_relation_size(c.oid))::float8
        / nullif(max(c.reltuples) filter (where c.relname = 'memory'), 0)::float8 as bytes
    from pg_class c where c.relnamespace = 'public'::regnamespace
      and c.relname in ('memory', 'memory_embedding', 'memory_event', 'citation', 'citation_check')
    having max(c.reltuples) filter (where c.relname = 'memory') > 0`;
  return row?.bytes ?? null;
}
