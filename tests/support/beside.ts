import pg from "pg";

/** Tests of what two do at once inside their transactions need a server that has more than one connection. */
export const HAS_SESSIONS = process.env.DATABASE_URL !== undefined;

const PATIENCE_MS = 10_000;

/** A session beside the application's, which holds locks until it is let go: what needs luck happens each time. */
export async function beside(connection_string: string) {
  const client = new pg.Client({ connectionString: connection_string });
  await client.connect();
  await client.query("begin");

  /** Waits until so many other sessions of this database wait for a lock. */
  async function waiting(count: number): Promise<void> {
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() < until) {
      const { rows } = await client.query(
        "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (rows[0].count >= count) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`never ${count} waited`);
  }

  return {
    hold: (sql: string, values?: unknown[]) => client.query(sql, values),
    waiting,
    release: async () => {
      await client.query("commit");
      await client.end();
    },
  };
}
