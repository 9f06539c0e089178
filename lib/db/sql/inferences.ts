import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { wasReported } from "./packs";
import { type RecallWhere, recallConditions } from "./recall-conditions";

export type InferenceRow = {
  recall_id: string;
  memory_id: string;
  outcome: string;
  confidence: number;
  evidence: string[];
  answers: number;
  inferred_at: Date;
};

export type NewInference = Pick<
  InferenceRow,
  "recall_id" | "memory_id" | "outcome" | "confidence" | "evidence"
>;

/** How much an outcome says: one answer that follows a memory outweighs ten that are about something else. */
const strengthOf = (outcome: Prisma.Sql) =>
  Prisma.sql`case ${outcome} when 'ignores' then 0 when 'unknown' then 1 else 2 end`;

/** Keeps what answers suggest, the strongest of each memory and recall; of equally strong ones the surer, then the later. */
export async function upsertInferences(
  db: Db,
  {
    organization_id,
    inferences,
    now,
  }: { organization_id: string; inferences: readonly NewInference[]; now: Date },
): Promise<void> {
  if (inferences.length === 0) return;
  const held = strengthOf(Prisma.sql`i.outcome`);
  const added = strengthOf(Prisma.sql`excluded.outcome`);
  const wins = Prisma.sql`(${added}, excluded.confidence) >= (${held}, i.confidence)`;
  // In one order, so that two answers of a session do not wait for each other in a circle.
  await db.$executeRaw(tenantSql(organization_id)`
    insert into recall_inference as i (organization_id, recall_id, memory_id, outcome, confidence, evidence, inferred_at)
    select ${organization_id}::uuid, n.recall_id, n.memory_id, n.outcome, n.confidence, n.evidence, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(inferences)}::jsonb) as n(recall_id uuid, memory_id uuid, outcome text,
      confidence float8, evidence text[])
    where exists (select 1 from recall_candidate c where c.organization_id = ${organization_id}::uuid
      and c.recall_id = n.recall_id and c.memory_id = n.memory_id)
    order by n.recall_id, n.memory_id
    on conflict (organization_id, recall_id, memory_id) do update set answers = i.answers + 1,
      outcome = case when ${wins} then excluded.outcome else i.outcome end,
      confidence = case when ${wins} then excluded.confidence else i.confidence end,
      evidence = case when ${wins} then excluded.evidence else i.evidence end,
      inferred_at = case when ${wins} then excluded.inferred_at else i.inferred_at end`);
}

/** What was inferred for these recalls; where somebody reported, that counts and nothing is inferred. */
export async function findInferences(
  db: Db,
  { organization_id, recall_ids }: { organization_id: string; recall_ids: readonly string[] },
): Promise<InferenceRow[]> {
  if (recall_ids.length === 0) return [];
  return db.$queryRaw<InferenceRow[]>(tenantSql(organization_id)`
    select c.recall_id::text as recall_id, c.memory_id::text as memory_id, c.outcome, c.confidence, c.evidence,
      c.answers, c.inferred_at
    from recall_inference c
    where c.organization_id = ${organization_id}::uuid and c.recall_id = any(${[...recall_ids]}::uuid[])
      and not ${wasReported(Prisma.sql`${organization_id}::uuid`)}`);
}

export type InferredSums = {
  follows: number;
  contradicts: number;
  ignores: number;
  unknown: number;
  held_out: number;
};

/** Served memories by what was inferred for them, where nobody reported, and the recalls of the holdout. */
export async function sumInferred(db: Db, { where }: { where: RecallWhere }): Promise<InferredSums> {
  const [row] = await db.$queryRaw<InferredSums[]>(tenantSql(where.organization_id)`
    with matching as materialized (select r.id, r.outcome from recall r where ${recallConditions(where)})
    select count(*) filter (where c.outcome = 'follows')::int as follows,
      count(*) filter (where c.outcome = 'contradicts')::int as contradicts,
      count(*) filter (where c.outcome = 'ignores')::int as ignores,
      count(*) filter (where c.outcome = 'unknown')::int as unknown,
      (select count(*) from matching where matching.outcome = 'held_out')::int as held_out
    from matching join recall_inference c on c.organization_id = ${where.organization_id}::uuid
      and c.recall_id = matching.id and not ${wasReported(Prisma.sql`${where.organization_id}::uuid`)}
    join recall_candidate k on k.organization_id = c.organization_id and k.recall_id = c.recall_id
      and k.memory_id = c.memory_id and k.place = 'served'`);
  return row ?? { follows: 0, contradicts: 0, ignores: 0, unknown: 0, held_out: 0 };
}

/** A memory that a session was given. */
export type Serving = { recall_id: string; memory_id: string };

/** What a session's agent type was given to read or to check, newest first. */
export async function findServings(
  db: Db,
  {
    organization_id,
    session_id,
    agent_type,
    limit,
  }: { organization_id: string; session_id: string; agent_type: string; limit: number },
): Promise<Serving[]> {
  return db.$queryRaw<Serving[]>(tenantSql(organization_id)`
    select r.id::text as recall_id, c.memory_id::text as memory_id
    from recall r join recall_candidate c on c.organization_id = r.organization_id and c.recall_id = r.id
      and c.place in ('served', 'check_before_use')
    where r.organization_id = ${organization_id}::uuid and r.session_id = ${session_id}
      and r.agent_type = ${agent_type} and r.outcome = 'served'
    order by r.at desc, r.id desc, c.position limit ${limit}::int`);
}
