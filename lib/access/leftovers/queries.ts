import type { Db } from "@/lib/db/client";
import { iso } from "@/lib/kernel/time";
import { findKeysMadeBy, isInForce } from "../agents/queries";
import type { AgentKey, Leftover } from "../contract";
import { invitationsOf } from "../invitations/queries";

/** People who made keys, links or invitations here, and whether they are members still. */
export async function findMakers(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<{ person_id: string; name: string; is_member: boolean }[]> {
  const people = await db.person.findMany({
    where: {
      OR: [
        { keys_made: { some: { organization_id } } },
        { links_made: { some: { organization_id } } },
        { invited: { some: { organization_id } } },
      ],
    },
    select: { id: true, name: true, members: { where: { organization_id }, select: { id: true } } },
    orderBy: { id: "asc" },
  });
  return people.map(({ id, name, members }) => ({ person_id: id, name, is_member: members.length > 0 }));
}

type OfPerson = { organization_id: string; person_id: string; now: Date };

/** What a person made that is in force. */
export async function findMadeBy(
  db: Db,
  { organization_id, person_id, now }: OfPerson,
): Promise<Pick<Leftover, "keys" | "links" | "invitations">> {
  const [keys, links, invitations] = await Promise.all([
    keysMadeBy(db, { organization_id, person_id, now }),
    db.login_link.findMany({
      where: { organization_id, created_by: person_id, used_at: null, expires_at: { gt: now } },
      select: { expires_at: true, person: { select: { email: true } } },
      orderBy: { created_at: "asc" },
    }),
    invitationsOf(db, { organization_id, invited_by: person_id }),
  ]);
  return {
    keys,
    links: links.map(({ person, expires_at }) => ({ email: person.email, expires_at: iso(expires_at) })),
    invitations,
  };
}

/** Also those that keys of the person made, though the person's own key is revoked. */
async function keysMadeBy(db: Db, { organization_id, person_id, now }: OfPerson): Promise<AgentKey[]> {
  const keys = await findKeysMadeBy(db, { organization_id, person_id });
  return keys.filter((key) => isInForce(key, now));
}

/** Ends the unused links and the invitations that a person made. */
export async function deleteLinksAndInvitationsBy(
  db: Db,
  { organization_id, person_id }: { organization_id: string; person_id: string },
): Promise<void> {
  await db.login_link.deleteMany({ where: { organization_id, created_by: person_id, used_at: null } });
  await db.invitation.deleteMany({ where: { organization_id, invited_by: person_id } });
}
