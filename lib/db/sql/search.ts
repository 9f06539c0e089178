import { createHash } from "node:crypto";
import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { type MemoryWhere, memoryConditions } from "./memories";

/** A word that fewer memories contain may be misspelt, or a part of another. */
const RARE = 10;

/**
 * Memories with a word nearly like one of these: those that text search finds in fewer than ten of the memories in
 * scope, misspelt or in part. Likeness is dear to compute (a tenth of a millisecond a memory on the embedded database),
 * so words that are known are not looked up, and of many memories that are alike it takes the first `limit` it meets.
 */
export async function searchTrigrams(
  db: Db,
  given: { where: MemoryWhere; words: readonly string[]; limit: number },
): Promise<string[]> {
  const { where, words, limit } = given;
  if (words.length === 0) return [];
  const rows = await db.$queryRaw<{ id: string }[]>`
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
    limit ${limit}::int`;
  return rows.map(({ id }) => id);
}

/** Word similarity (0–1) of the query to these memories. */
export async function trigramsOf(
  db: Db,
  given: { organization_id: string; ids: readonly string[]; query: string },
): Promise<Map<string, number>> {
  const { organization_id, ids, query } = given;
  if (ids.length === 0) return new Map();
  const rows = await db.$queryRaw<{ id: string; similarity: number }[]>`
    select m.id::text as id, word_similarity(${query}, m.search_text)::float8 as similarity from memory m
    where m.organization_id = ${organization_id}::uuid and m.id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, similarity }) => [id, similarity]));
}

export type EmbedderRef = { id: string; dimensions: number };

/**
 * The expression and the condition of an embedder's partial index, as literals: the planner uses a partial index only
 * when the query says the same constant.
 */
function vectorsOf({ id, dimensions }: EmbedderRef): { embedding: Prisma.Sql; of_embedder: Prisma.Sql } {
  if (!Number.isInteger(dimensions) || dimensions < 1) throw new Error("dimensions must be a whole number");
  return {
    embedding: Prisma.raw(`(e.embedding::halfvec(${dimensions}))`),
    of_embedder: Prisma.raw(`e.embedder_id = '${id.replaceAll("'", "''")}'`),
  };
}

/** The name that an embedder's index gets, and what it is over, as searching says it. */
export function vectorIndexOf(embedder: EmbedderRef): {
  name: string;
  expression: Prisma.Sql;
  condition: Prisma.Sql;
  condition_text: string;
} {
  const { embedding, of_embedder } = vectorsOf(embedder);
  const hash = createHash("sha256")
    .update(`${embedder.id} ${embedder.dimensions}`)
    .digest("hex")
    .slice(0, 12);
  return {
    name: `memory_embedding_${hash}_idx`,
    // An index names its own table's columns.
    expression: Prisma.raw(embedding.sql.replace("e.embedding", "embedding")),
    condition: Prisma.raw(of_embedder.sql.replace("e.embedder_id", "embedder_id")),
    condition_text: `embedder_id = '${embedder.id.replaceAll("'", "''")}'`,
  };
}

/** Neighbours that each round of an index scan finds: pgvector's default at least, and as many as are wanted. */
const LEAST_AT_ONCE = 40;
const MOST_AT_ONCE = 1_000;

const toLiteral = (vector: Float32Array) => `[${vector.join(",")}]`;

/**
 * The memories nearest in meaning, by cosine similarity, in one statement. With the vector it sets, for its own
 * transaction only, that the index scan goes on until the filters are satisfied (pgvector's iterative scan): the scan
 * needs the vector, and so cannot begin before that. In relaxed order, which is sorted here: strict order throws away
 * what a later round of the scan finds nearer, and so finds less in more time.
 */
export async function searchVectors(
  db: Db,
  given: { where: MemoryWhere; embedder: EmbedderRef; vector: Float32Array; limit: number },
): Promise<{ id: string; similarity: number }[]> {
  const { where, embedder, vector, limit } = given;
  const { embedding, of_embedder } = vectorsOf(embedder);
  const asked = Prisma.sql`(select case when set_config('hnsw.iterative_scan', 'relaxed_order', true) <> ''
      and set_config('hnsw.ef_search', ${String(Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, limit)))}, true) <> ''
    then ${toLiteral(vector)}::halfvec(${Prisma.raw(String(embedder.dimensions))}) end)`;
  return db.$queryRaw`
    select near.id::text as id, (1 - near.distance)::float8 as similarity from (
      select m.id, ${embedding} <=> ${asked} as distance
      from memory_embedding e join memory m on m.organization_id = e.organization_id and m.id = e.memory_id
      where e.organization_id = ${where.organization_id}::uuid and ${of_embedder} and ${memoryConditions(where)}
      order by distance limit ${limit}::int) near order by near.distance`;
}

/** The memories nearest to one that is embedded, itself left out; none when it is not embedded yet. */
export async function searchSimilar(
  db: Db,
  given: { where: MemoryWhere; embedder: EmbedderRef; memory_id: string; limit: number },
): Promise<{ id: string; similarity: number }[]> {
  const { where, embedder, memory_id, limit } = given;
  const { embedding, of_embedder } = vectorsOf(embedder);
  const own = Prisma.sql`(select o.embedding::halfvec(${Prisma.raw(String(embedder.dimensions))}) from memory_embedding o
    where o.organization_id = ${where.organization_id}::uuid and o.memory_id = ${memory_id}::uuid
    and o.embedder_id = ${embedder.id})`;
  const rows = await db.$queryRaw<{ id: string; similarity: number | null }[]>`
    select m.id::text as id, (1 - (${embedding} <=> ${own}))::float8 as similarity
    from memory_embedding e join memory m on m.organization_id = e.organization_id and m.id = e.memory_id
    where e.organization_id = ${where.organization_id}::uuid and ${of_embedder} and m.id <> ${memory_id}::uuid
      and ${memoryConditions(where)}
    order by ${embedding} <=> ${own} limit ${limit}::int`;
  return rows.flatMap(({ id, similarity }) => (similarity === null ? [] : { id, similarity }));
}

/**
 * Keeps a memory's vector, unless its text changed since `search_text` was read.
 * @returns whether it was kept.
 */
export async function putEmbedding(
  db: Db,
  given: {
    organization_id: string;
    memory_id: string;
    embedder: EmbedderRef;
    vector: Float32Array;
    search_text: string;
    now: Date;
  },
): Promise<boolean> {
  const { organization_id, memory_id, embedder, vector, search_text, now } = given;
  if (vector.length !== embedder.dimensions)
    throw new Error(`${embedder.id} gave ${vector.length} dimensions, not ${embedder.dimensions}`);
  const count = await db.$executeRaw`
    insert into memory_embedding (organization_id, memory_id, embedder_id, embedding, created_at)
    select m.organization_id, m.id, ${embedder.id}, ${toLiteral(vector)}::halfvec, ${now} from memory m
    where m.organization_id = ${organization_id}::uuid and m.id = ${memory_id}::uuid and m.search_text = ${search_text}
    on conflict (organization_id, memory_id, embedder_id)
    do update set embedding = excluded.embedding, created_at = excluded.created_at`;
  return count > 0;
}

/** Memories without a vector of this embedder, newest first. */
export async function findUnembedded(
  db: Db,
  given: { organization_id: string; embedder_id: string; limit: number },
): Promise<string[]> {
  const { organization_id, embedder_id, limit } = given;
  const rows = await db.$queryRaw<{ id: string }[]>`
    select m.id::text as id from memory m
    where m.organization_id = ${organization_id}::uuid and m.deleted_at is null and not exists (
      select 1 from memory_embedding e where e.organization_id = m.organization_id and e.memory_id = m.id
      and e.embedder_id = ${embedder_id})
    order by m.id desc limit ${limit}::int`;
  return rows.map(({ id }) => id);
}
