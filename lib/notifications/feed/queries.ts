import { actorColumns, readActor } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { oneOf } from "@/lib/kernel/one-of";
import { afterCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import { NOTIFICATION_KINDS, type Notification, type NotificationKind } from "../contract";

function toNotification(row: Prisma.notificationGetPayload<object>): Notification {
  const { id, title, path, count } = row;
  return {
    id,
    title,
    path,
    count,
    kind: oneOf(NOTIFICATION_KINDS, row.kind),
    actor: readActor(row, "actor"),
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  };
}

type OfPerson = Tenant & { person_id: string };

/** What a person was notified of, the newest first, with how many of all are unread. */
export async function listNotifications(
  db: Db,
  { organization_id, person_id, unread, cursor, limit }: OfPerson & Paging & { unread: boolean },
): Promise<Page<Notification> & { unread: number }> {
  const own = { organization_id, person_id };
  const where = unread ? { ...own, read_at: null } : own;
  const [rows, total, unreadCount] = await Promise.all([
    db.notification.findMany({
      where: { ...where, ...afterCursor(cursor) },
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.notification.count({ where }),
    db.notification.count({ where: { ...own, read_at: null } }),
  ]);
  const page = toPage(rows.map(toNotification), limit, total, (row) => ({ at: row.created_at, id: row.id }));
  return { ...page, unread: unreadCount };
}

/** Marks a person's notifications, all of them or these. @returns how many were changed. */
export async function markRead(
  tx: Db,
  {
    organization_id,
    person_id,
    ids,
    read_at,
  }: OfPerson & { ids: readonly string[] | null; read_at: Date | null },
): Promise<number> {
  const { count } = await tx.notification.updateMany({
    where: {
      organization_id,
      person_id,
      ...(ids !== null && { id: { in: [...ids] } }),
      read_at: read_at === null ? { not: null } : null,
    },
    data: { read_at },
  });
  return count;
}

export type NewNotification = {
  person_id: string;
  kind: NotificationKind;
  title: string;
  path: string;
  count: number;
  actor: ActorRef;
  email_due_at: Date | null;
};

export async function insertNotifications(
  tx: Db,
  { organization_id, rows, now }: Tenant & { rows: readonly NewNotification[]; now: Date },
): Promise<void> {
  await tx.notification.createMany({
    data: rows.map(({ actor, ...row }) => ({
      organization_id,
      id: newId(),
      ...row,
      ...actorColumns("actor", actor),
      created_at: now,
    })),
  });
}

/** People to whom something is due by e-mail. */
export async function findDuePersons(
  db: Db,
  { organization_id, now, limit }: Tenant & { now: Date; limit: number },
): Promise<string[]> {
  const rows = await db.notification.findMany({
    where: { organization_id, emailed_at: null, email_due_at: { lte: now } },
    distinct: ["person_id"],
    select: { person_id: true },
    orderBy: { person_id: "asc" },
    take: limit,
  });
  return rows.map(({ person_id }) => person_id);
}

/**
 * Takes what is due to a person by e-mail, the oldest first, whether it was read meanwhile or not: of
 * several workers at once only one gets it. Unless it is marked as e-mailed, it is due again at `until`.
 */
export async function claimDue(
  db: Db,
  { organization_id, person_id, now, until, limit }: OfPerson & { now: Date; until: Date; limit: number },
): Promise<Notification[]> {
  const due = { organization_id, person_id, emailed_at: null, email_due_at: { lte: now } };
  const found = await db.notification.findMany({
    where: due,
    select: { id: true },
    orderBy: { id: "asc" },
    take: limit,
  });
  const rows = await db.notification.updateManyAndReturn({
    where: { ...due, id: { in: found.map(({ id }) => id) } },
    data: { email_due_at: until },
  });
  return rows.map(toNotification).toSorted((one, other) => one.id.localeCompare(other.id));
}

/** Gives back what was claimed and could not be sent. */
export async function releaseDue(
  db: Db,
  { organization_id, ids, now }: Tenant & { ids: readonly string[]; now: Date },
): Promise<void> {
  await db.notification.updateMany({
    where: { organization_id, id: { in: [...ids] }, emailed_at: null },
    data: { email_due_at: now },
  });
}

/** Keeps that notifications need no e-mail any more. */
export async function markEmailed(
  tx: Db,
  { organization_id, ids, now }: Tenant & { ids: readonly string[]; now: Date },
): Promise<void> {
  await tx.notification.updateMany({
    where: { organization_id, id: { in: [...ids] } },
    data: { emailed_at: now },
  });
}

/** Removes what is older than a moment. */
export async function deleteNotificationsBefore(
  tx: Db,
  { organization_id, before }: Tenant & { before: Date },
): Promise<void> {
  await tx.notification.deleteMany({ where: { organization_id, created_at: { lt: before } } });
}
