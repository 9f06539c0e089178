import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { tenantSql } from "../tenant-guard";
import {
  addressedRules,
  type CellCounts,
  cellsOf,
  counted,
  DIMENSIONS,
  type Dimension,
  type FindingScope,
  floorDay,
  inScope,
  isOfWholeRules,
  isOpen,
  NO_REPOSITORY,
  type Period,
  sumsOf,
} from "./finding-cells";

export type RuleCounts = CellCounts & {
  rule_category: string;
  addressed_at: Date | null;
  last_found_at: Date | null;
  earlier_reject: number;
  earlier_flagged: number;
  later_reject: number;
  later_flagged: number;
};

/**
 * Findings per rule: `all_*` in the period, `open_*` those of them that no skill version took up,
 * and `earlier_*`, `later_*` from `trend_start` to `trend_middle` and from there to `trend_end`.
 */
export async function countRules(
  db: Db,
  params: FindingScope & Period & { trend_start: Date; trend_middle: Date; trend_end: Date },
): Promise<RuleCounts[]> {
  const { organization_id, trend_start, trend_middle, trend_end, from, to, ...scope } = params;
  // Whole days of both the period and the trend are read once.
  const whole = [from, to, trend_start, trend_end].every((moment) => floorDay(moment) >= moment);
  const period = { from, to };
  const by = isOfWholeRules(params) ? "rule" : null;
  const trend = { from: trend_start, to: trend_end };
  const read = whole ? { from: earlier(from, trend_start), to: later(to, trend_end) } : period;
  const halves = whole
    ? Prisma.sql`select rule_category, at, all_implement as implement, all_reject as reject, all_defer as defer
        from counted`
    : Prisma.sql`select rule_category, at, implement, reject, defer
        from (${cellsOf({ ...scope, organization_id, ...trend }, by).cells}) c`;
  const inPeriod = within(period);
  const before = within({ from: trend_start, to: trend_middle });
  const after = within({ from: trend_middle, to: trend_end });
  return db.$queryRaw<RuleCounts[]>(tenantSql(organization_id)`
    with addressed as materialized (${addressedRules(organization_id)}),
    counted as materialized (
      ${counted({ ...scope, organization_id, ...read }, by)}
    ),
    rules as (
      select rule_category, max(addressed_at) filter (where ${inPeriod}) as addressed_at, ${sumsOf(inPeriod)}
      from counted
      group by rule_category
      having sum(all_implement + all_reject + all_defer + all_clarify) filter (where ${inPeriod}) > 0
    ),
    halves as (
      select rule_category,
        sum(reject) filter (where ${before})::int as earlier_reject,
        sum(implement + reject + defer) filter (where ${before})::int as earlier_flagged,
        sum(reject) filter (where ${after})::int as later_reject,
        sum(implement + reject + defer) filter (where ${after})::int as later_flagged
      from (${halves}) t
      group by rule_category
    )
    select rules.*,
      coalesce(earlier_reject, 0) as earlier_reject, coalesce(earlier_flagged, 0) as earlier_flagged,
      coalesce(later_reject, 0) as later_reject, coalesce(later_flagged, 0) as later_flagged,
      (select f.found_at from finding f
        where ${inScope(params)} and f.rule_category = rules.rule_category and f.found_at < ${to}::timestamptz
        order by f.found_at desc limit 1) as last_found_at
    from rules left join halves using (rule_category)`);
}

const earlier = (a: Date, b: Date) => {
  if (a < b) return a;
  return b;
};
const later = (a: Date, b: Date) => {
  if (a > b) return a;
  return b;
};
const within = ({ from, to }: Period) => Prisma.sql`at >= ${from}::timestamptz and at < ${to}::timestamptz`;

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
  params: FindingScope & Period & { bucket: "day" | "week" | "month" },
): Promise<BucketCounts[]> {
  const { cells } = cellsOf(params, isOfWholeRules(params) ? "rule" : null);
  return db.$queryRaw<BucketCounts[]>(tenantSql(params.organization_id)`
    select date_trunc(${params.bucket}, at, 'UTC') as at, rule_category,
      sum(implement)::int as implement, sum(reject)::int as reject,
      sum(defer)::int as defer, sum(clarify)::int as clarify
    from (${cells}) c
    group by 1, 2
    having sum(implement + reject + defer + clarify) > 0
    order by 1, 2`);
}

export type PartCounts = CellCounts & {
  rule_category: string;
  /** The repository's id, or the name; null: none. */
  part: string | null;
};

function partOf(by: Dimension | "skill" | "repository"): Prisma.Sql {
  if (by === "repository") return Prisma.sql`nullif(repository_id, ${NO_REPOSITORY}::uuid)::text`;
  if (by === "skill") return Prisma.sql`nullif(skill, '')`;
  return Prisma.sql`nullif(value, '')`;
}

/** Findings per rule and what they differ in. */
export async function countParts(
  db: Db,
  params: FindingScope & Period & { by: Dimension | "skill" | "repository" },
): Promise<PartCounts[]> {
  const { by, ...scope } = params;
  const dimension = DIMENSIONS.find((name) => name === by) ?? null;
  const part = partOf(by);
  return db.$queryRaw<PartCounts[]>(tenantSql(params.organization_id)`
    with addressed as materialized (${addressedRules(params.organization_id)}),
    counted as (${counted(scope, dimension)})
    select rule_category, ${part} as part, ${sumsOf(Prisma.sql`true`)} from counted
    group by 1, 2
    having sum(all_implement + all_reject + all_defer + all_clarify) > 0`);
}

/** Findings per developer and rule; those that name no developer are left out. `from` and `to` are starts of days, UTC. */
export async function countDevelopers(
  db: Db,
  { organization_id, from, to }: Period & { organization_id: string },
): Promise<{ developer: string; rule_category: string; implement: number; reject: number; defer: number }[]> {
  return db.$queryRaw(tenantSql(organization_id)`
    select value as developer, rule_category,
      sum(implement)::int as implement, sum(reject)::int as reject, sum(defer)::int as defer
    from finding_rollup
    where organization_id = ${organization_id}::uuid and dimension = 'developer' and value <> ''
      and day >= ${from}::timestamptz and day < ${to}::timestamptz
    group by 1, 2
    order by 1, 2`);
}

/** What of a rule's findings name one skill and one repository; null: none. */
export type SharedBy = { rule_category: string; skill: string | null; repository_id: string | null };

/** Open findings per rule, skill and repository; `flagged` are those that were judged. */
export async function countShares(
  db: Db,
  { organization_id, from, to }: Period & { organization_id: string },
): Promise<(SharedBy & { flagged: number; rejected: number })[]> {
  const scope = { organization_id, visible_repository_ids: null, from, to };
  return db.$queryRaw(tenantSql(organization_id)`
    with addressed as materialized (${addressedRules(organization_id)}),
    counted as (${counted(scope, null)})
    select rule_category, nullif(skill, '') as skill, nullif(repository_id, ${NO_REPOSITORY}::uuid) as repository_id,
      sum(open_implement + open_reject + open_defer)::int as flagged, sum(open_reject)::int as rejected
    from counted
    group by 1, 2, 3
    having sum(open_implement + open_reject + open_defer) > 0
    order by 1, 2, 3`);
}

/**
 * Ids of the rejected findings that are evidence for a change of the skill as it is now, newest first, at most
 * `most_per_share` of each share.
 */
export async function openRejectedFindingIds(
  db: Db,
  {
    organization_id,
    shares,
    most_per_share,
    to,
  }: { organization_id: string; shares: readonly SharedBy[]; most_per_share: number; to: Date },
): Promise<string[]> {
  const rules = shares.map(({ rule_category }) => rule_category);
  const skills = shares.map(({ skill }) => skill ?? "");
  const repositories = shares.map(({ repository_id }) => repository_id ?? NO_REPOSITORY);
  const rows = await db.$queryRaw<{ id: string }[]>(tenantSql(organization_id)`
    select latest.id
    from unnest(${rules}::text[], ${skills}::text[], ${repositories}::uuid[]) as share(rule, skill, repository)
    cross join lateral (
      select f.id, f.found_at from finding f
      where f.organization_id = ${organization_id}::uuid and f.rule_category = share.rule
        and coalesce(f.skill, '') = share.skill and coalesce(f.repository_id, ${NO_REPOSITORY}::uuid) = share.repository
        and f.disposition = 'reject' and ${isOpen} and f.found_at < ${to}::timestamptz
      order by f.found_at desc, f.id desc limit ${most_per_share}) latest
    order by latest.found_at desc, latest.id desc`);
  return rows.map((row) => row.id);
}

export type RuleEvidenceRow = {
  rule_category: string;
  reason: string | null;
  file_pattern: string;
  memory_id: string | null;
};

/** The latest rejected findings of rules that no skill version took up, at most `most_per_rule` of each. */
export async function findRuleEvidence(
  db: Db,
  params: FindingScope & Period & { most_per_rule: number },
): Promise<RuleEvidenceRow[]> {
  return db.$queryRaw<RuleEvidenceRow[]>(tenantSql(params.organization_id)`
    select rule_category, reason, file_pattern, memory_id from (
      select f.rule_category, f.reason, f.file_pattern, f.memory_id,
        row_number() over (partition by f.rule_category order by f.found_at desc, f.id desc) as place
      from finding f
      where ${inScope(params)} and f.disposition = 'reject' and ${isOpen}
        and f.found_at >= ${params.from}::timestamptz and f.found_at < ${params.to}::timestamptz
    ) ranked
    where place <= ${params.most_per_rule}
    order by rule_category, place`);
}
