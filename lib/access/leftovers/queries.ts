import type { Db } from "@/lib/db/client";
import { oneOf } from "@/lib/kernel/one-of";
import { ROLES, type Role } from "@/lib/kernel/permissions";
import { iso } from "@/lib/kernel/time";
import { findKeysMadeBy, isInForce } from "../agents/queries";
import type { AgentKey, Invitation } from "../contract";
import { invitationsOf } from "../invitations/queries";

/** People who made keys, links or invitations here, with the role that they have now; null: former members. */
export async function findMakers(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<{ person_id: string; name: string; role: Role | null }[]> {
  const people = await db.person.findMany({
    where: {
      OR: [
        { keys_made: { some: { organization_id } } },
        { links_made: { some: { organization_id } } },
        { invited: { some: { organization_id } } },
      ],
    },
    select: { id: true, name: true, members: { where: { organization_id }, select: { role: true } } },
    orderBy: { id: "asc" },
  });
  return people.map(({ id, name, members: [member] }) => ({
    person_id: id,
    name,
    role: member ? oneOf(ROLES, member.role) : null,
  }));
}

/** What a person made that is in force. */
export type Made = {
  keys: AgentKey[];
  /** `role`: that of a person who signs in by it; null: nothing any more. */
  links: { token_hash: string; email: string; role: Role | null; expires_at: string }[];
  invitations: Invitation[];
};

type OfPerson = { organization_id: string; person_id: string; now: Date };

export async function findMadeBy(db: Db, { organization_id, person_id, now }: OfPerson): Promise<Made> {
  const [keys, links, invitations] = await Promise.all([
    keysMadeBy(db, { organization_id, person_id, now }),
    db.login_link.findMany({
      where: { organization_id, created_by: person_id, used_at: null, expires_at: { gt: now } },
      select: {
        token_hash: true,
        expires_at: true,
        person: {
          select: {
            email: true,
            members: { where: { organization_id }, select: { role: true } },
            invitations: { where: { organization_id }, select: { role: true } },
          },
        },
      },
      orderBy: { created_at: "asc" },
    }),
    invitationsOf(db, { organization_id, invited_by: person_id }),
  ]);
  return {
    keys,
    links: links.map(({ token_hash, person, expires_at }) => {
      const [role] = [...person.members, ...person.invitations].map((row) => oneOf(ROLES, row.role));
      return { token_hash, email: person.email, role: role ?? null, expires_at: iso(expires_at) };
    }),
    invitations,
  };
}

/** Also those that keys of the person made, though the person's own key is revoked. */
async function keysMadeBy(db: Db, { organization_id, person_id, now }: OfPerson): Promise<AgentKey[]> {
  const keys = await findKeysMadeBy(db, { organization_id, person_id });
  return keys.filter((key) => isInForce(key, now));
}

/** Ends unused links and invitations. */
export async function deleteLinksAndInvitations(
  db: Db,
  {
    organization_id,
    links,
    invitations,
  }: { organization_id: string; links: readonly string[]; invitations: readonly string[] },
): Promise<void> {
  const token_hash = { in: [...links] };
  await db.login_link.deleteMany({ where: { organization_id, token_hash, used_at: null } });
  await db.invitation.deleteMany({ where: { organization_id, id: { in: [...invitations] } } });
}
