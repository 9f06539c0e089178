import PgBoss from "pg-boss";
import type { z } from "zod";
import type { Db } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import type { Job } from "./define";

export const JOB_SCHEMA = "pgboss";

// Only builds the statement; it is never started and owns no connection, because each row is written through the
// caller's transaction.
let writer: PgBoss | undefined;

/**
 * The key under which the queue knows a job. It begins with the organization: what a caller takes as the key is often the
 * id of a record, and another organization may have a record of this id.
 */
function keyInOrganization(data: Record<string, unknown>, key: string): string {
  if (typeof data.organization_id !== "string" || data.organization_id === key) return key;
  return `${data.organization_id} ${key}`;
}

/**
 * Adds a job inside the caller's transaction: it exists exactly if the change that asked for it does.
 * With `key`, a job of the same name, organization and key that has not started yet is not added again.
 * A module that wakes a later one names the job it does not know by `name` and `schema` alone.
 * @throws Error when the queue is missing, since pg-boss would drop the job without a word.
 */
export async function enqueue<S extends z.ZodObject>(
  tx: Db,
  job: Pick<Job<S>, "name" | "schema">,
  data: z.input<S>,
  options: { key?: string; delay_seconds?: number } = {},
): Promise<void> {
  writer ??= new PgBoss({ schema: JOB_SCHEMA, db: { executeSql: refuse } });
  const parsed = job.schema.parse(data);
  const id = await writer.send(job.name, parsed, {
    // The queues' policy keeps one waiting job a key, so a job without a key needs one of its own.
    singletonKey: keyInOrganization(parsed, options.key ?? newId()),
    startAfter: options.delay_seconds,
    db: {
      executeSql: async (sql, values) => ({
        rows: await tx.$queryRawUnsafe<unknown[]>(sql, ...values.map(toParameter)),
      }),
    },
  });
  if (id === null && options.key === undefined)
    throw new Error(`The queue ${job.name} does not exist; run the migrations.`);
}

/** Adds jobs with keys as `enqueue` does, all in one statement. */
export async function enqueueKeyed(
  tx: Db,
  jobs: readonly { job: Pick<Job, "name" | "schema">; data: unknown; key: string }[],
): Promise<void> {
  if (jobs.length === 0) return;
  writer ??= new PgBoss({ schema: JOB_SCHEMA, db: { executeSql: refuse } });
  await writer.insert(
    jobs.map(({ job, data, key }) => {
      const parsed = job.schema.parse(data);
      return { name: job.name, data: parsed, singletonKey: keyInOrganization(parsed, key) };
    }),
    {
      db: {
        executeSql: async (sql, values) => ({
          rows: await tx.$queryRawUnsafe<unknown[]>(sql, ...values.map(toParameter)),
        }),
      },
    },
  );
}

function toParameter(value: unknown): unknown {
  if (value !== null && typeof value === "object") return JSON.stringify(value);
  return value ?? null;
}

async function refuse(): Promise<never> {
  throw new Error("enqueue writes through the caller's transaction only");
}
