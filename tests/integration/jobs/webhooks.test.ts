import { createHmac, randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { connectionCreate } from "@/lib/access/contract";
import { jobs } from "@/lib/access/jobs";
import * as citations from "@/lib/citations/contract";
import { handleGithubWebhook } from "@/lib/doors/webhooks";
import { newId } from "@/lib/kernel/ids";
import { DAY_MS } from "@/lib/kernel/time";
import { contextOf, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { setUpRepository } from "../citations/support";

const root = repositoryRoot();
process.env.CASEBOOK_ENCRYPTION_KEY = randomBytes(32).toString("base64");
const database = testDatabase();

const SECRET = "it is a secret to everybody";

type Delivery = {
  event?: string | null;
  id?: string | null;
  secret?: string;
  signature?: string | null;
  connection?: string | null;
  type?: string;
};

async function setUp() {
  const fixture = await setUpRepository(database, root.path);
  const owner = contextOf(database, await fixture.organization.person("owner"));
  const { id: connection_id } = await run(
    connectionCreate,
    {
      label: "GitHub",
      // No name to be looked up: tests know no network.
      base_url: "https://203.0.113.7",
      credentials: { kind: "github_token", token: "ghp_test" },
      webhook_secret: SECRET,
    },
    owner,
  );
  const head = fixture.git.git("rev-parse", "HEAD");
  const deliver = async (body: string | Uint8Array, delivery: Delivery = {}) => {
    const { event = "push", id = newId(), secret = SECRET, connection = connection_id } = delivery;
    const { type = "application/json" } = delivery;
    const bytes = Buffer.from(body as string);
    const signed = `sha256=${createHmac("sha256", secret).update(bytes).digest("hex")}`;
    const signature = delivery.signature === undefined ? signed : delivery.signature;
    const headers = new Headers({ "content-type": type });
    if (event !== null) headers.set("x-github-event", event);
    if (id !== null) headers.set("x-github-delivery", id);
    if (signature !== null) headers.set("x-hub-signature-256", signature);
    const query = connection === null ? "" : `?connection=${connection}`;
    const request = new Request(`http://localhost/api/webhooks/github${query}`, {
      method: "POST",
      headers,
      body: bytes,
    });
    const response = await handleGithubWebhook(request, partsOf(database));
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const push = (more: Record<string, unknown> = {}) => ({
    ref: "refs/heads/main",
    before: "1".repeat(40),
    after: head,
    forced: false,
    deleted: false,
    repository: { full_name: fixture.repository.name, default_branch: "main" },
    pushed_with: newId(),
    ...more,
  });
  const runs = async () => (await run(citations.repositoryCheckList, {}, fixture.lead)).items;
  return { ...fixture, owner, connection_id, head, deliver, push, runs };
}

let fixture: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
  fixture = await setUp();
});

const ACCEPTED = { status: 202, body: { received: true, result: "check_requested" } };
const IGNORED = { status: 202, body: { received: true, result: "nothing_to_do" } };
const REPEATED = { status: 202, body: { received: true, result: "repeated" } };

describe("what is not signed", () => {
  it.each([
    ["without a signature", { signature: null }],
    ["with another secret's", { secret: "not the secret of it" }],
    ["with one that is no signature", { signature: "sha256=é" }],
    ["with the old kind", { signature: "sha1=0000000000000000000000000000000000000000" }],
    ["for a connection that does not exist", { connection: newId() }],
    ["for no connection", { connection: null }],
    ["for an id that is none", { connection: "'; drop table memory; --" }],
  ])("is refused %s, with the same words, and does nothing", async (_, params) => {
    // A header cannot hold other letters than Latin ones, and fetch refuses what is longer.
    const { status, body } = await fixture.deliver(JSON.stringify(fixture.push()), params);
    expect(status).toBe(401);
    expect(body).toMatchObject({
      code: "unauthenticated",
      detail: expect.stringMatching(/address or the signature/),
    });
    expect(await fixture.runs()).toEqual([]);
  });

  it("is refused when a byte of the body was changed", async () => {
    const body = JSON.stringify(fixture.push());
    const signature = `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`;
    expect((await fixture.deliver(`${body} `, { signature })).status).toBe(401);
  });
});

describe("what is signed", () => {
  it("wakes a check once, whatever bytes the body has, and a delivery that comes again does nothing", async () => {
    const own = await setUp();
    const id = newId();
    const body = `\r\n\t${JSON.stringify(own.push({ head_commit: { message: "Größe ✓ \u2028 👩‍💻" } }), null, 2)}\n`;
    expect(await own.deliver(body, { id })).toEqual(ACCEPTED);
    expect(await own.runs()).toMatchObject([{ cause: "push", commit: own.head, status: "waiting" }]);
    expect(await own.deliver(body, { id })).toEqual(REPEATED);
    // The id is not signed: the same body under another one is the same delivery.
    expect(await own.deliver(body, { id: newId() })).toEqual(REPEATED);
    expect(await own.deliver(JSON.stringify(own.push()), { id })).toEqual(REPEATED);
    expect(await own.runs()).toHaveLength(1);
    const { organization_id } = own;
    expect(await database.db.webhook_delivery.count({ where: { organization_id } })).toBe(1);
    const [purge] = jobs;
    await purge?.handle({}, partsOf(database, { now: () => new Date(Date.now() + 8 * DAY_MS) }));
    expect(await database.db.webhook_delivery.count({ where: { organization_id } })).toBe(0);
    const entries = await database.db.audit_entry.findMany({
      where: { organization_id, operation: "repository_push" },
    });
    expect(entries).toMatchObject([{ actor_kind: "job", actor_name: "github_webhook" }]);
  });

  it("is acknowledged and does nothing when it is about nothing that is checked", async () => {
    const own = await setUp();
    const { deliver, push } = own;
    const elsewhere = { full_name: "somebody/else", default_branch: "main" };
    for (const payload of [
      push({ ref: "refs/heads/feature" }),
      push({ ref: "refs/tags/v1" }),
      push({ deleted: true, after: "0".repeat(40) }),
      push({ repository: elsewhere }),
    ])
      expect(await deliver(JSON.stringify(payload))).toEqual(IGNORED);
    expect(await deliver(JSON.stringify({ zen: "Design for failure." }), { event: "ping" })).toEqual(IGNORED);
    expect(await deliver(JSON.stringify({ action: "created" }), { event: "star" })).toEqual(IGNORED);
    const gone = { action: "deleted", repository: { full_name: own.repository.name } };
    expect(await deliver(JSON.stringify(gone), { event: "repository" })).toEqual(IGNORED);
    expect(await own.runs()).toEqual([]);
    expect(await deliver(JSON.stringify(push({ forced: true })))).toEqual(ACCEPTED);
  });

  it("never reaches another organization's repository of the same name", async () => {
    const [one, two] = [await setUp(), await setUp()];
    const { repository } = two;
    expect(await one.deliver(JSON.stringify(two.push()))).toEqual(IGNORED);
    expect(await two.runs()).toEqual([]);
    const payload = two.push({ repository: { full_name: "x/y", clone_url: repository.name } });
    expect(await two.deliver(JSON.stringify(payload))).toEqual(ACCEPTED);
  });

  it("calls a repository by its new name when it was renamed", async () => {
    const own = await setUp();
    const [owner, before] = own.repository.name.split("/");
    const full_name = `${owner}/shop-of-tomorrow`;
    const payload = {
      action: "renamed",
      changes: { repository: { name: { from: before } } },
      repository: { full_name },
    };
    expect(await own.deliver(JSON.stringify(payload), { event: "repository" })).toEqual(IGNORED);
    const { name } = await run(citations.repositoryGet, { repository_id: own.repository_id }, own.lead);
    expect(name).toBe(full_name);
    const next = own.push({ repository: { full_name, default_branch: "main" } });
    expect(await own.deliver(JSON.stringify(next))).toEqual(ACCEPTED);
  });

  it.each([
    ["that is no JSON", "{", {}, "malformed_json", 400],
    ["that is a list", "[]", {}, "malformed_json", 400],
    [
      "of a form",
      "payload=%7B%7D",
      { type: "application/x-www-form-urlencoded" },
      "unsupported_media_type",
      415,
    ],
    ["of another shape", JSON.stringify({ ref: 1 }), {}, "invalid_input", 400],
    ["without an id", JSON.stringify({ zen: "x" }), { id: null }, "invalid_input", 400],
    ["without an event", JSON.stringify({ zen: "y" }), { event: null }, "invalid_input", 400],
  ])("is refused with the reason for a body %s", async (_, body, params, code, status) => {
    expect(await fixture.deliver(body, params)).toMatchObject({ status, body: { code } });
  });

  it("is refused when it is larger than anything that GitHub sends", async () => {
    const huge = Buffer.alloc(25 * 1024 * 1024 + 1, " ");
    expect(await fixture.deliver(huge)).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
  });
});
