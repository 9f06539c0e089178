import { describe, expect, it } from "vitest";
import { actorOfLogin, beginAuthentication, signInByPasskey } from "@/lib/access";
import * as contract from "@/lib/access/contract";
import { applySettings } from "@/lib/env";
import { Authenticator } from "../../support/authenticator";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";

const ORIGIN = "https://casebook.example";
const RP_ID = "casebook.example";
applySettings({ CASEBOOK_PUBLIC_URL: ORIGIN });
const database = testDatabase();
const here = { origin: ORIGIN, rp_id: RP_ID };
const MINUTE_MS = 60_000;

async function setUp() {
  const organization = await createOrganization(database.db);
  const actor = await organization.person("developer");
  const ada = contextOf(database, actor);
  const begin = (context = ada) => run(contract.passkeyBegin, {}, context);
  const add = async (authenticator: Authenticator, name = "Laptop") => {
    const { challenge } = await begin();
    return run(
      contract.passkeyAdd,
      { name, credential: authenticator.register({ ...here, challenge }) },
      ada,
    );
  };
  const list = async (context = ada) => (await run(contract.passkeyList, {}, context)).items;
  return { ...organization, actor, ada, begin, add, list };
}

const asked = async (now = new Date()) => (await beginAuthentication(database.db, { now })).challenge;

const enter = (response: string, now = new Date()) =>
  signInByPasskey(database.db, { response, browser: { user_agent: "test", previous: null }, now });

async function signIn(authenticator: Authenticator, how: Partial<typeof here> = {}) {
  const challenge = await asked();
  return enter(authenticator.sign({ ...here, ...how, challenge }));
}

describe("a passkey", () => {
  it("signs in the person who added it, and is listed without its key", async () => {
    const { actor, add, list } = await setUp();
    const authenticator = new Authenticator();
    const added = await add(authenticator);
    expect(added).toEqual({
      id: expect.any(String),
      name: "Laptop",
      synced: true,
      this_organization_only: false,
      created_at: expect.any(String),
      last_used_at: null,
    });
    const entered = await signIn(authenticator);
    expect(entered?.person_id).toBe(actor.id);
    const login = await database.db.login.findUnique({ where: { id: entered?.login_id ?? "" } });
    expect(login).toMatchObject({ method: "passkey", organization_id: null });
    expect(await list()).toMatchObject([{ id: added.id, last_used_at: expect.any(String) }]);
  });

  it("is renamed and removed by its owner alone, and then no longer signs in", async () => {
    const { add, list, ada, person } = await setUp();
    const authenticator = new Authenticator();
    const { id: passkey_id } = await add(authenticator);
    const other = contextOf(database, await person("owner"));
    expect(await list(other)).toEqual([]);
    for (const call of [
      run(contract.passkeyRename, { passkey_id, name: "Mine" }, other),
      run(contract.passkeyRemove, { passkey_id }, other),
    ])
      await expect(call).rejects.toMatchObject({ code: "not_found" });
    expect(await run(contract.passkeyRename, { passkey_id, name: "Phone" }, ada)).toMatchObject({
      name: "Phone",
    });
    await run(contract.passkeyRemove, { passkey_id }, ada);
    expect(await signIn(authenticator)).toBeNull();
  });

  it("is added once, by an answer to the person's own challenge within five minutes", async () => {
    const { ada, begin, add, list, person } = await setUp();
    const keep = (credential: ReturnType<Authenticator["register"]>, context = ada) =>
      run(contract.passkeyAdd, { name: "Laptop", credential }, context);
    const { challenge } = await begin();
    const authenticator = new Authenticator();
    const credential = authenticator.register({ ...here, challenge });
    const other = contextOf(database, await person("developer"));
    const late = { ...ada, now: () => new Date(Date.now() + 6 * MINUTE_MS) };
    for (const context of [other, late])
      await expect(keep(credential, context)).rejects.toMatchObject({ code: "invalid_input" });
    const both = await Promise.allSettled([keep(credential), keep(credential)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(add(authenticator)).rejects.toMatchObject({ code: "conflict" });
    expect(await list()).toHaveLength(1);
  });

  it("is refused that was made for another address, or without unlocking the authenticator", async () => {
    const { ada, begin } = await setUp();
    const locked = new Authenticator();
    locked.verifies = false;
    for (const [authenticator, place] of [
      [new Authenticator(), { ...here, origin: "https://evil.example" }],
      [new Authenticator(), { ...here, rp_id: "evil.example" }],
      [locked, here],
    ] as const) {
      const { challenge } = await begin();
      const credential = authenticator.register({ ...place, challenge });
      await expect(run(contract.passkeyAdd, { name: "Laptop", credential }, ada)).rejects.toMatchObject({
        code: "invalid_input",
      });
    }
  });
});

describe("signing in by a passkey", () => {
  it("takes an answer once, in time, to a challenge of this server", async () => {
    const { add } = await setUp();
    const authenticator = new Authenticator({ counts: false });
    await add(authenticator);
    const answer = authenticator.sign({ ...here, challenge: await asked() });
    const both = await Promise.all([enter(answer), enter(answer)]);
    expect(both.filter((entered) => entered !== null)).toHaveLength(1);
    expect(await enter(answer)).toBeNull();
    const late = authenticator.sign({ ...here, challenge: await asked() });
    expect(await enter(late, new Date(Date.now() + 6 * MINUTE_MS))).toBeNull();
    const foreign = Buffer.from("a challenge of somebody else").toString("base64url");
    expect(await enter(authenticator.sign({ ...here, challenge: foreign }))).toBeNull();
  });

  it("takes none that was asked of the person who adds one, nor the other way round", async () => {
    const { begin, add, ada } = await setUp();
    const authenticator = new Authenticator();
    await add(authenticator);
    const { challenge } = await begin();
    expect(await enter(authenticator.sign({ ...here, challenge }))).toBeNull();
    const credential = new Authenticator().register({ ...here, challenge: await asked() });
    await expect(run(contract.passkeyAdd, { name: "Laptop", credential }, ada)).rejects.toThrow();
  });

  it("refuses another address, a locked authenticator, another's key and one that counts backwards", async () => {
    const { add } = await setUp();
    const authenticator = new Authenticator();
    await add(authenticator);
    expect(await signIn(authenticator, { origin: "https://evil.example" })).toBeNull();
    expect(await signIn(authenticator, { rp_id: "evil.example" })).toBeNull();
    authenticator.verifies = false;
    expect(await signIn(authenticator)).toBeNull();
    authenticator.verifies = true;
    const thief = Object.assign(new Authenticator(), { id: authenticator.id });
    expect(await signIn(thief)).toBeNull();
    expect(await signIn(authenticator)).not.toBeNull();
    authenticator.counter = 1;
    expect(await signIn(authenticator)).toBeNull();
  });

  it("refuses what is no answer of a browser", async () => {
    for (const response of ["", "{", "null", "[]", '{"id":"a"}', `{"id":"${"a".repeat(30_000)}"}`])
      expect(await enter(response)).toBeNull();
  });

  it("is refused to somebody who is a member nowhere, which the audit of the organization kept before", async () => {
    const { actor, add, organization_id } = await setUp();
    const authenticator = new Authenticator();
    await add(authenticator);
    expect(await signIn(authenticator, { origin: "https://evil.example" })).toBeNull();
    const refused = await database.db.audit_entry.findMany({
      where: { organization_id, operation: "sign_in" },
    });
    expect(refused).toMatchObject([{ detail: { provider: "passkey", refused: expect.any(String) } }]);
    await database.db.member.deleteMany({ where: { organization_id, person_id: actor.id } });
    expect(await signIn(authenticator)).toBeNull();
  });

  it("reaches the organization alone whose link began the login in which it was added", async () => {
    const { actor, ada, organization_id } = await setUp();
    const bound = { ...ada, actor: { ...actor, login: { id: crypto.randomUUID(), organization_id } } };
    const authenticator = new Authenticator();
    const { challenge } = await run(contract.passkeyBegin, {}, bound);
    const credential = authenticator.register({ ...here, challenge });
    const added = await run(contract.passkeyAdd, { name: "Laptop", credential }, bound);
    expect(added.this_organization_only).toBe(true);
    const entered = await signIn(authenticator);
    const login = await database.db.login.findUnique({ where: { id: entered?.login_id ?? "" } });
    expect(login?.organization_id).toBe(organization_id);
    await database.db.member.deleteMany({ where: { organization_id, person_id: actor.id } });
    expect(await database.db.passkey.count({ where: { person_id: actor.id } })).toBe(0);
  });
});

describe("passkeys are off", () => {
  it("with single sign-on only, which ends the logins that they made", async () => {
    const { add } = await setUp();
    const authenticator = new Authenticator();
    await add(authenticator);
    const entered = await signIn(authenticator);
    const reach = () =>
      actorOfLogin(database.db, { login_id: entered?.login_id ?? "", slug: undefined, now: new Date() });
    expect(await reach()).not.toBeNull();
    applySettings({ SSO_ONLY: "true", GITHUB_CLIENT_ID: "a", GITHUB_CLIENT_SECRET: "b" });
    expect(await reach()).toBeNull();
    applySettings({ SSO_ONLY: "", GITHUB_CLIENT_ID: "", GITHUB_CLIENT_SECRET: "" });
  });

  it.each([
    [{ CASEBOOK_PUBLIC_URL: "http://10.0.0.7:3000" }, /has none/],
    [{ CASEBOOK_PUBLIC_URL: "http://casebook.example" }, /https only/],
    [{ SSO_ONLY: "true", GITHUB_CLIENT_ID: "a", GITHUB_CLIENT_SECRET: "b" }, /single sign-on/],
  ])("with %o, and say why", async (settings, reason) => {
    const { ada, begin } = await setUp();
    applySettings(settings);
    expect(await run(contract.passkeyList, {}, ada)).toMatchObject({
      off_because: expect.stringMatching(reason),
    });
    await expect(begin()).rejects.toMatchObject({ code: "conflict", message: expect.stringMatching(reason) });
    await expect(asked()).rejects.toThrow(reason);
    applySettings({
      CASEBOOK_PUBLIC_URL: ORIGIN,
      SSO_ONLY: "",
      GITHUB_CLIENT_ID: "",
      GITHUB_CLIENT_SECRET: "",
    });
  });
});
