import pg from "pg";
import { reportOn } from "./check";
import { DISTRIBUTION_COLUMN, type PlannedTable, planTables, STATE_TABLE } from "./plan";

/** The key of the advisory lock under which only one process places tables; any constant that is ours. */
const PLACING_LOCK = 4_217_390_512;

/** One step that was done: of which the last ones put back what was taken away. */
export type Step = {
  step: "table" | "functions" | "foreign_keys" | "triggers";
  name: string;
  milliseconds: number;
};

export type Placed = { tables: number; foreign_keys: number; triggers: number; resumed: boolean };

/**
 * Spreads the tables of a database over its Citus cluster. Killed at any moment and started again, it goes on: a table is
 * placed in one statement, and what is taken away meanwhile is kept in a table until it is back. Until then Casebook does not
 * start on this database (`migrate` refuses).
 * @throws Error with one sentence when the check says stop, Casebook is connected, or another process does the same.
 */
export async function distribute(
  connection_string: string,
  { shards, onStep }: { shards?: number; onStep: (step: Step) => void },
): Promise<Placed> {
  const client = new pg.Client({ connectionString: connection_string, application_name: "casebook scale" });
  await client.connect();
  try {
    const { may_run, items } = await reportOn(client);
    if (!may_run) throw new Error(items.find(({ state }) => state === "stop")?.detail ?? "The check failed.");
    await takeLock(client);
    const resumed = await stateExists(client);
    const left = (await planTables(client)).filter(({ done }) => !done);
    if (!resumed && left.length === 0) return { tables: 0, foreign_keys: 0, triggers: 0, resumed: false };
    await assertStopped(client);
    if (!resumed) await takeAway(client, left);
    const timed = timer(onStep);
    if (shards !== undefined) await client.query(`set citus.shard_count to ${Math.trunc(shards)}`);
    for (const planned of left) await timed("table", planned.table, () => place(client, planned));
    await emptyLocalCopies(client);
    await timed("functions", "functions of triggers", () => copyFunctions(client));
    const foreign_keys = await putBack(client, "foreign_key", (name, work) =>
      timed("foreign_keys", name, work),
    );
    const triggers = await putBack(client, "trigger", (name, work) => timed("triggers", name, work));
    await configureSessions(client);
    await client.query(`drop table ${STATE_TABLE}`);
    await client.query("analyze");
    return { tables: left.length, foreign_keys, triggers, resumed };
  } finally {
    await client.end();
  }
}

function timer(onStep: (step: Step) => void) {
  return async (step: Step["step"], name: string, work: () => Promise<void>) => {
    const began = performance.now();
    await work();
    onStep({ step, name, milliseconds: Math.round(performance.now() - began) });
  };
}

async function takeLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
    PLACING_LOCK,
  ]);
  if (!rows[0]?.taken) throw new Error("Another process places the tables of this database. Wait for it.");
  await client.query("set client_min_messages to warning");
  await client.query("set citus.enable_unsafe_triggers to on");
}

async function stateExists(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [
    STATE_TABLE,
  ]);
  return rows[0]?.found === true;
}

/** Until the foreign keys are back, nothing holds writes to them. */
async function assertStopped(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; sessions: number }>(`
    select application_name as name, count(*)::int as sessions from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and (application_name like 'casebook%' or application_name like 'pgboss%')
    group by 1 order by 1`);
  if (rows.length === 0) return;
  const open = rows.map(({ name, sessions }) => `${sessions} of ${name}`).join(", ");
  throw new Error(
    `Casebook is still connected (${open}). Stop its web, API and worker processes, and run this again.`,
  );
}

/**
 * What every session of a spread database needs: shards that are moved or split later bring their triggers along, and what goes
 * through all organizations takes one connection to a server after the other, so that the same transaction may change a table
 * that is whole on every server.
 */
export async function configureSessions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>("select current_database() as name");
  const database = pg.escapeIdentifier(rows[0]?.name ?? "");
  await client.query(`alter database ${database} set citus.enable_unsafe_triggers to on`);
  await client.query(`alter database ${database} set citus.multi_shard_modify_mode to 'sequential'`);
}

/** A table with foreign keys to a table elsewhere, or with triggers while its rows are copied, cannot be placed. */
async function takeAway(client: pg.Client, left: readonly PlannedTable[]): Promise<void> {
  const tables = pg.escapeLiteral(`{${left.map(({ table }) => JSON.stringify(table)).join(",")}}`);
  await client.query("begin");
  await client.query(`
    create table ${STATE_TABLE} as
    select row_number() over (order by kind, "table", name)::int as position, kept.* from (
      select 'foreign_key' as kind, c.conrelid::regclass::text as "table", c.conname::text as name,
        pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_class own on own.oid = c.conrelid join pg_class other on other.oid = c.confrelid
      where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
        and (own.relname = any(${tables}::text[]) or other.relname = any(${tables}::text[]))
      union all
      select 'trigger', t.tgrelid::regclass::text, t.tgname::text, pg_get_triggerdef(t.oid)
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relname = any(${tables}::text[]) and c.relnamespace = current_schema()::regnamespace
        and not exists (select 1 from pg_depend d where d.objid = t.oid and d.deptype = 'e')) kept`);
  await client.query(`
    do $$
    declare kept record;
    begin
      for kept in select * from ${STATE_TABLE} order by position loop
        if kept.kind = 'trigger' then
          execute format('drop trigger %I on %s', kept.name, kept."table");
        else
          execute format('alter table %s drop constraint %I', kept."table", kept.name);
        end if;
      end loop;
    end $$`);
  await client.query("commit");
}

async function place(client: pg.Client, { table, placement }: PlannedTable): Promise<void> {
  if (placement === "reference") {
    await client.query("select create_reference_table($1::regclass)", [pg.escapeIdentifier(table)]);
    return;
  }
  if (placement === "local") return;
  // All in one group, so that rows of an organization are on one server whatever table they are in.
  const { rows } = await client.query<{ name: string }>(
    "select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' order by logicalrelid::oid limit 1",
  );
  const beside = rows[0]?.name ?? "none";
  await client.query("select create_distributed_table($1::regclass, $2, colocate_with => $3)", [
    pg.escapeIdentifier(table),
    DISTRIBUTION_COLUMN,
    beside,
  ]);
}

/** What was copied to the shards is still in the coordinator's own table, unseen. */
async function emptyLocalCopies(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select logicalrelid::text as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = current_schema()::regnamespace and pg_relation_size(c.oid) > 0`);
  for (const { name } of rows)
    await client.query("select truncate_local_data_after_distributing_table($1::regclass)", [name]);
}

/** Triggers run on the workers, which need what they call; nobody but the owner gets to call it there either. */
async function copyFunctions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string; is_closed: boolean }>(`
    select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition,
      p.proacl is not null and not exists (
        select 1 from aclexplode(p.proacl) a where a.grantee = 0 and a.privilege_type = 'EXECUTE') as is_closed
    from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.oid`);
  for (const { name, definition, is_closed } of rows) {
    await client.query(definition);
    if (is_closed) await client.query(`revoke all on function ${name} from public`);
  }
}

type Kept = { table: string; name: string; definition: string; is_there: boolean };

async function putBack(
  client: pg.Client,
  kind: "foreign_key" | "trigger",
  timed: (name: string, work: () => Promise<void>) => Promise<void>,
): Promise<number> {
  const { rows } = await client.query<Kept>(
    `select s."table", s.name, s.definition,
       exists (select 1 from pg_constraint c where c.conrelid = s."table"::regclass and c.conname = s.name)
         or exists (select 1 from pg_trigger t where t.tgrelid = s."table"::regclass and t.tgname = s.name) as is_there
     from ${STATE_TABLE} s where s.kind = $1 order by s.position`,
    [kind],
  );
  for (const { table, name, definition, is_there } of rows) {
    if (is_there) continue;
    await timed(`${table}: ${name}`, async () => {
      if (kind === "trigger") await client.query(definition);
      else
        await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
    });
  }
  return rows.length;
}
