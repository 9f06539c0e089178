import type { Db } from "@/lib/db/client";

/**
 * Holds skills until the transaction ends, in the order of their ids, so that decisions and drafts about the same skill
 * come one after the other and never wait for each other in a circle.
 */
export async function lockSkills(
  tx: Db,
  { organization_id, skill_ids }: { organization_id: string; skill_ids: readonly string[] },
): Promise<void> {
  await tx.$queryRaw`
    select id from skill
    where organization_id = ${organization_id}::uuid and id = any(${[...skill_ids]}::uuid[])
    order by id for update`;
}

/** The rejected hunks' findings of these skills, each with its rule as it is filed now. */
export async function findTurnedDownFindings(
  db: Db,
  { organization_id, skill_ids }: { organization_id: string; skill_ids: readonly string[] },
): Promise<{ skill_id: string; finding_id: string; rule_category: string }[]> {
  return db.$queryRaw`
    select distinct p.skill_id, f.id as finding_id, f.rule_category
    from proposal p
    join proposal_hunk h on h.organization_id = p.organization_id and h.proposal_id = p.id
    join proposal_evidence e on e.organization_id = h.organization_id and e.hunk_id = h.id
    join finding f on f.organization_id = e.organization_id and f.id = e.finding_id
    where p.organization_id = ${organization_id}::uuid and p.skill_id = any(${[...skill_ids]}::uuid[])
      and h.decision = 'rejected'`;
}

/** The rules whose findings these skill versions took up. */
export async function findRulesOfVersions(
  db: Db,
  { organization_id, version_ids }: { organization_id: string; version_ids: readonly string[] },
): Promise<{ version_id: string; rule_category: string }[]> {
  return db.$queryRaw`
    select distinct f.addressed_by_version as version_id, f.rule_category
    from finding f
    where f.organization_id = ${organization_id}::uuid
      and f.addressed_by_version = any(${[...version_ids]}::uuid[])
    order by 1, 2`;
}

/** Holds an organization until the transaction ends, so that what is counted against a limit of it is counted once. */
export async function lockOrganization(
  tx: Db,
  { organization_id }: { organization_id: string },
): Promise<void> {
  await tx.$queryRaw`select id from organization where id = ${organization_id}::uuid for update`;
}

export type SkillFinding = {
  id: string;
  title: string;
  file_path: string | null;
  rule_category: string;
  disposition: string;
};

/** Most findings that a prediction looks back on. */
const MOST_FINDINGS = 5000;

/**
 * Judged findings that a skill answers for, the newest first: those that name it, in its repository or in none, and those
 * of its repository that name no skill, when no other skill could be meant.
 */
export async function findSkillFindings(
  db: Db,
  given: {
    organization_id: string;
    repository_id: string;
    skill: string;
    only_skill: boolean;
    from: Date;
    to: Date;
  },
): Promise<SkillFinding[]> {
  return db.$queryRaw`
    select id, title, file_path, rule_category, disposition
    from finding
    where organization_id = ${given.organization_id}::uuid
      and found_at >= ${given.from}::timestamptz and found_at < ${given.to}::timestamptz
      and disposition in ('reject', 'implement')
      and ((skill = ${given.skill} and (repository_id = ${given.repository_id}::uuid or repository_id is null))
        or (${given.only_skill} and skill is null and repository_id = ${given.repository_id}::uuid))
    order by found_at desc, id desc
    limit ${MOST_FINDINGS}`;
}
