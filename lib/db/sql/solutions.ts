import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { identifier, literal, tenantSql } from "../tenant-guard";
import { type EmbedderRef, toLiteral } from "./search";

/** What is searched by meaning and words: solution patterns, and failures with what solved them. */
export type Searched = "solution_pattern" | "failure";

/** The table of its vectors, and the column of that table that names it. */
const VECTORS = {
  solution_pattern: { table: "solution_pattern_embedding", key: "pattern_id" },
  failure: { table: "failure_embedding", key: "failure_id" },
} as const satisfies Record<Searched, { table: string; key: string }>;

export type SolutionWhere = {
  organization_id: string;
  /** Repositories that the asker may see; null: all. What belongs to none is everybody's. */
  visible_repository_ids: readonly string[] | null;
  repository_id?: string | undefined;
  statuses: readonly string[];
};

function matches({
  organization_id,
  visible_repository_ids,
  repository_id,
  statuses,
}: SolutionWhere): Prisma.Sql {
  const visible =
    visible_repository_ids === null
      ? Prisma.sql`true`
      : Prisma.sql`(s.repository_id is null or s.repository_id = any(${[...visible_repository_ids]}::uuid[]))`;
  const chosen =
    repository_id === undefined ? Prisma.sql`true` : Prisma.sql`s.repository_id = ${repository_id}::uuid`;
  return Prisma.sql`s.organization_id = ${organization_id}::uuid and ${visible} and ${chosen}
    and s.status = any(${[...statuses]}::text[])`;
}

/** The nearest in meaning by cosine similarity, the nearest first. All that match are compared: there are few. */
export async function searchSolutionVectors(
  db: Db,
  {
    searched,
    where,
    embedder,
    vector,
    limit,
  }: { searched: Searched; where: SolutionWhere; embedder: EmbedderRef; vector: Float32Array; limit: number },
): Promise<{ id: string; similarity: number }[]> {
  const { table, key } = VECTORS[searched];
  const dimensions = literal(embedder.dimensions);
  const question = Prisma.sql`${toLiteral(vector)}::halfvec(${dimensions})`;
  return db.$queryRaw(tenantSql(where.organization_id)`
    select s.id::text as id, (1 - (e.embedding::halfvec(${dimensions}) <=> ${question}))::float8 as similarity
    from ${identifier(searched)} s join ${identifier(table)} e
      on e.organization_id = s.organization_id and e.${identifier(key)} = s.id and e.embedder_id = ${embedder.id}
    where ${matches(where)} order by 2 desc, s.id desc limit ${limit}::int`);
}

/** Those that share most words with the query, the best first. */
export async function searchSolutionWords(
  db: Db,
  {
    searched,
    where,
    words,
    limit,
  }: { searched: Searched; where: SolutionWhere; words: readonly string[]; limit: number },
): Promise<string[]> {
  if (words.length === 0) return [];
  const asked = words.map((word) => `"${word.replaceAll('"', " ")}"`).join(" or ");
  const rows = await db.$queryRaw<{ id: string }[]>(tenantSql(where.organization_id)`
    with asked as (select websearch_to_tsquery('english', ${asked}) as query)
    select s.id::text as id from ${identifier(searched)} s, asked
    where ${matches(where)} and to_tsvector('english', s.search_text) @@ asked.query
    order by ts_rank(to_tsvector('english', s.search_text), asked.query) desc, s.id desc limit ${limit}::int`);
  return rows.map(({ id }) => id);
}

/** Those without a vector of this embedder, newest first, with the text that it is made of. */
export async function findUnembeddedSolutions(
  db: Db,
  {
    organization_id,
    searched,
    embedder_id,
    limit,
  }: { organization_id: string; searched: Searched; embedder_id: string; limit: number },
): Promise<{ id: string; search_text: string }[]> {
  const { table, key } = VECTORS[searched];
  return db.$queryRaw(tenantSql(organization_id)`
    select s.id::text as id, s.search_text from ${identifier(searched)} s
    where s.organization_id = ${organization_id}::uuid and not exists (
      select 1 from ${identifier(table)} e where e.organization_id = s.organization_id
        and e.${identifier(key)} = s.id and e.embedder_id = ${embedder_id})
    order by s.id desc limit ${limit}::int`);
}

/** Keeps a vector, unless the text changed since it was made. */
export async function putSolutionVector(
  db: Db,
  {
    organization_id,
    searched,
    id,
    embedder,
    vector,
    search_text,
    now,
  }: {
    organization_id: string;
    searched: Searched;
    id: string;
    embedder: EmbedderRef;
    vector: Float32Array;
    search_text: string;
    now: Date;
  },
): Promise<void> {
  const { table, key } = VECTORS[searched];
  await db.$executeRaw(tenantSql(organization_id)`
    insert into ${identifier(table)} (organization_id, ${identifier(key)}, embedder_id, embedding, created_at)
    select s.organization_id, s.id, ${embedder.id}, ${toLiteral(vector)}::halfvec, ${now}::timestamptz
    from ${identifier(searched)} s
    where s.organization_id = ${organization_id}::uuid and s.id = ${id}::uuid and s.search_text = ${search_text}
    on conflict do nothing`);
}

/** Its text changed: its vectors are made again. */
export async function dropSolutionVectors(
  db: Db,
  { organization_id, searched, id }: { organization_id: string; searched: Searched; id: string },
): Promise<void> {
  const { table, key } = VECTORS[searched];
  await db.$executeRaw(tenantSql(organization_id)`
    delete from ${identifier(table)} where organization_id = ${organization_id}::uuid and ${identifier(key)} = ${id}::uuid`);
}
