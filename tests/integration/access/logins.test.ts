import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSignInLink, createOrganization as makeOrganization } from "@/lib/access";
import * as contract from "@/lib/access/contract";
import { applySettings } from "@/lib/env";
import type { Actor } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { type AuthServer, Browser, startAuth } from "../../support/auth-server";
import {
  contextOf,
  createOrganization,
  run,
  type TestOrganization,
  testDatabase,
} from "../../support/database";

const database = testDatabase();
let server: AuthServer;
beforeAll(async () => {
  server = await startAuth(database);
});
afterAll(() => server.close());

const SETTINGS = { SIGN_IN_IDLE_HOURS: "", SIGN_IN_MAX_DAYS: "", SIGN_IN_EMAIL_DOMAINS: "" };
beforeEach(() => applySettings(SETTINGS));
afterAll(() => applySettings(SETTINGS));

const linkFor = (actor: Pick<Actor, "id" | "organization_id">) =>
  createSignInLink(database.db, {
    person_id: actor.id,
    organization_id: actor.organization_id,
    now: new Date(),
  });

async function signedIn(actor: Pick<Actor, "id" | "organization_id">): Promise<Browser> {
  const browser = new Browser(server);
  expect(await browser.signInByLink(await linkFor(actor))).toBe(true);
  return browser;
}

/** A login as a sign-in provider makes it: it reaches every organization of the person. */
async function signedInEverywhere(actor: Pick<Actor, "id" | "organization_id">): Promise<Browser> {
  const browser = await signedIn(actor);
  const { person_id } = { person_id: actor.id };
  const newest = await database.db.login.findFirstOrThrow({
    where: { person_id },
    orderBy: { id: "desc" },
  });
  await database.db.login.update({
    where: { id: newest.id },
    data: { organization_id: null, method: "oidc" },
  });
  return browser;
}

/** A member of two organizations, with a login that is bound to each of them and one that reaches both. */
async function loginsOfTwoOrganizations() {
  const [home, other] = [await createOrganization(database.db), await createOrganization(database.db)];
  const person = await home.person("developer");
  await database.db.member.create({
    data: { id: newId(), organization_id: other.organization_id, person_id: person.id, role: "developer" },
  });
  return {
    home,
    other,
    person,
    bound: await signedIn(person),
    elsewhere: await signedIn({ id: person.id, organization_id: other.organization_id }),
    everywhere: await signedInEverywhere(person),
  };
}

const organizationOf = async (browser: Browser, slug?: string) => {
  if (slug !== undefined) browser.cookies(server.url).set("casebook_organization", slug);
  const { status, body } = await browser.call("GET", "/organization");
  if (status === 200) return body.id;
  return status;
};

const emailOf = async ({ id }: Pick<Actor, "id">) =>
  (await database.db.person.findUniqueOrThrow({ where: { id } })).email;

const slugOf = async ({ organization_id }: TestOrganization) =>
  (await database.db.organization.findUniqueOrThrow({ where: { id: organization_id } })).slug;

const memberOf = async (owner: Actor, person_id: string) => {
  const { items } = await run(contract.memberList, { limit: 200 }, contextOf(database, owner));
  const member = items.find((item) => item.person_id === person_id);
  if (!member) throw new Error("no such member");
  return member;
};

describe("a sign-in link", () => {
  it("that was kept never reaches an organization that adds the person later", async () => {
    const [attacker, victim] = await Promise.all([
      createOrganization(database.db),
      createOrganization(database.db),
    ]);
    const attackerOwner = contextOf(database, await attacker.person("owner"));
    const victimOwner = contextOf(database, await victim.person("owner"));
    const email = `${newId()}@example.test`;
    const added = await run(contract.memberAdd, { email, name: "New" }, attackerOwner);
    const later = await run(contract.memberAdd, { email, name: "New", role: "owner" }, victimOwner);
    expect(later).toMatchObject({ member: null, sign_in_url: null, invitation: { email, role: "owner" } });

    const browser = new Browser(server);
    expect(await browser.signInByLink(added.sign_in_url ?? "")).toBe(true);
    expect(await organizationOf(browser)).toBe(attacker.organization_id);
    expect((await browser.call("GET", "/invitations/received")).body.items).toEqual([]);
    const answer = await browser.call("POST", `/invitations/received/${later.invitation?.id}`, {
      accept: true,
    });
    expect(answer.status).toBe(404);

    // Even when the person is a member there, and is removed where the link came from.
    const person_id = added.member?.person_id ?? "";
    const link = await linkFor({ id: person_id, organization_id: attacker.organization_id });
    await database.db.member.create({
      data: { id: newId(), organization_id: victim.organization_id, person_id, role: "owner" },
    });
    expect(await organizationOf(browser, await slugOf(victim))).toBe(attacker.organization_id);
    const { member } = added;
    await run(contract.memberRemove, { member_id: member?.id ?? "" }, attackerOwner);
    expect(await organizationOf(browser)).toBe(401);
    expect(await new Browser(server).signInByLink(link)).toBe(false);
  });

  it("brings back who was removed and is a member nowhere else, who accepts by it", async () => {
    const organization = await createOrganization(database.db);
    const ownerActor = await organization.person("owner");
    const owner = contextOf(database, ownerActor);
    const person = await organization.person("lead");
    const email = await emailOf(person);
    const { id: member_id } = await memberOf(ownerActor, person.id);
    await run(contract.memberRemove, { member_id }, owner);
    const lost = await run(contract.memberAdd, { email, name: "Back" }, owner);
    expect(lost).toMatchObject({ member: null, invitation: { email } });
    await run(contract.invitationWithdraw, { invitation_id: lost.invitation?.id ?? "" }, owner);

    const again = await run(contract.memberAdd, { email, name: "Back" }, owner);
    expect(await new Browser(server).signInByLink(lost.sign_in_url ?? "")).toBe(false);
    const browser = new Browser(server);
    expect(await browser.signInByLink(again.sign_in_url ?? "")).toBe(true);
    expect(await organizationOf(browser)).toBe(organization.organization_id);
    expect(await memberOf(ownerActor, person.id)).toMatchObject({ role: "developer" });
  });

  it("is made again for a member who lost it, until there is another way to sign in", async () => {
    const organization = await createOrganization(database.db);
    const ownerActor = await organization.person("owner");
    const owner = contextOf(database, ownerActor);
    const email = `${newId()}@example.test`;
    const { member, sign_in_url } = await run(contract.memberAdd, { email, name: "New" }, owner);
    const asked = { member_id: member?.id ?? "" };
    const link = await run(contract.memberLinkCreate, asked, owner);
    expect(await new Browser(server).signInByLink(sign_in_url ?? "")).toBe(false);
    expect(await new Browser(server).signInByLink(link.sign_in_url)).toBe(true);
    const refused = run(contract.memberLinkCreate, asked, owner);
    await expect(refused).rejects.toMatchObject({ code: "unprocessable" });

    const { person, home } = await loginsOfTwoOrganizations();
    const homeOwner = await home.person("owner");
    const { id: member_id } = await memberOf(homeOwner, person.id);
    const context = contextOf(database, homeOwner);
    await run(contract.memberLoginEnd, { member_id, login_id: null }, context);
    await expect(run(contract.memberLinkCreate, { member_id }, context)).rejects.toMatchObject({
      code: "unprocessable",
      message: expect.stringContaining("casebook sign-in-link"),
    });
  });

  it("reaches the organization it names, of several that a person is a member of", async () => {
    const [first, second] = await Promise.all([
      createOrganization(database.db),
      createOrganization(database.db),
    ]);
    const person = await first.person("developer");
    await database.db.member.create({
      data: { id: newId(), organization_id: second.organization_id, person_id: person.id, role: "lead" },
    });
    const browser = await signedIn({ id: person.id, organization_id: second.organization_id });
    expect(await organizationOf(browser)).toBe(second.organization_id);
    expect(await organizationOf(browser, await slugOf(first))).toBe(second.organization_id);
    expect((await browser.call("GET", "/organizations")).body.items).toHaveLength(1);
  });

  it("works once: of several browsers at the same time one is signed in", async () => {
    const organization = await createOrganization(database.db);
    const person = await organization.person("developer");
    const link = await linkFor(person);
    const browsers = Array.from({ length: 5 }, () => new Browser(server));
    const entered = await Promise.all(browsers.map((browser) => browser.signInByLink(link)));
    expect(entered.filter(Boolean)).toHaveLength(1);
    expect(await new Browser(server).signInByLink(link)).toBe(false);
    expect(await database.db.login.count({ where: { person_id: person.id } })).toBe(1);
  });

  it("is not guessed: parts of it, its hash, other spellings and no text at all sign nobody in", async () => {
    const organization = await createOrganization(database.db);
    const person = await organization.person("developer");
    const link = await linkFor(person);
    const token = new URL(link).searchParams.get("token") ?? "";
    const [{ token_hash = "" } = {}] = await database.db.login_link.findMany({
      where: { person_id: person.id },
    });
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const wrong = [
      token.slice(0, -1),
      `${token} `,
      ` ${token}`,
      token.toLowerCase(),
      `${token}\u0000`,
      token_hash,
      "",
      "%",
      "null",
      "' or 1=1 --",
      "x".repeat(10_000),
    ];
    for (const guess of wrong) {
      const browser = new Browser(server);
      expect(await browser.signInByLink(`${server.url}/sign-in?token=${encodeURIComponent(guess)}`)).toBe(
        false,
      );
    }
    expect(await new Browser(server).signInByLink(link)).toBe(true);
  });

  it("is not used by another site: signing in needs the token of our own page", async () => {
    const organization = await createOrganization(database.db);
    const link = await linkFor(await organization.person("developer"));
    const token = new URL(link).searchParams.get("token") ?? "";
    const browser = new Browser(server);
    for (const csrfToken of ["", "0".repeat(64)])
      await browser.post("/api/auth/callback/link", { csrfToken, token, json: "true" });
    await browser.fetch(`${server.url}/api/auth/callback/link?token=${token}`);
    expect(browser.login()).toBeUndefined();
    expect(await browser.signInByLink(link)).toBe(true);
  });

  it("ends after its time", async () => {
    const organization = await createOrganization(database.db);
    const person = await organization.person("developer");
    const link = await createSignInLink(database.db, {
      person_id: person.id,
      organization_id: organization.organization_id,
      now: new Date(Date.now() - 25 * 3_600_000),
    });
    expect(await new Browser(server).signInByLink(link)).toBe(false);
  });
});

describe("a person with an account", () => {
  const invited = async () => {
    const [home, inviting] = await Promise.all([
      createOrganization(database.db),
      createOrganization(database.db),
    ]);
    const person = await home.person("owner");
    const owner = await inviting.person("owner");
    const email = await emailOf(person);
    const { invitation } = await run(
      contract.memberAdd,
      { email, name: "As we call them", role: "lead" },
      contextOf(database, owner),
    );
    return { home, inviting, person, owner, email, invitation_id: invitation?.id ?? "" };
  };

  it("is invited, and becomes a member when he accepts as himself", async () => {
    const { inviting, person, owner, invitation_id } = await invited();
    const context = contextOf(database, owner);
    expect(await run(contract.invitationList, {}, context)).toMatchObject({
      total: 1,
      items: [{ id: invitation_id, name: "As we call them", role: "lead", invited_by: owner.name }],
    });
    const browser = await signedInEverywhere(person);
    expect(await organizationOf(browser, await slugOf(inviting))).toBe(person.organization_id);
    const { body } = await browser.call("GET", "/invitations/received");
    expect(body.items).toMatchObject([{ id: invitation_id, role: "lead", invited_by: owner.name }]);
    const path = `/invitations/received/${invitation_id}`;
    expect(await browser.call("POST", path, { accept: true })).toMatchObject({ body: { member: true } });
    expect((await browser.call("POST", path, { accept: true })).status).toBe(404);
    expect(await organizationOf(browser, await slugOf(inviting))).toBe(inviting.organization_id);
    expect(await memberOf(owner, person.id)).toMatchObject({ role: "lead" });
    const { items } = await run(contract.auditList, {}, context);
    expect(items.map(({ operation }) => operation)).toContain("invitation_accept");
    expect((await run(contract.invitationList, {}, context)).total).toBe(0);
  });

  it("declines, is invited once at a time, and is not invited where he is a member", async () => {
    const { inviting, person, owner, email, invitation_id } = await invited();
    const context = contextOf(database, owner);
    const again = () => run(contract.memberAdd, { email, name: "Again" }, context);
    await expect(again()).rejects.toMatchObject({ code: "conflict" });
    const browser = await signedInEverywhere(person);
    await browser.call("POST", `/invitations/received/${invitation_id}`, { accept: false });
    expect(await organizationOf(browser, await slugOf(inviting))).toBe(person.organization_id);
    const second = await again();
    await browser.call("POST", `/invitations/received/${second.invitation?.id}`, { accept: true });
    await expect(again()).rejects.toMatchObject({ code: "conflict" });
  });

  it("who was removed and accepts again reaches the organization in the login that accepted, and in no other", async () => {
    const { home, inviting, person, owner, email, invitation_id } = await invited();
    const context = contextOf(database, owner);
    const [browser, other] = [await signedInEverywhere(person), await signedInEverywhere(person)];
    const slug = await slugOf(inviting);
    await browser.call("POST", `/invitations/received/${invitation_id}`, { accept: true });
    const { id: member_id } = await memberOf(owner, person.id);
    await run(contract.memberRemove, { member_id }, context);
    expect(await organizationOf(browser, slug)).toBe(home.organization_id);
    const { invitation } = await run(contract.memberAdd, { email, name: "Again" }, context);
    await browser.call("POST", `/invitations/received/${invitation?.id}`, { accept: true });
    expect(await organizationOf(browser, slug)).toBe(inviting.organization_id);
    expect(await organizationOf(other, slug)).toBe(home.organization_id);
  });

  it("cannot accept what was withdrawn, and of both at once one wins", async () => {
    const { person, owner, invitation_id } = await invited();
    const browser = await signedInEverywhere(person);
    const [withdrawn, accepted] = await Promise.allSettled([
      run(contract.invitationWithdraw, { invitation_id }, contextOf(database, owner)),
      browser.call("POST", `/invitations/received/${invitation_id}`, { accept: true }),
    ]);
    const isMember = accepted.status === "fulfilled" && accepted.value.status === 200;
    expect(isMember).not.toBe(withdrawn.status === "fulfilled");
    expect((await browser.call("GET", "/invitations/received")).body.items).toEqual([]);
  });

  it("accepts by signing in where he would reach nothing else, such as by an operator's link", async () => {
    const { home, inviting, person } = await invited();
    const browser = await signedIn({ id: person.id, organization_id: inviting.organization_id });
    expect(await organizationOf(browser)).toBe(inviting.organization_id);
    expect(await organizationOf(browser, await slugOf(home))).toBe(inviting.organization_id);
  });

  it("is not invited by anybody else's login: an invitation is one person's", async () => {
    const { invitation_id, home } = await invited();
    const browser = await signedInEverywhere(await home.person("owner"));
    expect((await browser.call("GET", "/invitations/received")).body.items).toEqual([]);
    const answer = await browser.call("POST", `/invitations/received/${invitation_id}`, { accept: true });
    expect(answer.status).toBe(404);
  });
});

describe("an organization that an operator makes", () => {
  it("has an owner who reaches it and no other, and its slug is taken", async () => {
    const slug = `made-${newId()}`;
    const email = `${newId()}@example.test`;
    const made = await makeOrganization(database.db, { slug, name: "Made", email, person: "Mia" });
    const browser = await signedIn({ id: made.person_id, organization_id: made.organization_id });
    expect(await organizationOf(browser)).toBe(made.organization_id);
    await expect(
      makeOrganization(database.db, { slug, name: "Twice", email, person: "Mia" }),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  it("is one of those that its owner switches between", async () => {
    const first = await createOrganization(database.db);
    const person = await first.person("developer");
    const slug = `made-${newId()}`;
    await makeOrganization(database.db, { slug, name: "Second", email: await emailOf(person), person: "x" });
    const browser = await signedInEverywhere(person);
    const { body } = await browser.call("GET", "/organizations");
    expect(body.items).toMatchObject([
      { id: first.organization_id, role: "developer", current: true },
      { slug, name: "Second", role: "owner", current: false },
    ]);
    expect(await organizationOf(browser, slug)).not.toBe(first.organization_id);
  });
});

describe("a login", () => {
  it("is ended by signing out: the cookie that was kept is refused", async () => {
    const organization = await createOrganization(database.db);
    const browser = await signedIn(await organization.person("developer"));
    const kept = browser.login() ?? "";
    await browser.signOut();
    expect(browser.login()).toBeUndefined();
    browser.cookies(server.url).set("next-auth.session-token", kept);
    expect(await organizationOf(browser)).toBe(401);
    const session = await browser.fetch(`${server.url}/api/auth/session`);
    expect(await session.json()).toEqual({});
    expect(browser.login()).toBeUndefined();
  });

  it("is not ended by another site: signing out needs the token of our own pages", async () => {
    const organization = await createOrganization(database.db);
    const browser = await signedIn(await organization.person("developer"));
    for (const csrfToken of ["", "0".repeat(64)])
      await browser.post("/api/auth/signout", { csrfToken, json: "true" });
    await browser.post("/api/auth/signout", { json: "true" });
    await browser.fetch(`${server.url}/api/auth/signout`);
    expect(await organizationOf(browser)).toBe(organization.organization_id);
    const foreign = await browser.fetch(`${server.url}/api/v1/logins/end`, {
      method: "POST",
      headers: { Origin: "https://evil.example", "Content-Type": "application/json" },
      body: "{}",
    });
    expect(foreign.status).toBe(403);
    expect(await organizationOf(browser)).toBe(organization.organization_id);
  });

  it("is new at every sign-in, and the one that the browser had ends", async () => {
    const organization = await createOrganization(database.db);
    const [attacker, victim] = [
      await organization.person("developer"),
      await organization.person("developer"),
    ];
    const browser = await signedIn(attacker);
    const fixed = browser.login() ?? "";
    const csrf = [...browser.cookies(server.url)];
    expect(await browser.signInByLink(await linkFor(victim))).toBe(true);
    expect(browser.login()).not.toBe(fixed);
    expect((await browser.call("GET", "/organization")).body.actor.id).toBe(victim.id);

    const other = new Browser(server);
    for (const [name, value] of csrf) other.cookies(server.url).set(name, value);
    expect(await organizationOf(other)).toBe(401);
  });

  it("ends when it was idle or old, and neither by use alone", async () => {
    applySettings({ SIGN_IN_IDLE_HOURS: "2", SIGN_IN_MAX_DAYS: "1" });
    const organization = await createOrganization(database.db);
    const person = await organization.person("developer");
    const [idle, used] = [await signedIn(person), await signedIn(person)];
    let [idleStatus, usedStatus] = [0, 0];
    const HOUR = 3_600_000;
    server.advance(1.5 * HOUR);
    expect(await organizationOf(used)).toBe(organization.organization_id);
    server.advance(HOUR);
    [idleStatus, usedStatus] = [await organizationOf(idle), await organizationOf(used)];
    expect([idleStatus, usedStatus]).toEqual([401, organization.organization_id]);
    for (let hour = 2.5; hour < 23; hour++) {
      server.advance(HOUR);
      expect(await organizationOf(used)).toBe(organization.organization_id);
    }
    server.advance(2 * HOUR);
    expect(await organizationOf(used)).toBe(401);
    server.advance(-26 * HOUR);
  });

  it("is listed with its device and how it began, and is ended alone or with all others", async () => {
    const organization = await createOrganization(database.db);
    const person = await organization.person("developer");
    const [here, there, third] = [await signedIn(person), await signedIn(person), await signedIn(person)];
    const { body } = await here.call("GET", "/logins");
    expect(body.items).toHaveLength(3);
    expect(body.items.filter(({ current }: contract.Login) => current)).toMatchObject([
      { device: "Chrome 141 on Linux", method: "link", this_organization_only: true },
    ]);
    const login_id = (await there.call("GET", "/logins")).body.items.find(
      ({ current }: contract.Login) => current,
    ).id;
    expect((await here.call("POST", "/logins/end", { login_id })).body).toEqual({ ended: 1 });
    expect((await here.call("POST", "/logins/end", { login_id })).status).toBe(404);
    expect(await organizationOf(there)).toBe(401);
    expect((await here.call("POST", "/logins/end", {})).body).toEqual({ ended: 1 });
    expect(await organizationOf(third)).toBe(401);
    expect(await organizationOf(here)).toBe(organization.organization_id);
  });

  it("through a link of one organization neither sees nor ends logins that reach others", async () => {
    const { other, person, bound, elsewhere, everywhere } = await loginsOfTwoOrganizations();
    const seen = await bound.call("GET", "/logins");
    expect(seen.body.items).toHaveLength(1);
    const { id: login_id } = await database.db.login.findFirstOrThrow({
      where: { person_id: person.id, organization_id: null },
    });
    expect((await bound.call("POST", "/logins/end", { login_id })).status).toBe(404);
    await bound.call("POST", "/logins/end", {});
    expect(await organizationOf(elsewhere)).toBe(other.organization_id);
    expect((await everywhere.call("GET", "/logins")).body.items).toHaveLength(3);
  });
});

describe("a member's logins", () => {
  it("are seen and ended by an owner, in his organization alone", async () => {
    const { home, other, person, bound, elsewhere, everywhere } = await loginsOfTwoOrganizations();
    const owner = await home.person("owner");
    const context = contextOf(database, owner);
    const { id: member_id } = await memberOf(owner, person.id);
    expect((await run(contract.memberLoginList, { member_id }, context)).items).toHaveLength(2);
    expect(await run(contract.memberLoginEnd, { member_id }, context)).toEqual({ ended: 2 });
    expect((await run(contract.memberLoginList, { member_id }, context)).items).toEqual([]);
    expect(await organizationOf(bound)).toBe(401);
    expect(await organizationOf(elsewhere)).toBe(other.organization_id);
    expect(await organizationOf(everywhere, await slugOf(home))).toBe(other.organization_id);
  });

  it("are not for leads, developers or agents", async () => {
    const organization = await createOrganization(database.db);
    const owner = await organization.person("owner");
    const { id: member_id } = await memberOf(owner, owner.id);
    for (const actor of [await organization.person("lead"), await organization.agent()])
      await expect(
        run(contract.memberLoginList, { member_id }, contextOf(database, actor)),
      ).rejects.toMatchObject({ code: "permission_denied" });
  });

  it("end when he is removed, and the row of a login is gone", async () => {
    const organization = await createOrganization(database.db);
    const owner = await organization.person("owner");
    const person = await organization.person("developer");
    const [bound, everywhere] = [await signedIn(person), await signedInEverywhere(person)];
    const { id: member_id } = await memberOf(owner, person.id);
    await run(contract.memberRemove, { member_id }, contextOf(database, owner));
    expect([await organizationOf(bound), await organizationOf(everywhere)]).toEqual([401, 401]);
    // Who is added again signs in again: no login of before comes back.
    await database.db.member.create({
      data: {
        id: newId(),
        organization_id: organization.organization_id,
        person_id: person.id,
        role: "lead",
      },
    });
    expect([await organizationOf(bound), await organizationOf(everywhere)]).toEqual([401, 401]);
  });
});

it("a person of a domain that is not allowed is neither added nor invited", async () => {
  applySettings({ SIGN_IN_EMAIL_DOMAINS: "Example.test" });
  const organization = await createOrganization(database.db);
  const owner = contextOf(database, await organization.person("owner"));
  for (const email of ["a@evil.test", "a@sub.example.test", "a@example.test.evil.test"])
    await expect(run(contract.memberAdd, { email, name: "A" }, owner)).rejects.toMatchObject({
      code: "invalid_input",
    });
  const added = await run(contract.memberAdd, { email: `${newId()}@EXAMPLE.test`, name: "A" }, owner);
  expect(added.member).not.toBeNull();
});
