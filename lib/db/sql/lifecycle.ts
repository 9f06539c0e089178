import type { Db } from "../client";
import { Prisma } from "../generated/client";

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
const insertedEvents = (given: {
  organization_id: string;
  actor: Author;
  now: Date;
  events: readonly EventRow[];
}) => Prisma.sql`
  inserted_events as (
    insert into memory_event (organization_id, id, memory_id, type, at, actor_kind, actor_id, actor_name, reason, detail)
    select ${given.organization_id}::uuid, e.id, e.memory_id, e.type, ${given.now}::timestamptz, ${given.actor.kind},
      ${given.actor.id}, ${given.actor.name}, e.reason, e.detail
    from jsonb_to_recordset(${json(given.events)}) as e(id uuid, memory_id uuid, type text, reason text, detail jsonb))`;

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
  citations: { id: string; path: string; line_start: number; line_end: number; status: string }[];
};

/**
 * The memories with these ids, locked until the transaction ends, always in the order of their ids: of two that judge
 * the same memories one waits for the other.
 */
export async function lockJudged(
  tx: Db,
  { organization_id, ids }: { organization_id: string; ids: readonly string[] },
): Promise<JudgedMemory[]> {
  if (ids.length === 0) return [];
  return tx.$queryRaw<JudgedMemory[]>`
    select m.id::text as id, m.kind, m.statement, m.reasoning, m.outcome, m.metadata, m.status, m.quality,
      m.usage_count, m.verification_count,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'path', c.anchor_path, 'line_start', c.anchor_line_start,
        'line_end', c.anchor_line_end, 'status', c.status) order by c.position), '[]')
        from citation c where c.organization_id = m.organization_id and c.memory_id = m.id) as citations
    from memory m
    where m.organization_id = ${organization_id}::uuid and m.id = any(${[...ids]}::uuid[])
    order by m.id for update of m`;
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
  given: {
    organization_id: string;
    actor: Author;
    now: Date;
    judgements: readonly Judgement[];
    events: readonly EventRow[];
  },
): Promise<void> {
  const { organization_id, now, judgements, events } = given;
  if (judgements.length === 0 && events.length === 0) return;
  await tx.$executeRaw`
    with ${insertedEvents(given)}
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
    where m.organization_id = ${organization_id}::uuid and m.id = j.id`;
}

/** Counts observations of memories, `revived` of them from expiry, and writes the events, in one statement. */
export async function writeObservations(
  tx: Db,
  given: {
    organization_id: string;
    actor: Author;
    now: Date;
    observed: readonly { id: string; count: number; revived: boolean }[];
    events: readonly EventRow[];
  },
): Promise<void> {
  const { organization_id, now, observed } = given;
  if (observed.length === 0) return;
  await tx.$executeRaw`
    with ${insertedEvents(given)}
    update memory m set
      observation_count = m.observation_count + o.count,
      refreshed_at = ${now}::timestamptz,
      updated_at = ${now}::timestamptz,
      status = case when o.revived then 'active' else m.status end,
      status_reason = case when o.revived then null else m.status_reason end,
      status_since = case when o.revived then ${now}::timestamptz else m.status_since end,
      version = m.version + o.revived::int
    from jsonb_to_recordset(${json(observed)}) as o(id uuid, count integer, revived boolean)
    where m.organization_id = ${organization_id}::uuid and m.id = o.id`;
}
