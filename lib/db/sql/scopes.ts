import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { column, tenantSql } from "../tenant-guard";

/** A statement without case, punctuation and white space; as the index memory_same_statement_idx has it. */
const SAME = (alias: "m" | "o") =>
  Prisma.sql`md5(lower(regexp_replace(${column(alias, "statement")}, '[^[:alnum:]]+', ' ', 'g')))`;

/** Of these, a handful says enough. */
const MOST = 20;

/**
 * Active memories of the same kind and statement that are global or of another repository than this one, which is of a
 * repository; the oldest first.
 */
export async function findSameElsewhere(
  db: Db,
  { organization_id, memory_id }: { organization_id: string; memory_id: string },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(tenantSql(organization_id)`
    select o.id::text as id from memory m
    join memory o on o.organization_id = m.organization_id and o.kind = m.kind and ${SAME("o")} = ${SAME("m")}
      and o.kind in ('error_solution', 'anti_pattern') and o.scope in ('repository', 'global')
      and o.id <> m.id and o.status = 'active' and o.deleted_at is null and o.held_at is null
      and (o.scope = 'global' or (o.repository_id is not null and o.repository_id <> m.repository_id))
    where m.organization_id = ${organization_id}::uuid and m.id = ${memory_id}::uuid and m.scope = 'repository'
      and m.repository_id is not null and m.status = 'active' and m.deleted_at is null and m.held_at is null
    order by o.id limit ${MOST}::int`);
  return rows.map(({ id }) => id);
}

/**
 * Memories that are kept for a repository by its name, which is registered now in whatever case; of repositories whose
 * names differ in case alone the exact one, else the oldest.
 */
export async function findPendingOfRegistered(
  db: Db,
  { organization_id, limit }: { organization_id: string; limit: number },
): Promise<{ memory_id: string; repository_id: string }[]> {
  return db.$queryRaw(tenantSql(organization_id)`
    select distinct on (m.id) m.id::text as memory_id, r.id::text as repository_id
    from memory m join repository r on r.organization_id = m.organization_id
      and lower(r.name) = lower(m.pending_repository)
    where m.organization_id = ${organization_id}::uuid and m.pending_repository is not null
    order by m.id, (r.name = m.pending_repository) desc, r.id limit ${limit}::int`);
}

export type EarlierRow = {
  id: string;
  /** Repositories other than its own in which it was observed too. */
  elsewhere: number;
  /** Somebody, or evidence, let it reach everybody. */
  promoted: boolean;
};

/**
 * Memories that agents' answers and reviews left, in the order of their ids from `after` on, which no run of the migration
 * has changed yet.
 */
export async function findByEarlierRules(
  db: Db,
  {
    organization_id,
    job,
    after,
    limit,
  }: { organization_id: string; job: string; after: string | null; limit: number },
): Promise<EarlierRow[]> {
  return db.$queryRaw(tenantSql(organization_id)`
    select m.id::text as id,
      (select count(distinct s.repository_id)::int from memory_event e
        join agent_session s on s.organization_id = ${organization_id}::uuid and s.session_id = e.detail->>'session_id'
        where e.organization_id = ${organization_id}::uuid and e.memory_id = m.id and e.type in ('observed', 'merged')
          and s.repository_id <> m.repository_id) as elsewhere,
      exists (select 1 from memory_event e where e.organization_id = ${organization_id}::uuid and e.memory_id = m.id
        and e.type = 'promoted' and e.detail->>'to_scope' = 'global') as promoted
    from memory m
    where m.organization_id = ${organization_id}::uuid and m.deleted_at is null
      and (${after}::uuid is null or m.id > ${after}::uuid)
      and ((m.source_kind = 'session' and m.metadata->>'learning_type' is not null)
        or (m.kind in ('rejection_pattern', 'review_outcome') and m.source_kind in ('finding', 'review')
          and m.scope = 'global' and m.repository_id is not null))
      and not exists (select 1 from memory_event e where e.organization_id = ${organization_id}::uuid and e.memory_id = m.id
        and e.type = 'rescoped' and e.actor_kind = 'job' and e.actor_id = ${job})
    order by m.id limit ${limit}::int`);
}

export type RescopedRow = {
  event_id: string;
  at: Date;
  memory_id: string;
  reason: string | null;
  detail: unknown;
  undone: boolean;
};

const rescopedBy = (organization_id: string, job: string) => Prisma.sql`
  e.organization_id = ${organization_id}::uuid and e.type = 'rescoped' and e.actor_kind = 'job' and e.actor_id = ${job}`;
const UNDONE = Prisma.sql`exists (select 1 from memory_event u where u.organization_id = e.organization_id
  and u.memory_id = e.memory_id and u.type = 'restored' and u.detail->>'undoes' = e.id::text)`;

/** What this job changed, the last first, from the event before this one on. */
export async function findRescoped(
  db: Db,
  {
    organization_id,
    job,
    before,
    undone,
    memory_ids,
    limit,
  }: {
    organization_id: string;
    job: string;
    before: string | null;
    undone: boolean | undefined;
    memory_ids?: readonly string[];
    limit: number;
  },
): Promise<RescopedRow[]> {
  return db.$queryRaw(tenantSql(organization_id)`
    select e.id::text as event_id, e.at, e.memory_id::text as memory_id, e.reason, e.detail, ${UNDONE} as undone
    from memory_event e
    where ${rescopedBy(organization_id, job)} and (${before}::uuid is null or e.id < ${before}::uuid)
      and (${undone === undefined} or ${UNDONE} = ${undone ?? false})
      and (${memory_ids === undefined} or e.memory_id = any(${[...(memory_ids ?? [])]}::uuid[]))
    order by e.id desc limit ${limit}::int`);
}

export async function countRescoped(
  db: Db,
  { organization_id, job, undone }: { organization_id: string; job: string; undone: boolean | undefined },
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>(tenantSql(organization_id)`
    select count(*)::int as count from memory_event e
    where ${rescopedBy(organization_id, job)} and (${undone === undefined} or ${UNDONE} = ${undone ?? false})`);
  return row?.count ?? 0;
}
