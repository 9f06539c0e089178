import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { newId } from "@/lib/kernel/ids";
import { oneOf } from "@/lib/kernel/one-of";
import { afterCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import { ROLES, type Role } from "@/lib/kernel/permissions";
import { iso } from "@/lib/kernel/time";
import type { Invitation } from "../contract";

const withPeople = {
  person: { select: { email: true } },
  inviter: { select: { name: true } },
} satisfies Prisma.invitationInclude;

function toInvitation(row: Prisma.invitationGetPayload<{ include: typeof withPeople }>): Invitation {
  return {
    id: row.id,
    email: row.person.email,
    name: row.name,
    role: oneOf(ROLES, row.role),
    invited_by: row.inviter.name,
    created_at: iso(row.created_at),
    expires_at: iso(row.expires_at),
  };
}

export async function listInvitations(
  db: Db,
  { organization_id, cursor, limit }: { organization_id: string } & Paging,
): Promise<Page<Invitation>> {
  const where: Prisma.invitationWhereInput = { organization_id };
  const [rows, total] = await Promise.all([
    db.invitation.findMany({
      where: { ...where, ...afterCursor(cursor) },
      include: withPeople,
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.invitation.count({ where }),
  ]);
  return toPage(rows.map(toInvitation), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

export async function findInvitation(
  db: Db,
  { organization_id, invitation_id }: { organization_id: string; invitation_id: string },
): Promise<Invitation | null> {
  const row = await db.invitation.findUnique({
    where: { organization_id_id: { organization_id, id: invitation_id } },
    include: withPeople,
  });
  return row && toInvitation(row);
}

/** Null when the person is invited already. */
export async function insertInvitation(
  db: Db,
  params: {
    organization_id: string;
    person_id: string;
    name: string;
    role: Role;
    invited_by: string;
    created_at: Date;
    expires_at: Date;
  },
): Promise<Invitation | null> {
  const id = newId();
  const { count } = await db.invitation.createMany({ data: [{ id, ...params }], skipDuplicates: true });
  if (count === 0) return null;
  return findInvitation(db, { organization_id: params.organization_id, invitation_id: id });
}

/** True for the one call, of several at once, that removed it. */
export async function deleteInvitation(
  db: Db,
  { organization_id, invitation_id }: { organization_id: string; invitation_id: string },
): Promise<boolean> {
  const { count } = await db.invitation.deleteMany({ where: { organization_id, id: invitation_id } });
  return count === 1;
}

/** Removes what has expired, so that the person can be invited again. */
export async function deleteExpiredInvitation(
  db: Db,
  { organization_id, person_id, now }: { organization_id: string; person_id: string; now: Date },
): Promise<void> {
  await db.invitation.deleteMany({ where: { organization_id, person_id, expires_at: { lte: now } } });
}

/** What one person invited. */
export async function invitationsOf(
  db: Db,
  { organization_id, invited_by }: { organization_id: string; invited_by: string },
): Promise<Invitation[]> {
  const rows = await db.invitation.findMany({
    where: { organization_id, invited_by },
    include: withPeople,
    orderBy: { id: "asc" },
  });
  return rows.map(toInvitation);
}

/** Removes what a person is invited to, without an answer. */
export async function deleteInvitationsOfPerson(
  db: Db,
  { organization_id, person_id }: { organization_id: string; person_id: string },
): Promise<void> {
  await db.invitation.deleteMany({ where: { organization_id, person_id } });
}
