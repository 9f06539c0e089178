import { Client } from "pg";

/** Every minute, as PostgreSQL's own autovacuum. */
const INTERVAL_MS = 60_000;
/** Write-ahead log since the last checkpoint; more of it makes the start after a crash slower and the folder larger. */
const WAL_BYTES = 32 * 1024 * 1024;

/**
 * Does what a PostgreSQL server's background processes do and a single session has not: checkpoints, and autovacuum by its
 * default thresholds (50 rows + 20 % dead to vacuum, 50 rows + 10 % changed to analyze). Each statement takes its own turn.
 * Returns what stops it.
 */
export function startMaintenance(connection_string: string): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => maintainOnce(connection_string))
      // The next round tries again, and a database that cannot do this tells its users so itself.
      .catch(() => undefined);
  }, INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** One round of upkeep; returns the statements it ran. */
export async function maintainOnce(connection_string: string): Promise<string[]> {
  const client = new Client({ connectionString: connection_string });
  const done: string[] = [];
  const run = async (sql: string) => {
    await client.query(sql);
    done.push(sql);
  };
  client.on("error", () => undefined);
  await client.connect();
  try {
    // A session reports its counts when it is idle for a while, which this one never notices.
    await client.query("select pg_stat_force_next_flush()");
    const tables = await client.query<{ name: string; vacuum: boolean }>(
      `select format('%I.%I', schemaname, relname) as name,
              n_dead_tup > 50 + 0.2 * n_live_tup as vacuum
         from pg_stat_user_tables
        where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`,
    );
    for (const { name, vacuum } of tables.rows) {
      await run(vacuum ? `vacuum (analyze) ${name}` : `analyze ${name}`);
    }
    const wal = await client.query<{ due: boolean }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${WAL_BYTES} as due from pg_control_checkpoint()`,
    );
    if (wal.rows[0]?.due) await run("checkpoint");
  } finally {
    await client.end();
  }
  return done;
}
