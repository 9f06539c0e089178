import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { hasReplaced, insertApplied, readReplaced, recordBaseline } from "./baseline";
import { hasCitus, isDistributed, STATE_TABLE } from "./citus/plan";

/** The key of the advisory lock under which only one process migrates; any constant that is ours. */
const MIGRATION_LOCK = 4_217_390_511;

/** The key of the advisory lock under which only one process brings a database to the current state. */
const UPGRADE_LOCK = 4_217_390_512;

/**
 * Does all that an upgrade needs while no other process does it on this database: migrations and queues together, which
 * lock the same tables in different orders.
 */
export async function whileNobodyUpgrades<Result>(
  connection_string: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: connection_string });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [UPGRADE_LOCK]);
    try {
      return await work();
    } finally {
      // The embedded database has one session, which outlives this connection.
      await client.query("select pg_advisory_unlock($1)", [UPGRADE_LOCK]);
    }
  } finally {
    await client.end();
  }
}

// Prisma's own table, so that `prisma migrate deploy` on a machine with its engine sees the same history.
const CREATE_HISTORY = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

/**
 * Applies every SQL file of the folder that the database does not have yet, each in a transaction with its history row.
 * Two processes at once take turns.
 * @param options.take_over lets a baseline take the place of the migrations that it was made from in the history of a
 *   database that has all of them; its tables are not touched.
 * @returns the names applied, in order; empty when the database was current.
 * @throws Error with one sentence and a remedy when pgvector is missing, an applied file was changed, the database was used
 *   by newer code, or it has migrations from before a baseline and `take_over` was not asked for.
 */
export async function migrate(
  connection_string: string,
  folder: string,
  { take_over = false }: { take_over?: boolean } = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: connection_string });
  await client.connect();
  try {
    await assertSupported(client);
    await assertPlaced(client);
    await keepFromWorkers(client);
    const names = await migrationNames(folder);
    await assertNotNewer(client, names);
    const applied: string[] = [];
    for (const name of names) {
      const migration = await readMigration(folder, name);
      if (await inTurn(client, () => applyOne(client, migration, take_over))) applied.push(name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

/** Without its foreign keys and triggers a database is not to be written. */
async function assertPlaced(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [
    STATE_TABLE,
  ]);
  if (rows[0]?.found)
    throw new Error(
      "The tables of this database are being spread over a cluster. Run `casebook scale citus` until it says that all is done.",
    );
}

/** Of a Citus cluster whose workers have no tables yet, they would get functions of tables that they lack. */
async function keepFromWorkers(client: pg.Client): Promise<void> {
  if ((await hasCitus(client)) && !(await isDistributed(client)))
    await client.query("set citus.enable_ddl_propagation to off");
}

/** Names of the migrations in a folder, in the order in which they are applied. */
export async function migrationNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Code that does not know a table or a column would fail at it later, or write what the newer one does not expect. */
async function assertNotNewer(client: pg.Client, names: readonly string[]): Promise<void> {
  const history = await client.query<{ found: boolean }>(
    "select to_regclass('_prisma_migrations') is not null as found",
  );
  if (!history.rows[0]?.found) return;
  const { rows } = await client.query<{ name: string }>(
    `select migration_name as name from _prisma_migrations
     where migration_name > $1 and finished_at is not null and rolled_back_at is null order by 1 limit 1`,
    [names.at(-1) ?? ""],
  );
  const [newer] = rows;
  if (newer)
    throw new Error(
      `This database was used by a newer Casebook, which applied ${newer.name}. Start that version, or restore a backup from before it.`,
    );
}

type Migration = Awaited<ReturnType<typeof readMigration>>;

async function readMigration(folder: string, name: string) {
  const sql = await readFile(path.join(folder, name, "migration.sql"), "utf8");
  const checksum = createHash("sha256").update(sql).digest("hex");
  return { name, sql, checksum, replaced: await readReplaced(path.join(folder, name)) };
}

/** In a transaction, while no other process migrates. */
async function inTurn<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query("begin");
  try {
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await client.query(CREATE_HISTORY);
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** Whether the migration was applied or taken over now; false when the database had it. */
async function applyOne(client: pg.Client, migration: Migration, take_over: boolean): Promise<boolean> {
  const { name, sql, checksum, replaced } = migration;
  const { rows } = await client.query<{ checksum: string }>(
    "select checksum from _prisma_migrations where migration_name = $1 and finished_at is not null and rolled_back_at is null",
    [name],
  );
  const [known] = rows;
  if (known && known.checksum !== checksum)
    throw new Error(
      `The migration ${name} was changed after it was applied. Restore the file and add a new migration.`,
    );
  if (known) return false;
  if (replaced && (await hasReplaced(client, replaced))) {
    if (!take_over)
      throw new Error(
        "This database has migrations that one baseline replaces now. Make a backup, then run `npm run casebook -- migrate --take-over` once.",
      );
    await recordBaseline(client, { name, checksum, replaced });
    return true;
  }
  await client.query(sql);
  await insertApplied(client, { name, checksum });
  return true;
}

const OLDEST_SERVER = 150_000;

/** @throws Error naming what the server lacks and how to get it. */
async function assertSupported(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; vector: string | null }>(`
    select current_setting('server_version_num')::int as version,
           (select default_version from pg_available_extensions where name = 'vector') as vector`);
  const [server] = rows;
  if (!server || server.version < OLDEST_SERVER)
    throw new Error(
      "This PostgreSQL is older than 15. Upgrade it, or unset DATABASE_URL to use the embedded database.",
    );
  const [major = 0, minor = 0] = (server.vector ?? "0.0").split(".").map(Number);
  if (major === 0 && minor < 8)
    throw new Error(
      server.vector === null
        ? "This PostgreSQL has no pgvector. Install it (Debian: postgresql-<version>-pgvector; container: pgvector/pgvector:pg17), or unset DATABASE_URL to use the embedded database."
        : `This PostgreSQL has pgvector ${server.vector}; 0.8 or newer is needed.`,
    );
}
