import type { Db } from "../client";
import { Prisma } from "../generated/client";
import { tenantSql } from "../tenant-guard";

/** A row of the queue's table. `output` is what pg-boss kept of the last attempt's error. */
export type JobRow = {
  id: string;
  name: string;
  state: string;
  data: unknown;
  retry_count: number;
  retry_limit: number;
  error: string | null;
  created_on: Date;
  started_on: Date | null;
  completed_on: Date | null;
};

// pg-boss keeps an error as its own properties, or, when the handler threw no Error, below `value`.
const columns = Prisma.sql`
  id::text, name, state::text, data, retry_count, retry_limit,
  left(coalesce(output->>'message', output->'value'->>'message', output->>'value'), 500) as error,
  created_on, started_on, completed_on`;

const ofOrganization = (organization_id: string) => Prisma.sql`data->>'organization_id' = ${organization_id}`;

const inStates = (organization_id: string, states: readonly string[]) => Prisma.sql`
  from pgboss.job where ${ofOrganization(organization_id)} and state::text in (${Prisma.join([...states])})`;

/** The failed jobs of an organization, as what is selected from. */
export const failedJobsOf = (organization_id: string) => inStates(organization_id, ["failed"]);

/** One row more than `limit`, the newest first, and how many there are. */
export async function selectJobs(
  db: Db,
  {
    organization_id,
    states,
    after,
    limit,
  }: {
    organization_id: string;
    states: readonly string[];
    after: { at: string; id: string } | null;
    limit: number;
  },
): Promise<{ rows: JobRow[]; total: number }> {
  const matching = inStates(organization_id, states);
  // Cut to milliseconds, which is what a cursor can carry.
  const position = Prisma.sql`(date_trunc('milliseconds', created_on), id)`;
  const further = after
    ? Prisma.sql`and ${position} < (${after.at}::timestamptz, ${after.id}::uuid)`
    : Prisma.empty;
  const rows = await db.$queryRaw<JobRow[]>(tenantSql(organization_id)`
    select ${columns} ${matching} ${further}
    order by date_trunc('milliseconds', created_on) desc, id desc limit ${limit + 1}`);
  const [count] = await db.$queryRaw<{ total: number }[]>(
    tenantSql(organization_id)`select count(*)::int as total ${matching}`,
  );
  return { rows, total: count?.total ?? 0 };
}

export async function selectJob(
  db: Db,
  { organization_id, job_id }: { organization_id: string; job_id: string },
): Promise<JobRow | null> {
  const [row] = await db.$queryRaw<JobRow[]>(tenantSql(organization_id)`
    select ${columns} from pgboss.job
    where ${ofOrganization(organization_id)} and id = ${job_id}::uuid`);
  return row ?? null;
}

/**
 * Puts a failed job back into its queue with one more attempt; null when it is not failed any more. The finishing
 * time goes, and the keeping time is moved, because the queue clears away by them what still waits.
 */
export async function updateJobToRetry(
  db: Db,
  { organization_id, job_id }: { organization_id: string; job_id: string },
): Promise<JobRow | null> {
  const [row] = await db.$queryRaw<JobRow[]>(tenantSql(organization_id)`
    update pgboss.job set
      state = 'retry',
      retry_limit = retry_limit + 1,
      start_after = now(),
      completed_on = null,
      keep_until = greatest(keep_until, now() + interval '1 day')
    where ${ofOrganization(organization_id)} and id = ${job_id}::uuid and state = 'failed'
    returning ${columns}`);
  return row ?? null;
}
