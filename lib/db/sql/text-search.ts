import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { prepared, tenantSql } from "../tenant-guard";
import { type MemoryWhere, memoryConditions } from "./memory-conditions";
import { similaritiesOf } from "./pack-candidates";
import { stemsInRow, type Term, type TermStatistics } from "./term-statistics";

// BM25 (Robertson and Walker), the usual constants.
const K1 = 1.2;
const B = 0.75;

/**
 * A memory that shares a word with a query. `words` are the indexes of the query's words that it contains, `coverage` is
 * the share (0–1) of the query's inverse document frequency that these words make up: 1 when it contains all of them.
 * A word that no counted memory contains counts as the rarest there can be. `rare_words`: how many of the words that it
 * contains are rare where it was searched.
 */
export type TextMatch = { id: string; bm25: number; coverage: number; rare_words: number; words: number[] };

/** Among fewer memories, that half of them have a word says nothing yet of how common it is. */
const MIN_DOCUMENTS = 50;

/** BM25's inverse document frequency of a word that so many of the counted memories have. */
function rarityOf(frequency: number, documents: number): number {
  const counted = Math.max(documents, MIN_DOCUMENTS);
  return Math.log(1 + (Math.max(counted - frequency, 0) + 0.5) / (frequency + 0.5));
}

/** The stems of a query, once each, by how rare they are: the rarest first, with their inverse document frequency. */
function raritiesOf({
  terms,
  documents,
}: TermStatistics): { lexeme: string; rarity: number; documents: number }[] {
  const frequencies = new Map(terms.map((term) => [term.lexeme, term.documents]));
  return [...frequencies]
    .map(([lexeme, frequency]) => ({
      lexeme,
      documents: frequency,
      rarity: rarityOf(frequency, documents),
    }))
    .sort((a, b) => a.documents - b.documents);
}

/** A word is rare from this share of the weight that a word of only one memory has. */
const RARE_SHARE = 0.6;

/** The weights that BM25 gives: to a word that one counted memory has, and to all words of the query together. */
export type RaritySummary = { rarest: number; rarity: number };

export function summarizeRarities(statistics: TermStatistics): RaritySummary {
  const once = 1;
  return {
    rarest: rarityOf(once, statistics.documents),
    rarity: raritiesOf(statistics).reduce((sum, { rarity }) => sum + rarity, 0),
  };
}

/** BM25's factor for the length of a row, with `length` its number of words. */
const lengthFactor = (statistics: TermStatistics, length: Prisma.Sql) =>
  Prisma.sql`${K1}::float8 * (1 - ${B}::float8
    + ${B}::float8 * ${length} / ${Math.max(statistics.length, 1)}::float8)`;

type Scored = { id: string; bm25: number; rarity: number; lexemes: string[] };

/** BM25 of the rows of `matching` (id, search_length, search_vector) that share a word with the query. */
function scored(matching: Prisma.Sql, statistics: TermStatistics): Prisma.Sql {
  const rarities = raritiesOf(statistics);
  const lexemes = rarities.map(({ lexeme }) => lexeme);
  return Prisma.sql`
    with matching as materialized (${matching}),
    stems as materialized (
      select * from unnest(${lexemes}::text[], ${rarities.map(({ rarity }) => rarity)}::float8[]) as a(lexeme, rarity))
    -- Added up in one order: another one ends in other digits, and what is as good would change places.
    select matching.id, sum(stems.rarity * cardinality(t.positions) * ${K1 + 1}::float8
        / (cardinality(t.positions) + ${lengthFactor(statistics, Prisma.sql`matching.search_length`)})
        order by t.lexeme)::float8 as bm25,
      sum(stems.rarity order by t.lexeme)::float8 as rarity, array_agg(t.lexeme order by t.lexeme) as lexemes
    from matching, ${stemsInRow(Prisma.sql`${lexemes}::text[]`)} join stems on stems.lexeme = t.lexeme
    group by matching.id`;
}

function toMatches(rows: readonly Scored[], statistics: TermStatistics): TextMatch[] {
  const { rarest, rarity: total } = summarizeRarities(statistics);
  const rare = new Set(
    raritiesOf(statistics)
      .filter(({ rarity }) => rarity > RARE_SHARE * rarest)
      .map(({ lexeme }) => lexeme),
  );
  return rows.map(({ id, bm25, rarity, lexemes: found }) => ({
    id,
    bm25,
    coverage: Math.min(1, rarity / total),
    rare_words: found.filter((lexeme) => rare.has(lexeme)).length,
    words: positionsOf(statistics.terms, found),
  }));
}

/** The best of the rows of `matching` by BM25. */
async function scoreMatches(
  db: Db,
  {
    organization_id,
    matching,
    statistics,
    limit,
    by_ids = false,
  }: {
    organization_id: string;
    matching: Prisma.Sql;
    statistics: TermStatistics;
    limit: number;
    /** The rows are looked up by their ids, so that one plan is right for all. */
    by_ids?: boolean;
  },
): Promise<TextMatch[]> {
  const best = Prisma.sql`
    select s.id::text as id, s.bm25, s.rarity, s.lexemes from (${scored(matching, statistics)}) s
    order by s.bm25 desc, s.id desc limit ${limit}::int`;
  const rows = by_ids
    ? await db.$queryRaw<Scored[]>(prepared(tenantSql(organization_id)`${best}`))
    : await db.$queryRaw<Scored[]>(tenantSql(organization_id)`${best}`);
  return toMatches(rows, statistics);
}

function positionsOf(terms: readonly Term[], lexemes: readonly string[]): number[] {
  const positions = terms.filter(({ lexeme }) => lexemes.includes(lexeme)).map(({ position }) => position);
  return [...new Set(positions)].sort((a, b) => a - b);
}

const anyOf = (lexemes: readonly string[]) => Prisma.sql`${lexemes.map(quote).join(" | ")}::tsquery`;

/** The memories that share a word with the query, by BM25: every match is scored. */
export async function searchText(
  db: Db,
  { where, statistics, limit }: { where: MemoryWhere; statistics: TermStatistics; limit: number },
): Promise<TextMatch[]> {
  const { terms } = statistics;
  if (terms.length === 0) return [];
  const matching = Prisma.sql`
    select m.id, m.search_length, m.search_vector from memory m
    where ${memoryConditions(where)} and m.search_vector @@ ${anyOf(terms.map(({ lexeme }) => lexeme))}`;
  return scoreMatches(db, { organization_id: where.organization_id, matching, statistics, limit });
}

type Compared = { organization_id: string; ids: readonly string[]; statistics: TermStatistics };

const rowsOf = ({ organization_id, ids }: Omit<Compared, "statistics">) => Prisma.sql`
  select m.id, m.search_length, m.search_vector from memory m
  where m.organization_id = ${organization_id}::uuid and m.id = any(${[...ids]}::uuid[])`;

/** BM25 of these memories, those that share no word with the query left out. */
export async function scoreText(db: Db, compared: Compared): Promise<TextMatch[]> {
  const { organization_id, ids, statistics } = compared;
  if (ids.length === 0 || statistics.terms.length === 0) return [];
  const matching = rowsOf(compared);
  return scoreMatches(db, { organization_id, matching, statistics, limit: ids.length, by_ids: true });
}

type ByMeaning = {
  ids: readonly string[];
  embedder: { id: string; dimensions: number };
  vector: Float32Array;
};

type ByLikeness = { ids: readonly string[]; query: string };

/** What the lists of a query say of memories that they did not find, each of those that it is asked for. */
export type Comparison = {
  matches: TextMatch[];
  /** Cosine similarity to the query's vector, as `similarityOf` answers it. */
  similarities: Map<string, number>;
  /** Word similarity (0–1) of the query to the memory. */
  likeness: Map<string, number>;
  /** What a score is adjusted by. */
  standing: Map<string, MemoryStanding>;
};

/** Of a memory what its score is adjusted by, with its citations as JSON that nobody has checked. */
export type MemoryStanding = { quality: number; refreshed_at: string; citations: unknown };

type ComparedRow = {
  list: "words" | "meaning" | "likeness" | "standing";
  id: string;
  value: number;
  rarity: number | null;
  lexemes: string[] | null;
  detail: { refreshed_at: string; citations: unknown } | null;
};

/** What a part of the comparison has no value of. */
const NO_WORDS = Prisma.sql`null::float8 as rarity, null::text[] as lexemes`;
const NO_DETAIL = Prisma.sql`null::json as detail`;

/** Of a memory `m` what its verdict is made of. */
const STANDING = Prisma.sql`json_build_object('refreshed_at', m.refreshed_at, 'citations', (
  select coalesce(json_agg(json_build_object('status', c.status, 'confidence', c.confidence, 'facts', c.facts,
    'stands_at', c.stands_at, 'inferred', c.mention is not null)), '[]')
  from citation c where c.organization_id = m.organization_id and c.memory_id = m.id))`;

/** BM25, cosine and word similarity of memories, in one statement; what is null, or asked for no memory, is left out. */
export async function compareMemories(
  db: Db,
  {
    organization_id,
    words,
    meaning,
    likeness,
    standing = [],
  }: {
    organization_id: string;
    words: { ids: readonly string[]; statistics: TermStatistics } | null;
    meaning: ByMeaning | null;
    likeness: ByLikeness | null;
    /** The memories whose standing is asked for. */
    standing?: readonly string[];
  },
): Promise<Comparison> {
  const parts: Prisma.Sql[] = [];
  if (words && words.ids.length > 0 && words.statistics.terms.length > 0)
    parts.push(Prisma.sql`
      select 'words' as list, s.id::text as id, s.bm25 as value, s.rarity, s.lexemes, ${NO_DETAIL}
      from (${scored(rowsOf({ organization_id, ids: words.ids }), words.statistics)}) s`);
  if (meaning && meaning.ids.length > 0)
    parts.push(Prisma.sql`
      select 'meaning' as list, v.id::text as id, v.similarity as value, ${NO_WORDS}, ${NO_DETAIL}
      from (${similaritiesOf({ organization_id, ...meaning })}) v`);
  if (likeness && likeness.ids.length > 0)
    parts.push(Prisma.sql`
      select 'likeness' as list, m.id::text as id, word_similarity(${likeness.query}, m.search_text)::float8 as value,
        ${NO_WORDS}, ${NO_DETAIL}
      from memory m where m.organization_id = ${organization_id}::uuid and m.id = any(${[...likeness.ids]}::uuid[])`);
  if (standing.length > 0)
    parts.push(Prisma.sql`
      select 'standing' as list, m.id::text as id, m.quality::float8 as value, ${NO_WORDS}, ${STANDING} as detail
      from memory m where m.organization_id = ${organization_id}::uuid and m.id = any(${[...standing]}::uuid[])`);
  const rows =
    parts.length === 0
      ? []
      : await db.$queryRaw<ComparedRow[]>(
          prepared(tenantSql(organization_id)`${Prisma.join(parts, " union all ")}`),
        );
  const of = (list: ComparedRow["list"]) => rows.filter((row) => row.list === list);
  const valuesOf = (list: ComparedRow["list"]) => new Map(of(list).map(({ id, value }) => [id, value]));
  const found = of("words").flatMap(({ id, value, rarity, lexemes }): Scored[] => {
    if (rarity === null || lexemes === null) return [];
    return [{ id, bm25: value, rarity, lexemes }];
  });
  return {
    matches: words === null ? [] : toMatches(found, words.statistics),
    similarities: valuesOf("meaning"),
    likeness: valuesOf("likeness"),
    standing: new Map(
      of("standing").flatMap(({ id, value: quality, detail }) => {
        if (detail === null) return [];
        return [[id, { quality, ...detail }] as const];
      }),
    ),
  };
}

/** A word that occurs in this share of the memories finds none by itself, unless no rarer one is known. */
const COMMON_SHARE = 0.1;
/** So many matches are scored by BM25, the best as if each word occurred once; per wanted match, so many at most. */
const MAX_SCORED = 400;
const MAX_SCORED_PER_MATCH = 5;
/** Ranking reads the whole vector of every match: the rarest words are enough once they occur in about so many. */
const MAX_RANKED = 4 * MAX_SCORED;
/** Of the query's words, the rarest that order the matches before they are scored. */
const MAX_ORDERING_WORDS = 12;

/**
 * As `searchText`, for organizations that are too large to score every match: candidates share a rare word with the
 * query (the rarest, as many as find some 1,600), the best 400 of them are scored with all its words. The best are those
 * that BM25 would put first if no word occurred twice, which needs no look at positions. Measured on 400 questions over
 * 3,185 documents for the best 30: 96 % of the exact ones, and 99 % of the first ten.
 * @param organization statistics of the whole organization, which choose the candidates
 * @param statistics those that score them: of the searched repository where it has some, else of the organization
 */
export async function searchTextByTerms(
  db: Db,
  {
    where,
    organization,
    statistics,
    limit,
  }: { where: MemoryWhere; organization: TermStatistics; statistics: TermStatistics; limit: number },
): Promise<TextMatch[]> {
  if (organization.terms.length === 0) return [];
  const contained = raritiesOf(statistics)
    .slice(0, MAX_ORDERING_WORDS)
    .map(
      ({ lexeme, rarity }) =>
        Prisma.sql`case when m.search_vector @@ ${quote(lexeme)}::tsquery then ${rarity}::float8 else 0 end`,
    );
  const matching = Prisma.sql`
    select m.id, m.search_length, m.search_vector from memory m
    where ${memoryConditions(where)} and m.search_vector @@ ${anyOf(findingWords(organization))}
    order by (${Prisma.join(contained, " + ")})
      / (1 + ${lengthFactor(statistics, Prisma.sql`m.search_length`)}) desc
    limit ${Math.min(MAX_SCORED, MAX_SCORED_PER_MATCH * limit)}::int`;
  return scoreMatches(db, { organization_id: where.organization_id, matching, statistics, limit });
}

/** The rarest words of a query, as many as occur in about MAX_RANKED memories together. */
function findingWords(organization: TermStatistics): string[] {
  const rarestFirst = raritiesOf(organization);
  const rare = rarestFirst.filter(({ documents }) => documents < COMMON_SHARE * organization.documents);
  // Words that were not counted may occur nowhere, and would then find nothing by themselves.
  const counted = rare.some(({ documents }) => documents > 0) ? rare : rarestFirst;
  let sum = 0;
  return counted
    .filter(({ documents }) => {
      const before = sum;
      sum += documents;
      return before === 0 || sum <= MAX_RANKED;
    })
    .map(({ lexeme }) => lexeme);
}

const quote = (lexeme: string) => `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
