import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { LIVE, M } from "./live-memories";
import { reachesAgent } from "./memory-conditions";

export type ConflictWhere = {
  organization_id: string;
  visible_repository_ids: readonly string[] | null;
  /** The agent that asks, to whom each memory of a conflict must be shown; null: a person. */
  asking_agent: string | null;
  status: "open" | "resolved" | "dismissed";
  repository_id?: string;
  memory_id?: string;
  session_id?: string;
  rule?: string;
};

/** Conditions on `c`. A conflict that waits is one as long as two of its memories are in use. */
export function conflictConditions(where: ConflictWhere): Prisma.Sql {
  const { organization_id, visible_repository_ids, asking_agent, status } = where;
  const { repository_id, memory_id, session_id, rule } = where;
  const member = (condition: Prisma.Sql) => Prisma.sql`
    (select count(*) from memory_conflict_member x
      join memory m on m.organization_id = x.organization_id and m.id = x.memory_id
      where x.organization_id = c.organization_id and x.conflict_id = c.id and ${condition})`;
  const conditions = [
    Prisma.sql`c.organization_id = ${organization_id}::uuid and c.status = ${status}`,
    ...(status === "open" ? [Prisma.sql`${member(LIVE(M))} >= 2`] : []),
    ...(visible_repository_ids === null
      ? []
      : [
          Prisma.sql`${member(Prisma.sql`m.scope <> 'global'
            and (m.repository_id is null or m.repository_id <> all(${[...visible_repository_ids]}::uuid[]))`)} = 0`,
        ]),
    ...(asking_agent === null
      ? []
      : [Prisma.sql`${member(Prisma.sql`${reachesAgent(asking_agent)} is not true`)} = 0`]),
    ...(repository_id === undefined
      ? []
      : [Prisma.sql`${member(Prisma.sql`m.repository_id = ${repository_id}::uuid`)} > 0`]),
    ...(memory_id === undefined ? [] : [Prisma.sql`${member(Prisma.sql`m.id = ${memory_id}::uuid`)} > 0`]),
    ...(session_id === undefined ? [] : [Prisma.sql`c.session_id = ${session_id}`]),
    ...(rule === undefined ? [] : [Prisma.sql`c.rule = ${rule}`]),
  ];
  return Prisma.join(conditions, " and ");
}

/** Ids of conflicts, those found last first. */
export async function findConflictKeys(
  db: Db,
  { where, after, limit }: { where: ConflictWhere; after: { at: string; id: string } | null; limit: number },
): Promise<{ id: string; at: Date }[]> {
  const beyond = after
    ? Prisma.sql`and (c.found_at, c.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : Prisma.empty;
  return db.$queryRaw<{ id: string; at: Date }[]>(tenantSql(where.organization_id)`
    select c.id::text as id, c.found_at as at from memory_conflict c where ${conflictConditions(where)} ${beyond}
    order by c.found_at desc, c.id desc limit ${limit}::int`);
}

export async function countConflicts(db: Db, { where }: { where: ConflictWhere }): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>(tenantSql(where.organization_id)`
    select count(*)::int as count from memory_conflict c where ${conflictConditions(where)}`);
  return row?.count ?? 0;
}

/** Makes those who record or decide on conflicts of an organization take turns until their transactions end. */
export async function lockConflicts(tx: Db, { organization_id }: { organization_id: string }): Promise<void> {
  await tx.$queryRaw(
    tenantSql(
      organization_id,
    )`select count(pg_advisory_xact_lock(hashtextextended('conflicts ' || ${organization_id}::text, 0)))`,
  );
}
