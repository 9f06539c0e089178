import { createHash } from "node:crypto";
import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { type MemoryWhere, memoryConditions } from "./memories";

// BM25 (Robertson and Walker), the usual constants.
const K1 = 1.2;
const B = 0.75;

/**
 * The lexemes asked for in the vector of a row of `matching`. Their positions are given a weight that nothing else has
 * and the rest is left out before it is unnested, for most of a memory's words are not asked for.
 */
const only = (lexemes: Prisma.Sql) =>
  Prisma.sql`unnest(ts_filter(setweight(matching.search_vector, 'A', ${lexemes}), '{a}'))`;

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
      from matching, ${only(Prisma.sql`(select array_agg(lexeme) from asked)`)} as t(lexeme, positions, weights)),
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

/** A word stem of a query: where it stands in it, and in how many memories of the organization it occurs. */
export type Term = { position: number; lexeme: string; documents: number };
export type Terms = { terms: Term[]; documents: number; length: number };

/** What the statistics know of the words of a query; null for an organization that has none (yet, or is small). */
export async function findTerms(
  db: Db,
  given: { organization_id: string; words: readonly string[] },
): Promise<Terms | null> {
  const { organization_id, words } = given;
  const rows = await db.$queryRaw<(Term & { total: number; length: number })[]>`
    select (w.position - 1)::int as position, l.lexeme, coalesce(t.documents, 0) as documents,
      total.documents as total, total.length
    from memory_term_total total, unnest(${[...words]}::text[]) with ordinality as w(word, position)
      cross join unnest(tsvector_to_array(to_tsvector('english', w.word))) as l(lexeme)
      left join memory_term t on t.organization_id = ${organization_id}::uuid and t.lexeme = l.lexeme
    where total.organization_id = ${organization_id}::uuid`;
  const [first] = rows;
  if (!first) return null;
  const terms = rows.map(({ position, lexeme, documents }) => ({ position, lexeme, documents }));
  return { terms, documents: first.total, length: first.length };
}

/** A word that occurs in this share of the memories finds none by itself, unless no rarer one is known. */
const COMMON = 0.1;
/** So many of the matches are weighed by BM25, the best as if each word occurred once; for each that is wanted, so many at most. */
const WEIGHED = 400;
const WEIGHED_EACH = 5;
/** Ranking reads the whole vector of every match: the rarest words are enough once they occur in about so many. */
const RANKED = 4 * WEIGHED;
/** Of the query's words, the rarest that order the matches before they are weighed. */
const TELLING = 12;

/**
 * As `searchText`, for organizations that are too large to weigh every match: candidates share a rare word with the
 * query (the rarest, as many as find some 1,600), the best 400 of them are weighed with all its words, by document
 * frequencies from the statistics. The best are those that BM25 would put first if no word occurred twice: telling that
 * needs no look at positions. Measured on 400 questions over 3,185 documents for the best 30: 96 % of the exact ones, and
 * 99 % of the first ten.
 */
export async function searchTextByTerms(
  db: Db,
  given: { where: MemoryWhere; terms: Terms; limit: number },
): Promise<TextMatch[]> {
  const { where, limit } = given;
  const { terms, documents, length } = given.terms;
  const frequencies = new Map(terms.map((term) => [term.lexeme, term.documents]));
  if (frequencies.size === 0) return [];
  const occurring = (lexeme: string) => frequencies.get(lexeme) ?? 0;
  const rarestFirst = [...frequencies.keys()].sort((a, b) => occurring(a) - occurring(b));
  const rare = rarestFirst.filter((lexeme) => occurring(lexeme) < COMMON * documents);
  // Words that were not counted may occur nowhere, and would then find nothing by themselves.
  const counted = rare.some((lexeme) => occurring(lexeme) > 0) ? rare : rarestFirst;
  const sought = enough(counted, occurring).map(quote).join(" | ");
  const rarityOf = (lexeme: string) => {
    const own = occurring(lexeme);
    return Math.log(1 + (Math.max(documents - own, 0) + 0.5) / (own + 0.5));
  };
  const contained = rarestFirst
    .slice(0, TELLING)
    .map(
      (lexeme) =>
        Prisma.sql`case when m.search_vector @@ ${quote(lexeme)}::tsquery then ${rarityOf(lexeme)}::float8 else 0 end`,
    );
  const norm = (length_of: Prisma.Sql) =>
    Prisma.sql`${K1}::float8 * (1 - ${B}::float8 + ${B}::float8 * ${length_of} / ${Math.max(length, 1)}::float8)`;
  const rows = await db.$queryRaw<{ id: string; bm25: number; lexemes: string[] }[]>`
    with matching as materialized (
      select m.id, m.search_length, m.search_vector from memory m
      where ${memoryConditions(where)} and m.search_vector @@ ${sought}::tsquery
      order by (${Prisma.join(contained, " + ")}) / (1 + ${norm(Prisma.sql`m.search_length`)}) desc
      limit ${Math.min(WEIGHED, WEIGHED_EACH * limit)}::int),
    asked as materialized (
      select * from unnest(${rarestFirst}::text[], ${rarestFirst.map(rarityOf)}::float8[]) as a(lexeme, rarity))
    select matching.id::text as id, sum(asked.rarity * cardinality(t.positions) * ${K1 + 1}::float8
        / (cardinality(t.positions) + ${norm(Prisma.sql`matching.search_length`)}))::float8 as bm25,
      array_agg(t.lexeme) as lexemes
    from matching, ${only(Prisma.sql`${rarestFirst}::text[]`)} as t(lexeme, positions, weights)
      join asked on asked.lexeme = t.lexeme
    group by matching.id order by bm25 desc, matching.id desc limit ${limit}::int`;
  return rows.map(({ id, bm25, lexemes: found }) => ({
    id,
    bm25,
    words: [
      ...new Set(terms.filter(({ lexeme }) => found.includes(lexeme)).map(({ position }) => position)),
    ].sort((a, b) => a - b),
  }));
}

/** Of these words, the rarest first, as many as occur in about RANKED memories together. */
function enough(rarestFirst: readonly string[], occurring: (lexeme: string) => number): string[] {
  let sum = 0;
  return rarestFirst.filter((lexeme) => {
    const before = sum;
    sum += occurring(lexeme);
    return before === 0 || sum <= RANKED;
  });
}

const quote = (lexeme: string) => `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** How many memories an organization has that are not deleted, and what its statistics were counted from. */
export async function findTermTotals(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<{ live: number; counted: number | null; counted_at: Date | null }> {
  const [row] = await db.$queryRaw<{ live: number; counted: number | null; counted_at: Date | null }[]>`
    select (select count(*)::int from memory m
        where m.organization_id = ${organization_id}::uuid and m.deleted_at is null) as live,
      (select documents from memory_term_total t where t.organization_id = ${organization_id}::uuid) as counted,
      (select counted_at from memory_term_total t where t.organization_id = ${organization_id}::uuid) as counted_at`;
  if (!row) throw new Error("a query of values answers one row");
  return row;
}

/**
 * Counts anew in how many memories each word stem occurs, from every `every`-th memory. Rare ones beyond `most` are left
 * out, and count as occurring nowhere.
 */
export async function putTerms(
  tx: Db,
  given: { organization_id: string; every: number; most: number; now: Date },
): Promise<void> {
  const { organization_id, every, most, now } = given;
  if (!UUID.test(organization_id)) throw new Error("organization_id must be a UUID");
  const sampled = `organization_id = '${organization_id}' and deleted_at is null
    and mod(abs(hashtext(id::text)::bigint), ${Math.trunc(every)}) = 0`;
  await tx.$executeRaw`delete from memory_term where organization_id = ${organization_id}::uuid`;
  await tx.$executeRaw`
    insert into memory_term (organization_id, lexeme, documents)
    select ${organization_id}::uuid, word, ndoc * ${every}::int
    from ts_stat(${`select search_vector from memory where ${sampled}`})
    order by ndoc desc limit ${most}::int`;
  await tx.$executeRaw`
    insert into memory_term_total (organization_id, documents, length, counted_at)
    select ${organization_id}::uuid, count(*)::int, greatest(coalesce(avg(m.search_length), 1), 1)::float8, ${now}
    from memory m where m.organization_id = ${organization_id}::uuid and m.deleted_at is null
    on conflict (organization_id) do update
    set documents = excluded.documents, length = excluded.length, counted_at = excluded.counted_at`;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An organization that became small is counted as it is searched again. */
export async function deleteTerms(db: Db, { organization_id }: { organization_id: string }): Promise<void> {
  await db.$executeRaw`delete from memory_term_total where organization_id = ${organization_id}::uuid`;
  await db.$executeRaw`delete from memory_term where organization_id = ${organization_id}::uuid`;
}

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
