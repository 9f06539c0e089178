import { type Database, transaction } from "@/lib/db/client";
import { publicUrl } from "@/lib/env";
import { createLoginToken } from "../agents/keys";
import { settingsSchema } from "../contract";
import { insertMember } from "../members/queries";
import { countOrganizations, insertLoginLink, upsertPerson } from "../unscoped";
import { insertOrganization } from "./queries";

const LINK_HOURS = 24;

/**
 * What a first start makes: one organization and its owner, a local account that signs in by one-time links. Does
 * nothing when there is an organization already.
 */
export async function ensureFirstOwner(
  db: Database,
  params: { slug: string; name: string; email: string; person: string; enabled: boolean },
): Promise<{ created: boolean }> {
  return transaction(db, async (tx) => {
    if ((await countOrganizations(tx)) > 0) return { created: false };
    const { id: organization_id } = await insertOrganization(tx, {
      slug: params.slug,
      name: params.name,
      settings: settingsSchema.parse({ enabled: params.enabled }),
    });
    const person = await upsertPerson(tx, { email: params.email, name: params.person });
    await insertMember(tx, { organization_id, person_id: person.id, role: "owner" });
    return { created: true };
  });
}

/** A link that signs this person in once, within a day. Only its hash is kept. */
export async function createSignInLink(db: Database, person_id: string, now: Date): Promise<string> {
  const { token, token_hash } = createLoginToken();
  await insertLoginLink(db, {
    token_hash,
    person_id,
    expires_at: new Date(now.getTime() + LINK_HOURS * 3_600_000),
  });
  return `${publicUrl()}/sign-in?token=${token}`;
}
