import { recordWork } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Delivery } from "../contract";

/** Keeps in the audit what became of a delivery by the worker's hands. */
export async function recordMove(
  tx: Db,
  {
    organization_id,
    delivery,
    status,
    now,
  }: { organization_id: string; delivery: Delivery; status: Delivery["status"]; now: Date },
): Promise<void> {
  if (status === delivery.status) return;
  await recordWork(tx, {
    organization_id,
    job: "skill_deliver",
    subject_id: delivery.id,
    detail: {
      skill_id: delivery.skill.id,
      version: delivery.version_number,
      before: { status: delivery.status },
      after: { status },
    },
    now,
  });
}
