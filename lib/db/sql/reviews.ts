import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { tenantSql } from "../tenant-guard";
import { insertTableRows } from "./insert-rows";

/** The columns that a new row has; the database fills the others. */
type New<Input> = Readonly<Partial<Record<keyof Input, unknown>>>;

/** Stores findings, all in one statement: their counts are kept once for all of them. */
export async function insertFindingRows(
  db: Db,
  {
    rows,
    organization_id,
  }: { organization_id: string; rows: readonly New<Prisma.findingUncheckedCreateInput>[] },
): Promise<void> {
  await insertTableRows(db, { organization_id, table: "finding", rows });
}

/** Stores the items of an import, all in one statement. */
export async function insertImportItemRows(
  db: Db,
  {
    rows,
    organization_id,
    import_id,
  }: {
    organization_id: string;
    import_id: string;
    rows: readonly New<Prisma.review_import_itemUncheckedCreateInput>[];
  },
): Promise<void> {
  await insertTableRows(db, {
    organization_id,
    table: "review_import_item",
    rows: rows.map((row) => ({ ...row, import_id })),
  });
}

/** What became of an item of an import; null leaves what is there. */
export type ImportOutcome = {
  position: number;
  state: string;
  because: string | null;
  review_id: string | null;
};

/** Says of items of an import what became of them, all in one statement. */
export async function writeImportOutcomes(
  db: Db,
  {
    outcomes,
    organization_id,
    import_id,
  }: { organization_id: string; import_id: string; outcomes: readonly ImportOutcome[] },
): Promise<void> {
  if (outcomes.length === 0) return;
  await db.$executeRaw(tenantSql(organization_id)`
    update review_import_item i set
      state = o.state, because = coalesce(o.because, i.because), review_id = coalesce(o.review_id, i.review_id)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (
      position integer, state text, because text, review_id uuid)
    where i.organization_id = ${organization_id}::uuid and i.import_id = ${import_id}::uuid
      and i.position = o.position`);
}
