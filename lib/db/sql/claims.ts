import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { type Among, among, LIVE, M } from "./live-memories";

/** Kinds that state what holds; the others tell what happened, or of one person. */
const STATING = [
  "convention",
  "decision",
  "procedure",
  "anti_pattern",
  "error_solution",
  "framework_knowledge",
  "fact",
];

export type Unread = { id: string; statement: string; statement_sha256: string };

/** Memories in use whose claims were not read by these rules, or that say something else since. */
export async function findUnread(
  db: Db,
  params: Among & { rules: number; limit: number; after?: string },
): Promise<Unread[]> {
  const { organization_id, rules, limit, after } = params;
  const beyond = after === undefined ? Prisma.empty : Prisma.sql`and m.id > ${after}::uuid`;
  return db.$queryRaw<Unread[]>(tenantSql(organization_id)`
    select m.id::text as id, m.statement, m.duplicate_sha256 as statement_sha256 from memory m
    where m.organization_id = ${organization_id}::uuid and ${LIVE(M)} and m.kind = any(${STATING}::text[]) and ${among(params)} ${beyond}
    and not exists (select 1 from memory_reading r where r.organization_id = m.organization_id and r.memory_id = m.id
      and r.rules = ${rules}::int and r.statement_sha256 = m.duplicate_sha256)
    order by m.id limit ${limit}::int`);
}

export type ReadClaim = { memory_id: string; key: string; side: string; rule: string; subject: string };

/**
 * Keeps what was read of memories in place of what was read of them before. Who reads the same at once waits at the
 * row of its reading, and then replaces what the other one kept.
 */
export async function putReadings(
  tx: Db,
  {
    organization_id,
    rules,
    read,
    claims,
    now,
  }: {
    organization_id: string;
    rules: number;
    read: readonly { memory_id: string; statement_sha256: string }[];
    claims: readonly ReadClaim[];
    now: Date;
  },
): Promise<void> {
  if (read.length === 0) return;
  const ids = read.map(({ memory_id }) => memory_id);
  await tx.$executeRaw(tenantSql(organization_id)`
    insert into memory_reading (organization_id, memory_id, rules, statement_sha256, read_at)
    select ${organization_id}::uuid, r.memory_id, ${rules}::int, r.statement_sha256, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as r(memory_id uuid, statement_sha256 text)
    join memory m on m.organization_id = ${organization_id}::uuid and m.id = r.memory_id
    order by r.memory_id
    on conflict (organization_id, memory_id) do update set
      rules = excluded.rules, statement_sha256 = excluded.statement_sha256, read_at = excluded.read_at`);
  await tx.$executeRaw(tenantSql(organization_id)`
    delete from memory_claim where organization_id = ${organization_id}::uuid and memory_id = any(${ids}::uuid[])`);
  if (claims.length > 0)
    await tx.$executeRaw(tenantSql(organization_id)`
      insert into memory_claim (organization_id, memory_id, key, side, rule, subject)
      select ${organization_id}::uuid, c.memory_id, c.key, c.side, c.rule, c.subject
      from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb)
        as c(memory_id uuid, key text, side text, rule text, subject text)
      join memory_reading r on r.organization_id = ${organization_id}::uuid and r.memory_id = c.memory_id`);
}

/** Whether `m` and `n` are ever read by the same agent in the same place: what waits for its repository by nobody. */
const MEET = Prisma.sql`m.pending_repository is null and n.pending_repository is null
  and (m.scope = 'global' or n.scope = 'global' or m.repository_id is null or n.repository_id is null
    or m.repository_id = n.repository_id)
  and (m.scope <> 'agent' or n.scope <> 'agent' or m.agent = n.agent)`;

/** Whether `m` and `n` are in a conflict that waits, or in one that was dismissed while they said what they say. */
const known = (organization_id: string) => Prisma.sql`exists (
  select 1 from memory_conflict_member x
  join memory_conflict_member y on y.organization_id = ${organization_id}::uuid and y.conflict_id = x.conflict_id
    and y.memory_id = n.id
  join memory_conflict c on c.organization_id = ${organization_id}::uuid and c.id = x.conflict_id
  where x.organization_id = ${organization_id}::uuid and x.memory_id = m.id
  and (c.status = 'open' or (c.status = 'dismissed'
    and x.statement_sha256 = m.duplicate_sha256 and y.statement_sha256 = n.duplicate_sha256)))`;

export type OpposedRow = {
  one: string;
  other: string;
  one_side: string;
  other_side: string;
  one_sha256: string;
  other_sha256: string;
  key: string;
  rule: string;
  subject: string;
};

/** Whether `a` and `b` can hold together though they differ: Node 20 and Node 20.19. See `sidesOppose`. */
const COMPATIBLE = Prisma.sql`a.rule = 'version'
  and (starts_with(a.side || '.', b.side || '.') or starts_with(b.side || '.', a.side || '.'))`;

/**
 * Pairs of memories that say of one subject what cannot both hold and are in no conflict yet; sessions' own are left
 * out.
 */
export async function findOpposed(db: Db, params: Among & { limit: number }): Promise<OpposedRow[]> {
  const { organization_id, session_id, limit } = params;
  // Among all, each pair is met from both ends; once is enough.
  const once = session_id === null ? Prisma.sql`and a.memory_id < b.memory_id` : Prisma.empty;
  return db.$queryRaw<OpposedRow[]>(tenantSql(organization_id)`
    with looked_at as materialized (
      select m.id from memory m
      where m.organization_id = ${organization_id}::uuid and ${LIVE(M)} and m.scope <> 'session' and ${among(params)})
    select distinct on (least(m.id, n.id), greatest(m.id, n.id))
      m.id::text as one, n.id::text as other, a.side as one_side, b.side as other_side, a.key, a.rule, a.subject,
      m.duplicate_sha256 as one_sha256, n.duplicate_sha256 as other_sha256
    from looked_at
    join memory_claim a on a.organization_id = ${organization_id}::uuid and a.memory_id = looked_at.id
    join memory_claim b on b.organization_id = a.organization_id and b.key = a.key and b.side <> a.side ${once}
    join memory m on m.organization_id = a.organization_id and m.id = a.memory_id
    join memory n on n.organization_id = b.organization_id and n.id = b.memory_id
    where ${LIVE(Prisma.sql`n`)} and n.scope <> 'session' and ${MEET}
      and not (${COMPATIBLE}) and not ${known(organization_id)}
    order by least(m.id, n.id), greatest(m.id, n.id), a.rule = 'negation', a.key limit ${limit}::int`);
}

export type AlikeRow = {
  one: string;
  other: string;
  one_statement: string;
  other_statement: string;
  one_sha256: string;
  other_sha256: string;
};

/**
 * Pairs that are alike in meaning, of which nobody said yet whether they contradict each other, the most alike first:
 * suspected duplicates that say different things of the same.
 */
export async function findUnjudged(
  db: Db,
  { organization_id, limit }: { organization_id: string; limit: number },
): Promise<AlikeRow[]> {
  return db.$queryRaw<AlikeRow[]>(tenantSql(organization_id)`
    select one, other, one_statement, other_statement, one_sha256, other_sha256 from (
      select distinct on (least(m.id, n.id), greatest(m.id, n.id)) l.similarity,
        m.id::text as one, n.id::text as other, m.statement as one_statement, n.statement as other_statement,
        m.duplicate_sha256 as one_sha256, n.duplicate_sha256 as other_sha256
      from memory_link l
      join memory m on m.organization_id = l.organization_id and m.id = l.memory_id
      join memory n on n.organization_id = l.organization_id and n.id = l.other_id
      where l.organization_id = ${organization_id}::uuid and l.relation = 'near_duplicate'
      and ${LIVE(M)} and ${LIVE(Prisma.sql`n`)} and m.scope <> 'session' and n.scope <> 'session'
      and ${MEET} and not ${known(organization_id)} and not ${judged(organization_id, "compatible")}
      order by least(m.id, n.id), greatest(m.id, n.id)) pair
    order by similarity desc, one, other limit ${limit}::int`);
}

export const judged = (organization_id: string, relation: "compatible" | "distinct") => Prisma.sql`exists (
  select 1 from memory_link d where d.organization_id = ${organization_id}::uuid and d.relation = ${relation}
  and ((d.memory_id = m.id and d.other_id = n.id) or (d.memory_id = n.id and d.other_id = m.id)))`;
