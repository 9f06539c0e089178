import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { notSentSince } from "./lifecycle";
import { type HygieneWhere, LIVE, leftAlone, M, visible } from "./live-memories";
import { AWAITING_SAFETY } from "./memory-conditions";

const APPLIED = Prisma.sql`exists (select 1 from memory_event e where e.organization_id = m.organization_id
  and e.memory_id = m.id and e.type = 'applied')`;

export type SessionMemoryRow = {
  id: string;
  status: string;
  version: number;
  applied: boolean;
  worth: boolean;
};

/**
 * Memories that reach one session only and are in use: of this session, or of all that ended; without those that a
 * person brought back. `worth`: worth keeping, because it was applied or is of high quality.
 */
export async function findSessionMemories(
  db: Db,
  {
    organization_id,
    session_id,
    high_quality,
    limit,
  }: { organization_id: string; session_id: string | null; high_quality: number; limit: number },
): Promise<SessionMemoryRow[]> {
  const which =
    session_id === null
      ? Prisma.sql`exists (select 1 from agent_session s where s.organization_id = m.organization_id
          and s.session_id = m.session_id and s.ended_at is not null)`
      : Prisma.sql`m.session_id = ${session_id}`;
  return db.$queryRaw<SessionMemoryRow[]>(tenantSql(organization_id)`
    select m.id::text as id, m.status, m.version, ${APPLIED} as applied,
      (m.status = 'active' and (m.quality >= ${high_quality}::float8 or ${APPLIED})) as worth
    from memory m where m.organization_id = ${organization_id}::uuid and m.scope = 'session' and m.session_id is not null
    and ${LIVE(M)} and ${which} and m.id not in ${leftAlone(organization_id)}
    order by m.id limit ${limit}::int`);
}

export type HygieneQueue = "never_used" | "recall_loop" | "unverifiable" | "secret_like";

/**
 * Never used: no agent was sent it for so long. Recall loop: learned in a session that had been given one that nearly says
 * the same. Unverifiable: agents are given it, and there is nothing a check can read. Secret-like: in use, with a
 * placeholder where something was taken out of its text.
 */
function queueCondition(organization_id: string, queue: HygieneQueue, unused_before: Date): Prisma.Sql {
  switch (queue) {
    case "never_used":
      return Prisma.sql`m.status = 'active' and m.usage_count = 0 and not m.pinned
        and m.created_at < ${unused_before}::timestamptz and ${notSentSince({ organization_id, since: unused_before })}`;
    case "recall_loop":
      return Prisma.sql`m.status = 'active' and m.session_id is not null and m.id in (${BORN_IN_LOOPS(organization_id)})`;
    case "unverifiable":
      return Prisma.sql`m.status = 'active' and m.usage_count > 0 and not exists (select 1 from citation c
        where c.organization_id = m.organization_id and c.memory_id = m.id and c.status <> 'unreachable')`;
    case "secret_like":
      return Prisma.sql`${LIVE(M)} and m.redactions <> '[]'::jsonb`;
  }
}

/** The memories that nearly repeat an older one which their session had been given: from the few links, not from all. */
const BORN_IN_LOOPS = (organization_id: string) => Prisma.sql`
  select born.id from (
    select l.memory_id as born_id, l.other_id as source_id from memory_link l
    where l.organization_id = ${organization_id}::uuid and l.relation = 'near_duplicate'
    union select l.other_id, l.memory_id from memory_link l
    where l.organization_id = ${organization_id}::uuid and l.relation = 'near_duplicate') pair
  join memory born on born.organization_id = ${organization_id}::uuid and born.id = pair.born_id
  join memory o on o.organization_id = ${organization_id}::uuid and o.id = pair.source_id
  join recall r on r.organization_id = ${organization_id}::uuid and r.session_id = born.session_id
  join recall_candidate k on k.organization_id = ${organization_id}::uuid and k.recall_id = r.id and k.memory_id = o.id
  where k.place = 'served' and o.created_at < born.created_at and r.at <= born.created_at`;

/** The memory that a session had been given before it learned `m`, which nearly repeats it. */
const sourceOfLoop = (organization_id: string) => Prisma.sql`
  select o.id from memory_link l
  join memory o on o.organization_id = l.organization_id
    and o.id = case when l.memory_id = m.id then l.other_id else l.memory_id end
  join recall_candidate k on k.organization_id = o.organization_id and k.memory_id = o.id and k.place = 'served'
  join recall r on r.organization_id = k.organization_id and r.id = k.recall_id
  where l.organization_id = ${organization_id}::uuid and (l.memory_id = m.id or l.other_id = m.id)
    and l.relation = 'near_duplicate' and o.created_at < m.created_at
    and r.session_id = m.session_id and r.at <= m.created_at`;

export type QueueRow = { id: string; uses: number; other_id: string | null };

const withSource = (organization_id: string, queue: HygieneQueue) => {
  if (queue === "recall_loop")
    return Prisma.sql`(${sourceOfLoop(organization_id)} order by o.id limit 1)::text`;
  return Prisma.sql`null::text`;
};

/** Memories of a queue, the most used first; of the unused the oldest. */
export async function findInQueue(
  db: Db,
  {
    where,
    queue,
    unused_before,
    after,
    limit,
  }: {
    where: HygieneWhere;
    queue: HygieneQueue;
    unused_before: Date;
    after: { uses: number; id: string } | null;
    limit: number;
  },
): Promise<QueueRow[]> {
  const beyond = after
    ? Prisma.sql`and (-m.usage_count, m.id) > (${-after.uses}::int, ${after.id}::uuid)`
    : Prisma.empty;
  return db.$queryRaw<QueueRow[]>(tenantSql(where.organization_id)`
    select m.id::text as id, m.usage_count as uses, ${withSource(where.organization_id, queue)} as other_id from memory m
    where m.organization_id = ${where.organization_id}::uuid and m.deleted_at is null
    and ${queueCondition(where.organization_id, queue, unused_before)} and ${visible(where)} ${beyond}
    order by -m.usage_count, m.id limit ${limit}::int`);
}

export async function countInQueue(
  db: Db,
  { where, queue, unused_before }: { where: HygieneWhere; queue: HygieneQueue; unused_before: Date },
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>(tenantSql(where.organization_id)`
    select count(*)::int as count from memory m
    where m.organization_id = ${where.organization_id}::uuid and m.deleted_at is null
    and ${queueCondition(where.organization_id, queue, unused_before)} and ${visible(where)}`);
  return row?.count ?? 0;
}

/** Memories that wait for a person: quarantined, or held from other agents. */
export async function countQuarantined(db: Db, where: HygieneWhere): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>(tenantSql(where.organization_id)`
    select count(*)::int as count from memory m where m.organization_id = ${where.organization_id}::uuid
    and m.deleted_at is null and ${AWAITING_SAFETY} and ${visible(where)}`);
  return row?.count ?? 0;
}

/** Memories in use. */
export async function countLive(db: Db, where: HygieneWhere): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>(tenantSql(where.organization_id)`
    select count(*)::int as count from memory m
    where m.organization_id = ${where.organization_id}::uuid and ${LIVE(M)} and ${visible(where)}`);
  return row?.count ?? 0;
}
