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

export type RejectionReason = {
  rule_category: string;
  reason: string;
  file_path: string;
  file_pattern: string;
};

/** Latest rejections of a rule whose reasons are compared. */
const MOST_REASONS = 100;

/**
 * The reasons of the latest rejections of each of these rules in a repository since a day, the latest first: one row for
 * each finding that no skill version took up, by memories that may be seen and that the safety rules in force have scanned.
 */
export async function findRejectionReasons(
  db: Db,
  {
    where,
    repository_id,
    rule_categories,
    since,
    safety_version,
  }: {
    where: MemoryWhere;
    repository_id: string;
    rule_categories: readonly string[];
    since: Date;
    safety_version: number;
  },
): Promise<RejectionReason[]> {
  if (rule_categories.length === 0) return [];
  const { organization_id } = where;
  return db.$queryRaw(tenantSql(organization_id)`
    select rule.name as rule_category, latest.reason, latest.file_path, latest.file_pattern
    from unnest(${[...rule_categories]}::text[]) as rule(name)
    cross join lateral (
      select m.metadata->>'rejection_reason' as reason, f.file_path, f.file_pattern, f.found_at, f.id
      from finding f join memory m on m.organization_id = f.organization_id and m.id = f.memory_id
      where f.organization_id = ${organization_id}::uuid and f.rule_category = rule.name
        and f.repository_id = ${repository_id}::uuid and f.disposition = 'reject' and f.addressed_at is null
        and f.found_at >= ${since}::timestamptz and f.file_path is not null
        and m.metadata->>'rejection_reason' is not null and m.safety_version >= ${safety_version}::int
        and ${memoryConditions(where)}
      order by f.found_at desc, f.id desc limit ${MOST_REASONS}) latest
    order by latest.found_at desc, latest.id desc`);
}
