import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { identifier, literal, prepared, tenantSql } from "../tenant-guard";
import { type MemoryWhere, memoryConditions } from "./memory-conditions";
import { entriesOf } from "./planner-statistics";

/** A word that fewer memories contain may be misspelt, or a part of another. */
const RARE = 10;

/**
 * Memories with a word nearly like one of these: those that text search finds in fewer than ten of the memories in
 * scope, misspelt or in part. Likeness is expensive to compute (a tenth of a millisecond a memory on the embedded database),
 * so words that are known are not looked up, and of many memories that are alike it takes the first `limit` it meets.
 */
export async function searchTrigrams(
  db: Db,
  { where, words, limit }: { where: MemoryWhere; words: readonly string[]; limit: number },
): Promise<string[]> {
  if (words.length === 0) return [];
  const rows = await db.$queryRaw<{ id: string }[]>(tenantSql(where.organization_id)`
    with rare as materialized (
      select w.word from unnest(${[...words]}::text[]) as w(word)
      where to_tsvector('english', w.word) <> ''::tsvector and (
        select count(*) from (
          select from memory m
          where ${memoryConditions(where)} and m.search_vector @@ plainto_tsquery('english', w.word)
          limit ${RARE}::int) known) < ${RARE}::int)
    select distinct alike.id::text as id from rare cross join lateral (
      select m.id from memory m where ${memoryConditions(where)} and m.search_text %> rare.word
      limit ${limit}::int) alike
    limit ${limit}::int`);
  return rows.map(({ id }) => id);
}

export type EmbedderRef = { id: string; dimensions: number };

/**
 * The expression and the condition of an embedder's partial index, as literals: the planner uses a partial index only
 * when the query says the same constant.
 */
function vectorsOf({ id, dimensions }: EmbedderRef): { embedding: Prisma.Sql; of_embedder: Prisma.Sql } {
  if (!Number.isInteger(dimensions) || dimensions < 1) throw new Error("dimensions must be a whole number");
  return {
    embedding: Prisma.sql`(e.embedding::halfvec(${literal(dimensions)}))`,
    of_embedder: Prisma.sql`e.embedder_id = ${literal(id)}`,
  };
}

/**
 * Neighbours that are compared where a vector is put into its index. With pgvector's default of 64 one question in fifty
 * to a hundred met none of its nearest among 100,000 vectors.
 */
const EF_CONSTRUCTION = 128;

/** The name that an embedder's index gets, what it is over, as searching says it, and the statement that builds it. */
export function vectorIndexOf(embedder: EmbedderRef): {
  name: string;
  condition: Prisma.Sql;
  condition_text: string;
  create: (how: "" | "concurrently") => Prisma.Sql;
} {
  const hash = createHash("sha256")
    .update(`${embedder.id} ${embedder.dimensions}`)
    .digest("hex")
    .slice(0, 12);
  const name = `memory_embedding_${hash}_idx`;
  // An index names its own table's columns.
  const condition = Prisma.sql`embedder_id = ${literal(embedder.id)}`;
  return {
    name,
    condition,
    create: (how) => Prisma.sql`
      create index ${how === "" ? Prisma.empty : Prisma.sql`concurrently`} if not exists ${identifier(name)}
      on memory_embedding
      using hnsw ((embedding::halfvec(${literal(embedder.dimensions)})) halfvec_cosine_ops)
      with (ef_construction = ${literal(EF_CONSTRUCTION)}) where ${condition}`,
    condition_text: condition.sql,
  };
}

/** So many digits tell any two numbers of four bytes apart; written out in full they take twice the room. */
const DIGITS = 9;
/** A question's vector is sent with several statements. */
const literals = new WeakMap<Float32Array, string>();

/** A vector as SQL reads it, exactly. */
export function toLiteral(vector: Float32Array): string {
  const known = literals.get(vector);
  if (known !== undefined) return known;
  const literal = `[${Array.from(vector, (value) => Number(value.toPrecision(DIGITS))).join(",")}]`;
  literals.set(vector, literal);
  return literal;
}

type Near = { id: string; similarity: number };

type VectorSearch = { where: MemoryWhere; embedder: EmbedderRef; vector: Float32Array; limit: number };

/** With so few matches comparing all of them takes less time than an index scan that looks for them. */
const MAX_COMPARED = 2_000;
/**
 * Filters that more memories matched a moment ago, by organization and filter: they are not counted again for a minute.
 * Only the order of the two ways depends on it, never the answer.
 */
const manyMatches = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 });

/**
 * The memories nearest in meaning, by cosine similarity. A few matches are all compared. Many are found by the vector
 * index; where too few of the neighbours that it finds match, because the question is about something else than the
 * memories that match, those of the repository are compared, and if few of these match either, all that do. Measured at
 * 100,000 memories (`npm run bench -- --only filters`).
 */
export async function searchVectors(db: Db, search: VectorSearch): Promise<Near[]> {
  // What only the asking session sees is little: each session's first question would count again.
  const filter = JSON.stringify({ ...search.where, asking_session: undefined });
  if (!manyMatches.has(filter)) {
    const compared = await compareVectors(db, { ...search, max: MAX_COMPARED });
    if (compared) return compared;
    manyMatches.set(filter, true);
  }
  const near = await scanVectorIndex(db, search);
  if (near.length >= search.limit) return near;
  return (
    (await compareInRepositories(db, search)) ??
    (await compareVectors(db, { ...search, max: MAX_ROWS })) ??
    near
  );
}

/** More rows than any organization has, within what a limit takes. */
const MAX_ROWS = 2_000_000_000;

/**
 * The nearest of all that match, exactly: without the index, in time that grows with their number.
 * @returns null when more than `max` memories match
 */
async function compareVectors(
  db: Db,
  { where, embedder, vector, limit, max }: VectorSearch & { max: number },
): Promise<Near[] | null> {
  const { of_embedder } = vectorsOf(embedder);
  const rows = await db.$queryRaw<
    { over: boolean; id: string | null; similarity: number | null }[]
  >(tenantSql(where.organization_id)`
    with matching as materialized (
      select m.id from memory m where ${memoryConditions(where)} limit ${max + 1}::int),
    size as materialized (select count(*) > ${max}::int as over from matching),
    compared as materialized (
      select own.memory_id, own.embedding <=> ${toLiteral(vector)}::halfvec as distance
      -- One by one, by their key: without statistics a join compares every match with every vector.
      from matching cross join lateral (
        select e.memory_id, e.embedding from memory_embedding e
        where e.organization_id = ${where.organization_id}::uuid and e.memory_id = matching.id and ${of_embedder}
        offset 0) own
      where not (select over from size)),
    near as (select memory_id, distance from compared order by distance limit ${limit}::int)
    select size.over, near.memory_id::text as id, (1 - near.distance)::float8 as similarity
    from size left join near on true order by near.distance`);
  if (rows.some(({ over }) => over)) return null;
  return rows.flatMap(({ id, similarity }) => {
    if (id === null || similarity === null) return [];
    return { id, similarity };
  });
}

/** So many of the nearest in a repository are looked at for those that match. */
const NEAREST_LOOKED_AT = 1_000;

/**
 * The nearest that match, exactly, where a search is bound to repositories: the vectors that reach them say so themselves,
 * so these are compared without reading a memory, and only the nearest are looked up. Four times as fast as comparing all
 * that match (50 against 219 ms among 60,000).
 * @returns null when the search is bound to none, or when too few of the nearest match to know the others
 */
async function compareInRepositories(
  db: Db,
  { where, embedder, vector, limit }: VectorSearch,
): Promise<Near[] | null> {
  const repository_ids = repositoriesOf(where);
  if (repository_ids === null) return null;
  const { of_embedder } = vectorsOf(embedder);
  const most = Math.max(NEAREST_LOOKED_AT, limit);
  // Adding nothing keeps the planner from the vector index, which is no exact answer.
  const distance = Prisma.sql`(e.embedding <=> ${toLiteral(vector)}::halfvec) + 0`;
  const rows = await db.$queryRaw<{ id: string; similarity: number; all: boolean }[]>(tenantSql(
    where.organization_id,
  )`
    with near as materialized (
      select e.memory_id, ${distance} as distance from memory_embedding e
      where e.organization_id = ${where.organization_id}::uuid and ${of_embedder}
        and (e.repository_id = any(${[...repository_ids]}::uuid[]) or e.repository_id is null)
      order by distance limit ${most}::int)
    select near.memory_id::text as id, (1 - near.distance)::float8 as similarity,
      (select count(*) from near) < ${most}::int as all
    from near cross join lateral (
      select from memory m where m.id = near.memory_id and ${memoryConditions(where)} offset 0) matching
    order by near.distance limit ${limit}::int`);
  if (rows.length < limit && !rows[0]?.all) return null;
  return rows.map(({ id, similarity }) => ({ id, similarity }));
}

/** The repositories of which a memory must be, unless it reaches all or belongs to none; null: any. */
function repositoriesOf({
  as_of,
  reaching_repository_id,
  repository_id = reaching_repository_id,
  visible_repository_ids,
}: MemoryWhere): readonly string[] | null {
  // A vector says where its memory belongs now.
  if (as_of !== undefined) return null;
  return repository_id === undefined ? visible_repository_ids : [repository_id];
}

/**
 * Neighbours that an index scan finds before filters are applied (pgvector's `hnsw.ef_search`, at most 1,000). With as
 * many as are wanted, 100, one question in a hundred ends in a wrong part of the graph and meets none of its nearest;
 * a wider scan finds the way out. Among a million a scan of 400 finds .975 of the ten nearest.
 */
const NEIGHBOURS = 400;
const MAX_NEIGHBOURS = 1_000;
const MANY_VECTORS = 300_000;

async function neighboursIn(db: Db, embedder: EmbedderRef): Promise<number> {
  const { name } = vectorIndexOf(embedder);
  return (await entriesOf(db, name)) > MANY_VECTORS ? MAX_NEIGHBOURS : NEIGHBOURS;
}

/**
 * The nearest by the vector index, in one statement: fewer than `limit` when too few of the neighbours match. With the
 * vector it sets the width of the scan, for its own transaction only: the scan needs the vector, and so cannot begin
 * before that. The scan does not go on beyond (pgvector's iterative scan): that finds matches at last, but not the
 * nearest, in more time than comparing all takes. The index goes by rounded vectors, and adding nothing has what it
 * found sorted by the exact distance: otherwise the planner takes it for sorted.
 */
async function scanVectorIndex(db: Db, { where, embedder, vector, limit }: VectorSearch): Promise<Near[]> {
  const { embedding, of_embedder } = vectorsOf(embedder);
  const neighbours = Math.min(MAX_NEIGHBOURS, Math.max(await neighboursIn(db, embedder), limit));
  const query = Prisma.sql`(select case when set_config('hnsw.iterative_scan', 'off', true) <> ''
      and set_config('hnsw.ef_search', ${String(neighbours)}, true) <> ''
    then ${toLiteral(vector)}::halfvec(${literal(embedder.dimensions)}) end)`;
  return db.$queryRaw(tenantSql(where.organization_id)`
    select near.memory_id::text as id, (1 - near.distance)::float8 as similarity from (
      select e.memory_id, ${embedding} <=> ${query} as distance from memory_embedding e
      where e.organization_id = ${where.organization_id}::uuid and ${of_embedder}
      order by distance limit ${neighbours}::int) near
    -- Looked up one by one, for the same reason as where all are compared.
    cross join lateral (
      select from memory m where m.id = near.memory_id and ${memoryConditions(where)} offset 0) matching
    order by near.distance + 0 limit ${limit}::int`);
}

/**
 * The memories nearest to one that is embedded, itself left out; none when it is not embedded yet. Found as the nearest to
 * a question are: what many organizations store alike, such as starter packs, would otherwise fill what the index finds.
 */
export async function searchSimilar(
  db: Db,
  {
    where,
    embedder,
    memory_id,
    limit,
  }: { where: MemoryWhere; embedder: EmbedderRef; memory_id: string; limit: number },
): Promise<Near[]> {
  const [own] = await db.$queryRaw<{ vector: string }[]>(tenantSql(where.organization_id)`
    select e.embedding::text as vector from memory_embedding e
    where e.organization_id = ${where.organization_id}::uuid and e.memory_id = ${memory_id}::uuid
      and e.embedder_id = ${embedder.id}`);
  if (!own) return [];
  const vector = Float32Array.from(JSON.parse(own.vector));
  const near = await searchVectors(db, { where, embedder, vector, limit: limit + 1 });
  return near.filter(({ id }) => id !== memory_id).slice(0, limit);
}

/**
 * Keeps a memory's vector, unless its text changed since `search_text` was read.
 * @returns whether it was kept.
 */
export async function putEmbedding(
  db: Db,
  {
    organization_id,
    memory_id,
    embedder,
    vector,
    search_text,
    now,
  }: {
    organization_id: string;
    memory_id: string;
    embedder: EmbedderRef;
    vector: Float32Array;
    search_text: string;
    now: Date;
  },
): Promise<boolean> {
  if (vector.length !== embedder.dimensions)
    throw new Error(`${embedder.id} gave ${vector.length} dimensions, not ${embedder.dimensions}`);
  const count = await db.$executeRaw(tenantSql(organization_id)`
    insert into memory_embedding (organization_id, memory_id, embedder_id, embedding, created_at)
    select m.organization_id, m.id, ${embedder.id}, ${toLiteral(vector)}::halfvec, ${now} from memory m
    where m.organization_id = ${organization_id}::uuid and m.id = ${memory_id}::uuid and m.search_text = ${search_text}
    on conflict (organization_id, memory_id, embedder_id)
    do update set embedding = excluded.embedding, created_at = excluded.created_at`);
  return count > 0;
}

/** Memories without a vector of this embedder, newest first. */
export async function findUnembedded(
  db: Db,
  { organization_id, embedder_id, limit }: { organization_id: string; embedder_id: string; limit: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(tenantSql(organization_id)`
    select m.id::text as id from memory m
    where m.organization_id = ${organization_id}::uuid and m.deleted_at is null and not exists (
      select 1 from memory_embedding e where e.organization_id = m.organization_id and e.memory_id = m.id
      and e.embedder_id = ${embedder_id})
    order by m.id desc limit ${limit}::int`);
  return rows.map(({ id }) => id);
}

/** How many of these memories only other embedders have embedded, as after a change of the embedder. */
export async function countOfOtherEmbedders(
  db: Db,
  {
    organization_id,
    ids,
    embedder_id,
  }: { organization_id: string; ids: readonly string[]; embedder_id: string },
): Promise<number> {
  const [row] = await db.$queryRaw<{ memories: number }[]>(
    prepared(tenantSql(organization_id)`
    select count(distinct e.memory_id)::int as memories from memory_embedding e
    where e.organization_id = ${organization_id}::uuid and e.memory_id = any(${[...ids]}::uuid[])
      and not exists (
        select 1 from memory_embedding o where o.organization_id = e.organization_id
          and o.memory_id = e.memory_id and o.embedder_id = ${embedder_id})`),
  );
  return row?.memories ?? 0;
}
