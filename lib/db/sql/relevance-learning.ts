import type { Tenant } from "@/lib/kernel/actor";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";

export type LearnedRow = {
  model: string;
  shift: number;
  reported: number;
  inferred: number;
  expected: number;
  right_count: number;
  learned_at: Date;
};

/** The organization's settings as stored, with the shift of each model that was learned from its outcomes. */
export async function findLearnedShifts(
  db: Db,
  { organization_id }: Tenant,
): Promise<{ settings: unknown; shifts: Map<string, number> }> {
  const [organization, rows] = await Promise.all([
    db.organization.findUniqueOrThrow({ where: { id: organization_id }, select: { settings: true } }),
    db.relevance_learning.findMany({ where: { organization_id }, select: { model: true, shift: true } }),
  ]);
  return {
    settings: organization.settings,
    shifts: new Map(rows.map(({ model, shift }) => [model, shift])),
  };
}

/** What was learned for each model, and since when outcomes count. */
export async function findLearning(
  db: Db,
  { organization_id }: Tenant,
): Promise<{ reset_at: Date | null; rows: LearnedRow[] }> {
  const [{ relevance_reset_at }, rows] = await Promise.all([
    db.organization.findUniqueOrThrow({
      where: { id: organization_id },
      select: { relevance_reset_at: true },
    }),
    db.relevance_learning.findMany({ where: { organization_id }, orderBy: { model: "asc" } }),
  ]);
  return { reset_at: relevance_reset_at, rows };
}

export type OutcomeRow = {
  memory_id: string;
  model: string;
  /** As shipped, before anything was learned. */
  log_odds: number;
  outcome: "right" | "ignored" | "wrong" | "follows" | "contradicts" | "ignores";
};

/**
 * What became of memories that packs served, the newest recalls first: the report where somebody reported, else what was
 * inferred. Recalls of before the last reset, and memories that no model judged, are left out.
 */
export async function findOutcomes(
  db: Db,
  { organization_id, limit }: Tenant & { limit: number },
): Promise<OutcomeRow[]> {
  return db.$queryRaw<OutcomeRow[]>(tenantSql(organization_id)`
    with recalls as materialized (
      select r.id, r.at from recall r join organization o on o.id = r.organization_id
      where r.organization_id = ${organization_id}::uuid and r.outcome = 'served'
        and r.at > coalesce(o.relevance_reset_at, '-infinity'::timestamptz)),
    said as (
      select e.detail->>'recall_id' as recall_id, e.memory_id,
        bool_or(e.type = 'applied' or (e.type = 'rated' and coalesce(e.detail->>'use' = 'helpful',
          (e.detail->>'usefulness')::float8 >= 0.5))) as was_right,
        bool_and(e.type = 'ignored') as was_ignored
      from recalls join memory_event e on e.detail->>'recall_id' = recalls.id::text
      where e.organization_id = ${organization_id}::uuid and e.detail ? 'recall_id'
        and e.type in ('applied', 'rated', 'ignored')
      group by 1, 2),
    became as (
      select recalls.at, c.recall_id, c.memory_id, c.model,
        least(greatest(c.relevance::float8, 1e-6), 1 - 1e-6) as probability,
        c.learned::float8 as learned,
        case when said.was_right then 'right' when said.was_ignored then 'ignored'
          when said.recall_id is not null then 'wrong' else i.outcome end as outcome
      from recalls
      join recall_candidate c on c.organization_id = ${organization_id}::uuid and c.recall_id = recalls.id
        and c.place = 'served' and c.model is not null and c.relevance is not null
      left join said on said.recall_id = c.recall_id::text and said.memory_id = c.memory_id
      left join recall_inference i on i.organization_id = ${organization_id}::uuid and i.recall_id = c.recall_id
        and i.memory_id = c.memory_id and i.outcome <> 'unknown')
    select memory_id::text as memory_id, model, ln(probability / (1 - probability)) - learned as log_odds, outcome
    from became where outcome is not null
    order by at desc, recall_id desc, memory_id limit ${limit}::int`);
}

/** Expectations with what the last replay made of their memory. */
export async function findReplayed(
  db: Db,
  { organization_id }: Tenant,
): Promise<{ memory_id: string; model: string; log_odds: number }[]> {
  const rows = await db.recall_expectation.findMany({
    where: { organization_id, model: { not: null }, log_odds: { not: null } },
    select: { memory_id: true, model: true, log_odds: true },
  });
  return rows.flatMap(({ memory_id, model, log_odds }) => {
    if (model === null || log_odds === null) return [];
    return [{ memory_id, model, log_odds }];
  });
}

/** Keeps what was learned in the place of what was known; models that are not named are forgotten. */
export async function replaceLearning(
  db: Db,
  { organization_id, rows }: Tenant & { rows: readonly LearnedRow[] },
): Promise<void> {
  for (const row of rows) {
    const { model, ...learned } = row;
    await db.relevance_learning.upsert({
      where: { organization_id_model: { organization_id, model } },
      create: { organization_id, model, ...learned },
      update: learned,
    });
  }
  await db.relevance_learning.deleteMany({
    where: { organization_id, model: { notIn: rows.map(({ model }) => model) } },
  });
}

/** Forgets what was learned; outcomes from now on count. */
export async function resetLearning(db: Db, { organization_id, now }: Tenant & { now: Date }): Promise<void> {
  await db.relevance_learning.deleteMany({ where: { organization_id } });
  await db.organization.update({ where: { id: organization_id }, data: { relevance_reset_at: now } });
}
