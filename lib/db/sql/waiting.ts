import type { Db } from "../client";
import { Prisma } from "../generated/client";
import { tenantSql } from "../tenant-guard";
import { conflictConditions } from "./conflicts";
import { failedJobsOf } from "./jobs";
import { type MemoryWhere, memoryConditions, ofRepository, seenByPeople } from "./memory-conditions";

export type WaitingCounts = {
  proposals: number;
  deliveries: number;
  drifted: number;
  awaiting_safety: number;
  conflicts: number;
  repositories: number;
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
    repository_id,
    delivery_statuses,
  }: {
    organization_id: string;
    person_id: string;
    /** Null: of all. Conversations, notifications and jobs belong to none and count always. */
    repository_id: string | null;
    delivery_statuses: readonly string[];
  },
): Promise<WaitingCounts> {
  const seen = seenByPeople({ organization_id, repository_id });
  const inPlace = (column: Prisma.Sql) => ofRepository(column, repository_id);
  const memories = (where: Partial<MemoryWhere>) => Prisma.sql`
    (select count(*)::int from memory m
      where ${memoryConditions({ ...seen, deleted: false, ...where })})`;
  const ofSkills = (table: Prisma.Sql, condition: Prisma.Sql) => Prisma.sql`
    (select count(*)::int from ${table} x
      join skill s on s.organization_id = x.organization_id and s.id = x.skill_id
      where x.organization_id = ${organization_id}::uuid and ${condition} ${inPlace(Prisma.sql`s.repository_id`)})`;
  const [row] = await db.$queryRaw<WaitingCounts[]>(tenantSql(organization_id)`
    select
      ${ofSkills(Prisma.sql`proposal`, Prisma.sql`x.status = 'open'`)} as proposals,
      ${ofSkills(Prisma.sql`delivery`, Prisma.sql`x.status = any(${[...delivery_statuses]}::text[])`)} as deliveries,
      ${memories({ status: ["drifted"] })} as drifted,
      ${memories({ awaiting_safety: true })} as awaiting_safety,
      (select count(*)::int from memory_conflict c
        where ${conflictConditions({ ...seen, status: "open" })}) as conflicts,
      (select count(*)::int from repository r where r.organization_id = ${organization_id}::uuid
        and r.fetch_status = 'failed' ${inPlace(Prisma.sql`r.id`)}) as repositories,
      (select count(*)::int from failure f where f.organization_id = ${organization_id}::uuid
        and f.status = 'returned' ${inPlace(Prisma.sql`f.repository_id`)}) as failures,
      (select count(*)::int from conversation_day
        where organization_id = ${organization_id}::uuid and state = 'failed') as conversations,
      (select count(*)::int from notification where organization_id = ${organization_id}::uuid
        and person_id = ${person_id}::uuid and read_at is null) as notifications,
      (select count(*)::int ${failedJobsOf(organization_id)}) as jobs`);
  if (!row) throw new Error("scalars answer one row");
  return row;
}
