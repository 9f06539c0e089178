import type { Db } from "../client";
import { Prisma } from "../generated/client";
import { tenantSql } from "../tenant-guard";

/** What the database says of itself; `embedded` runs in WASM. */
export async function findDatabaseFacts(
  db: Db,
): Promise<{ version: string; embedded: boolean; now: Date; vector: string | null; trigram: string | null }> {
  type Row = { version: string; described: string; now: Date; vector: string | null; trigram: string | null };
  const [row] = await db.$queryRaw<Row[]>`
    select current_setting('server_version') as version, version() as described, clock_timestamp() as now,
      (select extversion from pg_extension where extname = 'vector') as vector,
      (select extversion from pg_extension where extname = 'pg_trgm') as trigram`;
  if (!row) throw new Error("the database says nothing of itself");
  const { described, ...facts } = row;
  return {
    ...facts,
    version: facts.version.split(" ")[0] ?? "",
    embedded: /emscripten|wasm/i.test(described),
  };
}

/** Names of the migrations that this database has. */
export async function findAppliedMigrations(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null`;
  return rows.map(({ name }) => name);
}

export type JobFacts = {
  waiting: number;
  failed: number;
  /** Of every organization: waits although its time came more than ten minutes ago. */
  late: number;
  /** Of every organization: runs longer than it may. */
  overdue: number;
  /** When a worker last finished anything, of every organization. */
  last_finished_at: Date | null;
  error: string | null;
};

/** The queue as it concerns an organization, and whether workers get on with it at all. */
export async function findJobFacts(
  db: Db,
  { organization_id, since }: { organization_id: string; since: Date },
): Promise<JobFacts> {
  const own = Prisma.sql`data->>'organization_id' = ${organization_id}`;
  const [row] = await db.$queryRaw<JobFacts[]>(tenantSql(organization_id)`
    select
      (count(*) filter (where ${own} and state in ('created', 'retry', 'active')))::int as waiting,
      (count(*) filter (where ${own} and state = 'failed' and completed_on >= ${since}))::int as failed,
      (count(*) filter (where state in ('created', 'retry') and start_after < now() - interval '10 minutes'
        and name not like '\\_\\_pgboss%'))::int as late,
      (count(*) filter (where state = 'active' and started_on + expire_in < now()))::int as overdue,
      max(completed_on) filter (where state = 'completed') as last_finished_at,
      (select left(coalesce(f.output->>'message', f.output->'value'->>'message', f.output->>'value'), 300)
        from pgboss.job f where f.data->>'organization_id' = ${organization_id} and f.state = 'failed'
        order by f.completed_on desc limit 1) as error
    from pgboss.job`);
  return row ?? { waiting: 0, failed: 0, late: 0, overdue: 0, last_finished_at: null, error: null };
}

/** When the forges' last delivery came, and how many connections would take one in. */
export async function findWebhookFacts(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<{ connections: number; last_at: Date | null; last_event: string | null }> {
  const [row] = await db.$queryRaw<
    { connections: number; last_at: Date | null; last_event: string | null }[]
  >(tenantSql(organization_id)`
    select
      (select count(*) from connection c where c.organization_id = ${organization_id}::uuid
        and c.sealed_webhook is not null)::int as connections,
      max(d.received_at) as last_at, (array_agg(d.event order by d.received_at desc))[1] as last_event
    from webhook_delivery d where d.organization_id = ${organization_id}::uuid`);
  return row ?? { connections: 0, last_at: null, last_event: null };
}
