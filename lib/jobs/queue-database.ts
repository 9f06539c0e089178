import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type PgBoss from "pg-boss";
import { outageOf } from "@/lib/kernel/outages";
import { log } from "@/lib/telemetry/log";

const CONNECT_LIMIT_MS = 10_000;
/** A statement of the queue takes milliseconds; one without an answer for so long went over a dead connection. */
const ANSWER_LIMIT_MS = 30_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** What the queue of a worker runs its statements on. */
export type QueueDatabase = PgBoss.Db & {
  /** When the database last answered, in milliseconds of `performance.now`. */
  answeredAt(): number;
  /** From now on a statement is tried once, and has no answer where the database is away. */
  stopWaiting(): void;
  close(): Promise<void>;
};

/**
 * Connections for pg-boss that outlast an outage: a statement waits until the database answers again. pg-boss does not
 * wait for its own notes that a job has ended, so that one which fails would end the process.
 */
export function openQueueDatabase(connection_string: string, pool_size: number): QueueDatabase {
  const pool = new pg.Pool({
    connectionString: connection_string,
    max: pool_size,
    application_name: "pgboss",
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: ANSWER_LIMIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  });
  // A connection that is closed while nobody uses it is replaced at the next statement.
  pool.on("error", () => undefined);
  const ending = new AbortController();
  let answered_at = performance.now();
  let is_away = false;

  const noteAnswer = () => {
    answered_at = performance.now();
    if (is_away) log().info({}, "the job queue reaches its database again");
    is_away = false;
  };
  const noteOutage = (error: unknown) => {
    if (!is_away) log().warn({ err: error }, "the job queue waits for its database");
    is_away = true;
  };

  async function executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
    for (let pause_ms = FIRST_PAUSE_MS; ; pause_ms = Math.min(2 * pause_ms, LONGEST_PAUSE_MS)) {
      try {
        const result = await pool.query(text, values);
        noteAnswer();
        return result;
      } catch (error) {
        if (outageOf(error) === null) throw error;
        noteOutage(error);
      }
      // Nothing in place of rows is what pg-boss takes of a database that is closed.
      if (ending.signal.aborted) return undefined as never;
      await sleep(pause_ms, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  return {
    executeSql,
    answeredAt: () => answered_at,
    stopWaiting: () => ending.abort(),
    close: () => pool.end(),
  };
}
