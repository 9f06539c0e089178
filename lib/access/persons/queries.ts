import type { Db } from "@/lib/db/client";

/** What the server itself knows of a person: the account, and which organizations they are members of or invited to. */
export async function findPersonRecord(db: Db, { person_id }: { person_id: string }) {
  const row = await db.person.findUnique({
    where: { id: person_id },
    include: {
      members: { select: { organization_id: true } },
      invitations: { select: { organization_id: true } },
    },
  });
  if (!row) return null;
  const { id, name, email, created_at } = row;
  return {
    person: { id, name, email, created_at: created_at.toISOString() },
    known_to: new Set([...row.members, ...row.invitations].map(({ organization_id }) => organization_id)),
  };
}

/** How a person signs in on this server; with `bound_to` only what signs in to this organization alone. */
export async function findWaysIn(
  db: Db,
  { person_id, bound_to }: { person_id: string; bound_to: string | null },
) {
  const where = bound_to === null ? { person_id } : { person_id, organization_id: bound_to };
  const [accounts, login_links, passkeys] = await Promise.all([
    bound_to === null ? db.person_account.findMany({ where: { person_id } }) : [],
    db.login_link.findMany({ where }),
    db.passkey.findMany({ where }),
  ]);
  return {
    accounts: accounts.map(({ provider, provider_account_id, created_at: since }) => ({
      provider,
      provider_account_id,
      created_at: since.toISOString(),
    })),
    login_links: login_links.map((link) => ({
      created_at: link.created_at.toISOString(),
      expires_at: link.expires_at.toISOString(),
      used_at: link.used_at?.toISOString() ?? null,
    })),
    passkeys: passkeys.map(({ name: label, created_at: since, last_used_at }) => ({
      name: label,
      created_at: since.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
  };
}

/** Removes the account of somebody whom no organization has or expects any more, with its ways to sign in. */
export async function deletePersonOfNobody(tx: Db, { person_id }: { person_id: string }): Promise<boolean> {
  const { count } = await tx.person.deleteMany({
    where: { id: person_id, members: { none: {} }, invitations: { none: {} } },
  });
  return count === 1;
}

/** When a person was last here, by any of their logins; null: never. */
export async function findLastSeen(db: Db, { person_id }: { person_id: string }): Promise<Date | null> {
  const { _max } = await db.login.aggregate({ where: { person_id }, _max: { last_seen_at: true } });
  return _max.last_seen_at;
}
