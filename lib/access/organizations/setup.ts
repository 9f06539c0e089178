import { type Database, transaction } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/errors";
import { settingsSchema } from "../contract";
import { createLink } from "../logins/links";
import { insertMember } from "../members/queries";
import {
  countOrganizations,
  findInvitationsOfPerson,
  findMembershipsOfPerson,
  findOrganizationBySlug,
  lockFirstStart,
  upsertPerson,
} from "../unscoped";
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
    await lockFirstStart(tx);
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

/** A link that signs this person in to this organization once, within a day. Only its hash is kept. */
export async function createSignInLink(
  db: Database,
  { person_id, organization_id, now }: { person_id: string; organization_id: string; now: Date },
): Promise<string> {
  const expires_at = new Date(now.getTime() + LINK_HOURS * 3_600_000);
  return createLink(db, { person_id, organization_id, created_by: null, expires_at });
}

/**
 * Makes an organization with its owner, by an operator of the server: a person of this address who has an account here, or
 * a new one.
 * @throws AppError conflict when the slug is taken.
 */
export async function createOrganization(
  db: Database,
  params: { slug: string; name: string; email: string; person: string },
): Promise<{ organization_id: string; person_id: string }> {
  return transaction(db, async (tx) => {
    if (await findOrganizationBySlug(tx, params))
      throw new AppError("conflict", `There is an organization with the slug ${params.slug} already.`);
    const { id: organization_id } = await insertOrganization(tx, {
      slug: params.slug,
      name: params.name,
      settings: settingsSchema.parse({}),
    });
    const person = await upsertPerson(tx, { email: params.email, name: params.person });
    await insertMember(tx, { organization_id, person_id: person.id, role: "owner" });
    return { organization_id, person_id: person.id };
  });
}

/**
 * The organization for which an operator makes a link for a person: the named one, or the only one where the person is a
 * member or invited.
 * @throws AppError unprocessable that says which there are.
 */
export async function organizationOfLink(
  db: Database,
  { person_id, slug, now }: { person_id: string; slug: string | undefined; now: Date },
): Promise<string> {
  const memberships = await findMembershipsOfPerson(db, { person_id });
  const invitations = await findInvitationsOfPerson(db, { person_id, now });
  const reached = new Map<string, string>();
  const own = memberships.filter(({ is_example }) => !is_example);
  for (const { organization_id, organization_slug } of [...own, ...invitations])
    reached.set(organization_slug, organization_id);
  const slugs = [...reached.keys()].join(", ");
  if (slug === undefined && reached.size > 1)
    throw new AppError(
      "unprocessable",
      `A link is for one organization; name it with --organization: ${slugs}`,
    );
  const organization_id = slug === undefined ? [...reached.values()][0] : reached.get(slug);
  if (organization_id === undefined)
    throw new AppError(
      "unprocessable",
      `This person is neither a member nor invited ${slug === undefined ? "anywhere" : `in ${slug}`}.`,
    );
  return organization_id;
}
