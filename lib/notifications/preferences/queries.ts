import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { completePreferences, type Preferences, preferencesSchema } from "../fields";

/** How people want to be notified, by their ids; of those who said nothing, as everybody is at first. */
export async function findPreferences(
  db: Db,
  { organization_id, person_ids }: Tenant & { person_ids: readonly string[] },
): Promise<Map<string, Preferences>> {
  const rows = await db.notification_preference.findMany({
    where: { organization_id, person_id: { in: [...person_ids] } },
  });
  const chosen = new Map(rows.map(({ person_id, preferences }) => [person_id, preferences]));
  return new Map(person_ids.map((id) => [id, toPreferences(chosen.get(id))]));
}

/** A preference that this version does not know counts as not said. */
function toPreferences(json: unknown): Preferences {
  const parsed = preferencesSchema.safeParse(json ?? {});
  if (parsed.success) return completePreferences(parsed.data);
  return completePreferences(preferencesSchema.parse({}));
}

export async function putPreferences(
  tx: Db,
  {
    organization_id,
    person_id,
    preferences,
    now,
  }: Tenant & { person_id: string; preferences: Preferences; now: Date },
): Promise<void> {
  await tx.notification_preference.upsert({
    where: { organization_id_person_id: { organization_id, person_id } },
    create: { organization_id, person_id, preferences, updated_at: now },
    update: { preferences, updated_at: now },
  });
}
