import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type RunningServer, startServer } from "@/lib/db/embedded/server";
import { migrate } from "@/lib/db/migrate";

const FOLDER = "prisma/migrations";

/** The migrations of the first days, from one file: `-- migration: <name>` begins each. */
async function earlierMigrations(): Promise<{ name: string; sql: string }[]> {
  const text = await readFile("tests/integration/db/migrations-before-baseline.sql", "utf8");
  return text
    .split(/^-- migration: /m)
    .slice(1)
    .map((part) => {
      const [name = "", ...lines] = part.split("\n");
      return { name, sql: `${lines.join("\n").trimEnd()}\n` };
    });
}

/** Tables, columns, keys, indexes, triggers and functions, each as the database writes it. */
const DESCRIBE = `
  select 'column' as kind, table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable || ' '
    || coalesce(column_default, '') || coalesce(generation_expression, '') as text
  from information_schema.columns where table_schema = 'public'
  union all
  select 'constraint', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace
  union all
  select 'index', indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'trigger', pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all
  select 'function', pg_get_functiondef(oid) from pg_proc
  where pronamespace = 'public'::regnamespace and proname like 'finding_%'
  union all
  select 'options', relname || ' ' || coalesce(reloptions::text, '') || coalesce(obj_description(oid), '')
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  order by 1, 2`;

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const describeSchema = (url: string) =>
  withClient(url, async (client) => (await client.query<{ kind: string; text: string }>(DESCRIBE)).rows);

const historyOf = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select migration_name as name from _prisma_migrations order by 1",
    );
    return rows.map(({ name }) => name);
  });

/** An embedded server without a table, gone after the test. */
async function startEmpty(): Promise<RunningServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "baseline-"));
  const server = await startServer({ data_dir: folder, fsync: false });
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  return server;
}

describe("a database from before the baseline", () => {
  let server: RunningServer;
  beforeEach(async () => {
    server = await startEmpty();
  });

  async function applyEarlier(count = Number.POSITIVE_INFINITY): Promise<void> {
    await withClient(server.connection_string, async (client) => {
      await client.query(`create table _prisma_migrations (id varchar(36) primary key, checksum varchar(64) not null,
        finished_at timestamptz, migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
        started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`);
      for (const { name, sql } of (await earlierMigrations()).slice(0, count)) {
        await client.query(sql);
        await client.query(
          "insert into _prisma_migrations (id, checksum, migration_name, finished_at) values (gen_random_uuid(), $1, $2, now())",
          [createHash("sha256").update(sql).digest("hex"), name],
        );
      }
    });
  }

  it("is taken over with its rows, and has the schema of a new one", async () => {
    await applyEarlier();
    await withClient(server.connection_string, (client) =>
      client.query("insert into organization (id, slug, name) values (gen_random_uuid(), 'acme', 'Acme')"),
    );
    await expect(migrate(server.connection_string, FOLDER)).rejects.toThrow("migrate --take-over");
    expect(await historyOf(server.connection_string)).toHaveLength(37);

    const [baseline] = await migrate(server.connection_string, FOLDER, { take_over: true });
    expect(baseline).toMatch(/_baseline$/);
    const current = await startEmpty();
    await migrate(current.connection_string, FOLDER);
    expect(await historyOf(server.connection_string)).toEqual(await historyOf(current.connection_string));
    expect(await describeSchema(server.connection_string)).toEqual(
      await describeSchema(current.connection_string),
    );
    const slugs = await withClient(server.connection_string, (client) =>
      client.query("select slug from organization"),
    );
    expect(slugs.rows).toEqual([{ slug: "acme" }]);
    expect(await migrate(server.connection_string, FOLDER)).toEqual([]);
  });

  it("is refused while it lacks one of them, by name, and left as it is", async () => {
    await applyEarlier(36);
    await expect(migrate(server.connection_string, FOLDER, { take_over: true })).rejects.toThrow(
      "lacks the migration 20261122190000_suspicious_heads",
    );
    expect(await historyOf(server.connection_string)).toHaveLength(36);
  });

  it("is refused when one of them was another one", async () => {
    await applyEarlier();
    await withClient(server.connection_string, (client) =>
      client.query("update _prisma_migrations set checksum = 'edited' where migration_name like '%_hygiene'"),
    );
    await expect(migrate(server.connection_string, FOLDER, { take_over: true })).rejects.toThrow(
      "20261121184000_hygiene was changed",
    );
  });
});
