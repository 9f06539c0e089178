import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";

export type CheckRow = { memory_id: string; at: Date; holds: boolean };

/** What checks said, while a session ran, of the memories that it was given, oldest first. */
export async function findChecksInSession(
  db: Db,
  {
    organization_id,
    session_id,
    from,
    to,
    limit,
  }: { organization_id: string; session_id: string; from: Date; to: Date; limit: number },
): Promise<CheckRow[]> {
  return db.$queryRaw<CheckRow[]>(tenantSql(organization_id)`
    select e.memory_id::text as memory_id, e.at, e.type = 'verified_valid' as holds from memory_event e
    where e.organization_id = ${organization_id}::uuid and e.type in ('verified_valid', 'verified_invalid')
    and e.at between ${from}::timestamptz and ${to}::timestamptz and e.memory_id in (
      select k.memory_id from recall r
      join recall_candidate k on k.organization_id = r.organization_id and k.recall_id = r.id
      where r.organization_id = e.organization_id and r.session_id = ${session_id})
    order by e.at, e.id limit ${limit}::int`);
}
