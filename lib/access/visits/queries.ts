import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";

type OfPerson = Tenant & { person_id: string };

export type Visits = { visited_at: Date | null; visited_before_at: Date | null };

/** When a member looked at the overview; null for who is none. */
export async function findVisits(db: Db, { organization_id, person_id }: OfPerson): Promise<Visits | null> {
  return db.member.findUnique({
    where: { organization_id_person_id: { organization_id, person_id } },
    select: { visited_at: true, visited_before_at: true },
  });
}

export async function putVisits(
  db: Db,
  { organization_id, person_id, visited_at, visited_before_at }: OfPerson & Visits,
): Promise<void> {
  await db.member.updateMany({
    where: { organization_id, person_id },
    data: { visited_at, visited_before_at },
  });
}
