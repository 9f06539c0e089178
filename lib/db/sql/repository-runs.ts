import { Prisma } from "@/lib/db/generated/client";
import { tenantSql } from "@/lib/db/tenant-guard";
import type { Db } from "../client";

type OneRepository = { organization_id: string; repository_id: string };

async function lockRow(
  tx: Db,
  { organization_id, repository_id }: OneRepository,
  lock: Prisma.Sql,
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>(tenantSql(organization_id)`
    select 1 from repository r where r.organization_id = ${organization_id}::uuid and r.id = ${repository_id}::uuid
    ${lock}`);
  return rows.length > 0;
}

/** Makes those that open, claim or end runs over one repository take turns. @returns false when it was removed. */
export const lockRepository = (tx: Db, repository: OneRepository): Promise<boolean> =>
  lockRow(tx, repository, Prisma.sql`for no key update`);

/** Keeps everybody from writing what refers to a repository, until the transaction ends. @returns false when it was removed. */
export const lockRepositoryToRemove = (tx: Db, repository: OneRepository): Promise<boolean> =>
  lockRow(tx, repository, Prisma.sql`for update`);

/** Which memories' citations a run looks at. */
export type RunScope = {
  organization_id: string;
  repository_id: string;
  commit: string | null;
  /** Also what is on record for the commit already. */
  everything: boolean;
  /** With the others: what was last checked before. */
  stale_before: Date | null;
  /** Empty: of all. */
  memory_ids: readonly string[];
};

/** Live memories with a citation to look at, and how many citations each has in the repository. */
const memoriesOfRun = (scope: RunScope, after: string | null) => {
  const { organization_id, repository_id, commit, everything, stale_before, memory_ids } = scope;
  const some =
    memory_ids.length === 0 ? Prisma.empty : Prisma.sql`and c.memory_id = any(${[...memory_ids]}::uuid[])`;
  const rest = after === null ? Prisma.empty : Prisma.sql`and c.memory_id > ${after}::uuid`;
  return Prisma.sql`
    select c.memory_id, count(*)::int as citations from citation c
    join memory m on m.organization_id = c.organization_id and m.id = c.memory_id and m.deleted_at is null
    where c.organization_id = ${organization_id}::uuid and c.repository_id = ${repository_id}::uuid ${some} ${rest}
    group by c.memory_id
    having ${everything} or bool_or(c.checked_commit is distinct from ${commit}
      or c.status in ('unchecked', 'unreachable') or c.checked_at < ${stale_before}::timestamptz)`;
};

/** How many citations a run has to look at. */
export async function countOfRun(db: Db, scope: RunScope): Promise<number> {
  const [row] = await db.$queryRaw<{ total: number }[]>(tenantSql(scope.organization_id)`
    select coalesce(sum(t.citations), 0)::int as total from (${memoriesOfRun(scope, null)}) as t`);
  return row?.total ?? 0;
}

/** The next memories of a run, by id. */
export async function nextOfRun(
  db: Db,
  params: RunScope & { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(tenantSql(params.organization_id)`
    select t.memory_id::text as id from (${memoriesOfRun(params, params.after)}) as t
    order by t.memory_id limit ${params.limit}::int`);
  return rows.map(({ id }) => id);
}
