import { repositoryBriefSchema } from "@/lib/citations/contract";
import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { insertTableRows } from "@/lib/db/sql/insert-rows";
import { type MemoryWhere, memoryConditions } from "@/lib/db/sql/memory-conditions";
import { column, identifiers, literal, prepared, tenantSql } from "@/lib/db/tenant-guard";
import { columnsOf } from "@/lib/kernel/rows";
import { citationRefSchema, memorySchema } from "../contract";

const TIME = Prisma.sql`timestamptz`;
const NUMBER = Prisma.sql`float8`;

/** Scopes by how far they reach; within one, what is served more often reaches further. */
const REACH = Prisma.sql`(case m.scope when 'global' then 3e9 when 'repository' then 2e9 when 'agent' then 1e9 else 0 end
  + m.usage_count)::float8`;

/**
 * Kinds as teams read them (`KINDS_AS_READ`); within one the active memories, then by quality in hundredths, then by the
 * second of the last confirmation. The index memory_kind_order_idx has this very expression.
 */
const KIND_ORDER = Prisma.sql`(case m.kind when 'convention' then 36e12 when 'decision' then 32e12
  when 'procedure' then 28e12 when 'anti_pattern' then 24e12 when 'error_solution' then 20e12
  when 'framework_knowledge' then 16e12 when 'fact' then 12e12 when 'developer_preference' then 8e12
  when 'rejection_pattern' then 4e12 else 0 end
  + case m.status when 'active' then 2e12 else 0 end
  + round(m.quality * 100) * 1e10
  + floor(extract(epoch from m.refreshed_at at time zone 'UTC')))::float8`;

const SORTS = {
  refreshed_at: { value: Prisma.sql`m.refreshed_at`, type: TIME },
  created_at: { value: Prisma.sql`m.created_at`, type: TIME },
  status_since: { value: Prisma.sql`m.status_since`, type: TIME },
  quality: { value: Prisma.sql`m.quality`, type: NUMBER },
  usage_count: { value: Prisma.sql`m.usage_count::float8`, type: NUMBER },
  reach: { value: REACH, type: NUMBER },
  kind: { value: KIND_ORDER, type: NUMBER },
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
  {
    where,
    order,
    limit,
    offset = 0,
  }: { where: MemoryWhere; order: MemoryOrder; limit: number; offset?: number },
): Promise<MemoryKey[]> {
  const { value: column, type: cast } = SORTS[order.sort];
  const after = order.after
    ? Prisma.sql`and (${column}, m.id) < (${order.after.value}::${cast}, ${order.after.id}::uuid)`
    : Prisma.empty;
  const rows = await db.$queryRaw<{ id: string; value: Date | number }[]>(tenantSql(where.organization_id)`
    select m.id::text as id, ${column} as value from memory m
    where ${memoryConditions(where)} ${after}
    order by ${column} desc, m.id desc limit ${limit}::int offset ${offset}::int`);
  return rows.map(({ id, value }) => ({ id, value: value instanceof Date ? value.toISOString() : value }));
}

/** A memory `m` as JSON, its moments as the database writes them and in words that nobody has checked. */
export type MemoryRow = Readonly<Record<string, unknown>> & { id: string };

const repositoryOf = (organization_id: string, alias: "m" | "c") => Prisma.sql`(
  select json_build_object(${fields("r", Object.keys(repositoryBriefSchema.shape))}) from repository r
  where r.organization_id = ${organization_id}::uuid and r.id = ${column(alias, "repository_id")})`;

/** Pairs of a name and its column, as `json_build_object` takes them. */
function fields(alias: string, names: readonly string[]): Prisma.Sql {
  return Prisma.join(names.map((name) => Prisma.sql`${literal(name)}, ${column(alias, name)}`));
}

/** Where a citation stands now; beside it, the fields that are columns of the same name. */
const ANCHORED = ["path", "line_start", "line_end"];

const citationsOf = (organization_id: string) => Prisma.sql`(
  select coalesce(json_agg(json_build_object(
    ${Prisma.join(ANCHORED.map((name) => Prisma.sql`${literal(name)}, ${column("c", `anchor_${name}`)}`))},
    ${fields("c", columnsOf(citationRefSchema, { except: ["repository", "stands_at", "inferred", ...ANCHORED] }))},
    'stands_at', c.stands_at, 'inferred', c.mention is not null, 'repository', ${repositoryOf(organization_id, "c")})
    order by c.position), '[]')
  from citation c where c.organization_id = ${organization_id}::uuid and c.memory_id = m.id)`;

/** Memories `m` with their repository and citations, each as one JSON text: what is read most is one cheap statement. */
const memoryRow = (organization_id: string) => Prisma.sql`
  ${identifiers(columnsOf(memorySchema, { except: ["repository", "citations", "applies_to"] }), "m")},
  m.applies_to, ${repositoryOf(organization_id, "m")} as repository,
  ${citationsOf(organization_id)} as citations`;

const parsed = (rows: readonly { memory: string }[]): MemoryRow[] =>
  rows.map(({ memory }) => JSON.parse(memory));

/**
 * The memories with these ids, in any order; unknown ids are left out.
 * @param beside an expression over a memory `m` that is answered with it, as `beside`
 */
export async function findMemoryRows(
  db: Db,
  { organization_id, ids, beside }: { organization_id: string; ids: readonly string[]; beside?: Prisma.Sql },
): Promise<MemoryRow[]> {
  if (ids.length === 0) return [];
  const further = beside ? Prisma.sql`, ${beside} as beside` : Prisma.empty;
  return parsed(
    await db.$queryRaw<{ memory: string }[]>(
      prepared(tenantSql(organization_id)`
        select to_json(o)::text as memory from (
          select ${memoryRow(organization_id)} ${further} from memory m
          where m.organization_id = ${organization_id}::uuid and m.id = any(${[...ids]}::uuid[])) o`),
    ),
  );
}

/** The memories that match, the last confirmed first; `after`: those that follow this place. */
export async function findNewestRows(
  db: Db,
  { where, limit, after = null }: { where: MemoryWhere; limit: number; after?: MemoryOrder["after"] },
): Promise<MemoryRow[]> {
  const following = after
    ? Prisma.sql`and (m.refreshed_at, m.id) < (${after.value}::timestamptz, ${after.id}::uuid)`
    : Prisma.empty;
  return parsed(
    await db.$queryRaw<{ memory: string }[]>(tenantSql(where.organization_id)`
      select to_json(o)::text as memory from (
        select ${memoryRow(where.organization_id)} from memory m where ${memoryConditions(where)} ${following}
        order by m.refreshed_at desc, m.id desc limit ${limit}::int) o`),
  );
}

/** The ids of what a memory replaced and what replaced it, itself among them, to any depth (held at 200). */
export async function findChainIds(
  db: Db,
  { organization_id, memory_id }: { organization_id: string; memory_id: string },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(tenantSql(organization_id)`
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
    select distinct id::text as id from (select id from older union all select id from newer) chain limit 200`);
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
  await tx.$queryRaw(
    prepared(tenantSql(organization_id)`
    select count(pg_advisory_xact_lock(key)) from (
      select distinct hashtextextended(${organization_id} || hash, 0) as key
      from unnest(${[...hashes]}::text[]) as hash order by 1) as keys`),
  );
}

/** Repositories with citations to check. */
export async function listRepositoryIds(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(tenantSql(organization_id)`
    select r.id::text as id from repository r where r.organization_id = ${organization_id}::uuid and exists (
      select 1 from citation c where c.organization_id = r.organization_id and c.repository_id = r.id)
    order by r.id`);
  return rows.map(({ id }) => id);
}

/** The columns that a new memory has; the database fills the others. */
export type NewMemoryRow = Readonly<Partial<Record<keyof Prisma.memoryUncheckedCreateInput, unknown>>>;

export async function insertMemoryRows(
  tx: Db,
  { rows, organization_id }: { organization_id: string; rows: readonly NewMemoryRow[] },
): Promise<void> {
  await insertTableRows(tx, { organization_id, table: "memory", rows });
}
