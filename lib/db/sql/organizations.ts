import type { Db } from "../client";
import { identifier, tenantSql } from "../tenant-guard";

/** Removes every row of an organization from these tables, in their order, and its jobs; one that is under way ends by itself. */
export async function deleteRowsOf(
  db: Db,
  { organization_id, tables }: { organization_id: string; tables: readonly string[] },
): Promise<void> {
  for (const table of tables)
    await db.$executeRaw(
      tenantSql(
        organization_id,
      )`delete from ${identifier(table)} where organization_id = ${organization_id}::uuid`,
    );
  await db.$executeRaw(tenantSql(organization_id)`
    delete from pgboss.job where data->>'organization_id' = ${organization_id} and state <> 'active'`);
}
