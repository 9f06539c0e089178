import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";

type OfRepository = { organization_id: string; repository_id: string };

/**
 * Empties what refers to a repository, or to what goes with it, and stays when it is removed: sessions and packs of agents,
 * and elsewhere versions of its memories, findings and evidence. In the transaction that removes it.
 */
export async function cutFromRepository(
  tx: Db,
  { organization_id, repository_id }: OfRepository,
): Promise<void> {
  // Nobody begins to refer to it meanwhile.
  await tx.$queryRaw(tenantSql(organization_id)`
    select r.id from repository r
    where r.organization_id = ${organization_id}::uuid and r.id = ${repository_id}::uuid for update`);
  await cutSessions(tx, { organization_id, repository_id });
  await tx.$executeRaw(tenantSql(organization_id)`
    update memory m set superseded_by = null
    where m.organization_id = ${organization_id}::uuid and m.repository_id is distinct from ${repository_id}::uuid
      and m.superseded_by in (select g.id from memory g
        where g.organization_id = ${organization_id}::uuid and g.repository_id = ${repository_id}::uuid)`);
  await tx.$executeRaw(tenantSql(organization_id)`
    update finding f set memory_id = null
    where f.organization_id = ${organization_id}::uuid and f.memory_id in (select g.id from memory g
      where g.organization_id = ${organization_id}::uuid and g.repository_id = ${repository_id}::uuid)`);
  await cutEvidence(tx, { organization_id, repository_id });
}

async function cutSessions(tx: Db, { organization_id, repository_id }: OfRepository): Promise<void> {
  await tx.$executeRaw(tenantSql(organization_id)`
    update recall r set repository_id = null
    where r.organization_id = ${organization_id}::uuid and r.repository_id = ${repository_id}::uuid`);
  await tx.$executeRaw(tenantSql(organization_id)`
    update agent_session s set repository_id = null
    where s.organization_id = ${organization_id}::uuid and s.repository_id = ${repository_id}::uuid`);
  await tx.$executeRaw(tenantSql(organization_id)`
    update holdout_session h set repository_id = null
    where h.organization_id = ${organization_id}::uuid and h.repository_id = ${repository_id}::uuid`);
}

async function cutEvidence(tx: Db, { organization_id, repository_id }: OfRepository): Promise<void> {
  await tx.$executeRaw(tenantSql(organization_id)`
    update proposal_evidence p set memory_id = null
    where p.organization_id = ${organization_id}::uuid and p.memory_id in (select g.id from memory g
      where g.organization_id = ${organization_id}::uuid and g.repository_id = ${repository_id}::uuid)`);
  await tx.$executeRaw(tenantSql(organization_id)`
    update proposal_evidence p set finding_id = null
    where p.organization_id = ${organization_id}::uuid and p.finding_id in (
      select f.id from finding f join review v on v.organization_id = f.organization_id and v.id = f.review_id
      where f.organization_id = ${organization_id}::uuid and v.repository_id = ${repository_id}::uuid)`);
}
