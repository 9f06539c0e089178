import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { wasDeliveredTwice, wasDisputed, wasInferred, wasReported } from "./packs";

export type NewRecall = {
  id: string;
  at: Date;
  door: string;
  actor_kind: string;
  actor_id: string;
  actor_name: string;
  agent: string | null;
  agent_type: string | null;
  repository_id: string | null;
  session_id: string | null;
  task: string;
  question: Record<string, unknown>;
  category: string;
  settings: Record<string, unknown>;
  outcome: string;
  pack: string;
  tokens: number;
  characters: number;
  candidate_count: number;
  served_count: number;
  unchecked_count: number;
  latency_ms: number;
  stages: readonly { name: string; ms: number }[];
  degraded: readonly string[];
};

export type NewCandidate = {
  memory_id: string;
  position: number;
  part: string;
  place: string;
  reason: string;
  score: number;
  /** As the contract's `contextScoresSchema` has them. */
  scores: Record<string, unknown>;
  tokens: number;
};

/**
 * Records a recall in one statement: its row, every candidate, and for what was served one more use and the event that
 * says so. Memories that were removed meanwhile are left out.
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
  await db.$executeRaw(tenantSql(organization_id)`
    with kept as (
      insert into recall (organization_id, id, at, door, actor_kind, actor_id, actor_name, agent, agent_type,
        repository_id, session_id, task, question, category, settings, outcome, pack, tokens, characters,
        candidate_count, served_count, unchecked_count, latency_ms, stages, degraded)
      select ${organization_id}::uuid, r.id, r.at, r.door, r.actor_kind, r.actor_id, r.actor_name, r.agent, r.agent_type,
        r.repository_id, r.session_id, r.task, r.question, r.category, r.settings, r.outcome, r.pack, r.tokens,
        r.characters, r.candidate_count, r.served_count, r.unchecked_count, r.latency_ms, r.stages, r.degraded
      from jsonb_to_record(${JSON.stringify(recall)}::jsonb) as r(id uuid, at timestamptz, door text, actor_kind text,
        actor_id text, actor_name text, agent text, agent_type text, repository_id uuid, session_id text, task text,
        question jsonb, category text, settings jsonb, outcome text, pack text, tokens integer, characters integer,
        candidate_count integer, served_count integer, unchecked_count integer, latency_ms float8, stages jsonb,
        degraded text[])
      returning id, at, actor_kind, actor_id, actor_name),
    seen as materialized (
      select c.* from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as c(memory_id uuid, position integer,
        part text, place text, reason text, score float8, scores jsonb, tokens integer)
      where exists (select 1 from memory m where m.organization_id = ${organization_id}::uuid and m.id = c.memory_id)),
    looked_at as (
      insert into recall_candidate (organization_id, recall_id, memory_id, position, part, place, reason, score, scores,
        tokens)
      select ${organization_id}::uuid, kept.id, seen.memory_id, seen.position, seen.part, seen.place, seen.reason,
        seen.score, seen.scores, seen.tokens from seen, kept),
    -- In the order of the ids, so that two recalls of the same memories do not wait for each other in a circle.
    locked as (
      select m.id from memory m where m.organization_id = ${organization_id}::uuid
        and m.id in (select seen.memory_id from seen where seen.place = 'served') order by m.id for no key update),
    used as (
      update memory m set usage_count = m.usage_count + 1 from locked
      where m.organization_id = ${organization_id}::uuid and m.id = locked.id
      returning m.id)
    insert into memory_event (organization_id, id, memory_id, type, at, actor_kind, actor_id, actor_name, detail)
    select ${organization_id}::uuid, e.id, e.memory_id, 'retrieved', kept.at, kept.actor_kind, kept.actor_id,
      kept.actor_name, jsonb_build_object('recall_id', kept.id, 'standing', case when exists (
        select 1 from citation c where c.organization_id = ${organization_id}::uuid and c.memory_id = e.memory_id)
        then 'verified' else 'uncited' end)
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e(id uuid, memory_id uuid)
      join used on used.id = e.memory_id, kept`);
}

/** Which recalls are asked for, within what may be seen. */
export type RecallWhere = {
  organization_id: string;
  /** null: of every repository. Others see those of their repositories and of none. */
  visible_repository_ids: readonly string[] | null;
  /** An agent sees its own only. */
  only_agent: string | null;
  repository_id?: string;
  agent?: string;
  agent_type?: string;
  session_id?: string;
  door?: string;
  outcome?: string;
  degraded?: boolean;
  used?: boolean;
  memory_id?: string;
  having?: "reported" | "inferred" | "repeated" | "disputed";
  after?: string;
  before?: string;
};

/** What became of a memory that was served: words of the product for the events that name the recall. */
const USE = Prisma.sql`case e.type when 'applied' then 'applied' when 'ignored' then 'ignored'
  else coalesce(e.detail->>'use', case when (e.detail->>'usefulness')::float8 >= 0.5 then 'helpful' else 'unhelpful' end) end`;

const IS_USE = Prisma.sql`e.detail ? 'recall_id' and e.type in ('applied', 'rated', 'ignored')`;

const HAVING: Record<NonNullable<RecallWhere["having"]>, Prisma.Sql> = {
  reported: wasReported,
  inferred: wasInferred,
  repeated: wasDeliveredTwice,
  disputed: wasDisputed,
};

export function recallConditions(where: RecallWhere): Prisma.Sql {
  const { organization_id, visible_repository_ids, only_agent } = where;
  const conditions = [Prisma.sql`r.organization_id = ${organization_id}::uuid`];
  const add = <T>(value: T | undefined, condition: (value: T) => Prisma.Sql) => {
    if (value !== undefined) conditions.push(condition(value));
  };
  if (visible_repository_ids !== null)
    conditions.push(
      Prisma.sql`(r.repository_id is null or r.repository_id = any(${[...visible_repository_ids]}::uuid[]))`,
    );
  if (only_agent !== null) conditions.push(Prisma.sql`r.agent = ${only_agent}`);
  add(where.repository_id, (id) => Prisma.sql`r.repository_id = ${id}::uuid`);
  add(where.agent, (agent) => Prisma.sql`r.agent = ${agent}`);
  add(where.agent_type, (type) => Prisma.sql`r.agent_type = ${type}`);
  add(where.session_id, (id) => Prisma.sql`r.session_id = ${id}`);
  add(where.door, (door) => Prisma.sql`r.door = ${door}`);
  add(where.outcome, (outcome) => Prisma.sql`r.outcome = ${outcome}`);
  add(where.degraded, (yes) =>
    yes ? Prisma.sql`cardinality(r.degraded) > 0` : Prisma.sql`cardinality(r.degraded) = 0`,
  );
  const used = Prisma.sql`exists (select 1 from memory_event e where e.organization_id = ${organization_id}::uuid
    and e.detail->>'recall_id' = r.id::text and ${IS_USE} and ${USE} in ('applied', 'helpful'))`;
  add(where.used, (yes) => (yes ? used : Prisma.sql`not ${used}`));
  add(
    where.memory_id,
    (
      id,
    ) => Prisma.sql`exists (select 1 from recall_candidate c where c.organization_id = ${organization_id}::uuid
      and c.recall_id = r.id and c.memory_id = ${id}::uuid and c.place in ('served', 'check_before_use'))`,
  );
  add(
    where.having,
    (
      what,
    ) => Prisma.sql`exists (select 1 from recall_candidate c where c.organization_id = ${organization_id}::uuid
      and c.recall_id = r.id and c.place = 'served' and ${HAVING[what]})`,
  );
  add(where.after, (time) => Prisma.sql`r.at >= ${time}::timestamptz`);
  add(where.before, (time) => Prisma.sql`r.at < ${time}::timestamptz`);
  return Prisma.join(conditions, " and ");
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
