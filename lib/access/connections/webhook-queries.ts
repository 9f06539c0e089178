import type { Db } from "@/lib/db/client";

type Delivery = { organization_id: string; id: string; body_sha256: string };

/** True when a webhook's delivery was received before, or another one with the same body. */
export async function isDelivered(db: Db, { organization_id, id, body_sha256 }: Delivery): Promise<boolean> {
  const count = await db.webhook_delivery.count({
    where: { organization_id, OR: [{ id }, { body_sha256 }] },
  });
  return count > 0;
}

export async function recordDelivery(
  db: Db,
  { now, ...row }: Delivery & { event: string; now: Date },
): Promise<void> {
  await db.webhook_delivery.createMany({ data: [{ ...row, received_at: now }], skipDuplicates: true });
}
