import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";

/** Until when it is known what began to wait; null before the first time. */
export async function findScannedTo(db: Db, { organization_id }: Tenant): Promise<Date | null> {
  const row = await db.inbox_scan.findUnique({ where: { organization_id } });
  return row?.scanned_to ?? null;
}

export async function putScannedTo(
  tx: Db,
  { organization_id, scanned_to }: Tenant & { scanned_to: Date },
): Promise<void> {
  await tx.inbox_scan.upsert({
    where: { organization_id },
    create: { organization_id, scanned_to },
    update: { scanned_to },
  });
}
