import type { Db } from "@/lib/db/client";

type Column = { schema: string; table: string; column: string; type: string };

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Every column of every table that can hold a text, those of the job queue and of bytes included. */
export async function textColumns(db: Db): Promise<Column[]> {
  return db.$queryRaw<Column[]>`
    select n.nspname::text as schema, c.relname::text as table, a.attname::text as column, t.typname::text as type
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
      and t.typname in ('text', 'varchar', 'bpchar', 'name', 'json', 'jsonb', 'bytea', 'tsvector', '_text', '_varchar')
    order by 1, 2, 3`;
}

/** Where a text is in the database, as `schema.table.column`; of upper and lower case alike. */
export async function placesOf(db: Db, text: string): Promise<string[]> {
  const hex = Buffer.from(text).toString("hex");
  const parts = (await textColumns(db)).map(({ schema, table, column, type }) => {
    const value = type === "bytea" ? `encode(${quoted(column)}, 'hex')` : `${quoted(column)}::text`;
    const wanted = type === "bytea" ? hex : text.toLowerCase();
    return `select '${schema}.${table}.${column}' as place where exists (
      select 1 from ${quoted(schema)}.${quoted(table)} where position('${wanted}' in lower(${value})) > 0)`;
  });
  const found = await db.$queryRawUnsafe<{ place: string }[]>(parts.join(" union all "));
  return found.map(({ place }) => place).toSorted();
}
