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
