import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { type MemoryWhere, memoryConditions } from "./memories";

// BM25 (Robertson and Walker), the usual constants.
const K1 = 1.2;
const B = 0.75;

export type TextMatch = { id: string; bm25: number; words: number[] };

/**
 * The memories that share a word with the query, by BM25 over the memories that match the filters.
 * `words` are the query's words as typed, each normalised; a match tells the indexes (from 0) of those it contains.
 * Exact: document frequencies are counted from the matches themselves.
 */
export async function searchText(
  db: Db,
  given: { where: MemoryWhere; words: readonly string[]; limit: number },
): Promise<TextMatch[]> {
  const { where, words, limit } = given;
  const query = words.join(" ");
  return db.$queryRaw<TextMatch[]>`
    with asked as materialized (
      select w.position - 1 as position, l.lexeme
      from unnest(${[...words]}::text[]) with ordinality as w(word, position),
        unnest(tsvector_to_array(to_tsvector('english', w.word))) as l(lexeme)),
    scope as materialized (
      select count(*)::float8 as documents, greatest(avg(m.search_length), 1)::float8 as length
      from memory m where ${memoryConditions(where)}),
    matching as materialized (
      select m.id, m.search_length, m.search_vector from memory m
      where ${memoryConditions(where)}
        and m.search_vector @@ replace(plainto_tsquery('english', ${query})::text, ' & ', ' | ')::tsquery),
    terms as materialized (
      select matching.id, matching.search_length, t.lexeme, cardinality(t.positions)::float8 as frequency
      from matching, unnest(matching.search_vector) as t(lexeme, positions, weights)
      where t.lexeme in (select lexeme from asked)),
    spread as (
      select terms.lexeme, ln(1 + (scope.documents - count(*) + 0.5) / (count(*) + 0.5)) as rarity
      from terms, scope group by terms.lexeme, scope.documents),
    best as (
      select terms.id,
        sum(spread.rarity * terms.frequency * ${K1 + 1}::float8
          / (terms.frequency + ${K1}::float8 * (1 - ${B}::float8 + ${B}::float8 * terms.search_length / scope.length)))
          as bm25
      from terms join spread using (lexeme), scope group by terms.id
      order by bm25 desc, terms.id desc limit ${limit}::int)
    select best.id::text as id, best.bm25::float8 as bm25,
      array(select distinct asked.position::int from terms join asked using (lexeme)
        where terms.id = best.id order by 1) as words
    from best order by bm25 desc, id desc`;
}

/** Memories with a stretch nearly like a short query, misspelt or in part: by the trigram index. */
export async function searchTrigrams(
  db: Db,
  given: { where: MemoryWhere; query: string; limit: number },
): Promise<string[]> {
  const { where, query, limit } = given;
  const rows = await db.$queryRaw<{ id: string }[]>`
    select m.id::text as id from memory m
    where ${memoryConditions(where)} and m.search_text %> ${query}
    order by word_similarity(${query}, m.search_text) desc, m.id desc limit ${limit}::int`;
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

const toLiteral = (vector: Float32Array) => `[${vector.join(",")}]`;

/**
 * The memories nearest in meaning, by cosine similarity. Call it inside a transaction: it lets the index scan go on until
 * the filters are satisfied (pgvector's iterative scan), for this transaction only.
 */
export async function searchVectors(
  tx: Db,
  given: { where: MemoryWhere; embedder: EmbedderRef; vector: Float32Array; limit: number },
): Promise<{ id: string; similarity: number }[]> {
  const { where, embedder, vector, limit } = given;
  const { embedding, of_embedder } = vectorsOf(embedder);
  const asked = Prisma.sql`${toLiteral(vector)}::halfvec(${Prisma.raw(String(embedder.dimensions))})`;
  await tx.$queryRaw`select set_config('hnsw.iterative_scan', 'strict_order', true)`;
  return tx.$queryRaw`
    select m.id::text as id, (1 - (${embedding} <=> ${asked}))::float8 as similarity
    from memory_embedding e join memory m on m.organization_id = e.organization_id and m.id = e.memory_id
    where e.organization_id = ${where.organization_id}::uuid and ${of_embedder} and ${memoryConditions(where)}
    order by ${embedding} <=> ${asked} limit ${limit}::int`;
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
