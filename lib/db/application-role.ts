import pg from "pg";

/** Written by the database alone, or only added to: the role of the application may not change or remove it. */
const AUDIT = {
  audit_entry: "select, insert",
  audit_checkpoint: "select, insert",
  audit_link: "select",
} as const;

/**
 * Gives the application's role what it needs in a migrated database, and no more: it reads and writes rows, changes no
 * table, and can neither change nor remove the audit. Safe to repeat, and repeated after each migration.
 * @param owner_url the role that owns the tables.
 * @param job_schema the schema of the queue.
 * @throws Error with one sentence and a remedy when both are the same role, or the owner may not grant.
 */
export async function grantToApplication({
  owner_url,
  application_url,
  job_schema,
}: {
  owner_url: string;
  application_url: string;
  job_schema: string;
}): Promise<void> {
  const role = await roleOf(application_url);
  const owner = new pg.Client({ connectionString: owner_url });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ owner: string; schema: string; database: string }>(
      "select current_user as owner, current_schema() as schema, current_database() as database",
    );
    const [at] = rows;
    if (!at) throw new Error("The database did not say who is connected.");
    if (at.owner === role)
      throw new Error(
        `DATABASE_URL and DATABASE_MIGRATION_URL are both of the role ${role}. Name a role without tables in DATABASE_URL, or unset DATABASE_MIGRATION_URL.`,
      );
    await owner.query("begin");
    await owner.query(grants({ ...at, role, job_schema }));
    await owner.query("commit");
  } finally {
    await owner.end();
  }
}

async function roleOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>("select current_user as role");
    return rows[0]?.role ?? "";
  } finally {
    await client.end();
  }
}

function grants({
  role,
  schema,
  database,
  job_schema,
}: {
  role: string;
  schema: string;
  database: string;
  job_schema: string;
}): string {
  const [to, of, queue] = [role, schema, job_schema].map((name) => pg.escapeIdentifier(name));
  const audit = Object.entries(AUDIT).flatMap(([table, rights]) => [
    `revoke all on ${of}.${table} from ${to}`,
    `grant ${rights} on ${of}.${table} to ${to}`,
  ]);
  return [
    `grant connect on database ${pg.escapeIdentifier(database)} to ${to}`,
    `grant usage on schema ${of}, ${queue} to ${to}`,
    `grant select, insert, update, delete on all tables in schema ${of}, ${queue} to ${to}`,
    `grant usage, select on all sequences in schema ${of}, ${queue} to ${to}`,
    `grant execute on all functions in schema ${of}, ${queue} to ${to}`,
    `revoke insert, update, delete on ${of}._prisma_migrations from ${to}`,
    ...audit,
  ].join(";\n");
}
