import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

/**
 * Which findings are counted. `visible_repository_ids` null: every repository; else these and the findings of none.
 * `from` is inclusive, `to` is not.
 */
export type FindingScope = {
  organization_id: string;
  visible_repository_ids: readonly string[] | null;
  repository_id?: string | undefined;
  skill?: string | undefined;
  agent?: string | undefined;
  developer?: string | undefined;
  rule_category?: readonly string[] | undefined;
};

function inScope(scope: FindingScope): Prisma.Sql {
  const { visible_repository_ids: visible, repository_id, skill, agent, developer, rule_category } = scope;
  const conditions = [Prisma.sql`f.organization_id = ${scope.organization_id}::uuid`];
  if (visible !== null)
    conditions.push(Prisma.sql`(f.repository_id is null or f.repository_id = any(${[...visible]}::uuid[]))`);
  if (repository_id !== undefined) conditions.push(Prisma.sql`f.repository_id = ${repository_id}::uuid`);
  if (skill !== undefined) conditions.push(Prisma.sql`f.skill = ${skill}`);
  if (agent !== undefined) conditions.push(Prisma.sql`f.agent = ${agent}`);
  if (developer !== undefined) conditions.push(Prisma.sql`f.developer = ${developer}`);
  if (rule_category !== undefined)
    conditions.push(Prisma.sql`f.rule_category = any(${[...rule_category]}::text[])`);
  return Prisma.join(conditions, " and ");
}

/**
 * When a skill version last took up a rule. It did so for the repository and the skill that the addressed findings name,
 * so the same rule elsewhere keeps its evidence.
 */
const addressedRules = (organization_id: string) => Prisma.sql`
  select rule_category, repository_id, skill, max(addressed_at) as at
  from finding
  where organization_id = ${organization_id}::uuid and addressed_at is not null
  group by rule_category, repository_id, skill`;

/** Joins `a`, the addressed rule of finding `f`; what was found before it says nothing about the skill as it is now. */
const joinAddressed = Prisma.sql`
  left join addressed a
    on a.rule_category = f.rule_category
    and a.repository_id is not distinct from f.repository_id
    and a.skill is not distinct from f.skill`;
const isOpen = Prisma.sql`(f.addressed_at is null and (a.at is null or f.found_at > a.at))`;

export type RuleCounts = {
  rule_category: string;
  addressed_at: Date | null;
  last_found_at: Date | null;
  open_implement: number;
  open_reject: number;
  open_defer: number;
  open_clarify: number;
  all_implement: number;
  all_reject: number;
  all_defer: number;
  all_clarify: number;
  earlier_reject: number;
  earlier_flagged: number;
  later_reject: number;
  later_flagged: number;
};

/**
 * Findings per rule: `all_*` in the period, `open_*` those of them found after a skill version last took up the rule,
 * and `earlier_*`, `later_*` in the two halves around `trend_middle` of the time from `trend_start` to `to`.
 */
export async function countRules(
  db: Db,
  given: FindingScope & { from: Date; to: Date; trend_start: Date; trend_middle: Date },
): Promise<RuleCounts[]> {
  const { organization_id, from, to, trend_start, trend_middle } = given;
  const oldest = new Date(Math.min(from.getTime(), trend_start.getTime()));
  return db.$queryRaw<RuleCounts[]>`
    with addressed as (${addressedRules(organization_id)}),
    counted as (
      select f.rule_category, f.disposition, f.found_at, a.at as addressed_at, ${isOpen} as open,
        f.disposition <> 'clarify' as flagged,
        f.found_at >= ${from}::timestamptz as in_period,
        f.found_at >= ${trend_start}::timestamptz and f.found_at < ${trend_middle}::timestamptz as earlier,
        f.found_at >= ${trend_middle}::timestamptz as later
      from finding f ${joinAddressed}
      where ${inScope(given)} and f.found_at >= ${oldest}::timestamptz and f.found_at < ${to}::timestamptz
    )
    select rule_category,
      max(addressed_at) as addressed_at,
      max(found_at) filter (where in_period) as last_found_at,
      count(*) filter (where in_period and open and disposition = 'implement')::int as open_implement,
      count(*) filter (where in_period and open and disposition = 'reject')::int as open_reject,
      count(*) filter (where in_period and open and disposition = 'defer')::int as open_defer,
      count(*) filter (where in_period and open and disposition = 'clarify')::int as open_clarify,
      count(*) filter (where in_period and disposition = 'implement')::int as all_implement,
      count(*) filter (where in_period and disposition = 'reject')::int as all_reject,
      count(*) filter (where in_period and disposition = 'defer')::int as all_defer,
      count(*) filter (where in_period and disposition = 'clarify')::int as all_clarify,
      count(*) filter (where earlier and disposition = 'reject')::int as earlier_reject,
      count(*) filter (where earlier and flagged)::int as earlier_flagged,
      count(*) filter (where later and disposition = 'reject')::int as later_reject,
      count(*) filter (where later and flagged)::int as later_flagged
    from counted
    group by rule_category
    having bool_or(in_period)`;
}

export type BucketCounts = {
  at: Date;
  rule_category: string;
  implement: number;
  reject: number;
  defer: number;
  clarify: number;
};

/** Findings per rule and bucket of time (UTC; weeks from Monday); buckets without findings are not among the rows. */
export async function countBuckets(
  db: Db,
  given: FindingScope & { bucket: "day" | "week" | "month"; from: Date; to: Date },
): Promise<BucketCounts[]> {
  const { bucket, from, to } = given;
  return db.$queryRaw<BucketCounts[]>`
    select date_trunc(${bucket}, f.found_at, 'UTC') as at, f.rule_category,
      count(*) filter (where f.disposition = 'implement')::int as implement,
      count(*) filter (where f.disposition = 'reject')::int as reject,
      count(*) filter (where f.disposition = 'defer')::int as defer,
      count(*) filter (where f.disposition = 'clarify')::int as clarify
    from finding f
    where ${inScope(given)} and f.found_at >= ${from}::timestamptz and f.found_at < ${to}::timestamptz
    group by 1, 2
    order by 1, 2`;
}

/**
 * Ids of the rejected findings that are evidence for a change of the skill as it is now, newest first, at most
 * `most_per_rule` of each rule.
 */
export async function openRejectedFindingIds(
  db: Db,
  given: FindingScope & { most_per_rule: number; to: Date },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    with addressed as (${addressedRules(given.organization_id)})
    select id from (
      select f.id, f.found_at,
        row_number() over (partition by f.rule_category order by f.found_at desc, f.id desc) as place
      from finding f ${joinAddressed}
      where ${inScope(given)} and f.disposition = 'reject' and ${isOpen} and f.found_at < ${given.to}::timestamptz
    ) ranked
    where place <= ${given.most_per_rule}
    order by found_at desc, id desc`;
  return rows.map((row) => row.id);
}
