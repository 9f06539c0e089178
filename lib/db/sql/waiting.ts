import type { Db } from "../client";
import { Prisma } from "../generated/client";
import { tenantSql } from "../tenant-guard";
import { conflictConditions } from "./conflicts";
import { failedJobsOf } from "./jobs";
import { type MemoryWhere, memoryConditions } from "./memory-conditions";

export type WaitingCounts = {
  proposals: number;
  deliveries: number;
  drifted: number;
  awaiting_safety: number;
  conflicts: number;
  failures: number;
  conversations: number;
  notifications: number;
  jobs: number;
};

/** How many rows the lists of what waits have for a person, in one statement. */
export async function countWaiting(
  db: Db,
  {
    organization_id,
    person_id,
    delivery_statuses,
  }: { organization_id: string; person_id: string; delivery_statuses: readonly string[] },
): Promise<WaitingCounts> {
  const person = { organization_id, visible_repository_ids: null, asking_agent: null };
  const memories = (where: Partial<MemoryWhere>) => Prisma.sql`
    (select count(*)::int from memory m where ${memoryConditions({ ...person, deleted: false, ...where })})`;
  const [row] = await db.$queryRaw<WaitingCounts[]>(tenantSql(organization_id)`
    select
      (select count(*)::int from proposal
        where organization_id = ${organization_id}::uuid and status = 'open') as proposals,
      (select count(*)::int from delivery where organization_id = ${organization_id}::uuid
        and status = any(${[...delivery_statuses]}::text[])) as deliveries,
      ${memories({ status: ["drifted"] })} as drifted,
      ${memories({ awaiting_safety: true })} as awaiting_safety,
      (select count(*)::int from memory_conflict c
        where ${conflictConditions({ ...person, status: "open" })}) as conflicts,
      (select count(*)::int from failure
        where organization_id = ${organization_id}::uuid and status = 'returned') as failures,
      (select count(*)::int from conversation_day
        where organization_id = ${organization_id}::uuid and state = 'failed') as conversations,
      (select count(*)::int from notification where organization_id = ${organization_id}::uuid
        and person_id = ${person_id}::uuid and read_at is null) as notifications,
      (select count(*)::int ${failedJobsOf(organization_id)}) as jobs`);
  if (!row) throw new Error("scalars answer one row");
  return row;
}
