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

/**
 * Holds findings with those that share their memories, until the transaction ends: of two that decide about findings of
 * one memory the second sees what the first did. The memories come before the findings, as when a skill is approved.
 * @returns the ids of the memories that are held.
 */
export async function lockFindings(
  tx: Db,
  { organization_id, finding_ids }: { organization_id: string; finding_ids: readonly string[] },
): Promise<string[]> {
  const memories = await tx.$queryRaw<{ id: string }[]>(tenantSql(organization_id)`
    select m.id::text as id from memory m
    where m.organization_id = ${organization_id}::uuid and m.id in (
      select f.memory_id from finding f
      where f.organization_id = ${organization_id}::uuid and f.id = any(${[...finding_ids]}::uuid[]))
    order by m.id for no key update of m`);
  const memory_ids = memories.map(({ id }) => id);
  await tx.$queryRaw(tenantSql(organization_id)`
    select id from finding
    where organization_id = ${organization_id}::uuid
      and (id = any(${[...finding_ids]}::uuid[]) or memory_id = any(${memory_ids}::uuid[]))
    order by id for no key update`);
  return memory_ids;
}

/** Holds a review until the transaction ends, so that its verdict follows all of its findings. @returns whether it is there. */
export async function lockReview(
  tx: Db,
  { organization_id, review_id }: { organization_id: string; review_id: string },
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ id: string }[]>(tenantSql(organization_id)`
    select id::text as id from review
    where organization_id = ${organization_id}::uuid and id = ${review_id}::uuid for no key update`);
  return rows.length > 0;
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
