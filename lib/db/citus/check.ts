import pg from "pg";
import { hasCitus, type PlannedTable, planTables, REFERENCE_TABLES } from "./plan";

/** `stop`: the tables cannot be placed before this is mended. */
export type CheckItem = { what: string; state: "ok" | "warning" | "stop"; detail: string };

export type CitusReport = { items: CheckItem[]; tables: PlannedTable[]; may_run: boolean };

const OLDEST_CITUS = 12;

/** What stands against spreading the tables of this database over a Citus cluster. Changes nothing. */
export async function checkCitus(connection_string: string): Promise<CitusReport> {
  const client = new pg.Client({ connectionString: connection_string });
  await client.connect();
  try {
    return await reportOn(client);
  } finally {
    await client.end();
  }
}

export async function reportOn(client: pg.Client): Promise<CitusReport> {
  const tables = await planTables(client);
  const items = [await checkExtension(client)];
  if (await hasCitus(client)) items.push(...(await checkNodes(client)));
  items.push(
    await checkPrepared(client),
    await checkKeys(client),
    await checkReferences(client),
    sizesOf(tables),
  );
  return { items, tables, may_run: items.every(({ state }) => state !== "stop") };
}

const item = (what: string, state: CheckItem["state"], detail: string): CheckItem => ({
  what,
  state,
  detail,
});

async function checkExtension(client: pg.Client): Promise<CheckItem> {
  const { rows } = await client.query<{
    available: string | null;
    installed: string | null;
    preload: string;
  }>(`
    select (select default_version from pg_available_extensions where name = 'citus') as available,
      (select extversion from pg_extension where extname = 'citus') as installed,
      current_setting('shared_preload_libraries') as preload`);
  const { available = null, installed = null, preload = "" } = rows[0] ?? {};
  if (installed !== null) {
    if (Number.parseInt(installed, 10) < OLDEST_CITUS)
      return item("extension", "stop", `Citus ${installed} is older than ${OLDEST_CITUS}; upgrade it.`);
    return item("extension", "ok", `Citus ${installed}`);
  }
  if (available === null)
    return item(
      "extension",
      "stop",
      "This server has no Citus: install it on every server, or use a service that has it.",
    );
  if (!preload.includes("citus"))
    return item(
      "extension",
      "stop",
      "Put citus first into shared_preload_libraries on every server, and restart them.",
    );
  return item(
    "extension",
    "stop",
    "Run `create extension citus` in this database, here and on every worker.",
  );
}

async function checkNodes(client: pg.Client): Promise<CheckItem[]> {
  const { rows } = await client.query<{ name: string; is_coordinator: boolean; isactive: boolean }>(`
    select nodename || ':' || nodeport as name, groupid = 0 as is_coordinator, isactive from pg_dist_node
    where noderole = 'primary' order by nodeid`);
  const coordinator = rows.find((node) => node.is_coordinator);
  const workers = rows.filter((node) => !node.is_coordinator);
  const items: CheckItem[] = [];
  if (coordinator) items.push(item("coordinator", "ok", coordinator.name));
  else
    items.push(
      item(
        "coordinator",
        "stop",
        "Run `select citus_set_coordinator_host('<its address>', <its port>)` here.",
      ),
    );
  const off = workers.filter((node) => !node.isactive).map(({ name }) => name);
  if (workers.length === 0)
    items.push(item("workers", "stop", "Add each with `select citus_add_node('<address>', <port>)` here."));
  else if (off.length > 0)
    items.push(item("workers", "stop", `${off.join(", ")}: not active; run citus_activate_node for it.`));
  else items.push(item("workers", "ok", workers.map(({ name }) => name).join(", ")));
  if (workers.length > 0 && off.length === 0) items.push(await checkExtensionsOfWorkers(client));
  return items;
}

async function checkExtensionsOfWorkers(client: pg.Client): Promise<CheckItem> {
  const { rows } = await client.query<{ name: string; success: boolean; result: string }>(`
    select nodename || ':' || nodeport as name, success, result from run_command_on_workers($$
      select coalesce(string_agg(w, ', '), '') from unnest(array['vector', 'pg_trgm']) w
      where not exists (select 1 from pg_available_extensions a where a.name = w)$$)`);
  const wrong = rows.filter(({ success, result }) => !success || result !== "");
  if (wrong.length === 0) return item("extensions of workers", "ok", "vector, pg_trgm");
  const [first] = wrong;
  return item(
    "extensions of workers",
    "stop",
    `${first?.name}: ${first?.result}; install pgvector on every worker.`,
  );
}

async function checkPrepared(client: pg.Client): Promise<CheckItem> {
  const { rows } = await client.query<{ most: number; connections: number }>(`
    select current_setting('max_prepared_transactions')::int as most,
      current_setting('max_connections')::int as connections`);
  const { most = 0, connections = 0 } = rows[0] ?? {};
  if (most === 0)
    return item("max_prepared_transactions", "stop", "It is 0; set it to max_connections on every server.");
  if (most < connections)
    return item(
      "max_prepared_transactions",
      "warning",
      `${most} is less than max_connections (${connections}).`,
    );
  return item("max_prepared_transactions", "ok", String(most));
}

/** A distributed table can keep only such keys unique as the organization is part of. */
async function checkKeys(client: pg.Client): Promise<CheckItem> {
  const { rows } = await client.query<{ name: string }>(
    `select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     where x.indisunique and t.relnamespace = current_schema()::regnamespace and t.relname <> all($1)
       and exists (select 1 from pg_attribute a where a.attrelid = t.oid and a.attname = 'organization_id' and a.attnotnull)
       and not exists (select 1 from pg_attribute a where a.attrelid = t.oid and a.attname = 'organization_id'
         and a.attnum = any(x.indkey::int2[]))
     order by 1`,
    [Object.keys(REFERENCE_TABLES)],
  );
  if (rows.length === 0) return item("unique keys", "ok", "each has the organization");
  const names = rows.map(({ name }) => name).join(", ");
  return item("unique keys", "stop", `Without the organization: ${names}. Drop what was added by hand.`);
}

/** Citus has no foreign key that empties or renames a column of a key with the organization. */
async function checkReferences(client: pg.Client): Promise<CheckItem> {
  const { rows } = await client.query<{ name: string }>(
    `select c.conname as name from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
       and t.relname <> all($1) and array_length(c.conkey, 1) > 1
       and (c.confupdtype <> 'a' or c.confdeltype in ('n', 'd')) order by 1`,
    [Object.keys(REFERENCE_TABLES)],
  );
  if (rows.length === 0) return item("foreign keys", "ok", "each can be distributed");
  const names = rows.map(({ name }) => name).join(", ");
  return item("foreign keys", "stop", `Not possible in Citus: ${names}. Run \`casebook migrate\` first.`);
}

function sizesOf(tables: readonly PlannedTable[]): CheckItem {
  const [largest] = tables.toSorted((a, b) => b.bytes - a.bytes);
  const left = tables.filter(({ done }) => !done);
  const total = left.reduce((sum, { bytes }) => sum + bytes, 0);
  if (left.length === 0) return item("size", "ok", "every table is where it belongs");
  return item(
    "size",
    "ok",
    `${left.length} tables of ${megabytes(total)} are to be placed; the largest is ${largest?.table} with ${megabytes(largest?.bytes ?? 0)}. The coordinator needs as much again while it moves them`,
  );
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
