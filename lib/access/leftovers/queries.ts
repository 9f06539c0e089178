import type { Db } from "@/lib/db/client";
import { iso } from "@/lib/kernel/time";
import { findKeysMadeBy, isInForce } from "../agents/queries";
import type { AgentKey, Leftover } from "../contract";
import { invitationsOf } from "../invitations/queries";

/** People who made something here and are members no more. */
const departed = ({ organization_id }: { organization_id: string }) => ({
  members: { none: { organization_id } },
});

/** What people left behind who are members no more, by person; without those who left nothing. */
export async function findLeftovers(
  db: Db,
  { organization_id, now }: { organization_id: string; now: Date },
): Promise<Leftover[]> {
  const people = await db.person.findMany({
    where: {
      ...departed({ organization_id }),
      OR: [
        { keys_made: { some: { organization_id } } },
        { links_made: { some: { organization_id } } },
        { invited: { some: { organization_id } } },
      ],
    },
    select: { id: true, name: true },
    orderBy: { id: "asc" },
  });
  const leftovers: Leftover[] = [];
  for (const { id: person_id, name } of people)
    leftovers.push({ person_id, name, ...(await leftBy(db, { organization_id, person_id, now })) });
  return leftovers.filter(
    ({ keys, links, invitations }) => keys.length + links.length + invitations.length > 0,
  );
}

/** What one person left behind; nothing while the person is a member. */
export async function findLeftoverOf(
  db: Db,
  { organization_id, person_id, now }: { organization_id: string; person_id: string; now: Date },
): Promise<Leftover | null> {
  const person = await db.person.findFirst({
    where: { id: person_id, ...departed({ organization_id }) },
    select: { name: true },
  });
  if (!person) return null;
  const left = await leftBy(db, { organization_id, person_id, now });
  const count = left.keys.length + left.links.length + left.invitations.length;
  return count === 0 ? null : { person_id, name: person.name, ...left };
}

type OfPerson = { organization_id: string; person_id: string; now: Date };

async function leftBy(db: Db, { organization_id, person_id, now }: OfPerson) {
  const [keys, links, invitations] = await Promise.all([
    keysLeftBy(db, { organization_id, person_id, now }),
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
async function keysLeftBy(db: Db, { organization_id, person_id, now }: OfPerson): Promise<AgentKey[]> {
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
