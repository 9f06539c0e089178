import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";

/** Until when it is known what began to wait; null before the first time. */
export async function findScannedTo(db: Db, { organization_id }: Tenant): Promise<Date | null> {
  const row = await db.inbox_scan.findUnique({ where: { organization_id } });
  return row?.scanned_to ?? null;
}

/** Goes on from `before`, null: begins to count. @returns false when another run went on from there already. */
export async function putScannedTo(
  tx: Db,
  { organization_id, before, scanned_to }: Tenant & { before: Date | null; scanned_to: Date },
): Promise<boolean> {
  const { count } =
    before === null
      ? await tx.inbox_scan.createMany({ data: [{ organization_id, scanned_to }], skipDuplicates: true })
      : await tx.inbox_scan.updateMany({
          where: { organization_id, scanned_to: before },
          data: { scanned_to },
        });
  return count === 1;
}
