import type pg from "pg";

/** Where the rows of a table go: by organization, whole on every server, or where they are, on the coordinator. */
export type Placement = "distributed" | "reference" | "local";

export type PlannedTable = {
  table: string;
  placement: Placement;
  because: string;
  bytes: number;
  done: boolean;
};

export const DISTRIBUTION_COLUMN = "organization_id";

/**
 * Small tables that are read before the organization is known, or that such a table refers to. Every server has a whole
 * copy: a key, a cookie or a webhook is looked up in one place, in one statement, and stays unique on the whole cluster.
 */
export const REFERENCE_TABLES: Readonly<Record<string, string>> = {
  organization: "every table refers to it",
  person: "belongs to no organization",
  person_account: "found by the provider's account",
  member: "found by the person",
  login: "found by the cookie",
  login_link: "found by the link",
  passkey: "found by its credential",
  passkey_challenge: "found by the challenge",
  agent: "read with its keys",
  agent_key: "found by the hash of the key",
  connection: "found by the id in a webhook's address",
};

/** Belong to one server alone: no query joins them with an organization's rows. */
const LOCAL = "belongs to no organization and is joined with none";

type Shape = { table: string; bytes: number; by_organization: boolean; placed: "h" | "n" | null };

/** Every table of the schema in the order in which it is placed, and whether it is where it belongs. */
export async function planTables(client: pg.Client): Promise<PlannedTable[]> {
  const shapes = await findShapes(client);
  const planned = shapes.map(planOf);
  const order: Placement[] = ["reference", "distributed", "local"];
  const rank = (name: string) => Object.keys(REFERENCE_TABLES).indexOf(name);
  return planned.toSorted(
    (a, b) =>
      order.indexOf(a.placement) - order.indexOf(b.placement) ||
      rank(a.table) - rank(b.table) ||
      a.table.localeCompare(b.table),
  );
}

function planOf({ table, bytes, by_organization, placed }: Shape): PlannedTable {
  const reference = REFERENCE_TABLES[table];
  if (reference !== undefined)
    return { table, placement: "reference", because: reference, bytes, done: placed === "n" };
  if (by_organization)
    return { table, placement: "distributed", because: "of one organization", bytes, done: placed === "h" };
  return { table, placement: "local", because: LOCAL, bytes, done: placed === null };
}

async function findShapes(client: pg.Client): Promise<Shape[]> {
  const { rows } = await client.query<Shape>(`
    select c.relname as "table", pg_total_relation_size(c.oid)::float8 as bytes,
      exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = '${DISTRIBUTION_COLUMN}'
        and a.attnotnull and not a.attisdropped) as by_organization,
      ${(await hasCitus(client)) ? "(select p.partmethod::text from pg_dist_partition p where p.logicalrelid = c.oid)" : "null"} as placed
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> '${STATE_TABLE}'
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`);
  return rows;
}

/** Holds, while tables are being placed, the foreign keys and triggers that are put back at the end. */
export const STATE_TABLE = "_casebook_distribution";

/** Whether the extension is in this database. */
export async function hasCitus(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select 1 from pg_extension where extname = 'citus'");
  return rows.length > 0;
}

/** Whether tables were spread over the cluster, or are being spread. */
export async function isDistributed(client: pg.Client): Promise<boolean> {
  if (!(await hasCitus(client))) return false;
  const { rows } = await client.query("select 1 from pg_dist_partition limit 1");
  return rows.length > 0;
}
