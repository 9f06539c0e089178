import { type Database, type Db, transaction } from "@/lib/db/client";
import { env } from "@/lib/env";
import type { Role } from "@/lib/kernel/permissions";
import { log } from "@/lib/telemetry/log";
import { recordFailedSignIn } from "../audit/failed-sign-ins";
import type { LoginMethod } from "../contract";
import { followProviderRole } from "../members/provider-role";
import {
  findFirstOrganization,
  findOrganizationBySlug,
  findPersonByAccount,
  findPersonByEmail,
  insertPersonAccount,
} from "../unscoped";
import { isAllowedEmail } from "./email-domains";
import { groupsIn, parseRoleRules, rolesOf } from "./roles";
import { type Browser, type Entered, openLogin } from "./sign-in-by-link";
import { verifiedEmails } from "./verified-emails";

/** An account at a sign-in provider, and what the provider says of it. */
export type ProviderAccount = {
  provider: Exclude<LoginMethod, "link" | "passkey">;
  /** At a provider of OpenID Connect with its issuer: a subject is one issuer's own. */
  provider_account_id: string;
  access_token: string | undefined;
  profile: unknown;
};

/**
 * Signs in whom a provider names: the person to whom the account was linked before, or whom one of its verified addresses
 * names. Nobody becomes a person by it. Null: refused; the log says why.
 */
export async function signInByProvider(
  db: Database,
  { account, browser, now }: { account: ProviderAccount; browser: Browser; now: Date },
): Promise<Entered | null> {
  const { provider, profile } = account;
  const verified = await verifiedEmails(account);
  const emails = verified.filter(isAllowedEmail);
  if (emails.length === 0) {
    await recordRefused(db, { account, emails: verified, reason: NOT_ALLOWED, now });
    return refuse(provider, NOT_ALLOWED);
  }
  const entered = await transaction(db, async (tx) => {
    const person_id = await personOf(tx, { account, emails });
    if (person_id === null) return null;
    const roles = provider === "oidc" ? await rolesInClaims(tx, profile) : [];
    const left_out = roles.filter(({ role }) => role === null).map(({ organization_id }) => organization_id);
    const login = await openLogin(tx, {
      person_id,
      bound_to: null,
      left_out,
      method: provider,
      browser,
      now,
    });
    // After it, because signing in may have made a membership of an invitation.
    for (const { organization_id, role } of roles)
      if (role !== null) await followProviderRole(tx, { organization_id, person_id, role, now });
    return login;
  });
  if (entered) return entered;
  await recordRefused(db, { account, emails, reason: REACHES_NOTHING, now });
  return refuse(provider, REACHES_NOTHING);
}

const NOT_ALLOWED = "no verified address of an allowed domain";
const REACHES_NOTHING = "the person is a member of no organization that this login would reach";

/** Keeps a refused sign-in of somebody who is known by the account or by an address. */
async function recordRefused(
  db: Database,
  refused: { account: ProviderAccount; emails: readonly string[]; reason: string; now: Date },
): Promise<void> {
  const { account, emails, reason, now } = refused;
  const { provider, provider_account_id } = account;
  const persons = [
    await findPersonByAccount(db, { provider, provider_account_id }),
    ...(await Promise.all(emails.map((email) => findPersonByEmail(db, { email })))),
  ];
  const person = persons.find((found) => found !== null);
  if (person) await recordFailedSignIn(db, { person_id: person.id, bound_to: null, provider, reason, now });
}

function refuse(provider: string, reason: string): null {
  log().warn({ provider, reason }, "sign-in refused");
  return null;
}

async function personOf(
  tx: Db,
  { account, emails }: { account: ProviderAccount; emails: readonly string[] },
): Promise<string | null> {
  const { provider, provider_account_id } = account;
  const linked = await findPersonByAccount(tx, { provider, provider_account_id });
  if (linked) return linked.id;
  for (const email of emails) {
    const person = await findPersonByEmail(tx, { email });
    if (!person) continue;
    await insertPersonAccount(tx, { provider, provider_account_id, person_id: person.id });
    return person.id;
  }
  return null;
}

type ProviderRole = {
  organization_id: string;
  /** Null: none of the groups has a role there, so that the login does not reach it. */
  role: Role | null;
};

/** Whether the groups that a provider of OpenID Connect names say who reaches this organization. */
export async function isRuledByProvider(tx: Db, { slug }: { slug: string }): Promise<boolean> {
  const rules = parseRoleRules(env().OIDC_ROLES);
  const first = await findFirstOrganization(tx);
  return rolesOf(rules, { groups: [], first_organization: first?.slug ?? "" }).has(slug);
}

/** What the groups of a person say of each organization that the settings name. */
async function rolesInClaims(tx: Db, profile: unknown): Promise<ProviderRole[]> {
  const { OIDC_ROLES, OIDC_ROLE_CLAIM } = env();
  const rules = parseRoleRules(OIDC_ROLES);
  const first = await findFirstOrganization(tx);
  if (rules.length === 0 || !first) return [];
  const groups = groupsIn(profile, OIDC_ROLE_CLAIM);
  const roles: ProviderRole[] = [];
  for (const [slug, role] of rolesOf(rules, { groups, first_organization: first.slug })) {
    const organization = await findOrganizationBySlug(tx, { slug });
    if (organization) roles.push({ organization_id: organization.id, role });
  }
  return roles;
}
