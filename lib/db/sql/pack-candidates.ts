import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { type MemoryWhere, memoryConditions } from "./memory-conditions";
import { toLiteral } from "./search";

/** The metadata by which parts of a pack are chosen; each has an index of its own for its kind. */
export type ChosenBy = "file_pattern" | "framework" | "developer_id";

const OF_KIND: Record<ChosenBy, Prisma.Sql> = {
  file_pattern: Prisma.sql`m.kind = 'rejection_pattern'`,
  framework: Prisma.sql`m.kind = 'framework_knowledge'`,
  developer_id: Prisma.sql`m.kind = 'developer_preference'`,
};

const VALUE: Record<ChosenBy, Prisma.Sql> = {
  file_pattern: Prisma.sql`m.metadata->>'file_pattern'`,
  framework: Prisma.sql`m.metadata->>'framework'`,
  developer_id: Prisma.sql`m.metadata->>'developer_id'`,
};

/** The values of memories that match, such as every file pattern, at most `limit`, the most frequent first. */
export async function findValues(
  db: Db,
  { where, by, limit }: { where: MemoryWhere; by: ChosenBy; limit: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ value: string }[]>(tenantSql(where.organization_id)`
    select ${VALUE[by]} as value from memory m
    where ${OF_KIND[by]} and ${VALUE[by]} is not null and ${memoryConditions(where)}
    group by 1 order by count(*) desc, 1 limit ${limit}::int`);
  return rows.map(({ value }) => value);
}

/**
 * The values that any memory of the organization carries, at most `limit`. Each step is a probe of the index, so that it
 * takes as long as there are values, at any number of memories.
 */
export const valuesOf = ({
  organization_id,
  by,
  limit,
}: {
  organization_id: string;
  by: ChosenBy;
  limit: number;
}): Prisma.Sql => {
  const next = (after: Prisma.Sql) => Prisma.sql`
    (select ${VALUE[by]} as value from memory m
    where m.organization_id = ${organization_id}::uuid and ${OF_KIND[by]} and ${VALUE[by]} ${after}
    order by 1 limit 1)`;
  return Prisma.sql`
    with recursive step as (
      ${next(Prisma.sql`is not null`)}
      union all
      select ${next(Prisma.sql`> step.value`)} from step where step.value is not null)
    select value from step where value is not null limit ${limit}::int`;
};

type ByValues = { where: MemoryWhere; by: ChosenBy; values: readonly string[]; limit: number };

/** Memories that carry one of these values, the best of each quality first. */
export const byValues = ({ where, by, values, limit }: ByValues): Prisma.Sql => Prisma.sql`
  select m.id from memory m
  where ${OF_KIND[by]} and ${VALUE[by]} = any(${[...values]}::text[]) and ${memoryConditions(where)}
  order by m.quality desc, m.refreshed_at desc, m.id desc limit ${limit}::int`;

/** Memories of files of a repository, at most `limit`. */
export type OfFiles = { where: MemoryWhere; repository_id: string; paths: readonly string[]; limit: number };

/** Memories that cite one of these files, where it is now or was when cited. */
export function citing({ where, repository_id, paths, limit }: OfFiles): Prisma.Sql {
  // By the order of bytes, as the indexes of both columns have it.
  const at = (column: Prisma.Sql) => Prisma.sql`${column} collate "C" = any(${[...paths]}::text[])`;
  return Prisma.sql`
    select m.id from memory m
    where ${memoryConditions(where)} and m.id in (
      select c.memory_id from citation c
      where c.organization_id = ${where.organization_id}::uuid and c.repository_id = ${repository_id}::uuid
        and (${at(Prisma.sql`c.anchor_path`)} or ${at(Prisma.sql`c.path`)}))
    order by m.quality desc, m.refreshed_at desc, m.id desc limit ${limit}::int`;
}

/** Who asks, by what decides what they see. */
export type Asking = Pick<
  MemoryWhere,
  "organization_id" | "visible_repository_ids" | "asking_agent" | "asking_session"
>;

/**
 * Of a memory `m`: every memory of another side of a conflict that nobody has decided, and that is not settled otherwise,
 * as a list of ids; null where there is none. What who asks does not see takes nothing from them.
 */
export const opposedFor = ({
  organization_id,
  visible_repository_ids,
  asking_agent,
  asking_session,
}: Asking): Prisma.Sql => {
  const asking = { organization_id, visible_repository_ids, asking_agent, asking_session };
  const seen = memoryConditions({ ...asking, status: ["active", "drifted"], deleted: false });
  // The inner `m` is the other side.
  return Prisma.sql`(
    select json_agg(distinct other.memory_id)
    from memory_conflict_member one
      join memory_conflict c on c.organization_id = one.organization_id and c.id = one.conflict_id and c.status = 'open'
      join memory_conflict_member other on other.organization_id = one.organization_id
        and other.conflict_id = one.conflict_id and other.side <> one.side
    where one.organization_id = ${organization_id}::uuid and one.memory_id = m.id and exists (
      select 1 from memory m where m.id = other.memory_id and m.held_at is null and ${seen}))`;
};

/** The same for some memories. */
export async function findOpposed(
  db: Db,
  { asking, ids }: { asking: Asking; ids: readonly string[] },
): Promise<{ memory_id: string; opposed: string[] }[]> {
  if (ids.length === 0) return [];
  const { organization_id } = asking;
  const rows = await db.$queryRaw<{ memory_id: string; opposed: string[] | null }[]>(tenantSql(
    organization_id,
  )`
    select m.id::text as memory_id, ${opposedFor(asking)} as opposed from memory m
    where m.organization_id = ${organization_id}::uuid and m.id = any(${[...ids]}::uuid[])`);
  return rows.map(({ memory_id, opposed }) => ({ memory_id, opposed: opposed ?? [] }));
}

/** Those of these memories that match. */
export async function filterMemories(
  db: Db,
  { where, ids }: { where: MemoryWhere; ids: readonly string[] },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.$queryRaw<{ id: string }[]>(tenantSql(where.organization_id)`
    select m.id::text as id from memory m where ${memoryConditions(where)} and m.id = any(${[...ids]}::uuid[])`);
  return rows.map(({ id }) => id);
}

type Similarity = {
  organization_id: string;
  ids: readonly string[];
  embedder: { id: string; dimensions: number };
  vector: Float32Array;
};

/** Cosine similarity of these memories to a vector; those without a vector of this embedder are left out. */
export const similaritiesOf = ({
  organization_id,
  ids,
  embedder,
  vector,
}: Similarity): Prisma.Sql => Prisma.sql`
  select e.memory_id as id, (1 - (e.embedding <=> ${toLiteral(vector)}::halfvec))::float8 as similarity
  from memory_embedding e
  where e.organization_id = ${organization_id}::uuid and e.embedder_id = ${embedder.id}
    and e.memory_id = any(${[...ids]}::uuid[])`;

/** The same, by id. */
export async function similarityOf(db: Db, compared: Similarity): Promise<Map<string, number>> {
  if (compared.ids.length === 0) return new Map();
  const rows = await db.$queryRaw<{ id: string; similarity: number }[]>(tenantSql(compared.organization_id)`
    select v.id::text as id, v.similarity from (${similaritiesOf(compared)}) v`);
  return new Map(rows.map(({ id, similarity }) => [id, similarity]));
}

/** Pairs of these memories whose vectors are at least so near. */
export async function findSimilarPairs(
  db: Db,
  {
    organization_id,
    ids,
    embedder_id,
    from,
  }: { organization_id: string; ids: readonly string[]; embedder_id: string; from: number },
): Promise<{ one: string; other: string; similarity: number }[]> {
  if (ids.length < 2) return [];
  return db.$queryRaw(tenantSql(organization_id)`
    with own as materialized (
      select e.memory_id, e.embedding from memory_embedding e
      where e.organization_id = ${organization_id}::uuid and e.embedder_id = ${embedder_id}
        and e.memory_id = any(${[...ids]}::uuid[]))
    select a.memory_id::text as one, b.memory_id::text as other, (1 - (a.embedding <=> b.embedding))::float8 as similarity
    from own a join own b on a.memory_id < b.memory_id
    where (1 - (a.embedding <=> b.embedding)) >= ${from}::float8`);
}
