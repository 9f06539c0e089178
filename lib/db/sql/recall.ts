import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { identifiers, prepared, tenantSql } from "../tenant-guard";
import { tableRows } from "./insert-rows";
import { IS_USE, type RecallWhere, recallConditions, USE } from "./recall-conditions";

/** The columns of a recall. */
export type NewRecall = Readonly<Record<Exclude<Prisma.RecallScalarFieldEnum, "organization_id">, unknown>>;

/** The columns of a candidate. */
export type NewCandidate = Readonly<
  Record<Exclude<Prisma.Recall_candidateScalarFieldEnum, "organization_id" | "recall_id">, unknown>
>;

export type { RecallWhere };

const { organization_id: _of, ...RECALL } = Prisma.RecallScalarFieldEnum;

const { organization_id: _in, recall_id: _by, ...CANDIDATE } = Prisma.Recall_candidateScalarFieldEnum;

const recallColumns = identifiers(Object.values(RECALL));

const candidateColumns = identifiers(Object.values(CANDIDATE));

/**
 * Records a recall in one statement: its row, every candidate, and for what was served one more use, which is counted
 * later, and the event that says so. No row of a memory is locked. Memories that were removed meanwhile are left out.
 */
export async function insertRecall(
  db: Db,
  {
    organization_id,
    recall,
    candidates,
    events,
  }: {
    organization_id: string;
    recall: NewRecall;
    candidates: readonly NewCandidate[];
    events: readonly { id: string; memory_id: string }[];
  },
): Promise<void> {
  await db.$executeRaw(
    prepared(tenantSql(organization_id)`
    with kept as (
      insert into recall (organization_id, ${recallColumns})
      select ${organization_id}::uuid, ${recallColumns} from ${tableRows("recall", [recall])}
      returning id, at, actor_kind, actor_id, actor_name),
    seen as materialized (
      select c.* from ${tableRows("recall_candidate", candidates)} c
      where exists (select 1 from memory m where m.organization_id = ${organization_id}::uuid and m.id = c.memory_id)),
    looked_at as (
      insert into recall_candidate (organization_id, recall_id, ${candidateColumns})
      select ${organization_id}::uuid, kept.id, ${identifiers(Object.values(CANDIDATE), "seen")} from seen, kept),
    served as materialized (
      select e.id, e.memory_id from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e(id uuid, memory_id uuid)
        join seen on seen.memory_id = e.memory_id and seen.place = 'served'),
    used as (
      insert into memory_use (organization_id, id, memory_id)
      select ${organization_id}::uuid, served.id, served.memory_id from served)
    insert into memory_event (organization_id, id, memory_id, type, at, actor_kind, actor_id, actor_name, detail)
    select ${organization_id}::uuid, served.id, served.memory_id, 'retrieved', kept.at, kept.actor_kind, kept.actor_id,
      kept.actor_name, jsonb_build_object('recall_id', kept.id, 'standing', case when exists (
        select 1 from citation c where c.organization_id = ${organization_id}::uuid and c.memory_id = served.memory_id)
        then 'verified' else 'uncited' end)
    from served, kept`),
  );
}

/** Ids of recalls, newest first, one more than `limit`, and how many there are. */
export async function findRecallKeys(
  db: Db,
  { where, after, limit }: { where: RecallWhere; after: { at: string; id: string } | null; limit: number },
): Promise<{ keys: { id: string; at: Date }[]; total: number }> {
  const further = after
    ? Prisma.sql`and (r.at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : Prisma.empty;
  const keys = await db.$queryRaw<{ id: string; at: Date }[]>(tenantSql(where.organization_id)`
    select r.id::text as id, r.at from recall r where ${recallConditions(where)} ${further}
    order by r.at desc, r.id desc limit ${limit + 1}::int`);
  const [count] = await db.$queryRaw<{ total: number }[]>(tenantSql(where.organization_id)`
    select count(*)::int as total from recall r where ${recallConditions(where)}`);
  return { keys, total: count?.total ?? 0 };
}

export type UseRow = {
  recall_id: string;
  memory_id: string;
  use: string;
  at: Date;
  actor_kind: string;
  actor_id: string;
  actor_name: string;
  reason: string | null;
};

/** What was said of the memories of these recalls, oldest first. */
export async function findUses(
  db: Db,
  { organization_id, recall_ids }: { organization_id: string; recall_ids: readonly string[] },
): Promise<UseRow[]> {
  if (recall_ids.length === 0) return [];
  return db.$queryRaw(tenantSql(organization_id)`
    select e.detail->>'recall_id' as recall_id, e.memory_id::text as memory_id, ${USE} as use, e.at, e.actor_kind,
      e.actor_id, e.actor_name, e.reason
    from memory_event e
    where e.organization_id = ${organization_id}::uuid and e.detail->>'recall_id' = any(${[...recall_ids]}::text[])
      and ${IS_USE}
    order by e.at, e.id`);
}

export type DayRow = {
  day: string;
  recalls: number;
  recalls_served: number;
  recalls_degraded: number;
  memories_served: number;
  tokens: number;
  used: number;
  refused: number;
  tokens_used: number;
  latency_p50: number;
  latency_p95: number;
};

/**
 * Recalls and what became of what they served, a row for each day (UTC) that has any. A served memory counts once:
 * `used` when it was applied or helpful, `refused` when all that was said of it was otherwise.
 */
export async function sumRecalls(db: Db, { where }: { where: RecallWhere }): Promise<DayRow[]> {
  const { organization_id } = where;
  return db.$queryRaw(tenantSql(organization_id)`
    with matching as materialized (
      select r.id, to_char(r.at at time zone 'UTC', 'YYYY-MM-DD') as day, r.outcome, r.degraded, r.served_count,
        r.tokens, r.latency_ms
      from recall r where ${recallConditions(where)} and r.outcome <> 'held_out'),
    said as (
      select matching.day, e.detail->>'recall_id' as recall_id, e.memory_id,
        bool_or(${USE} in ('applied', 'helpful')) as used
      from matching join memory_event e on e.detail->>'recall_id' = matching.id::text
      where e.organization_id = ${organization_id}::uuid and ${IS_USE} group by 1, 2, 3),
    spoken as (
      select said.day, count(*) filter (where said.used)::int as used, count(*) filter (where not said.used)::int as refused,
        coalesce(sum(c.tokens) filter (where said.used), 0)::int as tokens_used
      from said join recall_candidate c on c.organization_id = ${organization_id}::uuid
        and c.recall_id = said.recall_id::uuid and c.memory_id = said.memory_id and c.place in ('served', 'check_before_use')
      group by said.day)
    select matching.day, count(*)::int as recalls,
      count(*) filter (where matching.outcome = 'served')::int as recalls_served,
      count(*) filter (where cardinality(matching.degraded) > 0)::int as recalls_degraded,
      sum(matching.served_count)::int as memories_served, sum(matching.tokens)::int as tokens,
      coalesce(max(spoken.used), 0) as used, coalesce(max(spoken.refused), 0) as refused,
      coalesce(max(spoken.tokens_used), 0) as tokens_used,
      percentile_cont(0.5) within group (order by matching.latency_ms)::float8 as latency_p50,
      percentile_cont(0.95) within group (order by matching.latency_ms)::float8 as latency_p95
    from matching left join spoken on spoken.day = matching.day group by matching.day order by matching.day`);
}

/** Removes recalls older than a time, at most `limit`. @returns how many. */
export async function deleteRecalls(
  db: Db,
  { organization_id, before, limit }: { organization_id: string; before: Date; limit: number },
): Promise<number> {
  return db.$executeRaw(tenantSql(organization_id)`
    delete from recall r where r.organization_id = ${organization_id}::uuid and r.id in (
      select o.id from recall o where o.organization_id = ${organization_id}::uuid and o.at < ${before}
      order by o.at limit ${limit}::int)`);
}
