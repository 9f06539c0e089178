import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { tenantSql } from "../tenant-guard";
import type { SharedBy } from "./finding-counts";

/**
 * Holds skills until the transaction ends, in the order of their ids, so that decisions and drafts about the same skill
 * come one after the other and never wait for each other in a circle.
 */
export async function lockSkills(
  tx: Db,
  { organization_id, skill_ids }: { organization_id: string; skill_ids: readonly string[] },
): Promise<void> {
  await tx.$queryRaw(tenantSql(organization_id)`
    select id from skill
    where organization_id = ${organization_id}::uuid and id = any(${[...skill_ids]}::uuid[])
    order by id for update`);
}

export type RejectedHunk = {
  skill_id: string;
  hunk_id: string;
  /** The rule of most of its findings, as they are filed now. */
  rule_category: string;
  intent: string;
  current_text: string;
  proposed_text: string;
  feedback: string | null;
  finding_ids: string[];
};

/** The rejected hunks of these skills with their findings, the latest decision first. */
export async function findRejectedHunks(
  db: Db,
  { organization_id, skill_ids }: { organization_id: string; skill_ids: readonly string[] },
): Promise<RejectedHunk[]> {
  return db.$queryRaw(tenantSql(organization_id)`
    select p.skill_id, h.id as hunk_id, mode() within group (order by f.rule_category) as rule_category,
      coalesce(p.intents ->> (mode() within group (order by f.rule_category)), 'except') as intent,
      h.current_text, coalesce(h.edited_text, h.proposed_text) as proposed_text, h.feedback,
      array_agg(distinct f.id::text) as finding_ids
    from proposal p
    join proposal_hunk h on h.organization_id = p.organization_id and h.proposal_id = p.id
    join proposal_evidence e on e.organization_id = h.organization_id and e.hunk_id = h.id
    join finding f on f.organization_id = e.organization_id and f.id = e.finding_id
    where p.organization_id = ${organization_id}::uuid and p.skill_id = any(${[...skill_ids]}::uuid[])
      and h.decision = 'rejected'
    group by p.organization_id, p.id, h.organization_id, h.id
    order by p.decided_at desc, h.id desc`);
}

/** The rules whose findings these skill versions took up, also where a skill was set back since. */
export async function findRulesOfVersions(
  db: Db,
  { organization_id, version_ids }: { organization_id: string; version_ids: readonly string[] },
): Promise<{ version_id: string; rule_category: string }[]> {
  return db.$queryRaw(tenantSql(organization_id)`
    select f.addressed_by_version as version_id, f.rule_category
    from finding f
    where f.organization_id = ${organization_id}::uuid
      and f.addressed_by_version = any(${[...version_ids]}::uuid[])
    union
    select v.id, f.rule_category
    from skill_version v
    join proposal p on p.organization_id = v.organization_id and p.id = v.proposal_id and p.applied_version = v.number
    join proposal_hunk h on h.organization_id = p.organization_id and h.proposal_id = p.id and h.decision = 'approved'
    join proposal_evidence e on e.organization_id = h.organization_id and e.hunk_id = h.id
    join finding f on f.organization_id = e.organization_id and f.id = e.finding_id
    where v.organization_id = ${organization_id}::uuid and v.id = any(${[...version_ids]}::uuid[])
    order by 1, 2`);
}

/** Holds an organization until the transaction ends, so that what is counted against a limit of it is counted once. */
export async function lockOrganization(
  tx: Db,
  { organization_id }: { organization_id: string },
): Promise<void> {
  await tx.$queryRaw(
    tenantSql(organization_id)`select id from organization where id = ${organization_id}::uuid for update`,
  );
}

export type SkillFinding = {
  id: string;
  title: string;
  file_path: string | null;
  rule_category: string;
  disposition: string;
  original_issue: string | null;
  found_at: Date;
  skill: string | null;
  repository_id: string | null;
};

/** Most findings that a prediction looks back on. */
const MOST_FINDINGS = 5000;

type SkillScope = {
  organization_id: string;
  skill: string;
  repository_id: string;
  /** Whether no other skill has its name, so that it is meant wherever it is named. */
  is_only_of_name: boolean;
  from: Date;
  to: Date;
};

/** Findings for which a skill may answer: that name it, or no skill, in its repository or in none. */
const mayAnswerFor = ({ skill, repository_id, is_only_of_name, from, to }: SkillScope) =>
  Prisma.sql`found_at >= ${from}::timestamptz and found_at < ${to}::timestamptz
    and ((skill = ${skill} and (${is_only_of_name} or repository_id = ${repository_id}::uuid))
      or (skill is null and (repository_id = ${repository_id}::uuid or repository_id is null)))`;

/** Judged findings for which a skill may answer, the newest first. */
export async function findSkillFindings(db: Db, scope: SkillScope): Promise<SkillFinding[]> {
  return db.$queryRaw(tenantSql(scope.organization_id)`
    select id, title, file_path, rule_category, disposition, original_issue, found_at, skill, repository_id
    from finding
    where organization_id = ${scope.organization_id}::uuid and ${mayAnswerFor(scope)}
      and disposition in ('reject', 'implement')
    order by found_at desc, id desc
    limit ${MOST_FINDINGS}`);
}

/** Findings of some rules for which a skill may answer, by what they name: flagged and rejected. */
export async function countSkillFindings(
  db: Db,
  { rule_categories, ...scope }: SkillScope & { rule_categories: readonly string[] },
): Promise<(SharedBy & { flagged: number; rejected: number })[]> {
  return db.$queryRaw(tenantSql(scope.organization_id)`
    select rule_category, skill, repository_id,
      count(*)::int as flagged, count(*) filter (where disposition = 'reject')::int as rejected
    from finding
    where organization_id = ${scope.organization_id}::uuid and ${mayAnswerFor(scope)}
      and rule_category = any(${[...rule_categories]}::text[]) and disposition <> 'clarify'
    group by 1, 2, 3`);
}

/** All findings in a period: flagged and rejected. `visible_repository_ids` null: every repository; else these and none. */
export async function countFlagged(
  db: Db,
  {
    organization_id,
    visible_repository_ids,
    repository_id,
    from,
    to,
  }: {
    organization_id: string;
    visible_repository_ids: readonly string[] | null;
    repository_id: string | null;
    from: Date;
    to: Date;
  },
): Promise<{ flagged: number; rejected: number }> {
  const rows = await db.$queryRaw<{ flagged: number; rejected: number }[]>(tenantSql(organization_id)`
    select count(*)::int as flagged, count(*) filter (where disposition = 'reject')::int as rejected
    from finding
    where organization_id = ${organization_id}::uuid
      and found_at >= ${from}::timestamptz and found_at < ${to}::timestamptz
      and disposition <> 'clarify'
      and (${repository_id}::uuid is null or repository_id = ${repository_id}::uuid)
      and (${visible_repository_ids === null} or repository_id is null
        or repository_id = any(${[...(visible_repository_ids ?? [])]}::uuid[]))`);
  return rows[0] ?? { flagged: 0, rejected: 0 };
}
