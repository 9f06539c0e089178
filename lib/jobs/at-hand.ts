import type PgBoss from "pg-boss";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/telemetry/log";
import { JOB_SCHEMA } from "./queue";
import type { QueueDatabase } from "./queue-database";

/** Which worker has which jobs at hand, and when it was last heard of; made with the queues. */
export const CREATE_WORKERS = `
  create table if not exists ${JOB_SCHEMA}.worker (
    id uuid primary key,
    alive_at timestamptz not null,
    job_ids uuid[] not null
  )`;

const WRITE = `
  insert into ${JOB_SCHEMA}.worker (id, alive_at, job_ids) values ($1, now(), $2)
  on conflict (id) do update set alive_at = now(), job_ids = excluded.job_ids`;

// What somebody else began since then is not the silent worker's any more.
const TAKE_FROM_SILENT = `
  with silent as (
    delete from ${JOB_SCHEMA}.worker where alive_at < now() - $1 * interval '1 second' returning alive_at, job_ids)
  select j.name, j.id::text as id from silent s join ${JOB_SCHEMA}.job j on j.id = any(s.job_ids)
  where j.state = 'active' and j.started_on <= s.alive_at`;

/** Workers not heard of for so long have ended. */
const SILENT_SECONDS = 60;
const BEATS_A_SILENCE = 4;

/**
 * Keeps what this worker has at hand, and hands out again what others had who are not heard of any more: pg-boss itself
 * waits until a job expires, which for the long ones is an hour.
 */
export function keepAtHand(boss: PgBoss, database: QueueDatabase, silent_seconds = SILENT_SECONDS) {
  const id = newId();
  const held = new Set<string>();
  const silent_ms = silent_seconds * 1_000;
  let writing: Promise<unknown> = Promise.resolve();
  let beat_at = performance.now();
  let in_contact_since = beat_at;

  // One after the other: an earlier list must not overwrite a later one.
  const write = () => {
    const written = writing.then(() => database.executeSql(WRITE, [id, [...held]]));
    writing = written.catch(() => undefined);
    return written;
  };

  async function beat(): Promise<void> {
    await write();
    const now = performance.now();
    if (now - beat_at > silent_ms / 2) in_contact_since = now;
    beat_at = now;
    // After an outage the others get the time to be heard again.
    if (now - in_contact_since < silent_ms) return;
    const { rows } = await database.executeSql(TAKE_FROM_SILENT, [silent_seconds]);
    for (const job of rows as { name: string; id: string }[]) {
      log().warn(
        { job: job.name, job_ids: [job.id] },
        "a worker ended in the middle of a job; it is tried again",
      );
      await boss.fail(job.name, job.id, new Error("The worker ended before the job did."));
    }
  }

  let is_beating = false;
  const beating = setInterval(() => {
    if (is_beating) return;
    is_beating = true;
    beat()
      .catch((error: unknown) => log().error({ err: error }, "job queue"))
      .finally(() => {
        is_beating = false;
      });
  }, silent_ms / BEATS_A_SILENCE);

  return {
    /** Before work on the jobs begins. Those that expire no later than a silent worker is noticed need no note. */
    async take(job_ids: readonly string[], { expire_seconds }: { expire_seconds: number }): Promise<void> {
      if (expire_seconds <= silent_seconds) return;
      for (const job_id of job_ids) held.add(job_id);
      await write();
    },
    release(job_ids: readonly string[]): void {
      for (const job_id of job_ids) held.delete(job_id);
    },
    stopBeating: () => clearInterval(beating),
    /** After what was at hand has ended, or was given back. */
    forget: () => database.executeSql(`delete from ${JOB_SCHEMA}.worker where id = $1`, [id]),
  };
}
