import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { judged } from "./claims";
import {
  ALL,
  type Among,
  among,
  EVERYTHING,
  type HygieneWhere,
  keptForSame,
  LIVE,
  leftAlone,
  M,
  visible,
} from "./live-memories";

/** `versions`: those of the memories, in the order of the ids. */
export type GroupRow = { key: string; ids: string[]; versions: number[] };

/** `by_itself`: what is merged without asking anybody, so without what a person brought back. */
type Merging = Among & {
  limit: number;
  by_itself?: boolean;
  where?: Omit<HygieneWhere, "organization_id">;
};

/** Groups of memories in use that say the same word for word, for the same reach. */
export async function findExactGroups(db: Db, params: Merging & { after?: string }): Promise<GroupRow[]> {
  const { organization_id, session_id, limit, by_itself = false, after = "", where = ALL } = params;
  const touched =
    session_id === null
      ? EVERYTHING
      : Prisma.sql`m.duplicate_sha256 in (select m.duplicate_sha256 from memory m
          where m.organization_id = ${organization_id}::uuid and ${LIVE(M)} and ${among(params)})`;
  const merged = by_itself ? Prisma.sql`m.id not in ${leftAlone(organization_id)}` : EVERYTHING;
  return db.$queryRaw<GroupRow[]>(tenantSql(organization_id)`
    select m.duplicate_sha256 as key, array_agg(m.id::text order by m.id) as ids,
      array_agg(m.version order by m.id) as versions from memory m
    where m.organization_id = ${organization_id}::uuid and ${LIVE(M)} and ${touched} and ${visible(where)}
      and m.duplicate_sha256 > ${after} and ${merged}
    group by m.duplicate_sha256 having count(*) > 1 order by m.duplicate_sha256 limit ${limit}::int`);
}

export async function countExactGroups(db: Db, where: HygieneWhere): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>(tenantSql(where.organization_id)`
    select count(*)::int as count from (
      select 1 from memory m where m.organization_id = ${where.organization_id}::uuid and ${LIVE(M)} and ${visible(where)}
      group by m.duplicate_sha256 having count(*) > 1) grouped`);
  return row?.count ?? 0;
}

const N = Prisma.sql`n`;

/**
 * Suspected duplicates `m` and `n`, once each, of the same reach, that nobody said are different. What two reviews came to is
 * none, however alike it reads.
 */
const nearPairs = ({
  organization_id,
  from,
  condition,
}: {
  organization_id: string;
  from: number;
  condition: Prisma.Sql;
}) => Prisma.sql`
  select distinct on (least(m.id, n.id), greatest(m.id, n.id))
    least(m.id, n.id)::text as one, greatest(m.id, n.id)::text as other, l.similarity,
    case when m.id < n.id then array[m.version, n.version] else array[n.version, m.version] end as versions
  from memory_link l
  join memory m on m.organization_id = l.organization_id and m.id = l.memory_id
  join memory n on n.organization_id = l.organization_id and n.id = l.other_id
  where l.organization_id = ${organization_id}::uuid and l.relation = 'near_duplicate'
  and l.similarity >= ${from}::float8 and ${LIVE(M)} and ${LIVE(N)} and ${keptForSame(M, N)}
  and m.kind = n.kind and m.kind <> 'review_outcome' and m.scope = n.scope and m.duplicate_sha256 <> n.duplicate_sha256
  and (m.scope <> 'repository' or m.repository_id = n.repository_id)
  and (m.scope <> 'agent' or m.agent is not distinct from n.agent)
  and (m.scope <> 'session' or m.session_id is not distinct from n.session_id)
  and not ${judged(organization_id, "distinct")} and ${condition}
  order by least(m.id, n.id), greatest(m.id, n.id)`;

/** `versions`: of the one and of the other. */
export type NearRow = { one: string; other: string; similarity: number; versions: number[] };

/** The suspected duplicates that are at least so near, the nearest first. */
export async function findNearPairs(
  db: Db,
  params: Merging & { from: number; after?: { similarity: number; one: string; other: string } },
): Promise<NearRow[]> {
  const { organization_id, session_id, from, limit, by_itself = false, after, where = ALL } = params;
  const touched =
    session_id === null
      ? visible(where)
      : Prisma.sql`(${among(params)} or n.session_id = ${session_id} or n.id = any(${[...(params.ids ?? [])]}::uuid[]))`;
  const left = leftAlone(organization_id);
  const condition = by_itself
    ? Prisma.sql`${touched} and m.id not in ${left} and n.id not in ${left}`
    : touched;
  const beyond = after
    ? Prisma.sql`where (-similarity, one, other) > (${-after.similarity}::float8, ${after.one}, ${after.other})`
    : Prisma.empty;
  return db.$queryRaw<NearRow[]>(tenantSql(organization_id)`
    select one, other, similarity, versions from (${nearPairs({ organization_id, from, condition })}) pair ${beyond}
    order by similarity desc, one, other limit ${limit}::int`);
}

export async function countNearPairs(db: Db, where: HygieneWhere): Promise<number> {
  const { organization_id } = where;
  const [row] = await db.$queryRaw<{ count: number }[]>(tenantSql(organization_id)`
    select count(*)::int as count from (${nearPairs({ organization_id, from: 0, condition: visible(where) })}) pair`);
  return row?.count ?? 0;
}

/** Says of pairs that they are different, or (`compatible`) that they do not contradict each other; or takes it back. */
export async function storePairVerdicts(
  tx: Db,
  {
    organization_id,
    relation,
    pairs,
    holds,
    now,
  }: {
    organization_id: string;
    relation: "distinct" | "compatible";
    pairs: readonly { one: string; other: string }[];
    holds: boolean;
    now: Date;
  },
): Promise<void> {
  if (pairs.length === 0) return;
  const rows = JSON.stringify(pairs);
  if (holds)
    await tx.$executeRaw(tenantSql(organization_id)`
      insert into memory_link (organization_id, memory_id, other_id, relation, similarity, created_at)
      select ${organization_id}::uuid, least(p.one, p.other), greatest(p.one, p.other), ${relation}, 0, ${now}::timestamptz
      from jsonb_to_recordset(${rows}::jsonb) as p(one uuid, other uuid) on conflict do nothing`);
  else
    await tx.$executeRaw(tenantSql(organization_id)`
      delete from memory_link l using jsonb_to_recordset(${rows}::jsonb) as p(one uuid, other uuid)
      where l.organization_id = ${organization_id}::uuid and l.relation = ${relation}
      and l.memory_id = least(p.one, p.other) and l.other_id = greatest(p.one, p.other)`);
}
