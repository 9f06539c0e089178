import type { Database, Db } from "../client";
import { Prisma } from "../generated/client";
import { type EmbedderRef, vectorIndexOf } from "./search";

// The server --------------------------------------------------------------------------------------------------

/** What the database says of itself; `embedded` runs in WASM. */
export async function findDatabaseFacts(
  db: Db,
): Promise<{ version: string; embedded: boolean; now: Date; vector: string | null; trigram: string | null }> {
  type Row = { version: string; described: string; now: Date; vector: string | null; trigram: string | null };
  const [row] = await db.$queryRaw<Row[]>`
    select current_setting('server_version') as version, version() as described, clock_timestamp() as now,
      (select extversion from pg_extension where extname = 'vector') as vector,
      (select extversion from pg_extension where extname = 'pg_trgm') as trigram`;
  if (!row) throw new Error("the database says nothing of itself");
  const { described, ...facts } = row;
  return {
    ...facts,
    version: facts.version.split(" ")[0] ?? "",
    embedded: /emscripten|wasm/i.test(described),
  };
}

/** Names of the migrations that this database has. */
export async function findAppliedMigrations(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null`;
  return rows.map(({ name }) => name);
}

export type JobFacts = {
  waiting: number;
  failed: number;
  /** Of every organization: waits although its time came more than ten minutes ago. */
  late: number;
  /** Of every organization: runs longer than it may. */
  overdue: number;
  /** When a worker last finished anything, of every organization. */
  last_finished_at: Date | null;
  error: string | null;
};

/** The queue as it concerns an organization, and whether workers get on with it at all. */
export async function findJobFacts(
  db: Db,
  { organization_id, since }: { organization_id: string; since: Date },
): Promise<JobFacts> {
  const own = Prisma.sql`data->>'organization_id' = ${organization_id}`;
  const [row] = await db.$queryRaw<JobFacts[]>`
    select
      (count(*) filter (where ${own} and state in ('created', 'retry', 'active')))::int as waiting,
      (count(*) filter (where ${own} and state = 'failed' and completed_on >= ${since}))::int as failed,
      (count(*) filter (where state in ('created', 'retry') and start_after < now() - interval '10 minutes'
        and name not like '\\_\\_pgboss%'))::int as late,
      (count(*) filter (where state = 'active' and started_on + expire_in < now()))::int as overdue,
      max(completed_on) filter (where state = 'completed') as last_finished_at,
      (select left(coalesce(f.output->>'message', f.output->'value'->>'message', f.output->>'value'), 300)
        from pgboss.job f where f.data->>'organization_id' = ${organization_id} and f.state = 'failed'
        order by f.completed_on desc limit 1) as error
    from pgboss.job`;
  return row ?? { waiting: 0, failed: 0, late: 0, overdue: 0, last_finished_at: null, error: null };
}

/** When the forges' last delivery came, and how many connections would take one in. */
export async function findWebhookFacts(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<{ connections: number; last_at: Date | null; last_event: string | null }> {
  const [row] = await db.$queryRaw<
    { connections: number; last_at: Date | null; last_event: string | null }[]
  >`
    select
      (select count(*) from connection c where c.organization_id = ${organization_id}::uuid
        and c.sealed_webhook is not null)::int as connections,
      max(d.received_at) as last_at, (array_agg(d.event order by d.received_at desc))[1] as last_event
    from webhook_delivery d where d.organization_id = ${organization_id}::uuid`;
  return row ?? { connections: 0, last_at: null, last_event: null };
}

// Vectors -----------------------------------------------------------------------------------------------------

/** How many memories there are, and how many have a vector of this embedder. */
export async function countEmbedded(
  db: Db,
  { organization_id, embedder_id }: { organization_id: string; embedder_id: string | null },
): Promise<{ memories: number; embedded: number }> {
  const [row] = await db.$queryRaw<{ memories: number; embedded: number }[]>`
    select count(*)::int as memories, count(e.memory_id)::int as embedded
    from memory m left join memory_embedding e on e.organization_id = m.organization_id and e.memory_id = m.id
      and e.embedder_id = ${embedder_id}
    where m.organization_id = ${organization_id}::uuid and m.deleted_at is null`;
  return row ?? { memories: 0, embedded: 0 };
}

/** The job that embeds, for this organization or for all: how many are open, and what the last one failed with. */
export async function findEmbeddingWork(
  db: Db,
  { organization_id, job }: { organization_id: string; job: string },
): Promise<{ open: number; error: string | null }> {
  const [row] = await db.$queryRaw<{ open: number; error: string | null }[]>`
    select (count(*) filter (where state in ('created', 'retry', 'active')))::int as open,
      (array_agg(left(coalesce(output->>'message', output->'value'->>'message', output->>'value'), 300)
        order by coalesce(completed_on, started_on) desc)
        filter (where state = 'failed'
          and completed_on >= coalesce((select max(d.completed_on) from pgboss.job d
            where d.name = ${job} and d.state = 'completed'), '-infinity')))[1] as error
    from pgboss.job
    where name = ${job} and coalesce(data->>'organization_id', ${organization_id}) = ${organization_id}`;
  return row ?? { open: 0, error: null };
}

/** Vectors of an embedder on the whole server, which is what its index is over. */
export async function countVectors(db: Db, { embedder_id }: { embedder_id: string }): Promise<number> {
  const [row] = await db.$queryRaw<{ total: number }[]>`
    select count(*)::int as total from memory_embedding where embedder_id = ${embedder_id}`;
  return row?.total ?? 0;
}

/** The models whose vectors an organization has, with the length that one of each has. */
export async function findVectorModels(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<{ embedder_id: string; vectors: number; dimensions: number }[]> {
  return db.$queryRaw`
    select embedder_id, count(*)::int as vectors, vector_dims((array_agg(embedding))[1])::int as dimensions
    from memory_embedding where organization_id = ${organization_id}::uuid
    group by embedder_id order by vectors desc, embedder_id`;
}

/** @returns how many vectors went. */
export async function deleteVectorsOfOthers(
  tx: Db,
  { organization_id, embedder_id }: { organization_id: string; embedder_id: string },
): Promise<number> {
  return tx.$executeRaw`
    delete from memory_embedding
    where organization_id = ${organization_id}::uuid and embedder_id <> ${embedder_id}`;
}

/** The partial index of an embedder's vectors, of every organization. `valid` is false while it is being built. */
export async function findVectorIndex(
  db: Db,
  embedder: EmbedderRef,
): Promise<{ name: string; valid: boolean; bytes: number } | null> {
  const { condition_text } = vectorIndexOf(embedder);
  const [row] = await db.$queryRaw<{ name: string; valid: boolean; bytes: number }[]>`
    select c.relname::text as name, i.indisvalid as valid, pg_relation_size(c.oid)::float8 as bytes
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'memory_embedding'::regclass
      and strpos(replace(pg_get_expr(i.indpred, i.indrelid), '::text', ''), ${condition_text}) > 0
    order by i.indisvalid desc limit 1`;
  return row ?? null;
}

/**
 * Builds an embedder's index, or builds it anew, while others read and write: on a server concurrently; the embedded
 * database has one session, where there is nobody to wait for. Not inside a transaction.
 */
export async function buildVectorIndex(
  db: Database,
  { embedder, embedded }: { embedder: EmbedderRef; embedded: boolean },
) {
  const found = await findVectorIndex(db, embedder);
  if (found) {
    const concurrently = embedded ? Prisma.empty : Prisma.raw("concurrently");
    await db.$executeRaw`reindex index ${concurrently} ${Prisma.raw(`"${found.name.replaceAll('"', '""')}"`)}`;
    return;
  }
  await db.$executeRaw(vectorIndexOf(embedder).create(embedded ? "" : "concurrently"));
}

// Export and import -------------------------------------------------------------------------------------------

export type TableColumn = { name: string; type: string; nullable: boolean };
export type TableReference = { columns: string[]; target: string; target_columns: string[] };
export type TableShape = { columns: TableColumn[]; key: string[]; references: TableReference[] };

/** The shapes of tables as the database has them, without the columns that it computes itself. */
export async function findTableShapes(db: Db, tables: readonly string[]): Promise<Map<string, TableShape>> {
  const columns = await db.$queryRaw<(TableColumn & { table: string })[]>`
    select table_name::text as table, column_name::text as name, udt_name::text as type,
      is_nullable = 'YES' as nullable
    from information_schema.columns
    where table_schema = current_schema() and table_name = any(${[...tables]}::text[]) and is_generated = 'NEVER'
    order by ordinal_position`;
  type Constraint = TableReference & { table: string; kind: string };
  const constraints = await db.$queryRaw<Constraint[]>`
    select s.relname::text as table, c.contype::text as kind, coalesce(t.relname::text, '') as target,
      array(select a.attname::text from unnest(c.conkey) with ordinality k(num, ord)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num order by k.ord) as columns,
      array(select a.attname::text from unnest(c.confkey) with ordinality k(num, ord)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num order by k.ord) as target_columns
    from pg_constraint c join pg_class s on s.oid = c.conrelid left join pg_class t on t.oid = c.confrelid
    where c.contype in ('f', 'p') and c.connamespace = current_schema()::regnamespace
      and s.relname = any(${[...tables]}::text[])`;
  return new Map(
    tables.map((table) => {
      const own = constraints.filter((each) => each.table === table);
      const key = own.find(({ kind }) => kind === "p")?.columns ?? [];
      return [
        table,
        {
          columns: columns
            .filter((column) => column.table === table)
            .map(({ name, type, nullable }) => ({ name, type, nullable })),
          key: key.filter((name) => name !== "organization_id"),
          references: own
            .filter(({ kind, target }) => kind === "f" && target !== "organization")
            .map(({ columns: from, target, target_columns }) => ({ columns: from, target, target_columns })),
        },
      ];
    }),
  );
}

/** Names of tables and columns come from the database's own catalogue; quoted all the same. */
const identifier = (name: string) => Prisma.raw(`"${name.replaceAll('"', '""')}"`);
const identifiers = (names: readonly string[], alias = "") =>
  Prisma.raw(names.map((name) => `${alias}"${name.replaceAll('"', '""')}"`).join(", "));

type Row = Record<string, unknown>;
type OfTable = { organization_id: string; table: string };

export async function countRows(db: Db, { organization_id, table }: OfTable): Promise<number> {
  const [row] = await db.$queryRaw<{ total: number }[]>`
    select count(*)::int as total from ${identifier(table)} where organization_id = ${organization_id}::uuid`;
  return row?.total ?? 0;
}

/** Rows of a table by its key, after a position, of those whose first id is older than `before`. */
export async function selectRows(
  db: Db,
  {
    organization_id,
    table,
    shape,
    columns,
    after,
    before,
    present,
    limit,
  }: OfTable & {
    shape: TableShape;
    columns: readonly string[];
    after: readonly string[] | null;
    before: string;
    present: string | null;
    limit: number;
  },
): Promise<Row[]> {
  const { key } = shape;
  const typeOf = (name: string) => shape.columns.find((column) => column.name === name)?.type ?? "text";
  const position = after
    ? Prisma.sql`and (${identifiers(key, "t.")}) > (${Prisma.join(
        after.map((value, at) => Prisma.sql`${value}::text::${identifier(typeOf(key[at] ?? ""))}`),
      )})`
    : Prisma.empty;
  const [first = "id"] = key;
  const old =
    typeOf(first) === "uuid" ? Prisma.sql`and t.${identifier(first)} < ${before}::uuid` : Prisma.empty;
  const there = present === null ? Prisma.empty : Prisma.sql`and t.${identifier(present)} is not null`;
  const rows = await db.$queryRaw<{ row: Row }[]>`
    select to_jsonb(r) as row from (
      select ${identifiers(columns, "t.")} from ${identifier(table)} t
      where t.organization_id = ${organization_id}::uuid ${old} ${there} ${position}
      order by ${identifiers(key, "t.")} limit ${limit}::int) r`;
  return rows.map(({ row }) => row);
}

/** Those of the values that a column has in the organization, as text. */
export async function findPresent(
  db: Db,
  {
    organization_id,
    table,
    column,
    type,
    values,
  }: OfTable & { column: string; type: string; values: readonly string[] },
): Promise<Set<string>> {
  if (values.length === 0) return new Set();
  const rows = await db.$queryRaw<{ value: string }[]>`
    select distinct ${identifier(column)}::text as value from ${identifier(table)}
    where organization_id = ${organization_id}::uuid
      and ${identifier(column)} = any(${[...values]}::text[]::${Prisma.raw(`"${type}"[]`)})`;
  return new Set(rows.map(({ value }) => value));
}

/** Inserts rows that are not there. @returns the keys of the new ones, as `keyOf` writes them. */
export async function insertRows(
  tx: Db,
  {
    organization_id,
    table,
    key,
    columns,
    rows,
  }: OfTable & { key: readonly string[]; columns: readonly string[]; rows: readonly Row[] },
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const owned = rows.map((row) => ({ ...row, organization_id }));
  const inserted = await tx.$queryRaw<{ key: unknown[] }[]>`
    insert into ${identifier(table)} (${identifiers(["organization_id", ...columns])})
    select ${identifiers(["organization_id", ...columns])}
    from jsonb_populate_recordset(null::${identifier(table)}, ${JSON.stringify(owned)}::jsonb)
    on conflict do nothing returning jsonb_build_array(${identifiers(key)}) as key`;
  return new Set(inserted.map((each) => JSON.stringify(each.key)));
}

/** Which of the rows are there, by their whole key; as `insertRows` writes keys. */
export async function findKeys(
  db: Db,
  { organization_id, table, key, rows }: OfTable & { key: readonly string[]; rows: readonly Row[] },
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const same = Prisma.join(
    key.map((name) => Prisma.sql`t.${identifier(name)} = r.${identifier(name)}`),
    " and ",
  );
  const found = await db.$queryRaw<{ key: unknown[] }[]>`
    select jsonb_build_array(${identifiers(key, "t.")}) as key
    from jsonb_populate_recordset(null::${identifier(table)}, ${JSON.stringify(rows)}::jsonb) r
    join ${identifier(table)} t on t.organization_id = ${organization_id}::uuid and ${same}`;
  return new Set(found.map((each) => JSON.stringify(each.key)));
}

/** For rows, the ids of those that are there under the same natural key. */
export async function findByNature(
  db: Db,
  { organization_id, table, natural, rows }: OfTable & { natural: readonly string[]; rows: readonly Row[] },
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const same = Prisma.join(
    natural.map((name) => Prisma.sql`t.${identifier(name)} = r.${identifier(name)}`),
    " and ",
  );
  const found = await db.$queryRaw<{ requested: string; found: string }[]>`
    select r.id::text as requested, t.id::text as found
    from jsonb_populate_recordset(null::${identifier(table)}, ${JSON.stringify(rows)}::jsonb) r
    join ${identifier(table)} t on t.organization_id = ${organization_id}::uuid and ${same}`;
  return new Map(found.map((each) => [each.requested, each.found]));
}

/** Sets a column of rows that do not have it yet. @returns how many. */
export async function fillColumn(
  tx: Db,
  {
    organization_id,
    table,
    column,
    values,
  }: OfTable & { column: string; values: readonly { id: string; value: string }[] },
): Promise<number> {
  if (values.length === 0) return 0;
  return tx.$executeRaw`
    update ${identifier(table)} t set ${identifier(column)} = v.value::uuid
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(id uuid, value uuid)
    where t.organization_id = ${organization_id}::uuid and t.id = v.id and t.${identifier(column)} is null`;
}
