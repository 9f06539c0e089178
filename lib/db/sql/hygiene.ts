import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { notSentSince } from "./lifecycle";
import { visibleTo } from "./memories";

/** Whose memories are looked at: everybody's, or what one session stored or observed again. */
export type Among = { organization_id: string; session_id: string | null; ids: readonly string[] | null };

const LIVE = (m: Prisma.Sql) => Prisma.sql`${m}.deleted_at is null and ${m}.status in ('active', 'drifted')`;
const M = Prisma.sql`m`;

/** Conditions on `m` for what one session has to do with. */
function among({ session_id, ids }: Among): Prisma.Sql {
  if (session_id === null) return Prisma.sql`true`;
  return Prisma.sql`(m.session_id = ${session_id} or m.id = any(${[...(ids ?? [])]}::uuid[]))`;
}

// Claims -------------------------------------------------------------------------------------------------------

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
  params: Among & { rules: number; limit: number; after?: string | undefined },
): Promise<Unread[]> {
  const { organization_id, rules, limit, after } = params;
  const beyond = after === undefined ? Prisma.empty : Prisma.sql`and m.id > ${after}::uuid`;
  return db.$queryRaw<Unread[]>`
    select m.id::text as id, m.statement, m.duplicate_sha256 as statement_sha256 from memory m
    where m.organization_id = ${organization_id}::uuid and ${LIVE(M)} and m.kind = any(${STATING}::text[]) and ${among(params)} ${beyond}
    and not exists (select 1 from memory_reading r where r.organization_id = m.organization_id and r.memory_id = m.id
      and r.rules = ${rules}::int and r.statement_sha256 = m.duplicate_sha256)
    order by m.id limit ${limit}::int`;
}

export type ReadClaim = { memory_id: string; key: string; side: string; rule: string; subject: string };

/** Keeps what was read of memories in place of what was read of them before. */
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
  await tx.$executeRaw`
    delete from memory_claim where organization_id = ${organization_id}::uuid and memory_id = any(${ids}::uuid[])`;
  await tx.$executeRaw`
    insert into memory_reading (organization_id, memory_id, rules, statement_sha256, read_at)
    select ${organization_id}::uuid, r.memory_id, ${rules}::int, r.statement_sha256, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as r(memory_id uuid, statement_sha256 text)
    join memory m on m.organization_id = ${organization_id}::uuid and m.id = r.memory_id
    on conflict (organization_id, memory_id) do update set
      rules = excluded.rules, statement_sha256 = excluded.statement_sha256, read_at = excluded.read_at`;
  if (claims.length > 0)
    await tx.$executeRaw`
      insert into memory_claim (organization_id, memory_id, key, side, rule, subject)
      select ${organization_id}::uuid, c.memory_id, c.key, c.side, c.rule, c.subject
      from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb)
        as c(memory_id uuid, key text, side text, rule text, subject text)
      join memory_reading r on r.organization_id = ${organization_id}::uuid and r.memory_id = c.memory_id`;
}

/** Whether `m` and `n` are ever read by the same agent in the same place. */
const MEET = Prisma.sql`(m.scope = 'global' or n.scope = 'global' or m.repository_id is null or n.repository_id is null
    or m.repository_id = n.repository_id)
  and (m.scope <> 'agent' or n.scope <> 'agent' or m.agent = n.agent)`;

/** Whether `m` and `n` stand in a conflict that waits, or in one that was dismissed while they said what they say. */
const KNOWN = Prisma.sql`exists (
  select 1 from memory_conflict_member x
  join memory_conflict_member y on y.organization_id = x.organization_id and y.conflict_id = x.conflict_id
    and y.memory_id = n.id
  join memory_conflict c on c.organization_id = x.organization_id and c.id = x.conflict_id
  where x.organization_id = m.organization_id and x.memory_id = m.id
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

/** Pairs of memories that say different things of one subject and stand in no conflict yet; sessions' own are left out. */
export async function findOpposed(db: Db, params: Among & { limit: number }): Promise<OpposedRow[]> {
  const { organization_id, session_id, limit } = params;
  // Among all, each pair is met from both ends; once is enough.
  const once = session_id === null ? Prisma.sql`and a.memory_id < b.memory_id` : Prisma.empty;
  return db.$queryRaw<OpposedRow[]>`
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
    where ${LIVE(Prisma.sql`n`)} and n.scope <> 'session' and ${MEET} and not ${KNOWN}
    order by least(m.id, n.id), greatest(m.id, n.id), a.rule = 'negation', a.key limit ${limit}::int`;
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
  return db.$queryRaw<AlikeRow[]>`
    select one, other, one_statement, other_statement, one_sha256, other_sha256 from (
      select distinct on (least(m.id, n.id), greatest(m.id, n.id)) l.similarity,
        m.id::text as one, n.id::text as other, m.statement as one_statement, n.statement as other_statement,
        m.duplicate_sha256 as one_sha256, n.duplicate_sha256 as other_sha256
      from memory_link l
      join memory m on m.organization_id = l.organization_id and m.id = l.memory_id
      join memory n on n.organization_id = l.organization_id and n.id = l.other_id
      where l.organization_id = ${organization_id}::uuid and l.relation = 'near_duplicate'
      and ${LIVE(M)} and ${LIVE(Prisma.sql`n`)} and m.scope <> 'session' and n.scope <> 'session'
      and ${MEET} and not ${KNOWN} and not ${judged("compatible")}
      order by least(m.id, n.id), greatest(m.id, n.id)) pair
    order by similarity desc, one, other limit ${limit}::int`;
}

const judged = (relation: "compatible" | "distinct") => Prisma.sql`exists (
  select 1 from memory_link d where d.organization_id = m.organization_id and d.relation = ${relation}
  and ((d.memory_id = m.id and d.other_id = n.id) or (d.memory_id = n.id and d.other_id = m.id)))`;

// Conflicts ----------------------------------------------------------------------------------------------------

export type ConflictWhere = {
  organization_id: string;
  visible_repository_ids: readonly string[] | null;
  status: "open" | "resolved" | "dismissed";
  repository_id?: string | undefined;
  memory_id?: string | undefined;
  session_id?: string | undefined;
  rule?: string | undefined;
};

/** A conflict that waits is one as long as two of its memories are in use. */
function conflictConditions(where: ConflictWhere): Prisma.Sql {
  const { organization_id, visible_repository_ids, status, repository_id, memory_id, session_id, rule } =
    where;
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
  return db.$queryRaw<{ id: string; at: Date }[]>`
    select c.id::text as id, c.found_at as at from memory_conflict c where ${conflictConditions(where)} ${beyond}
    order by c.found_at desc, c.id desc limit ${limit}::int`;
}

export async function countConflicts(db: Db, { where }: { where: ConflictWhere }): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from memory_conflict c where ${conflictConditions(where)}`;
  return row?.count ?? 0;
}

/** Makes those who record or decide on conflicts of an organization take turns until their transactions end. */
export async function lockConflicts(tx: Db, { organization_id }: { organization_id: string }): Promise<void> {
  await tx.$queryRaw`select count(pg_advisory_xact_lock(hashtextextended(${`conflicts ${organization_id}`}, 0)))`;
}

// Duplicates ---------------------------------------------------------------------------------------------------

/** What may be seen of the queues of hygiene, and which repository's. */
export type HygieneWhere = {
  organization_id: string;
  visible_repository_ids: readonly string[] | null;
  repository_id: string | null;
};

const EVERYTHING = Prisma.sql`true`;

/** Conditions on `m` of what may be seen. */
function visible({
  visible_repository_ids,
  repository_id,
}: Omit<HygieneWhere, "organization_id">): Prisma.Sql {
  const seen = visibleTo(visible_repository_ids);
  return repository_id === null ? seen : Prisma.sql`${seen} and m.repository_id = ${repository_id}::uuid`;
}

const ALL = { visible_repository_ids: null, repository_id: null };

export type GroupRow = { key: string; ids: string[] };

/** Groups of memories in use that say the same word for word, for the same reach. */
export async function findExactGroups(
  db: Db,
  params: Among & {
    limit: number;
    after?: string | undefined;
    where?: Omit<HygieneWhere, "organization_id">;
  },
): Promise<GroupRow[]> {
  const { organization_id, session_id, limit, after = "", where = ALL } = params;
  const touched =
    session_id === null
      ? EVERYTHING
      : Prisma.sql`m.duplicate_sha256 in (select m.duplicate_sha256 from memory m
          where m.organization_id = ${organization_id}::uuid and ${LIVE(M)} and ${among(params)})`;
  return db.$queryRaw<GroupRow[]>`
    select m.duplicate_sha256 as key, array_agg(m.id::text order by m.id) as ids from memory m
    where m.organization_id = ${organization_id}::uuid and ${LIVE(M)} and ${touched} and ${visible(where)}
      and m.duplicate_sha256 > ${after}
    group by m.duplicate_sha256 having count(*) > 1 order by m.duplicate_sha256 limit ${limit}::int`;
}

export async function countExactGroups(db: Db, where: HygieneWhere): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from memory m where m.organization_id = ${where.organization_id}::uuid and ${LIVE(M)} and ${visible(where)}
      group by m.duplicate_sha256 having count(*) > 1) grouped`;
  return row?.count ?? 0;
}

/** Suspected duplicates `m` and `n`, once each, of the same reach, that nobody said are different. */
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
    least(m.id, n.id)::text as one, greatest(m.id, n.id)::text as other, l.similarity
  from memory_link l
  join memory m on m.organization_id = l.organization_id and m.id = l.memory_id
  join memory n on n.organization_id = l.organization_id and n.id = l.other_id
  where l.organization_id = ${organization_id}::uuid and l.relation = 'near_duplicate'
  and l.similarity >= ${from}::float8 and ${LIVE(M)} and ${LIVE(Prisma.sql`n`)}
  and m.kind = n.kind and m.scope = n.scope and m.duplicate_sha256 <> n.duplicate_sha256
  and (m.scope <> 'repository' or m.repository_id = n.repository_id)
  and (m.scope <> 'agent' or m.agent is not distinct from n.agent)
  and (m.scope <> 'session' or m.session_id is not distinct from n.session_id)
  and (m.kind <> 'developer_preference' or m.metadata->>'developer_id' is not distinct from n.metadata->>'developer_id')
  and not ${judged("distinct")} and ${condition}
  order by least(m.id, n.id), greatest(m.id, n.id)`;

export type NearRow = { one: string; other: string; similarity: number };

/** The suspected duplicates that are at least so near, the nearest first. */
export async function findNearPairs(
  db: Db,
  params: Among & {
    from: number;
    limit: number;
    after?: { similarity: number; one: string; other: string } | undefined;
    where?: Omit<HygieneWhere, "organization_id">;
  },
): Promise<NearRow[]> {
  const { organization_id, session_id, from, limit, after, where = ALL } = params;
  const condition =
    session_id === null
      ? visible(where)
      : Prisma.sql`(${among(params)} or n.session_id = ${session_id} or n.id = any(${[...(params.ids ?? [])]}::uuid[]))`;
  const beyond = after
    ? Prisma.sql`where (-similarity, one, other) > (${-after.similarity}::float8, ${after.one}, ${after.other})`
    : Prisma.empty;
  return db.$queryRaw<NearRow[]>`
    select one, other, similarity from (${nearPairs({ organization_id, from, condition })}) pair ${beyond}
    order by similarity desc, one, other limit ${limit}::int`;
}

export async function countNearPairs(db: Db, where: HygieneWhere): Promise<number> {
  const { organization_id } = where;
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (${nearPairs({ organization_id, from: 0, condition: visible(where) })}) pair`;
  return row?.count ?? 0;
}

/** Says of pairs that they are different, or (`compatible`) that they do not contradict each other; or takes it back. */
export async function putJudged(
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
    await tx.$executeRaw`
      insert into memory_link (organization_id, memory_id, other_id, relation, similarity, created_at)
      select ${organization_id}::uuid, least(p.one, p.other), greatest(p.one, p.other), ${relation}, 0, ${now}::timestamptz
      from jsonb_to_recordset(${rows}::jsonb) as p(one uuid, other uuid) on conflict do nothing`;
  else
    await tx.$executeRaw`
      delete from memory_link l using jsonb_to_recordset(${rows}::jsonb) as p(one uuid, other uuid)
      where l.organization_id = ${organization_id}::uuid and l.relation = ${relation}
      and l.memory_id = least(p.one, p.other) and l.other_id = greatest(p.one, p.other)`;
}

// Memories that end, or are kept -------------------------------------------------------------------------------

const APPLIED = Prisma.sql`exists (select 1 from memory_event e where e.organization_id = m.organization_id
  and e.memory_id = m.id and e.type = 'applied')`;

export type SessionMemoryRow = {
  id: string;
  status: string;
  version: number;
  applied: boolean;
  worth: boolean;
};

/**
 * Memories that reach one session only and are in use: of this session, or of all that ended. `worth`: worth keeping,
 * because it was applied or is of high quality.
 */
export async function findSessionMemories(
  db: Db,
  {
    organization_id,
    session_id,
    high_quality,
    limit,
  }: { organization_id: string; session_id: string | null; high_quality: number; limit: number },
): Promise<SessionMemoryRow[]> {
  const which =
    session_id === null
      ? Prisma.sql`exists (select 1 from agent_session s where s.organization_id = m.organization_id
          and s.session_id = m.session_id and s.ended_at is not null)`
      : Prisma.sql`m.session_id = ${session_id}`;
  return db.$queryRaw<SessionMemoryRow[]>`
    select m.id::text as id, m.status, m.version, ${APPLIED} as applied,
      (m.status = 'active' and (m.quality >= ${high_quality}::float8 or ${APPLIED})) as worth
    from memory m where m.organization_id = ${organization_id}::uuid and m.scope = 'session' and m.session_id is not null
    and ${LIVE(M)} and ${which} order by m.id limit ${limit}::int`;
}

// The queues of single memories --------------------------------------------------------------------------------

export type HygieneQueue = "never_used" | "recall_loop" | "unverifiable" | "secret_like";

/**
 * Never used: no agent was sent it for so long. Recall loop: learned in a session that had been given one that nearly says
 * the same. Unverifiable: agents are given it, and there is nothing a check can read. Secret-like: in use, with a
 * placeholder where something was taken out of its text.
 */
function queueCondition(organization_id: string, queue: HygieneQueue, unused_before: Date): Prisma.Sql {
  switch (queue) {
    case "never_used":
      return Prisma.sql`m.status = 'active' and m.usage_count = 0 and not m.pinned
        and m.created_at < ${unused_before}::timestamptz and ${notSentSince(unused_before)}`;
    case "recall_loop":
      return Prisma.sql`m.status = 'active' and m.session_id is not null and m.id in (${BORN_IN_LOOPS(organization_id)})`;
    case "unverifiable":
      return Prisma.sql`m.status = 'active' and m.usage_count > 0 and not exists (select 1 from citation c
        where c.organization_id = m.organization_id and c.memory_id = m.id and c.status <> 'unreachable')`;
    case "secret_like":
      return Prisma.sql`${LIVE(M)} and m.redactions <> '[]'::jsonb`;
  }
}

/** The memories that nearly repeat an older one which their session had been given: from the few links, not from all. */
const BORN_IN_LOOPS = (organization_id: string) => Prisma.sql`
  select born.id from (
    select l.memory_id as born_id, l.other_id as source_id from memory_link l
    where l.organization_id = ${organization_id}::uuid and l.relation = 'near_duplicate'
    union select l.other_id, l.memory_id from memory_link l
    where l.organization_id = ${organization_id}::uuid and l.relation = 'near_duplicate') pair
  join memory born on born.organization_id = ${organization_id}::uuid and born.id = pair.born_id
  join memory o on o.organization_id = ${organization_id}::uuid and o.id = pair.source_id
  join recall r on r.organization_id = ${organization_id}::uuid and r.session_id = born.session_id
  join recall_candidate k on k.organization_id = ${organization_id}::uuid and k.recall_id = r.id and k.memory_id = o.id
  where k.place = 'served' and o.created_at < born.created_at and r.at <= born.created_at`;

/** The memory that a session had been given before it learned `m`, which nearly repeats it. */
const SOURCE_OF_LOOP = Prisma.sql`
  select o.id from memory_link l
  join memory o on o.organization_id = l.organization_id
    and o.id = case when l.memory_id = m.id then l.other_id else l.memory_id end
  join recall_candidate k on k.organization_id = o.organization_id and k.memory_id = o.id and k.place = 'served'
  join recall r on r.organization_id = k.organization_id and r.id = k.recall_id
  where l.organization_id = m.organization_id and (l.memory_id = m.id or l.other_id = m.id)
    and l.relation = 'near_duplicate' and o.created_at < m.created_at
    and r.session_id = m.session_id and r.at <= m.created_at`;

export type QueueRow = { id: string; uses: number; other_id: string | null };

const withSource = (queue: HygieneQueue) =>
  queue === "recall_loop"
    ? Prisma.sql`(${SOURCE_OF_LOOP} order by o.id limit 1)::text`
    : Prisma.sql`null::text`;

/** Memories of a queue, the most used first; of the unused the oldest. */
export async function findInQueue(
  db: Db,
  {
    where,
    queue,
    unused_before,
    after,
    limit,
  }: {
    where: HygieneWhere;
    queue: HygieneQueue;
    unused_before: Date;
    after: { uses: number; id: string } | null;
    limit: number;
  },
): Promise<QueueRow[]> {
  const beyond = after
    ? Prisma.sql`and (-m.usage_count, m.id) > (${-after.uses}::int, ${after.id}::uuid)`
    : Prisma.empty;
  return db.$queryRaw<QueueRow[]>`
    select m.id::text as id, m.usage_count as uses, ${withSource(queue)} as other_id from memory m
    where m.organization_id = ${where.organization_id}::uuid and m.deleted_at is null
    and ${queueCondition(where.organization_id, queue, unused_before)} and ${visible(where)} ${beyond}
    order by -m.usage_count, m.id limit ${limit}::int`;
}

export async function countInQueue(
  db: Db,
  { where, queue, unused_before }: { where: HygieneWhere; queue: HygieneQueue; unused_before: Date },
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from memory m
    where m.organization_id = ${where.organization_id}::uuid and m.deleted_at is null
    and ${queueCondition(where.organization_id, queue, unused_before)} and ${visible(where)}`;
  return row?.count ?? 0;
}

/** Memories kept back because their text addresses the model that reads it. */
export async function countQuarantined(db: Db, where: HygieneWhere): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from memory m where m.organization_id = ${where.organization_id}::uuid
    and m.deleted_at is null and m.status = 'quarantined' and ${visible(where)}`;
  return row?.count ?? 0;
}

/** Memories in use. */
export async function countLive(db: Db, where: HygieneWhere): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from memory m
    where m.organization_id = ${where.organization_id}::uuid and ${LIVE(M)} and ${visible(where)}`;
  return row?.count ?? 0;
}
