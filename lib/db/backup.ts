import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { messageOf } from "@/lib/kernel/errors";
import { linesOf } from "@/lib/kernel/lines";

/**
 * Backup of a PostgreSQL server as one gzipped file, in the form that pg_dump writes its data: `COPY … FROM stdin;`, rows,
 * `\.`. All tables are read in one repeatable-read transaction, so the copy is of one moment while others go on writing.
 * Needs no client tools. The embedded database has its own, faster way (lib/db/embedded).
 */

const headerSchema = z.object({ casebook_backup: z.literal(1), migrations: z.array(z.string()) });
const END_OF_DATA = "\\.";

type Table = { name: string; columns: string; rows: string };

/** Writes the backup with mode 0600, whole or not at all. Answers how many tables it holds. */
export async function backupServer(connection_string: string, path: string): Promise<{ tables: number }> {
  const client = new pg.Client({ connectionString: connection_string });
  await client.connect();
  const draft = `${path}.partial`;
  try {
    await client.query("begin isolation level repeatable read read only");
    const tables = await tablesInOrder(client);
    await pipeline(dump(client, tables), createGzip(), createWriteStream(draft, { mode: 0o600 }));
    await client.query("commit");
    await rename(draft, path);
    return { tables: tables.length };
  } finally {
    await client.end();
    await rm(draft, { force: true });
  }
}

async function* dump(client: pg.Client, tables: Table[]): AsyncGenerator<string | Buffer> {
  yield `-- ${JSON.stringify({ casebook_backup: 1, migrations: await appliedMigrations(client) })}\n`;
  for (const table of tables) {
    yield `COPY ${table.name} (${table.columns}) FROM stdin;\n`;
    yield* client.query(copyTo(`copy (${table.rows}) to stdout`));
    yield `${END_OF_DATA}\n`;
  }
}

/**
 * Fills a migrated, empty database from a backup, in one transaction.
 * @throws Error with one sentence when the file is no backup, the migrations differ, or the database is not empty.
 */
export async function restoreServer(connection_string: string, path: string): Promise<{ tables: number }> {
  const client = new pg.Client({ connectionString: connection_string });
  await client.connect();
  try {
    await client.query("begin");
    const lines = linesIn(path);
    await assertRestorable(client, path, (await lines.next()).value);
    let tables = 0;
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      const target = /^COPY (.+) FROM stdin;$/.exec(next.value)?.[1];
      if (!target) throw new Error(`${path} is damaged: a table was expected. Use another backup.`);
      const copy = client.query(copyFrom(`copy ${target} from stdin`));
      await pipeline(Readable.from(rowsUntilEnd(lines)), copy);
      tables += 1;
    }
    await client.query("commit");
    // What is searched before autovacuum comes by would be planned without statistics.
    await client.query("analyze");
    return { tables };
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
}

/** @throws Error with one sentence when the file cannot be unpacked. */
async function* linesIn(path: string): AsyncGenerator<string> {
  const packed = createReadStream(path);
  const unpacked = createGunzip();
  // A pipe carries bytes and no errors.
  packed.once("error", (error) => unpacked.destroy(error));
  try {
    yield* linesOf(packed.pipe(unpacked));
  } catch (cause) {
    const reason = messageOf(cause);
    throw new Error(`${path} is no backup of a Casebook server, or is cut off (${reason}).`, { cause });
  }
}

async function* rowsUntilEnd(lines: AsyncIterator<string>): AsyncGenerator<string> {
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    if (next.value === END_OF_DATA) return;
    yield `${next.value}\n`;
  }
  throw new Error("The backup ends in the middle of a table. Use another one.");
}

async function assertRestorable(client: pg.Client, path: string, first: unknown): Promise<void> {
  const header = headerSchema.safeParse(readHeader(first));
  if (!header.success) throw new Error(`${path} is no backup of a Casebook server.`);
  const have = await appliedMigrations(client);
  if (have.join() !== header.data.migrations.join())
    throw new Error(
      "The backup was made by another version of Casebook. Restore it with that version, then upgrade.",
    );
  const { rows } = await client.query<{ filled: boolean }>(
    "select exists (select 1 from organization) as filled",
  );
  if (rows[0]?.filled)
    throw new Error("This database is not empty. Restore into a new one, so that nothing is lost.");
}

function readHeader(line: unknown): unknown {
  if (typeof line !== "string" || !line.startsWith("-- {")) return null;
  try {
    return JSON.parse(line.slice(3));
  } catch {
    return null;
  }
}

async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ migration_name: string }>(
    "select migration_name from _prisma_migrations where finished_at is not null order by migration_name",
  );
  return rows.map((row) => row.migration_name);
}

/** Every table of ours, referenced before referring, and the jobs that are still to be done. */
async function tablesInOrder(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; refers_to: string[] }>(`
    select t.relname as name,
           (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
             where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '')::text[] as columns,
           coalesce((select array_agg(distinct r.relname) from pg_constraint c join pg_class r on r.oid = c.confrelid
             where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid), '{}')::text[] as refers_to
    from pg_class t join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'public' and t.relkind = 'r' and t.relname <> '_prisma_migrations'
      -- What triggers derive comes into being again with the rows it is derived from.
      and coalesce(obj_description(t.oid, 'pg_class'), '') not like 'derived:%'
    order by t.relname`);
  const ordered: typeof rows = [];
  const visit = (row: (typeof rows)[number], path: string[]): void => {
    if (ordered.includes(row) || path.includes(row.name)) return;
    for (const name of row.refers_to) {
      const referenced = rows.find((other) => other.name === name);
      if (referenced) visit(referenced, [...path, row.name]);
    }
    ordered.push(row);
  };
  for (const row of rows) visit(row, []);
  const tables = ordered.map(({ name, columns }) => {
    const list = columns.join(", ");
    return { name: `public.${name}`, columns: list, rows: `select ${list} from public.${name}` };
  });
  return [...tables, await pendingJobs(client)];
}

async function pendingJobs(client: pg.Client): Promise<Table> {
  const { rows } = await client.query<{ columns: string }>(`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = 'pgboss.job'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`);
  const columns = rows[0]?.columns ?? "";
  // What was running when the copy was made is to be done again.
  const asRetry = columns.replace(
    /\bstate\b/,
    "case when state = 'active' then 'retry' else state end as state",
  );
  return {
    name: "pgboss.job",
    columns,
    rows: `select ${asRetry} from pgboss.job where state in ('created', 'retry', 'active')`,
  };
}
