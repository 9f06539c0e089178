import cronParser from "cron-parser";
import type { Job } from "./define";
import type { QueueDatabase } from "./queue-database";

/** pg-boss sends a job within a minute of its moment, where a worker runs then. */
const SENT_WITHIN_MS = 5 * 60_000;

/** The key of what a schedule sends: one of a name waits at most. */
export const SCHEDULE_KEY = "schedule";

/**
 * The jobs whose last scheduled moment passed without being sent, because no worker ran then. A schedule that is known only
 * since that moment missed nothing. pg-boss keeps what it sent for more than a week, which no schedule is longer than.
 */
export async function findMissed(
  database: QueueDatabase,
  jobs: readonly Job[],
  now: Date,
): Promise<{ job: Job; data: object }[]> {
  const past = jobs.flatMap((job) => {
    if (!job.schedule) return [];
    const { cron, data } = job.schedule;
    const at = cronParser.parseExpression(cron, { currentDate: now, tz: "UTC" }).prev().toDate();
    return [{ job, data, at }];
  });
  const due = past.filter(({ at }) => now.getTime() - at.getTime() > SENT_WITHIN_MS);
  const { rows } = await database.executeSql(
    `select s.name, greatest(s.created_on,
       (select max(j.created_on) from pgboss.job j where j.name = s.name and j.singleton_key = $2),
       (select max(a.created_on) from pgboss.archive a where a.name = s.name and a.singleton_key = $2)) as since
     from pgboss.schedule s where s.name = any($1)`,
    [due.map(({ job }) => job.name), SCHEDULE_KEY],
  );
  const since = new Map((rows as { name: string; since: Date }[]).map((row) => [row.name, row.since]));
  return due.filter(({ job, at }) => (since.get(job.name) ?? now) < at);
}
