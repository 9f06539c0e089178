import type { Db } from "../client";
import { Prisma } from "../generated/client";
import { identifier, identifiers, tenantSql } from "../tenant-guard";

export type TableColumn = { name: string; type: string; nullable: boolean };

export type TableReference = { columns: string[]; target: string; target_columns: string[] };

export type TableShape = { columns: TableColumn[]; key: string[]; references: TableReference[] };

/** What these tables refer to without a key: an import holds them to it all the same. */
const OF_MEMORY: TableReference = {
  columns: ["organization_id", "memory_id"],
  target: "memory",
  target_columns: ["organization_id", "id"],
};
const REFERRING: ReadonlySet<string> = new Set(["memory_event", "recall_candidate"]);

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
          references: [
            ...own
              .filter(({ kind, target }) => kind === "f" && target !== "organization")
              .map(({ columns: from, target, target_columns }) => ({
                columns: from,
                target,
                target_columns,
              })),
            ...(REFERRING.has(table) ? [OF_MEMORY] : []),
          ],
        },
      ];
    }),
  );
}

export type Row = Record<string, unknown>;

type OfTable = { organization_id: string; table: string };

export async function countRows(db: Db, { organization_id, table }: OfTable): Promise<number> {
  const [row] = await db.$queryRaw<{ total: number }[]>(tenantSql(organization_id)`
    select count(*)::int as total from ${identifier(table)} where organization_id = ${organization_id}::uuid`);
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
    ? Prisma.sql`and (${identifiers(key, "t")}) > (${Prisma.join(
        after.map((value, at) => Prisma.sql`${value}::text::${identifier(typeOf(key[at] ?? ""))}`),
      )})`
    : Prisma.empty;
  const [first = "id"] = key;
  const old =
    typeOf(first) === "uuid" ? Prisma.sql`and t.${identifier(first)} < ${before}::uuid` : Prisma.empty;
  const there = present === null ? Prisma.empty : Prisma.sql`and t.${identifier(present)} is not null`;
  const rows = await db.$queryRaw<{ row: Row }[]>(tenantSql(organization_id)`
    select to_jsonb(r) as row from (
      select ${identifiers(columns, "t")} from ${identifier(table)} t
      where t.organization_id = ${organization_id}::uuid ${old} ${there} ${position}
      order by ${identifiers(key, "t")} limit ${limit}::int) r`);
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
  const rows = await db.$queryRaw<{ value: string }[]>(tenantSql(organization_id)`
    select distinct ${identifier(column)}::text as value from ${identifier(table)}
    where organization_id = ${organization_id}::uuid
      and ${identifier(column)} = any(${[...values]}::text[]::${identifier(type)}[])`);
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
  const inserted = await tx.$queryRaw<{ key: unknown[] }[]>(tenantSql(organization_id)`
    insert into ${identifier(table)} (organization_id, ${identifiers(columns)})
    select ${organization_id}::uuid, ${identifiers(columns)}
    from jsonb_populate_recordset(null::${identifier(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing returning jsonb_build_array(${identifiers(key)}) as key`);
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
  const found = await db.$queryRaw<{ key: unknown[] }[]>(tenantSql(organization_id)`
    select jsonb_build_array(${identifiers(key, "t")}) as key
    from jsonb_populate_recordset(null::${identifier(table)}, ${JSON.stringify(rows)}::jsonb) r
    join ${identifier(table)} t on t.organization_id = ${organization_id}::uuid and ${same}`);
  return new Set(found.map((each) => JSON.stringify(each.key)));
}

/** For rows, the ids of those that are there under the same natural key, in which nulls are the same. */
export async function findByNature(
  db: Db,
  {
    organization_id,
    table,
    shape,
    natural,
    rows,
  }: OfTable & { shape: TableShape; natural: readonly string[]; rows: readonly Row[] },
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const nullable = new Set(shape.columns.filter((column) => column.nullable).map(({ name }) => name));
  const same = Prisma.join(
    natural.map((name) => {
      // Only where it is needed: no index answers it.
      const is = nullable.has(name) ? Prisma.sql`is not distinct from` : Prisma.sql`=`;
      return Prisma.sql`t.${identifier(name)} ${is} r.${identifier(name)}`;
    }),
    " and ",
  );
  const found = await db.$queryRaw<{ requested: string; found: string }[]>(tenantSql(organization_id)`
    select r.id::text as requested, t.id::text as found
    from jsonb_populate_recordset(null::${identifier(table)}, ${JSON.stringify(rows)}::jsonb) r
    join ${identifier(table)} t on t.organization_id = ${organization_id}::uuid and ${same}`);
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
  return tx.$executeRaw(tenantSql(organization_id)`
    update ${identifier(table)} t set ${identifier(column)} = v.value::uuid
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(id uuid, value uuid)
    where t.organization_id = ${organization_id}::uuid and t.id = v.id and t.${identifier(column)} is null`);
}

/** Has imported memories name where they came from as it is called here. @param names by the ids in the file. */
export async function renameSources(
  tx: Db,
  {
    organization_id,
    source_kind,
    names,
  }: { organization_id: string; source_kind: string; names: ReadonlyMap<string, string> },
): Promise<void> {
  if (names.size === 0) return;
  const values = [...names].map(([before, after]) => ({ before, after }));
  await tx.$executeRaw(tenantSql(organization_id)`
    update memory m set source_id = v.after
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(before text, after text)
    where m.organization_id = ${organization_id}::uuid and m.imported and m.source_kind = ${source_kind}
      and m.source_id = v.before`);
}
