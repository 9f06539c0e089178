import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { prepared, tenantSql } from "../tenant-guard";
import { ofRepository } from "./memory-conditions";

/** A word stem of a query: its word's index in the query, and in how many of the counted memories it occurs. */
export type Term = { position: number; lexeme: string; documents: number };

/** What BM25 needs to know of the searched memories: how many there are, and their mean length in words. */
export type TermStatistics = { terms: Term[]; documents: number; length: number };

type TermRow = { position: number | null; lexeme: string | null; documents: number };

const termsIn = (rows: readonly TermRow[]): Term[] =>
  rows.flatMap(({ position, lexeme, documents }) => {
    if (position === null || lexeme === null) return [];
    return { position, lexeme, documents };
  });

/** The positions and stems of these words; words without a stem (stop words) are left out. */
const stemsOf = (words: readonly string[]) => Prisma.sql`
  select (w.position - 1)::int as position, l.lexeme
  from unnest(${[...words]}::text[]) with ordinality as w(word, position)
    cross join unnest(tsvector_to_array(to_tsvector('english', w.word))) as l(lexeme)`;

const BACKSLASH = "\\";

/** What finds a row with any of `stems`: comparing is cheaper than unnesting, and most rows have none of the words. */
const anyStem = Prisma.sql`string_agg(
  '''' || replace(replace(lexeme, ${BACKSLASH}::text, ${BACKSLASH.repeat(2)}::text), '''', '''''') || '''', ' | ')::tsquery`;

/**
 * The stems in `lexemes` of each row of `matching`, with their positions. They are given a weight that nothing else has
 * and the rest is left out before it is unnested, for most of a memory's words are not in the query.
 */
export const stemsInRow = (lexemes: Prisma.Sql) =>
  Prisma.sql`unnest(ts_filter(setweight(matching.search_vector, 'A', ${lexemes}), '{a}'))
    as t(lexeme, positions, weights)`;

type CountRequest = {
  organization_id: string;
  repository_id: string | null;
  words: readonly string[];
  min?: number;
  max: number;
  more: "sample" | "null";
};

/**
 * Counts the words of a query in the memories of one repository, or of the organization when `repository_id` is null.
 * No more than about `max` memories are read.
 * @param more what to do when there are more: count these as a sample, or answer null
 * @returns null also when there are fewer than `min`
 */
export async function countTerms(db: Db, request: CountRequest): Promise<TermStatistics | null> {
  const counted = await tryToCountTerms(db, request);
  if (typeof counted === "string") return null;
  return counted;
}

/** As `countTerms`, and says why nothing was counted: fewer than `min` memories, or more than `max`. */
export async function tryToCountTerms(
  db: Db,
  { organization_id, repository_id, words, min = 0, max, more }: CountRequest,
): Promise<TermStatistics | "few" | "many"> {
  const limit = more === "sample" ? max : max + 1;
  const rows = await db.$queryRaw<(TermRow & { total: number; length: number })[]>(tenantSql(organization_id)`
    with matching as materialized (
      select m.search_vector, m.search_length from memory m
      where m.organization_id = ${organization_id}::uuid and m.deleted_at is null
        ${ofRepository(Prisma.sql`m.repository_id`, repository_id)}
      limit ${limit}::int),
    size as materialized (
      select count(*)::int as documents, coalesce(greatest(avg(search_length), 1), 1)::float8 as length
      from matching),
    stems as materialized (${stemsOf(words)}),
    frequency as (
      select t.lexeme, count(*)::int as documents
      from matching, ${stemsInRow(Prisma.sql`(select array_agg(lexeme) from stems)`)}
      where (select documents between ${min}::int and ${max}::int from size)
        and matching.search_vector @@ (select ${anyStem} from stems) group by t.lexeme)
    select stems.position, stems.lexeme, coalesce(frequency.documents, 0) as documents,
      size.documents as total, size.length
    from size left join stems on true left join frequency using (lexeme)`);
  const [first] = rows;
  if (!first || first.total < min) return "few";
  if (first.total > max) return "many";
  return { terms: termsIn(rows), documents: first.total, length: first.length };
}

/** What the stored statistics know of the words of a query; null for an organization that has none (yet, or is small). */
export async function findTerms(
  db: Db,
  { organization_id, words }: { organization_id: string; words: readonly string[] },
): Promise<TermStatistics | null> {
  const rows = await db.$queryRaw<(TermRow & { total: number; length: number })[]>(
    prepared(tenantSql(organization_id)`
    with stems as materialized (${stemsOf(words)})
    select stems.position, stems.lexeme, total.documents as total, total.length,
      -- One by one: a join reads all words, for the planner does not know how few these are.
      coalesce((select t.documents from memory_term t
        where t.organization_id = ${organization_id}::uuid and t.lexeme = stems.lexeme), 0) as documents
    from memory_term_total total left join stems on true
    where total.organization_id = ${organization_id}::uuid`),
  );
  const [first] = rows;
  if (!first) return null;
  return { terms: termsIn(rows), documents: first.total, length: first.length };
}

/** How many memories an organization has that are not deleted, and from how many its statistics were counted. */
export async function findTermTotals(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<{ live: number; counted: number | null; counted_at: Date | null }> {
  const [row] = await db.$queryRaw<
    { live: number; counted: number | null; counted_at: Date | null }[]
  >(tenantSql(organization_id)`
    select (select count(*)::int from memory m
        where m.organization_id = ${organization_id}::uuid and m.deleted_at is null) as live,
      (select documents from memory_term_total t where t.organization_id = ${organization_id}::uuid) as counted,
      (select counted_at from memory_term_total t where t.organization_id = ${organization_id}::uuid) as counted_at`);
  if (!row) throw new Error("a query of values answers one row");
  return row;
}

/**
 * Counts in how many memories each word stem occurs, from every `every`-th memory. Rare ones beyond `most` are left
 * out, and count as occurring nowhere.
 */
export async function putTerms(
  tx: Db,
  { organization_id, every, most, now }: { organization_id: string; every: number; most: number; now: Date },
): Promise<void> {
  if (!UUID.test(organization_id)) throw new Error("organization_id must be a UUID");
  const sampled = `organization_id = '${organization_id}' and deleted_at is null
    and mod(abs(hashtext(id::text)::bigint), ${Math.trunc(every)}) = 0`;
  await tx.$executeRaw(
    tenantSql(organization_id)`delete from memory_term where organization_id = ${organization_id}::uuid`,
  );
  await tx.$executeRaw(tenantSql(organization_id)`
    insert into memory_term (organization_id, lexeme, documents)
    select ${organization_id}::uuid, word, ndoc * ${every}::int
    from ts_stat(${`select search_vector from memory where ${sampled}`})
    order by ndoc desc limit ${most}::int`);
  await tx.$executeRaw(tenantSql(organization_id)`
    insert into memory_term_total (organization_id, documents, length, counted_at)
    select ${organization_id}::uuid, count(*)::int, greatest(coalesce(avg(m.search_length), 1), 1)::float8, ${now}
    from memory m where m.organization_id = ${organization_id}::uuid and m.deleted_at is null
    on conflict (organization_id) do update
    set documents = excluded.documents, length = excluded.length, counted_at = excluded.counted_at`);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An organization that became small is counted as it is searched again. */
export async function deleteTerms(db: Db, { organization_id }: { organization_id: string }): Promise<void> {
  await db.$executeRaw(
    tenantSql(
      organization_id,
    )`delete from memory_term_total where organization_id = ${organization_id}::uuid`,
  );
  await db.$executeRaw(
    tenantSql(organization_id)`delete from memory_term where organization_id = ${organization_id}::uuid`,
  );
}
