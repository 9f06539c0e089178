import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { type MemoryWhere, memoryConditions } from "./memory-conditions";

/** How the roll-up writes that a finding was never taken up by a skill version. */
const NEVER = Prisma.sql`timestamptz '1970-01-01 00:00:00+00'`;

export type PatternCounts = {
  rule_category: string;
  file_pattern: string;
  rejected: number;
  /** Judged findings: to implement, rejected or deferred. */
  flagged: number;
};

/**
 * Judged findings of a repository since a day, by rule and file pattern, from the roll-up of whole days (UTC). Those
 * that a skill version took up are not counted: they say nothing about the skill as it is now.
 */
export async function countRuleFindings(
  db: Db,
  { organization_id, repository_id, since }: { organization_id: string; repository_id: string; since: Date },
): Promise<PatternCounts[]> {
  return db.$queryRaw(tenantSql(organization_id)`
    select r.rule_category, r.value as file_pattern, sum(r.reject)::int as rejected,
      sum(r.implement + r.reject + r.defer)::int as flagged
    from finding_rollup r
    where r.organization_id = ${organization_id}::uuid and r.dimension = 'file_pattern'
      and r.repository_id = ${repository_id}::uuid and r.day >= ${since}::timestamptz
      and r.addressed_at = ${NEVER}
    group by r.rule_category, r.value having sum(r.implement + r.reject + r.defer) > 0`);
}

/**
 * For each of these rules the reason that its rejections gave most often, by memories that may be seen and that the
 * safety rules in force have scanned.
 */
export async function findRejectionReasons(
  db: Db,
  {
    where,
    rule_categories,
    safety_version,
  }: { where: MemoryWhere; rule_categories: readonly string[]; safety_version: number },
): Promise<{ rule_category: string; reason: string }[]> {
  if (rule_categories.length === 0) return [];
  return db.$queryRaw(tenantSql(where.organization_id)`
    select rule.name as rule_category, most.reason from unnest(${[...rule_categories]}::text[]) as rule(name)
    cross join lateral (
      select m.metadata->>'rejection_reason' as reason from memory m
      where m.kind = 'rejection_pattern' and m.metadata @> jsonb_build_object('rule_category', rule.name)
        and m.metadata->>'rejection_reason' is not null and m.safety_version >= ${safety_version}::int
        and ${memoryConditions(where)}
      order by m.observation_count desc, m.refreshed_at desc, m.id desc limit 1) most`);
}
