import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gitAuthorizationFor, githubFor, webhookOfConnection } from "@/lib/access";
import * as contract from "@/lib/access/contract";
import { applySettings } from "@/lib/env";
import { newId } from "@/lib/kernel/ids";
import { CONNECTION_SETTINGS, ENCRYPTION_KEY } from "../../support/connections";
import { contextOf, createOrganization, run, runJob, testDatabase } from "../../support/database";
import { GITHUB_TOKEN, GithubServer } from "../../support/github";

applySettings(CONNECTION_SETTINGS);
const database = testDatabase();
let server: GithubServer;
beforeAll(async () => {
  server = await GithubServer.start();
});
afterAll(() => server.stop());

const WEBHOOK_SECRET = "a-webhook-secret-of-some-length";
const token = (value = GITHUB_TOKEN) => ({ kind: "github_token", token: value }) as const;

async function setUp() {
  const organization = await createOrganization(database.db);
  const lead = contextOf(database, await organization.person("lead"));
  const create = (params: object = {}) =>
    run(
      contract.connectionCreate,
      {
        label: `c-${newId()}`,
        base_url: server.api_url,
        credentials: token(),
        webhook_secret: WEBHOOK_SECRET,
        ...params,
      },
      lead,
    );
  return { organization, organization_id: organization.organization_id, lead, create };
}

describe("a new encryption key", () => {
  const OLD = ENCRYPTION_KEY;
  const NEW = "a-key-that-comes-after-it-of-length-2";
  const reseal = () => runJob(database, "credentials_reseal");

  it("reads what the previous one encrypted; after the job the previous one is not needed", async () => {
    const { create, organization_id } = await setUp();
    const { id: connection_id } = await create();
    const secret = () => webhookOfConnection(database.db, { connection_id });
    const row = () => database.db.connection.findFirst({ where: { organization_id } });
    const before = await row();
    applySettings({ CASEBOOK_ENCRYPTION_KEY: NEW });
    await expect(secret()).rejects.toThrow("CASEBOOK_ENCRYPTION_KEY");
    applySettings({ CASEBOOK_ENCRYPTION_KEY_PREVIOUS: OLD });
    expect(await secret()).toMatchObject({ webhook_secret: WEBHOOK_SECRET });
    await reseal();
    const after = await row();
    expect(after?.sealed_credential).not.toBe(before?.sealed_credential);
    expect(after?.sealed_webhook).not.toBe(before?.sealed_webhook);
    expect(after?.version).toBe(before?.version);
    await reseal();
    expect(await row()).toEqual(after);
    applySettings({ CASEBOOK_ENCRYPTION_KEY_PREVIOUS: "" });
    expect(await secret()).toMatchObject({ webhook_secret: WEBHOOK_SECRET });
    await expect(githubFor(database.db, { organization_id, connection_id })).resolves.toBeDefined();
    applySettings({ CASEBOOK_ENCRYPTION_KEY: OLD, CASEBOOK_ENCRYPTION_KEY_PREVIOUS: NEW });
    await reseal();
    applySettings({ CASEBOOK_ENCRYPTION_KEY_PREVIOUS: "" });
    expect(await secret()).toMatchObject({ webhook_secret: WEBHOOK_SECRET });
  });
});

describe("a connection", () => {
  it("keeps its secrets encrypted: no answer, audit row or column shows them", async () => {
    const { create, lead, organization_id } = await setUp();
    const connection = await create();
    expect(connection).toMatchObject({ kind: "github_token", has_webhook_secret: true, test: null });
    const connection_id = connection.id;
    const tested = await run(contract.connectionTest, { connection_id }, lead);
    const listed = await run(contract.connectionList, {}, lead);
    const row = await database.db.connection.findFirst({ where: { organization_id } });
    const audit = await database.db.audit_entry.findMany({ where: { organization_id } });
    expect(audit.map(({ operation }) => operation)).toEqual(["connection_create", "connection_test"]);
    const shown = JSON.stringify([connection, tested, listed, row, audit]);
    expect(shown).not.toContain(GITHUB_TOKEN);
    expect(shown).not.toContain(WEBHOOK_SECRET);
    expect(await webhookOfConnection(database.db, { connection_id })).toEqual({
      organization_id,
      connection_id,
      webhook_secret: WEBHOOK_SECRET,
    });
    expect(await webhookOfConnection(database.db, { connection_id: newId() })).toBeNull();
  });

  it("tells by a test who it is, what it may do and what is left of its limits, or why it fails", async () => {
    const { create, lead } = await setUp();
    const { id: connection_id } = await create();
    const tested = await run(contract.connectionTest, { connection_id }, lead);
    expect(tested.test).toMatchObject({ ok: true, account: "octo-lead", permissions: ["repo", "read:org"] });
    expect(tested.rate_limits).toMatchObject([{ resource: "core", limit: 5000 }]);
    const { id: wrong } = await create({ credentials: token("ghp_wrong") });
    const failed = await run(contract.connectionTest, { connection_id: wrong }, lead);
    expect(failed.test).toMatchObject({ ok: false, account: null });
    expect(failed.test?.problem).toContain("Settings → Connections");
  });

  it("takes new credentials at once, and a new address only together with them", async () => {
    const { create, lead, organization_id } = await setUp();
    const { id: connection_id, version } = await create({ credentials: token("ghp_wrong") });
    const key = { organization_id, connection_id };
    const before = await githubFor(database.db, key);
    await expect(before.octokit.request("GET /user")).rejects.toMatchObject({ code: "unauthorized" });
    const update = (params: object) => run(contract.connectionUpdate, { connection_id, ...params }, lead);
    await expect(update({ base_url: "https://203.0.113.7" })).rejects.toMatchObject({
      errors: [{ pointer: "/base_url" }],
    });
    const updated = await update({ credentials: token(), label: "renewed", version });
    expect(updated).toMatchObject({ label: "renewed", version: version + 1, has_webhook_secret: true });
    const after = await githubFor(database.db, key);
    expect((await after.octokit.request("GET /user")).data).toMatchObject({ login: "octo-lead" });
    await expect(update({ label: "late", version })).rejects.toMatchObject({ code: "conflict" });
    expect(await update({ webhook_secret: null })).toMatchObject({ has_webhook_secret: false });
    expect(await webhookOfConnection(database.db, { connection_id })).toBeNull();
  });

  it("gives a git password to addresses below its own, and to no other", async () => {
    const { create, organization_id } = await setUp();
    const credentials = { kind: "git_password", username: "me", password: "hunter2 and more" } as const;
    const fields = { base_url: "https://git.example.test/acme/", credentials, webhook_secret: null };
    const { id: connection_id } = await create(fields);
    const ask = (url: string) => gitAuthorizationFor(database.db, { organization_id, connection_id, url });
    const expected = `Basic ${Buffer.from("me:hunter2 and more").toString("base64")}`;
    expect(await ask("https://git.example.test/acme/shop.git")).toBe(expected);
    for (const url of [
      "https://git.example.test/acme-evil/shop.git",
      "https://git.example.test/acme/../other/shop.git",
      "https://git.example.test.evil.test/acme/shop.git",
      "https://git.example.test:8443/acme/shop.git",
      "http://git.example.test/acme/shop.git",
      "ssh://git@git.example.test/acme/shop.git",
    ])
      await expect(ask(url), url).rejects.toMatchObject({ code: "unprocessable" });
    await expect(githubFor(database.db, { organization_id, connection_id })).rejects.toMatchObject({
      code: "unprocessable",
    });
    await expect(create({ ...fields, webhook_secret: WEBHOOK_SECRET })).rejects.toMatchObject({
      errors: [{ pointer: "/webhook_secret" }],
    });
  });

  it("refuses addresses that are private, unencrypted or hold credentials, each with a remedy", async () => {
    const { create } = await setUp();
    applySettings({ CASEBOOK_ALLOW_PRIVATE_URLS: "false" });
    try {
      for (const [base_url, remedy] of [
        ["https://127.0.0.1/api/v3", "CASEBOOK_ALLOW_PRIVATE_URLS"],
        ["https://[::ffff:10.0.0.1]/api/v3", "CASEBOOK_ALLOW_PRIVATE_URLS"],
        ["http://203.0.113.7", "https://"],
        ["https://me:hunter2@203.0.113.7", "must not contain credentials"],
        ["file:///etc/passwd", "https://"],
        ["--upload-pack=id", "https://"],
      ] as const) {
        const error: unknown = await create({ base_url }).catch((reason: unknown) => reason);
        expect(error, base_url).toMatchObject({ code: "invalid_input", errors: [{ pointer: "/base_url" }] });
        expect(String(error)).toContain(remedy);
        expect(String(error)).not.toContain("hunter2");
      }
    } finally {
      applySettings({ CASEBOOK_ALLOW_PRIVATE_URLS: "true" });
    }
  });

  it("is for leads and owners, of its own organization only", async () => {
    const { create, organization, lead } = await setUp();
    const { id: connection_id } = await create();
    const developer = contextOf(database, await organization.person("developer"));
    await expect(run(contract.connectionList, {}, developer)).rejects.toMatchObject({
      code: "permission_denied",
    });
    const outsider = contextOf(database, await (await createOrganization(database.db)).person("owner"));
    for (const operation of [contract.connectionTest, contract.connectionUpdate, contract.connectionRemove])
      await expect(run(operation, { connection_id }, outsider)).rejects.toMatchObject({ code: "not_found" });
    await run(contract.connectionRemove, { connection_id }, lead);
    expect((await run(contract.connectionList, {}, lead)).total).toBe(0);
  });

  it("cannot be used after the server's key changed, and says what to do instead of failing", async () => {
    const { create, lead } = await setUp();
    const { id: connection_id } = await create();
    applySettings({ CASEBOOK_ENCRYPTION_KEY: "another-key-for-this-test-of-length" });
    try {
      const tested = await run(contract.connectionTest, { connection_id }, lead);
      expect(tested.test).toMatchObject({ ok: false });
      expect(tested.test?.problem).toContain("CASEBOOK_ENCRYPTION_KEY");
    } finally {
      applySettings({ CASEBOOK_ENCRYPTION_KEY: ENCRYPTION_KEY });
    }
  });
});
