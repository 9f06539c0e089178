import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSignInLink } from "@/lib/access";
import * as contract from "@/lib/access/contract";
import { applySettings } from "@/lib/env";
import { newId } from "@/lib/kernel/ids";
import { type AuthServer, Browser, startAuth } from "../../support/auth-server";
import {
  contextOf,
  createOrganization,
  run,
  type TestOrganization,
  testDatabase,
} from "../../support/database";
import { type OidcServer, startOidc } from "../../support/oidc-server";

const database = testDatabase();
let server: AuthServer;
let provider: OidcServer;
let first: TestOrganization;

beforeAll(async () => {
  server = await startAuth(database);
  provider = await startOidc({ callback: () => `${server.url}/api/auth/callback/oidc` });
  first = await createOrganization(database.db);
});
afterAll(() => Promise.all([server.close(), provider.close()]));

const OFF = {
  OIDC_ISSUER: "",
  OIDC_CLIENT_ID: "",
  OIDC_CLIENT_SECRET: "",
  OIDC_TRUSTED_ISSUERS: "",
  OIDC_ROLES: "",
  OIDC_ROLE_CLAIM: "",
  SSO_ONLY: "",
  SIGN_IN_EMAIL_DOMAINS: "",
};
beforeEach(() => use(provider));
afterAll(() => applySettings(OFF));

function use({ issuer, client_id, client_secret }: OidcServer, more: Partial<typeof OFF> = {}): void {
  applySettings({
    ...OFF,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: client_id,
    OIDC_CLIENT_SECRET: client_secret,
    ...more,
  });
}

/** A member with an address of its own. */
async function member(organization = first, role: "owner" | "lead" | "developer" = "developer") {
  const actor = await organization.person(role);
  const { email } = await database.db.person.findUniqueOrThrow({ where: { id: actor.id } });
  return { ...actor, email };
}

type Entered = { browser: Browser; error: string | null };
type Account = { at?: OidcServer; sub?: string };

/** Starts at our page as its button does. Returns the provider's address that it leads to. */
async function begin(browser: Browser): Promise<string> {
  const csrfToken = await browser.csrfToken();
  const start = await browser.post("/api/auth/signin/oidc", { csrfToken, json: "true" });
  return ((await start.json()) as { url: string }).url;
}

/** Goes through the provider's pages as the account with these claims. Returns where they lead. */
async function approve(
  browser: Browser,
  claims: Record<string, unknown>,
  { at = provider, sub = newId(), until }: Account & { until?: string },
): Promise<string> {
  at.accounts.set(sub, { sub, ...claims });
  let { url: page } = await browser.follow(await begin(browser));
  const submit = async (fields: Record<string, string>) => {
    const response = await browser.fetch(page, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields),
    });
    const next = new URL(response.headers.get("location") ?? "", page).href;
    ({ url: page } = await browser.follow(next, until));
  };
  await submit({ prompt: "login", login: sub, password: "any" });
  if (page.startsWith(`${at.issuer}/interaction/`)) await submit({ prompt: "consent" });
  return page;
}

async function enter(claims: Record<string, unknown>, account: Account = {}): Promise<Entered> {
  const browser = new Browser(server);
  const page = await approve(browser, claims, account);
  return { browser, error: new URL(page).searchParams.get("error") };
}

const whoIs = async ({ browser }: Entered) => (await browser.call("GET", "/organization")).body.actor ?? null;

const isRefused = async (entered: Entered) =>
  entered.browser.login() === undefined && entered.error === "AccessDenied";

describe("an account at an OpenID Connect provider", () => {
  it("signs in the member whose verified address it has, also when only userinfo says it", async () => {
    const { id, email, organization_id } = await member();
    const entered = await enter({ email: email.toUpperCase(), email_verified: true, name: "Ada" });
    expect(await whoIs(entered)).toMatchObject({ kind: "person", id });
    const logins = await database.db.login.findMany({ where: { person_id: id } });
    expect(logins).toMatchObject([{ method: "oidc", organization_id: null }]);
    const { body } = await entered.browser.call("GET", "/logins");
    expect(body.items).toMatchObject([{ method: "oidc", current: true, this_organization_only: false }]);
    expect((await entered.browser.call("GET", "/organization")).body.id).toBe(organization_id);
  });

  it("signs in when its ID token says it", async () => {
    const talkative = await startOidc({
      callback: () => `${server.url}/api/auth/callback/oidc`,
      claims_in_id_token: true,
    });
    use(talkative);
    const { id, email } = await member();
    expect(await whoIs(await enter({ email, email_verified: true }, { at: talkative }))).toMatchObject({
      id,
    });
    await talkative.close();
  });

  it("is refused with an address that is not verified, or that nobody here has", async () => {
    const { email } = await member();
    expect(await isRefused(await enter({ email, email_verified: false }))).toBe(true);
    expect(await isRefused(await enter({ email }))).toBe(true);
    expect(await isRefused(await enter({}))).toBe(true);
    const unknown = `${newId()}@example.test`;
    expect(await isRefused(await enter({ email: unknown, email_verified: true }))).toBe(true);
    expect(await database.db.person.count({ where: { email: unknown } })).toBe(0);
  });

  it("signs in without email_verified from a trusted issuer alone, and never against it", async () => {
    const { id, email } = await member();
    use(provider, { OIDC_TRUSTED_ISSUERS: "https://login.microsoftonline.com/another-tenant/v2.0" });
    expect(await isRefused(await enter({ email }))).toBe(true);
    use(provider, { OIDC_TRUSTED_ISSUERS: `https://elsewhere.example, ${provider.issuer}` });
    expect(await isRefused(await enter({ email, email_verified: false }))).toBe(true);
    expect(await whoIs(await enter({ email }))).toMatchObject({ id });
  });

  it("stays the person's when its address changes, and is not another's who gets that address", async () => {
    const [person, next] = [await member(), await member()];
    const sub = newId();
    await enter({ email: person.email, email_verified: true }, { sub });
    const moved = await enter({ email: next.email, email_verified: true }, { sub });
    expect(await whoIs(moved)).toMatchObject({ id: person.id });
  });

  it("is another one at another issuer, whatever subject that calls it", async () => {
    const [person, other] = [await member(), await member()];
    const sub = newId();
    await enter({ email: person.email, email_verified: true }, { sub });
    const second = await startOidc({ callback: () => `${server.url}/api/auth/callback/oidc` });
    use(second);
    const entered = await enter({ email: other.email, email_verified: true }, { at: second, sub });
    expect(await whoIs(entered)).toMatchObject({ id: other.id });
    await second.close();
  });

  it("is refused outside the allowed domains, even if it signed in before", async () => {
    const { email } = await member();
    const sub = newId();
    const claims = { email, email_verified: true };
    expect(await whoIs(await enter(claims, { sub }))).not.toBeNull();
    use(provider, { SIGN_IN_EMAIL_DOMAINS: "corp.example" });
    expect(await isRefused(await enter(claims, { sub }))).toBe(true);
    use(provider, { SIGN_IN_EMAIL_DOMAINS: "corp.example,EXAMPLE.test" });
    expect(await whoIs(await enter(claims, { sub }))).not.toBeNull();
  });

  it("accepts an invitation explicitly, and by signing in when it would reach nothing else", async () => {
    const [home, inviting] = [await createOrganization(database.db), await createOrganization(database.db)];
    const { id, email } = await member(home);
    const owner = contextOf(database, await inviting.person("owner"));
    await run(contract.memberAdd, { email, name: "Them", role: "lead" }, owner);
    const entered = await enter({ email, email_verified: true });
    expect((await entered.browser.call("GET", "/organizations")).body.items).toHaveLength(1);

    await database.db.member.deleteMany({ where: { organization_id: home.organization_id, person_id: id } });
    const again = await enter({ email, email_verified: true });
    expect((await again.browser.call("GET", "/organization")).body).toMatchObject({
      id: inviting.organization_id,
      actor: { role: "lead" },
    });
  });
});

describe("an answer of the provider", () => {
  it("is taken by the browser that asked alone, and once", async () => {
    const { id, email } = await member();
    const [attacker, victim] = [new Browser(server), new Browser(server)];
    const address = new URL(await begin(victim));
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      code_challenge_method: "S256",
      state: expect.any(String),
      nonce: expect.any(String),
    });
    const until = `${server.url}/api/auth/callback/oidc?`;
    const answer = await approve(attacker, { email, email_verified: true }, { until });
    expect(answer).toContain("code=");
    const swapped = new URL(answer);
    swapped.searchParams.set("state", address.searchParams.get("state") ?? "");
    for (const url of [answer, swapped.href]) {
      await victim.fetch(url);
      expect(victim.login()).toBeUndefined();
    }
    // The same answer, untouched, is good for the browser that asked.
    const again = await approve(attacker, { email, email_verified: true }, { until });
    await attacker.fetch(again);
    expect(await whoIs({ browser: attacker, error: null })).toMatchObject({ id });
    const used = attacker.login();
    await attacker.fetch(again);
    expect(attacker.login()).toBe(used);
  });

  it("is not asked for by another site: the start needs the token of our own page", async () => {
    const response = await new Browser(server).post("/api/auth/signin/oidc", { json: "true" });
    expect(await response.text()).not.toContain(provider.issuer);
    expect(response.headers.get("location") ?? "").not.toContain(provider.issuer);
  });
});

describe("SSO_ONLY", () => {
  it("refuses links, new and old, and logins that links began; accounts go on", async () => {
    const { id, email, organization_id } = await member();
    const link = () => createSignInLink(database.db, { person_id: id, organization_id, now: new Date() });
    const byLink = new Browser(server);
    expect(await byLink.signInByLink(await link())).toBe(true);
    const unused = await link();
    use(provider, { SSO_ONLY: "true" });
    expect((await byLink.call("GET", "/organization")).status).toBe(401);
    expect(await new Browser(server).signInByLink(unused)).toBe(false);
    expect(await whoIs(await enter({ email, email_verified: true }))).toMatchObject({ id });
    const owner = contextOf(database, await first.person("owner"));
    const added = await run(contract.memberAdd, { email: `${newId()}@example.test`, name: "New" }, owner);
    expect(added).toMatchObject({ member: { name: "New" }, sign_in_url: null });
    use(provider);
    expect((await byLink.call("GET", "/organization")).status).toBe(200);
  });
});

describe("roles by groups", () => {
  const roleOf = async (person_id: string, { organization_id }: TestOrganization) =>
    (await database.db.member.findFirstOrThrow({ where: { organization_id, person_id } })).role;

  it("are given at every sign-in, the highest of several, with a row in the audit log", async () => {
    const { id, email } = await member();
    const sub = newId();
    const as = (groups: unknown) => enter({ email, email_verified: true, groups }, { sub });
    use(provider, { OIDC_ROLES: "everyone=developer,leads=lead,admins=owner" });
    expect(await whoIs(await as(["leads", "everyone"]))).toMatchObject({ id, role: "lead" });
    expect(await whoIs(await as("everyone"))).toMatchObject({ role: "developer" });
    const { items } = await run(contract.auditList, {}, contextOf(database, await first.person("owner")));
    const changes = items.filter((entry) => entry.operation === "member_update" && entry.actor.id === id);
    expect(changes).toHaveLength(2);
  });

  it("keep out who is in none of them, and only of the organizations they are about", async () => {
    const { id, email } = await member();
    const second = await createOrganization(database.db);
    await database.db.member.create({
      data: { id: newId(), organization_id: second.organization_id, person_id: id, role: "lead" },
    });
    use(provider, { OIDC_ROLES: "everyone=developer" });
    const entered = await enter({ email, email_verified: true, groups: ["elsewhere"] });
    expect((await entered.browser.call("GET", "/organizations")).body.items).toMatchObject([
      { id: second.organization_id, role: "lead" },
    ]);
    const { slug } = await database.db.organization.findUniqueOrThrow({
      where: { id: second.organization_id },
    });
    use(provider, { OIDC_ROLES: `everyone=developer,everyone=developer@${slug}` });
    expect(await isRefused(await enter({ email, email_verified: true }))).toBe(true);
  });

  it("hold for an invitation that signing in accepts", async () => {
    const [home, inviting] = [await createOrganization(database.db), await createOrganization(database.db)];
    const { id, email } = await member(home);
    const owner = contextOf(database, await inviting.person("owner"));
    await run(contract.memberAdd, { email, name: "Them", role: "owner" }, owner);
    await database.db.member.deleteMany({ where: { organization_id: home.organization_id, person_id: id } });
    const { slug } = await database.db.organization.findUniqueOrThrow({
      where: { id: inviting.organization_id },
    });
    use(provider, { OIDC_ROLES: `everyone=developer@${slug}` });
    const as = (groups: string[]) => enter({ email, email_verified: true, groups });
    expect(await isRefused(await as(["elsewhere"]))).toBe(true);
    expect(await whoIs(await as(["everyone"]))).toMatchObject({ id, role: "developer" });
  });

  it("never take the only owner away", async () => {
    const organization = await createOrganization(database.db);
    const { id, email } = await member(organization, "owner");
    const { slug } = await database.db.organization.findUniqueOrThrow({
      where: { id: organization.organization_id },
    });
    use(provider, { OIDC_ROLES: `everyone=developer@${slug}` });
    expect(await whoIs(await enter({ email, email_verified: true, groups: ["everyone"] }))).toMatchObject({
      role: "owner",
    });
    expect(await roleOf(id, organization)).toBe("owner");
  });
});
