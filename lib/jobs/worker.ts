import pg from "pg";
import PgBoss from "pg-boss";
import { log } from "@/lib/telemetry/log";
import { CREATE_WORKERS, keepAtHand } from "./at-hand";
import type { Job, JobContext } from "./define";
import { findMissed, SCHEDULE_KEY } from "./missed";
import { JOB_SCHEMA } from "./queue";
import { openQueueDatabase } from "./queue-database";

/**
 * Makes the queue tables and one queue per job. Part of migrating, since a job sent to a queue that does not exist
 * would be dropped. Safe to repeat.
 */
export async function migrateQueues(connection_string: string, jobs: readonly Job[]): Promise<void> {
  const boss = new PgBoss({
    connectionString: connection_string,
    schema: JOB_SCHEMA,
    max: 2,
    supervise: false,
    schedule: false,
  });
  let open = true;
  // A server that goes down right after us still says so on connections that are closing.
  boss.on("error", (error) => open && log().error({ err: error }, "job queue"));
  await boss.start();
  try {
    for (const job of jobs) await boss.createQueue(job.name, queueOptions(job));
    for (const job of jobs) await boss.updateQueue(job.name, queueOptions(job));
    await createWorkers(connection_string);
  } finally {
    open = false;
    await boss.stop({ graceful: true, wait: true, timeout: 5_000 });
  }
}

async function createWorkers(connection_string: string): Promise<void> {
  const client = new pg.Client({ connectionString: connection_string });
  await client.connect();
  try {
    await client.query(CREATE_WORKERS);
  } finally {
    await client.end();
  }
}

/** One recurring job of a name waits at most. */
const SCHEDULED = { singletonKey: SCHEDULE_KEY };

/** How often it is looked for recurring jobs whose moment passed while no worker ran. */
const MISSED_EVERY_MS = 10 * 60_000;

/** How long a job may wait, and how long a failed one stays visible for someone to retry it. */
const KEEP_DAYS = 14;

function queueOptions(job: Job): PgBoss.Queue {
  return {
    name: job.name,
    policy: "short",
    retryLimit: job.retry.limit,
    retryDelay: job.retry.delay_seconds,
    retryBackoff: true,
    expireInSeconds: job.expire_seconds,
    retentionDays: KEEP_DAYS,
  };
}

/** A worker whose queue had no answer for longer does not count as alive. */
const SILENT_LIMIT_MS = 60_000;

/**
 * Works on every job until stopped. Jobs of one queue run one after the other in this process; run more processes for
 * more. While the database is away it waits, from its start on. What a worker had at hand that is not heard of for
 * `silent_seconds` is tried again. `isReaching` says whether the queue's database answered
 * within the last minute. `stop` lets a running job finish for at most 20 seconds; what is cut off is delivered again.
 */
export async function startWorker(
  connection_string: string,
  jobs: readonly Job[],
  context: Omit<JobContext, "signal">,
  { poll_seconds, silent_seconds }: { poll_seconds?: number; silent_seconds?: number } = {},
): Promise<{ isReaching(): boolean; stop(): Promise<void> }> {
  const database = openQueueDatabase(connection_string, 4);
  const boss = new PgBoss({
    db: database,
    schema: JOB_SCHEMA,
    migrate: false,
    monitorStateIntervalSeconds: 30,
    maintenanceIntervalSeconds: 60,
    archiveFailedAfterSeconds: KEEP_DAYS * 86_400,
  });
  boss.on("error", (error) => log().error({ err: error }, "job queue"));
  const stopping = new AbortController();
  const settings = { ...context, signal: stopping.signal };
  const at_hand = keepAtHand(boss, database, silent_seconds);
  const sendMissed = async () => {
    for (const { job, data } of await findMissed(database, jobs, context.now())) {
      log().info({ job: job.name }, "a scheduled job was missed and is done now");
      await boss.send(job.name, data, SCHEDULED);
    }
  };
  try {
    await boss.start();
    for (const job of jobs) {
      if (job.schedule) {
        const { cron, data, at_start } = job.schedule;
        await boss.schedule(job.name, cron, data, SCHEDULED);
        if (at_start) await boss.send(job.name, data, SCHEDULED);
      }
      await workOn(boss, job, { settings, at_hand, poll_seconds });
    }
    await sendMissed();
  } catch (error) {
    at_hand.stopBeating();
    await database.close();
    throw error;
  }
  const looking = setInterval(() => {
    sendMissed().catch((error: unknown) => log().error({ err: error }, "job queue"));
  }, MISSED_EVERY_MS);
  return {
    isReaching: () => performance.now() - database.answeredAt() < SILENT_LIMIT_MS,
    async stop() {
      stopping.abort();
      clearInterval(looking);
      at_hand.stopBeating();
      database.stopWaiting();
      await boss.stop({ graceful: true, wait: true, timeout: 20_000 });
      await at_hand.forget();
      await database.close();
    },
  };
}

/** Does what is delivered of one job. */
async function workOn(
  boss: PgBoss,
  job: Job,
  {
    settings,
    at_hand,
    poll_seconds,
  }: { settings: JobContext; at_hand: ReturnType<typeof keepAtHand>; poll_seconds?: number },
): Promise<void> {
  const { batch } = job;
  let id = "";
  id = await boss.work<unknown>(
    job.name,
    {
      pollingIntervalSeconds: poll_seconds ?? job.poll_seconds ?? 1,
      batchSize: batch?.size ?? 1,
    },
    async (deliveries) => {
      const started = performance.now();
      const all = deliveries.map(({ data }) => job.schema.parse(data));
      const job_ids = deliveries.map(({ id }) => id);
      await at_hand.take(job_ids, job);
      try {
        if (batch) await batch.handle(all, settings);
        else for (const data of all) await job.handle(data, settings);
      } catch (error) {
        // Cut off by the stop, it is tried again by the next worker.
        if (settings.signal.aborted) log().info({ job: job.name, job_ids }, "job cut off");
        else log().error({ err: error, job: job.name, job_ids }, "job failed");
        throw error;
      } finally {
        at_hand.release(job_ids);
      }
      const ms = Math.round(performance.now() - started);
      log().debug({ job: job.name, ms, deliveries: all.length }, "job done");
      // Otherwise it would wait out the interval, and a queue be worked off at one delivery an interval.
      boss.notifyWorker(id);
    },
  );
}
