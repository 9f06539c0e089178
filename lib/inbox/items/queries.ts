import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import type { InboxReference } from "../fields";

/** Puts items off for one person until a moment; what was put off before is put off until then instead. */
export async function putSnoozes(
  tx: Db,
  {
    organization_id,
    person_id,
    items,
    until,
    now,
  }: Tenant & { person_id: string; items: readonly InboxReference[]; until: Date | null; now: Date },
): Promise<void> {
  await tx.inbox_snooze.deleteMany({
    where: {
      organization_id,
      person_id,
      OR: items.map(({ kind, subject_id }) => ({ kind, subject_id })),
    },
  });
  if (until === null) return;
  await tx.inbox_snooze.createMany({
    data: items.map(({ kind, subject_id }) => ({
      organization_id,
      person_id,
      kind,
      subject_id,
      until,
      created_at: now,
    })),
    skipDuplicates: true,
  });
}

/** Who looks at items, instead of who did; null: nobody. */
export async function putAssignments(
  tx: Db,
  {
    organization_id,
    person_id,
    items,
    now,
  }: Tenant & { person_id: string | null; items: readonly InboxReference[]; now: Date },
): Promise<void> {
  await tx.inbox_assignment.deleteMany({
    where: { organization_id, OR: items.map(({ kind, subject_id }) => ({ kind, subject_id })) },
  });
  if (person_id === null) return;
  await tx.inbox_assignment.createMany({
    data: items.map(({ kind, subject_id }) => ({
      organization_id,
      kind,
      subject_id,
      person_id,
      assigned_at: now,
    })),
    skipDuplicates: true,
  });
}
