import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";

/** Whether an organization has anything of its own. */
export async function hasData(db: Db, { organization_id }: Tenant): Promise<boolean> {
  const where = { organization_id };
  const select = { id: true };
  const found = await Promise.all([
    db.memory.findFirst({ where, select }),
    db.review.findFirst({ where, select }),
    db.repository.findFirst({ where, select }),
  ]);
  return found.some((row) => row !== null);
}
