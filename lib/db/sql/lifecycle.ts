import type { Db } from "../client";
import { Prisma } from "../generated/client";
import { prepared, tenantSql } from "../tenant-guard";
import { keptForSame, M } from "./live-memories";
import { visibleTo } from "./memory-conditions";

const json = (rows: unknown) => Prisma.sql`${JSON.stringify(rows)}::jsonb`;

export type EventRow = {
  id: string;
  memory_id: string;
  type: string;
  reason: string | null;
  detail: Record<string, unknown>;
};

type Author = { kind: string; id: string; name: string };

/** Part of a `with`: inserts events of one author and one moment. */
const insertedEvents = ({
  organization_id,
  now,
  actor,
  events,
}: {
  organization_id: string;
  actor: Author;
  now: Date;
  events: readonly EventRow[];
}) => Prisma.sql`
  inserted_events as (
    insert into memory_event (organization_id, id, memory_id, type, at, actor_kind, actor_id, actor_name, reason, detail)
    select ${organization_id}::uuid, e.id, e.memory_id, e.type, ${now}::timestamptz, ${actor.kind},
      ${actor.id}, ${actor.name}, e.reason, e.detail
    from jsonb_to_recordset(${json(events)}) as e(id uuid, memory_id uuid, type text, reason text, detail jsonb))`;

/** What a check needs of a memory to judge it, its citations in their order. */
export type JudgedMemory = {
  id: string;
  kind: string;
  statement: string;
  reasoning: string | null;
  outcome: string | null;
  metadata: unknown;
  status: string;
  quality: number;
  usage_count: number;
  verification_count: number;
  /** Of an invalid memory: the event that made it so; null when nothing says. */
  invalidated_by: string | null;
  citations: {
    id: string;
    path: string;
    line_start: number;
    line_end: number;
    status: string;
    confidence: number | null;
    stands_at: { path: string; line_start: number; line_end: number; since: string } | null;
    inferred: boolean;
    facts: string[];
  }[];
};

/**
 * The memories with these ids, locked until the transaction ends, always in the order of their ids: of two that judge
 * the same memories one waits for the other. A cluster locks only what names the organization in every part.
 */
export async function lockJudged(
  tx: Db,
  { organization_id, ids }: { organization_id: string; ids: readonly string[] },
): Promise<JudgedMemory[]> {
  if (ids.length === 0) return [];
  return tx.$queryRaw<JudgedMemory[]>(tenantSql(organization_id)`
    select m.id::text as id, m.kind, m.statement, m.reasoning, m.outcome, m.metadata, m.status, m.quality,
      m.usage_count, m.verification_count,
      case when m.status = 'invalid' then (
        select e.type from memory_event e
        where e.organization_id = ${organization_id}::uuid
        and e.memory_id = m.id
        and e.detail->>'to' = 'invalid'
        order by e.id desc limit 1) end as invalidated_by,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'path', c.anchor_path, 'line_start', c.anchor_line_start,
        'line_end', c.anchor_line_end, 'status', c.status, 'confidence', c.confidence, 'stands_at', c.stands_at,
        'inferred', c.mention is not null, 'facts', c.facts) order by c.position), '[]')
        from citation c where c.organization_id = ${organization_id}::uuid and c.memory_id = m.id) as citations
    from memory m
    where m.organization_id = ${organization_id}::uuid and m.id = any(${[...ids]}::uuid[])
    order by m.id for update of m`);
}

/** What checks said of one memory. `to` is null when its status stays. */
export type Judgement = {
  id: string;
  to: string | null;
  reason: string | null;
  confirmed: boolean;
  quality: number;
};

/** Writes judgements of locked memories and their events, in one statement. */
export async function writeJudgements(
  tx: Db,
  params: {
    organization_id: string;
    actor: Author;
    now: Date;
    judgements: readonly Judgement[];
    events: readonly EventRow[];
  },
): Promise<void> {
  const { organization_id, now, judgements, events } = params;
  if (judgements.length === 0 && events.length === 0) return;
  await tx.$executeRaw(tenantSql(organization_id)`
    with ${insertedEvents(params)}
    update memory m set
      status = coalesce(j."to", m.status),
      status_reason = case when j."to" is null then m.status_reason else j.reason end,
      status_since = case when j."to" is null then m.status_since else ${now}::timestamptz end,
      updated_at = case when j."to" is null then m.updated_at else ${now}::timestamptz end,
      version = m.version + (j."to" is not null)::int,
      verification_count = m.verification_count + j.confirmed::int,
      quality = j.quality
    from jsonb_to_recordset(${json(judgements)}) as j(
      id uuid, "to" text, reason text, confirmed boolean, quality double precision)
    where m.organization_id = ${organization_id}::uuid and m.id = j.id`);
}

/** Counts observations of memories, `revived` of them from expiry, and writes the events, in one statement. */
export async function writeObservations(
  tx: Db,
  params: {
    organization_id: string;
    actor: Author;
    now: Date;
    observed: readonly { id: string; count: number; revived: boolean }[];
    events: readonly EventRow[];
  },
): Promise<void> {
  const { organization_id, now, observed } = params;
  if (observed.length === 0) return;
  await tx.$executeRaw(
    prepared(tenantSql(organization_id)`
    with ${insertedEvents(params)}
    update memory m set
      observation_count = m.observation_count + o.count,
      refreshed_at = ${now}::timestamptz,
      updated_at = ${now}::timestamptz,
      status = case when o.revived then 'active' else m.status end,
      status_reason = case when o.revived then null else m.status_reason end,
      status_since = case when o.revived then ${now}::timestamptz else m.status_since end,
      version = m.version + o.revived::int
    from jsonb_to_recordset(${json(observed)}) as o(id uuid, count integer, revived boolean)
    where m.organization_id = ${organization_id}::uuid and m.id = o.id`),
  );
}

/** Inserts events, all in one statement. */
export async function insertEventRows(
  tx: Db,
  params: { organization_id: string; actor: Author; now: Date; events: readonly EventRow[] },
): Promise<void> {
  if (params.events.length === 0) return;
  await tx.$executeRaw(prepared(tenantSql(params.organization_id)`with ${insertedEvents(params)} select 1`));
}

/**
 * Inserts `retrieved` events; when `counted`, each is a use of its memory too, in the same statement. No row of a memory
 * is locked: uses are counted later, by `countUses`.
 */
export async function writeServings(
  db: Db,
  {
    counted,
    ...servings
  }: {
    organization_id: string;
    actor: Author;
    now: Date;
    events: readonly EventRow[];
    counted: boolean;
  },
): Promise<void> {
  if (!counted) return insertEventRows(db, servings);
  const { organization_id, events } = servings;
  await db.$executeRaw(
    prepared(tenantSql(organization_id)`
      with ${insertedEvents(servings)}
      insert into memory_use (organization_id, id, memory_id)
      select ${organization_id}::uuid, e.id, e.memory_id
      from jsonb_to_recordset(${json(events)}) as e(id uuid, memory_id uuid)`),
  );
}

/** Whether an actor was sent a memory since a moment in a way that counted as a use. */
export async function wasServed(
  db: Db,
  {
    organization_id,
    memory_id,
    actor,
    since,
  }: { organization_id: string; memory_id: string; actor: Author; since: Date },
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ served: boolean }[]>(tenantSql(organization_id)`
    select exists (select 1 from memory_event e
      where e.organization_id = ${organization_id}::uuid and e.memory_id = ${memory_id}::uuid
      and e.type = 'retrieved' and e.at >= ${since}::timestamptz
      and e.actor_kind = ${actor.kind} and e.actor_id = ${actor.id}
      and e.detail->>'counted' is distinct from 'false') as served`);
  return row?.served ?? false;
}

/** True when no agent was sent the memory `m` since a moment; finding it by search is enough. */
export const notSentSince = ({
  organization_id,
  since,
}: {
  organization_id: string;
  since: Date;
}) => Prisma.sql`
  not exists (select 1 from memory_event sent
  where sent.organization_id = ${organization_id}::uuid and sent.memory_id = m.id and sent.type = 'retrieved'
  and sent.at >= ${since}::timestamptz)`;

export type ServingTotals = {
  /** Memories of packs, and memories that an agent asked for by id. */
  served: number;
  cited: number;
  verified: number;
  /** What agents' searches sent, which says nothing of its use. */
  found: number;
  found_cited: number;
  found_verified: number;
};

type Served = {
  organization_id: string;
  since: Date;
  repository_id: string | null;
  visible_repository_ids: readonly string[] | null;
};

/** A subselect of one row: `ServingTotals`. */
export function servingsOf({
  organization_id,
  since,
  repository_id,
  visible_repository_ids: visible,
}: Served): Prisma.Sql {
  const conditions = [
    ...(repository_id === null ? [] : [Prisma.sql`m.repository_id = ${repository_id}::uuid`]),
    ...(visible === null ? [] : [visibleTo(visible)]),
  ];
  const of =
    conditions.length === 0
      ? Prisma.empty
      : Prisma.sql`and exists (select 1 from memory m where m.organization_id = e.organization_id
          and m.id = e.memory_id and ${Prisma.join(conditions, " and ")})`;
  return Prisma.sql`(
    select count(*) filter (where not e.found)::int as served,
      count(*) filter (where not e.found and e.standing <> 'uncited')::int as cited,
      count(*) filter (where not e.found and e.standing = 'verified')::int as verified,
      count(*) filter (where e.found)::int as found,
      count(*) filter (where e.found and e.standing <> 'uncited')::int as found_cited,
      count(*) filter (where e.found and e.standing = 'verified')::int as found_verified
    from (
      select e.detail->>'standing' as standing, coalesce(e.detail->>'by', 'memory_get') <> 'memory_get' as found
      from memory_event e
      where e.organization_id = ${organization_id}::uuid and e.type = 'retrieved' and e.at >= ${since}::timestamptz
      and e.detail ? 'standing' ${of}) e)`;
}

/**
 * How many servings since a moment were of memories that cite code, and of those how many held at the head; of the
 * memories of one repository, or of those that somebody sees who is bound to repositories (null: all). One search sends
 * many memories, so what searches sent is counted apart.
 */
export async function sumServings(db: Db, of: Served): Promise<ServingTotals> {
  const [row] = await db.$queryRaw<ServingTotals[]>(
    tenantSql(of.organization_id)`select servings.* from ${servingsOf(of)} servings`,
  );
  if (!row) throw new Error("an aggregate without groups answers one row");
  return row;
}

/** Whether a recall, of this agent where one is named, served a memory. */
export async function isServedBy(
  db: Db,
  {
    organization_id,
    recall_id,
    memory_id,
    agent,
  }: { organization_id: string; recall_id: string; memory_id: string; agent: string | null },
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ served: boolean }[]>(tenantSql(organization_id)`
    select exists (select 1 from recall_candidate c
      join recall r on r.organization_id = c.organization_id and r.id = c.recall_id
      where c.organization_id = ${organization_id}::uuid and c.recall_id = ${recall_id}::uuid
      and c.memory_id = ${memory_id}::uuid and c.place = 'served'
      and (${agent}::text is null or r.agent = ${agent}::text)) as served`);
  return row?.served ?? false;
}

export type ExpiryRule = "low_quality" | "never_recalled" | "superseded_by_newer";

export type ExpiryLimits = {
  low_quality_before: Date;
  low_quality: number;
  never_recalled_before: Date;
  /** Similarity from which a near-duplicate says the same, 0–1. */
  same_from: number;
};

export type ExpirableRow = {
  id: string;
  status: string;
  quality: number;
  rule: ExpiryRule;
  other_id: string | null;
};

/**
 * Memories in use whose time is over, those that were confirmed longest ago first, and how many there are; with `lock`
 * they are locked, without those that another transaction holds.
 */
export async function findExpirable(
  db: Db,
  {
    organization_id,
    limit,
    lock,
    limits,
  }: { organization_id: string; limits: ExpiryLimits; limit: number; lock: boolean },
): Promise<{ rows: ExpirableRow[]; total: number }> {
  const { low_quality_before, low_quality, never_recalled_before, same_from } = limits;
  const better = Prisma.sql`
    select o.id from memory_link l
    join memory o on o.organization_id = l.organization_id
      and o.id = case when l.memory_id = m.id then l.other_id else l.memory_id end
    where l.organization_id = ${organization_id}::uuid and (l.memory_id = m.id or l.other_id = m.id)
      and l.relation = 'near_duplicate' and l.similarity >= ${same_from}
      and o.deleted_at is null and o.status = 'active' and o.created_at > m.created_at and o.quality > m.quality
      and o.held_at is null and o.kind = m.kind and o.scope = m.scope
      and o.repository_id is not distinct from m.repository_id
      and lower(o.pending_repository) is not distinct from lower(m.pending_repository)
      and o.agent is not distinct from m.agent and o.session_id is not distinct from m.session_id
      and ${keptForSame(M, Prisma.sql`o`)}
    order by o.quality desc, o.id desc limit 1`;
  const old_and_poor = Prisma.sql`(m.refreshed_at < ${low_quality_before}::timestamptz and m.quality < ${low_quality})`;
  const unused = Prisma.sql`(m.usage_count = 0 and m.refreshed_at < ${never_recalled_before}::timestamptz
    and ${notSentSince({ organization_id, since: never_recalled_before })})`;
  const matching = Prisma.sql`
    from memory m
    where m.organization_id = ${organization_id}::uuid and m.deleted_at is null and not m.pinned
    and m.status in ('active', 'drifted') and (${old_and_poor} or ${unused} or exists (${better}))`;
  const rows = await db.$queryRaw<ExpirableRow[]>(tenantSql(organization_id)`
    select m.id::text as id, m.status, m.quality, (${better})::text as other_id,
      case when ${old_and_poor} then 'low_quality' when ${unused} then 'never_recalled'
        else 'superseded_by_newer' end as rule
    ${matching}
    order by m.refreshed_at, m.id limit ${limit}::int ${lock ? Prisma.sql`for update of m skip locked` : Prisma.empty}`);
  const [count] = await db.$queryRaw<{ total: number }[]>(
    tenantSql(organization_id)`select count(*)::int as total ${matching}`,
  );
  return { rows, total: count?.total ?? 0 };
}
