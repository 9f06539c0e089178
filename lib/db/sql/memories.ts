import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";

/** What may be seen, and which of it is asked for. Every field but the organization may be absent: no condition. */
export type MemoryWhere = {
  organization_id: string;
  /** null: every repository. Others see their repositories' memories and the global ones. */
  visible_repository_ids: readonly string[] | null;
  /** The agent that asks, who sees no quarantined memory, nor what reaches other agents or sessions only. null: a person. */
  asking_agent: string | null;
  /** The session that asks: memories that reach only it are seen too. */
  asking_session?: string | undefined;
  repository_id?: string | undefined;
  /** With a repository: the global ones too. */
  or_global?: boolean | undefined;
  /** What reaches this repository: its own, and what belongs to none or to all. */
  reaching_repository_id?: string | undefined;
  kind?: readonly string[] | undefined;
  scope?: readonly string[] | undefined;
  status?: readonly string[] | undefined;
  category?: string | undefined;
  tag?: string | undefined;
  agent?: string | undefined;
  agent_type?: string | undefined;
  user?: string | undefined;
  session_id?: string | undefined;
  quality_min?: number | undefined;
  /** Memories of these kinds are of this category; others of any. */
  kinds_of_category?: { kinds: readonly string[]; category: string } | undefined;
  path?: string | undefined;
  /** With a citation of one of these statuses. */
  citation_status?: readonly string[] | undefined;
  /** The path is of this repository; absent: of any. */
  path_repository_id?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  addressed?: boolean | undefined;
  pinned?: boolean | undefined;
  /** Only those that wait for a lead to let them reach everybody, or only the others. */
  suggested?: boolean | undefined;
  /** Only those kept for a repository that is not registered, or only the others. */
  pending?: boolean | undefined;
  deleted: boolean;
  metadata?: Record<string, unknown> | undefined;
};

/** That a memory `m` reaches whoever is bound to these repositories (null: to none, so that all do). */
export function visibleTo(repository_ids: readonly string[] | null): Prisma.Sql {
  return repository_ids === null
    ? Prisma.sql`true`
    : Prisma.sql`(m.scope = 'global' or m.repository_id = any(${[...repository_ids]}::uuid[]))`;
}

/** The conditions on a memory `m`, as SQL: the one place where filters and visibility are written. */
export function memoryConditions(where: MemoryWhere): Prisma.Sql {
  const { organization_id, asking_agent, visible_repository_ids } = where;
  const conditions: Prisma.Sql[] = [
    Prisma.sql`m.organization_id = ${organization_id}::uuid`,
    where.deleted ? Prisma.sql`m.deleted_at is not null` : Prisma.sql`m.deleted_at is null`,
  ];
  const add = <T>(value: T | undefined, condition: (value: T) => Prisma.Sql) => {
    if (value !== undefined) conditions.push(condition(value));
  };
  if (visible_repository_ids !== null) conditions.push(visibleTo(visible_repository_ids));
  if (asking_agent !== null)
    conditions.push(
      Prisma.sql`m.status <> 'quarantined'`,
      Prisma.sql`m.pending_repository is null`,
      Prisma.sql`(m.scope in ('global', 'repository')
        or (m.scope = 'agent' and m.agent = ${where.agent ?? asking_agent})
        or (m.scope = 'session' and m.session_id = ${where.session_id ?? where.asking_session ?? null}))`,
    );
  add(where.repository_id, (id) =>
    where.or_global
      ? Prisma.sql`(m.repository_id = ${id}::uuid or m.scope = 'global')`
      : Prisma.sql`m.repository_id = ${id}::uuid`,
  );
  add(
    where.reaching_repository_id,
    (id) =>
      Prisma.sql`(m.repository_id = ${id}::uuid or (m.repository_id is null and m.pending_repository is null)
        or m.scope = 'global')`,
  );
  add(where.kind, (kinds) => Prisma.sql`m.kind = any(${[...kinds]}::text[])`);
  add(where.scope, (scopes) => Prisma.sql`m.scope = any(${[...scopes]}::text[])`);
  add(where.status, (statuses) => Prisma.sql`m.status = any(${[...statuses]}::text[])`);
  add(where.category, (category) => Prisma.sql`m.category = ${category}`);
  add(where.tag, (tag) => Prisma.sql`m.tags @> array[${tag}]::text[]`);
  add(where.agent, (agent) => Prisma.sql`m.agent = ${agent}`);
  add(where.agent_type, (agent_type) => Prisma.sql`m.agent_type = ${agent_type}`);
  add(where.user, (user) => Prisma.sql`m."user" = ${user}`);
  add(where.session_id, (session_id) => Prisma.sql`m.session_id = ${session_id}`);
  add(where.quality_min, (quality) => Prisma.sql`m.quality >= ${quality}`);
  add(
    where.kinds_of_category,
    ({ kinds, category }) => Prisma.sql`(m.category = ${category} or m.kind <> all(${[...kinds]}::text[]))`,
  );
  add(where.path, (path) => citing(where, path));
  add(
    where.citation_status,
    (statuses) => Prisma.sql`exists (
      select 1 from citation c where c.organization_id = m.organization_id and c.memory_id = m.id
      and c.status = any(${[...statuses]}::text[]))`,
  );
  add(where.created_after, (time) => Prisma.sql`m.created_at >= ${time}::timestamptz`);
  add(where.created_before, (time) => Prisma.sql`m.created_at < ${time}::timestamptz`);
  add(where.addressed, (yes) =>
    yes ? Prisma.sql`m.addressed_at is not null` : Prisma.sql`m.addressed_at is null`,
  );
  add(where.suggested, (yes) =>
    yes ? Prisma.sql`m.suggested_at is not null` : Prisma.sql`m.suggested_at is null`,
  );
  add(where.pending, (yes) =>
    yes ? Prisma.sql`m.pending_repository is not null` : Prisma.sql`m.pending_repository is null`,
  );
  add(where.pinned, (pinned) => Prisma.sql`m.pinned = ${pinned}`);
  add(where.metadata, (metadata) => Prisma.sql`m.metadata @> ${JSON.stringify(metadata)}::jsonb`);
  return Prisma.join(conditions, " and ");
}

/**
 * Memories with a citation of this file, or of a file below this folder, where it stands now or stood when cited. By
 * the order of bytes, as the indexes of both columns have it: what is below `src` lies from `src/` to before `src0`.
 */
function citing({ organization_id, path_repository_id }: MemoryWhere, path: string): Prisma.Sql {
  const folder = path.replace(/\/+$/, "");
  const at = (column: Prisma.Sql) => Prisma.sql`(${column} collate "C" = ${folder}
    or (${column} collate "C" >= ${`${folder}/`} and ${column} collate "C" < ${`${folder}0`}))`;
  const repository =
    path_repository_id === undefined
      ? Prisma.empty
      : Prisma.sql`and c.repository_id = ${path_repository_id}::uuid`;
  return Prisma.sql`m.id in (
    select c.memory_id from citation c where c.organization_id = ${organization_id}::uuid ${repository}
    and (${at(Prisma.sql`c.anchor_path`)} or ${at(Prisma.sql`c.path`)}))`;
}

const TIME = Prisma.sql`timestamptz`;
const NUMBER = Prisma.sql`float8`;

/** Scopes by how far they reach; within one, what is served more often reaches further. */
const REACH = Prisma.sql`(case m.scope when 'global' then 3e9 when 'repository' then 2e9 when 'agent' then 1e9 else 0 end
  + m.usage_count)::float8`;

const SORTS = {
  refreshed_at: { value: Prisma.sql`m.refreshed_at`, type: TIME },
  created_at: { value: Prisma.sql`m.created_at`, type: TIME },
  status_since: { value: Prisma.sql`m.status_since`, type: TIME },
  quality: { value: Prisma.sql`m.quality`, type: NUMBER },
  usage_count: { value: Prisma.sql`m.usage_count::float8`, type: NUMBER },
  reach: { value: REACH, type: NUMBER },
} as const;

/** The column a list is sorted by and where its page starts: after the row with this value and id. */
export type MemoryOrder = {
  sort: keyof typeof SORTS;
  after: { value: string | number; id: string } | null;
};

export type MemoryKey = { id: string; value: string | number };

/** Ids of the memories that match, highest first, with the value each is sorted by. */
export async function findMemoryKeys(
  db: Db,
  { where, order, limit }: { where: MemoryWhere; order: MemoryOrder; limit: number },
): Promise<MemoryKey[]> {
  const { value: column, type: cast } = SORTS[order.sort];
  const after = order.after
    ? Prisma.sql`and (${column}, m.id) < (${order.after.value}::${cast}, ${order.after.id}::uuid)`
    : Prisma.empty;
  const rows = await db.$queryRaw<{ id: string; value: Date | number }[]>`
    select m.id::text as id, ${column} as value from memory m
    where ${memoryConditions(where)} ${after}
    order by ${column} desc, m.id desc limit ${limit}::int`;
  return rows.map(({ id, value }) => ({ id, value: value instanceof Date ? value.toISOString() : value }));
}

/** A memory as the wire has it, but for its times, which are the database's, and its words, which nobody has checked. */
export type MemoryRow = {
  id: string;
  kind: string;
  scope: string;
  repository: { id: string; name: string } | null;
  session_id: string | null;
  statement: string;
  metadata: unknown;
  category: string;
  tags: string[];
  agent: string | null;
  agent_type: string | null;
  user: string | null;
  created_by_kind: string;
  created_by_id: string;
  created_by_name: string;
  reasoning: string | null;
  outcome: string | null;
  confidence: number | null;
  quality: number;
  usage_count: number;
  verification_count: number;
  observation_count: number;
  source_kind: string;
  source_id: string | null;
  status: string;
  status_reason: string | null;
  status_since: string;
  superseded_by: string | null;
  pending_repository: string | null;
  suggested_at: string | null;
  pinned: boolean;
  redactions: unknown;
  applies_to: unknown;
  safety_version: number;
  refreshed_at: string;
  addressed_at: string | null;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
  version: number;
  citations: CitationRow[];
};

type CitationRow = {
  id: string;
  repository: { id: string; name: string };
  path: string;
  line_start: number;
  line_end: number;
  commit_sha: string;
  status: string;
  checked_at: string | null;
  checked_commit: string | null;
};

/** Memories `m` with their repository and citations, each as one JSON text: what is read most is one cheap statement. */
const MEMORY_ROW = Prisma.sql`
  m.id, m.kind, m.scope, m.session_id, m.statement, m.metadata, m.category, m.tags, m.agent, m.agent_type, m."user",
  m.created_by_kind, m.created_by_id, m.created_by_name, m.reasoning, m.outcome, m.confidence, m.quality, m.usage_count,
  m.verification_count, m.observation_count, m.source_kind, m.source_id, m.status, m.status_reason, m.status_since,
  m.superseded_by, m.pinned, m.redactions, m.applies_to, m.safety_version, m.refreshed_at, m.addressed_at, m.deleted_at,
  m.created_at, m.updated_at, m.version, m.pending_repository,
  m.suggested_at,
  (select json_build_object('id', r.id, 'name', r.name) from repository r
    where r.organization_id = m.organization_id and r.id = m.repository_id) as repository,
  (select coalesce(json_agg(json_build_object('id', c.id, 'path', c.anchor_path, 'line_start', c.anchor_line_start,
      'line_end', c.anchor_line_end, 'commit_sha', c.commit_sha, 'status', c.status, 'checked_at', c.checked_at,
      'checked_commit', c.checked_commit, 'repository', (select json_build_object('id', r.id, 'name', r.name)
        from repository r where r.organization_id = c.organization_id and r.id = c.repository_id)) order by c.position),
      '[]')
    from citation c where c.organization_id = m.organization_id and c.memory_id = m.id) as citations`;

const parsed = (rows: readonly { memory: string }[]): MemoryRow[] =>
  rows.map(({ memory }) => JSON.parse(memory));

/** The memories with these ids, in any order; unknown ids are left out. */
export async function findMemoryRows(
  db: Db,
  { organization_id, ids }: { organization_id: string; ids: readonly string[] },
): Promise<MemoryRow[]> {
  if (ids.length === 0) return [];
  return parsed(
    await db.$queryRaw<{ memory: string }[]>`
      select to_json(o)::text as memory from (
        select ${MEMORY_ROW} from memory m
        where m.organization_id = ${organization_id}::uuid and m.id = any(${[...ids]}::uuid[])) o`,
  );
}

/** The memories that match, the last confirmed first. */
export async function findNewestRows(
  db: Db,
  { where, limit }: { where: MemoryWhere; limit: number },
): Promise<MemoryRow[]> {
  return parsed(
    await db.$queryRaw<{ memory: string }[]>`
      select to_json(o)::text as memory from (
        select ${MEMORY_ROW} from memory m where ${memoryConditions(where)}
        order by m.refreshed_at desc, m.id desc limit ${limit}::int) o`,
  );
}

export async function countMemories(db: Db, { where }: { where: MemoryWhere }): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from memory m where ${memoryConditions(where)}`;
  return row?.count ?? 0;
}

export type FacetRow = { facet: string; value: string; count: number };

/** Counts by kind, status, scope, category and repository in one pass over the matches; facet `total` counts all. */
export async function countFacets(db: Db, { where }: { where: MemoryWhere }): Promise<FacetRow[]> {
  return db.$queryRaw<FacetRow[]>`
    with matching as materialized (
      select m.kind, m.status, m.scope, m.category, m.repository_id from memory m where ${memoryConditions(where)})
    select 'total' as facet, '' as value, count(*)::int as count from matching
    union all select 'kind', kind, count(*)::int from matching group by kind
    union all select 'status', status, count(*)::int from matching group by status
    union all select 'scope', scope, count(*)::int from matching group by scope
    union all (select 'category', category, count(*)::int from matching group by category order by 3 desc limit 100)
    union all (select 'repository', r.name, count(*)::int from matching
      join repository r on r.organization_id = ${where.organization_id}::uuid and r.id = matching.repository_id
      group by r.name order by 3 desc limit 100)
    order by facet, count desc, value`;
}

export type MemoryTotals = {
  cited: number;
  verified: number;
  average_quality: number | null;
  low_quality: number;
  high_quality: number;
  addressed: number;
  unembedded: number;
};

/** Figures over the memories that match. `verified`: cited, and every citation held at its last check. */
export async function sumMemories(
  db: Db,
  {
    where,
    embedder_id,
    low,
    high,
  }: { where: MemoryWhere; embedder_id: string | null; low: number; high: number },
): Promise<MemoryTotals> {
  const [row] = await db.$queryRaw<MemoryTotals[]>`
    with matching as materialized (
      select m.organization_id, m.id, m.quality, m.addressed_at from memory m where ${memoryConditions(where)}),
    cited as (
      select c.memory_id, bool_and(c.status in ('unchanged', 'moved', 'renamed')) as holds
      from citation c join matching on matching.id = c.memory_id
      where c.organization_id = ${where.organization_id}::uuid group by c.memory_id)
    select (select count(*)::int from cited) as cited,
      (select count(*)::int from cited where holds) as verified,
      avg(quality)::float8 as average_quality,
      count(*) filter (where quality < ${low})::int as low_quality,
      count(*) filter (where quality >= ${high})::int as high_quality,
      count(*) filter (where addressed_at is not null)::int as addressed,
      count(*) filter (where not exists (
        select 1 from memory_embedding e where e.organization_id = matching.organization_id
        and e.memory_id = matching.id and e.embedder_id = ${embedder_id}))::int as unembedded
    from matching`;
  if (!row) throw new Error("an aggregate without groups answers one row");
  return row;
}

export type CountRow = { facet: "kind" | "agent_type" | "category"; value: string; count: number };

export async function countBySort(db: Db, { where }: { where: MemoryWhere }): Promise<CountRow[]> {
  return db.$queryRaw<CountRow[]>`
    with matching as materialized (
      select m.kind, m.agent_type, m.category from memory m where ${memoryConditions(where)})
    select 'kind' as facet, kind as value, count(*)::int as count from matching group by kind
    union all select 'agent_type', agent_type, count(*)::int from matching where agent_type is not null group by agent_type
    union all (select 'category', category, count(*)::int from matching group by category order by 3 desc limit 100)
    order by facet, count desc, value`;
}

/** Counts of the memories that match, deleted or of any status left to the filters, by status. */
export async function countByStatus(
  db: Db,
  { where }: { where: MemoryWhere },
): Promise<{ value: string; count: number }[]> {
  return db.$queryRaw`
    select m.status as value, count(*)::int as count from memory m where ${memoryConditions(where)}
    group by m.status order by count desc, value`;
}

/** Citations of the memories that match, by status of their last check. */
export async function countCitations(
  db: Db,
  { where }: { where: MemoryWhere },
): Promise<{ status: string; count: number }[]> {
  return db.$queryRaw`
    select c.status, count(*)::int as count from citation c
    join memory m on m.organization_id = c.organization_id and m.id = c.memory_id
    where c.organization_id = ${where.organization_id}::uuid and ${memoryConditions(where)} group by c.status`;
}

/** Checks on record of the citations of the memories that match, by status. */
export async function countChecks(
  db: Db,
  { where }: { where: MemoryWhere },
): Promise<{ status: string; count: number }[]> {
  return db.$queryRaw`
    select k.status, count(*)::int as count from citation_check k
    join citation c on c.organization_id = k.organization_id and c.id = k.citation_id
    join memory m on m.organization_id = c.organization_id and m.id = c.memory_id
    where k.organization_id = ${where.organization_id}::uuid and ${memoryConditions(where)} group by k.status`;
}

/** Of several ratings by one actor for one recall the last one counts. */
const countedRatings = (organization_id: string) => Prisma.sql`
  select distinct on (e.memory_id, e.actor_kind, e.actor_id, e.detail->>'recall_id')
    e.memory_id, (e.detail->>'usefulness')::float8 as usefulness
  from memory_event e where e.organization_id = ${organization_id}::uuid and e.type = 'rated'`;
const LAST_RATING_FIRST = Prisma.sql`
  order by e.memory_id, e.actor_kind, e.actor_id, e.detail->>'recall_id', e.id desc`;

/** For each of these memories that was rated, the sums of usefulness and of what each rating lacks to 1. */
export async function sumRatings(
  db: Db,
  { organization_id, ids }: { organization_id: string; ids: readonly string[] },
): Promise<{ memory_id: string; helpful: number; unhelpful: number }[]> {
  if (ids.length === 0) return [];
  return db.$queryRaw`
    select memory_id::text as memory_id, sum(usefulness)::float8 as helpful, sum(1 - usefulness)::float8 as unhelpful
    from (${countedRatings(organization_id)} and e.memory_id = any(${[...ids]}::uuid[]) ${LAST_RATING_FIRST}) rating
    group by memory_id`;
}

export type UseTotals = {
  total: number;
  memories_used: number;
  applied: number;
  rated: number;
  average_usefulness: number | null;
};

/** How the memories that match were used. */
export async function sumUses(db: Db, { where }: { where: MemoryWhere }): Promise<UseTotals> {
  const { organization_id } = where;
  const [row] = await db.$queryRaw<UseTotals[]>`
    with matching as materialized (
      select m.id, m.usage_count from memory m where ${memoryConditions(where)}),
    rating as (
      select r.usefulness from (${countedRatings(organization_id)} ${LAST_RATING_FIRST}) r
      join matching on matching.id = r.memory_id)
    select coalesce(sum(usage_count), 0)::int as total,
      count(*) filter (where usage_count > 0)::int as memories_used,
      (select count(*)::int from memory_event e join matching a on a.id = e.memory_id
        where e.organization_id = ${organization_id}::uuid and e.type = 'applied') as applied,
      (select count(*)::int from rating) as rated,
      (select avg(usefulness)::float8 from rating) as average_usefulness
    from matching`;
  if (!row) throw new Error("an aggregate without groups answers one row");
  return row;
}

/** The ids of what a memory replaced and what replaced it, itself among them, to any depth (held at 200). */
export async function findChainIds(
  db: Db,
  { organization_id, memory_id }: { organization_id: string; memory_id: string },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    with recursive older as (
      select m.id, 0 as depth from memory m
      where m.organization_id = ${organization_id}::uuid and m.id = ${memory_id}::uuid
      union select m.id, older.depth + 1 from memory m join older on m.superseded_by = older.id
      where m.organization_id = ${organization_id}::uuid and older.depth < 100),
    newer as (
      select m.id, m.superseded_by, 0 as depth from memory m
      where m.organization_id = ${organization_id}::uuid and m.id = ${memory_id}::uuid
      union select m.id, m.superseded_by, newer.depth + 1 from memory m join newer on m.id = newer.superseded_by
      where m.organization_id = ${organization_id}::uuid and newer.depth < 100)
    select distinct id::text as id from (select id from older union all select id from newer) chain limit 200`;
  return rows.map(({ id }) => id);
}

/**
 * Makes transactions that would store the same text take turns until they end, so that the second one sees the first
 * one's memory. In one order, so that two batches cannot wait for each other.
 */
export async function lockHashes(
  tx: Db,
  { organization_id, hashes }: { organization_id: string; hashes: readonly string[] },
): Promise<void> {
  await tx.$queryRaw`
    select count(pg_advisory_xact_lock(key)) from (
      select distinct hashtextextended(${organization_id} || hash, 0) as key
      from unnest(${[...hashes]}::text[]) as hash order by 1) as keys`;
}

/** Repositories with citations to check. */
export async function listRepositoryIds(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select r.id::text as id from repository r where r.organization_id = ${organization_id}::uuid and exists (
      select 1 from citation c where c.organization_id = r.organization_id and c.repository_id = r.id)
    order by r.id`;
  return rows.map(({ id }) => id);
}

/**
 * Stores memories, all in one statement whose text does not grow with their number: of hundreds, most of the time went
 * into writing and reading such a text.
 */
export async function insertMemoryRows(
  tx: Db,
  { rows, organization_id }: { organization_id: string; rows: readonly Record<string, unknown>[] },
): Promise<void> {
  if (rows.length === 0) return;
  await tx.$executeRaw`
    insert into memory (organization_id, id, kind, scope, repository_id, session_id, statement, metadata, category, tags,
      agent, agent_type, "user", created_by_kind, created_by_id, created_by_name, reasoning, outcome, confidence, quality,
      source_kind, source_id, status, status_reason, status_since, redactions, safety_version, duplicate_sha256,
      search_text, search_length, applies_to, applies_to_keys, pending_repository, refreshed_at, created_at, updated_at)
    select ${organization_id}::uuid, id, kind, scope, repository_id, session_id, statement, metadata, category, tags,
      agent, agent_type, "user", created_by_kind, created_by_id, created_by_name, reasoning, outcome, confidence, quality,
      source_kind, source_id, status, status_reason, now, redactions, safety_version, duplicate_sha256, search_text,
      search_length, applies_to, applies_to_keys, pending_repository, now, now, now
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (
      id uuid, kind text, scope text, repository_id uuid, session_id text, statement text, metadata jsonb, category text,
      tags text[], agent text, agent_type text, "user" text, created_by_kind text, created_by_id text,
      created_by_name text, reasoning text, outcome text, confidence float8, quality float8, source_kind text,
      source_id text, status text, status_reason text, now timestamptz, redactions jsonb, safety_version integer,
      duplicate_sha256 text, search_text text, search_length integer, applies_to jsonb,
      applies_to_keys text[], pending_repository text)`;
}
