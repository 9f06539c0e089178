import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { oneOf } from "@/lib/kernel/one-of";
import type { InboxReference } from "../fields";
import { INBOX_KINDS } from "../kinds";

type Snoozed = InboxReference & { until: string };

/** Until when one person put items off, of those that are put off now. */
export async function findSnoozes(
  db: Db,
  {
    organization_id,
    person_id,
    items,
    now,
  }: Tenant & { person_id: string; items: readonly InboxReference[]; now: Date },
): Promise<Snoozed[]> {
  const rows = await db.inbox_snooze.findMany({
    where: {
      organization_id,
      person_id,
      until: { gt: now },
      OR: items.map(({ kind, subject_id }) => ({ kind, subject_id })),
    },
    select: { kind: true, subject_id: true, until: true },
  });
  return rows.map(({ kind, subject_id, until }) => ({
    kind: oneOf(INBOX_KINDS, kind),
    subject_id,
    until: until.toISOString(),
  }));
}

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

/** Who looks at an item; null: nobody. Of a proposal, the proposal itself says so. */
export async function findAssignee(
  db: Db,
  { organization_id, kind, subject_id }: Tenant & InboxReference,
): Promise<string | null> {
  if (kind === "proposal") {
    const proposal = await db.proposal.findFirst({
      where: { organization_id, id: subject_id },
      select: { assignee_id: true },
    });
    return proposal?.assignee_id ?? null;
  }
  const assignment = await db.inbox_assignment.findFirst({
    where: { organization_id, kind, subject_id },
    select: { person_id: true },
  });
  return assignment?.person_id ?? null;
}

/**
 * Who looks at items, instead of who did; null: nobody.
 * @returns false when one of them was assigned to somebody else meanwhile.
 */
export async function putAssignments(
  tx: Db,
  {
    organization_id,
    person_id,
    items,
    now,
  }: Tenant & { person_id: string | null; items: readonly InboxReference[]; now: Date },
): Promise<boolean> {
  const where = { organization_id, OR: items.map(({ kind, subject_id }) => ({ kind, subject_id })) };
  await tx.inbox_assignment.deleteMany({ where });
  if (person_id === null) return true;
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
  // A row of somebody who assigns at the same moment was not there to be deleted, and was waited for since.
  const others = await tx.inbox_assignment.count({
    where: { ...where, organization_id, person_id: { not: person_id } },
  });
  return others === 0;
}
