import { Prisma } from "@/lib/db/generated/client";
import { tenantSql } from "@/lib/db/tenant-guard";
import type { Db } from "../client";

type AtCommit = { organization_id: string; repository_id: string; commit: string };

const citesRepository = ({ repository_id }: { repository_id: string }) => Prisma.sql`exists (
  select 1 from citation c where c.organization_id = m.organization_id and c.memory_id = m.id
  and c.repository_id = ${repository_id}::uuid)`;

/**
 * How many memories that cite a repository are in service, and how many others checks at a commit have taken out of
 * service already.
 */
export async function countServed(
  db: Db,
  params: AtCommit & { besides: readonly string[] },
): Promise<{ in_service: number; taken_out: number }> {
  const { organization_id, commit, besides } = params;
  const [row] = await db.$queryRaw<{ in_service: number; taken_out: number }[]>(tenantSql(organization_id)`
    select
      (select count(*)::int from memory m
        where m.organization_id = ${organization_id}::uuid
        and m.deleted_at is null
        and m.status = 'active'
        and ${citesRepository(params)}) as in_service,
      (select count(*)::int from memory m
        where m.organization_id = ${organization_id}::uuid
        and m.deleted_at is null
        and m.status in ('drifted', 'invalid')
        and ${citesRepository(params)}
        and m.id <> all(${[...besides]}::uuid[])
        and exists (
          select 1 from memory_event e
          where e.organization_id = m.organization_id
          and e.memory_id = m.id
          and e.type = 'verified_invalid'
          and e.detail->>'from' = 'active'
          and e.detail->'commits' ? ${commit})) as taken_out`);
  return row ?? { in_service: 0, taken_out: 0 };
}

export type HeldRow = {
  memory_id: string;
  verdict: string;
  memory_status: string;
};

/** The verdicts that are held at a commit, of memories that it would still take out of service or make invalid. */
export async function findHeld(
  db: Db,
  { organization_id, repository_id, commit }: AtCommit,
): Promise<HeldRow[]> {
  return db.$queryRaw<HeldRow[]>(tenantSql(organization_id)`
    select h.memory_id::text as memory_id, h.verdict, m.status as memory_status
    from held_verdict h
    join memory m on m.organization_id = h.organization_id and m.id = h.memory_id
    where h.organization_id = ${organization_id}::uuid
      and h.repository_id = ${repository_id}::uuid
      and h.commit_sha = ${commit}
      and m.deleted_at is null
      and m.status in ('active', 'drifted')
    order by h.memory_id`);
}

/** Removes what an earlier sweep kept that was cut off before it came to a decision. */
export async function deleteUndecided(
  db: Db,
  { organization_id, repository_id }: Omit<AtCommit, "commit">,
): Promise<void> {
  await db.$executeRaw(tenantSql(organization_id)`
    delete from held_verdict h
    where h.organization_id = ${organization_id}::uuid
    and h.repository_id = ${repository_id}::uuid
    and not exists (
      select 1 from suspicious_head s
      where s.organization_id = h.organization_id
      and s.repository_id = h.repository_id
      and s.commit_sha = h.commit_sha
      and s.status = 'open')`);
}

/** Memories that cite a repository and that checks, not people, took out of service. */
export async function findTakenOutByChecks(
  db: Db,
  params: { organization_id: string; repository_id: string },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(tenantSql(params.organization_id)`
    select m.id::text as id from memory m
    where m.organization_id = ${params.organization_id}::uuid
      and m.deleted_at is null
      and ${citesRepository(params)}
      and (m.status = 'drifted' or (m.status = 'invalid' and 'verified_invalid' = (
        select e.type from memory_event e
        where e.organization_id = m.organization_id
        and e.memory_id = m.id
        and e.detail->>'to' = 'invalid'
        order by e.id desc limit 1)))
    order by m.id`);
  return rows.map(({ id }) => id);
}
