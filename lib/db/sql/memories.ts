import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { type MemoryWhere, memoryConditions } from "./memory-conditions";

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
  confidence: number | null;
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
      'line_end', c.anchor_line_end, 'commit_sha', c.commit_sha, 'status', c.status, 'confidence', c.confidence,
      'checked_at', c.checked_at, 'checked_commit', c.checked_commit, 'repository', (select json_build_object('id', r.id, 'name', r.name)
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
