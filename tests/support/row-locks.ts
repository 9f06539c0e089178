import pg from "pg";

const TRIES = 400;
const BETWEEN_MS = 25;

/**
 * A session beside the application's, whose transaction holds rows or tables until it is released, so that what needs luck
 * happens each time. On the embedded database there is one session at a time, and so none of this.
 */
export async function sessionBeside({ connection_string }: { connection_string: string }) {
  const client = new pg.Client({ connectionString: connection_string });
  await client.connect();
  await client.query("begin");
  /** Until so many sessions of this database wait for a lock. */
  const untilWaiting = async (sessions: number) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { rows } = await client.query<{ waiting: number }>(
        `select count(distinct l.pid)::int as waiting from pg_locks l
         join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()`,
      );
      if ((rows[0]?.waiting ?? 0) >= sessions) return;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    }
    throw new Error(`${sessions} sessions never waited for a lock`);
  };
  return {
    query: (sql: string, values: readonly unknown[] = []) => client.query(sql, [...values]),
    untilWaiting,
    release: async () => {
      await client.query("commit");
      await client.end();
    },
  };
}
