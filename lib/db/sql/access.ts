import type { Db } from "../client";
import { CHANNEL } from "../remembered/change-feed";
import { tenantSql } from "../tenant-guard";

export type RefusalRow = {
  organization_id: string;
  id: string;
  what: string;
  session_id: string;
  agent: string;
  agent_type: string;
  named: string;
  now: Date;
};

/** Counts a refusal: in one session the same one is one row, however often an agent asks. */
export async function countRefusal(db: Db, row: RefusalRow): Promise<void> {
  await db.$executeRaw(tenantSql(row.organization_id)`
    insert into agent_refusal (organization_id, id, what, session_id, agent, agent_type, named, first_at, last_at)
    values (${row.organization_id}::uuid, ${row.id}::uuid, ${row.what}, ${row.session_id}, ${row.agent},
      ${row.agent_type}, ${row.named}, ${row.now}, ${row.now})
    on conflict (organization_id, session_id, agent, agent_type, named, what)
    do update set count = agent_refusal.count + 1, last_at = greatest(agent_refusal.last_at, excluded.last_at)`);
}

/**
 * Says, when the transaction commits, that the settings of a repository changed, to the processes that remember them. Triggers
 * do it too where the tables are on one server; a worker of a cluster cannot.
 */
export async function announceRepositorySettings(
  db: Db,
  { organization_id, repository_id }: { organization_id: string; repository_id: string },
): Promise<void> {
  const ids = [organization_id, repository_id];
  await db.$queryRaw`select pg_notify(${CHANNEL}, id)::text from unnest(${ids}::text[]) as of(id)`;
}
