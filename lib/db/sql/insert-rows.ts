import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { identifier, identifiers, prepared, tenantSql } from "../tenant-guard";

/** Rows as a table has them, from JSON: what a row does not name is null. */
export function tableRows(table: Prisma.ModelName, rows: readonly object[]): Prisma.Sql {
  return Prisma.sql`jsonb_populate_recordset(null::${identifier(table)}, ${JSON.stringify(rows)}::jsonb)`;
}

/**
 * Stores rows that name the same columns, all in one statement whose text does not grow with their number: of hundreds,
 * most of the time went into writing and reading such a text. The database fills the columns that they do not name.
 */
export async function insertTableRows(
  db: Db,
  {
    organization_id,
    table,
    rows,
  }: { organization_id: string; table: Prisma.ModelName; rows: readonly object[] },
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = identifiers(Object.keys(first));
  await db.$executeRaw(
    prepared(tenantSql(organization_id)`
    insert into ${identifier(table)} (organization_id, ${columns}) select ${organization_id}::uuid, ${columns}
    from ${tableRows(table, rows)}`),
  );
}
