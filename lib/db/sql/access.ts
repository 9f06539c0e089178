import type { Db } from "../client";
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
