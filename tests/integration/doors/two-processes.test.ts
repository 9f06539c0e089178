import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentKeyCreate, agentKeyRevoke } from "@/lib/access/contract";
import { newId } from "@/lib/kernel/ids";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import type { Context } from "@/lib/runtime/operation";
import { type ApiProcess, startApi } from "../../support/api-host";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { openEvents } from "../../support/event-stream";
import { loginCookie } from "../../support/logins";
import { makePrograms, type Programs } from "../../support/programs";
import { send } from "../../support/same-answers";

/** Two processes that share a database, and no balancer: every answer must be right whichever of them gives it. */
const SECRET = "a-secret-that-only-this-test-uses-0123456789";
const PER_MINUTE = 120;
/** Programs are bundled and two processes started. */
const START_LIMIT_MS = 400_000;
const database = testDatabase();

let data_dir: string;
let programs: Programs;
let one: ApiProcess;
let other: ApiProcess;
let owner: Context;
let cookie: string;

beforeAll(async () => {
  data_dir = await mkdtemp(path.join(tmpdir(), "casebook-processes-"));
  const settings = {
    DATABASE_URL: database.connection_string,
    NEXTAUTH_SECRET: SECRET,
    CASEBOOK_DATA_DIR: data_dir,
    EMBEDDING_PROVIDER: "none",
    RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
    DATABASE_POOL_SIZE: "3",
  };
  programs = await makePrograms();
  [one, other] = await Promise.all([startApi(programs, settings), startApi(programs, settings)]);
  owner = contextOf(database, await (await createOrganization(database.db)).person("owner", "Ana"));
  cookie = await loginCookie(database.db, { person_id: owner.actor.id, secret: SECRET });
}, START_LIMIT_MS);
afterAll(async () => {
  await Promise.all([one?.stop(), other?.stop()]);
  await programs?.remove();
  await rm(data_dir, { recursive: true, force: true });
});

const newKey = () =>
  run(agentKeyCreate, { name: newId(), agent: "main", permissions: [...PERMISSIONS] }, owner);

type Sent = { key?: string; cookie?: string; idempotency_key?: string; body?: unknown };

async function ask(
  { url }: ApiProcess,
  request: string,
  { key, cookie: login, idempotency_key, body }: Sent,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const [method = "GET", place = "/"] = request.split(" ");
  const headers = new Headers();
  if (key !== undefined) headers.set("authorization", `Bearer ${key}`);
  if (login !== undefined) headers.set("cookie", login);
  if (login !== undefined) headers.set("sec-fetch-site", "same-origin");
  if (idempotency_key !== undefined) headers.set("idempotency-key", idempotency_key);
  if (body !== undefined) headers.set("content-type", "application/json");
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${url}/api/v1${place}`, { method, headers, ...sent });
  return { status: response.status, body: await response.json() };
}

const fact = () => ({ kind: "fact", scope: "agent", statement: `Crane ${newId()} lifts forty tonnes.` });
const idOf = (body: Record<string, unknown>) => (body.memory as { id: string }).id;

describe("two processes on one database", () => {
  it("read what the other has written, at once", async () => {
    const { key } = await newKey();
    const stored = await ask(one, "POST /memories", { key, body: fact() });
    expect(stored.status).toBe(201);
    expect(await ask(other, `GET /memories/${idOf(stored.body)}`, { key })).toMatchObject({ status: 200 });
  });

  it("both take a login, and neither once it has ended", async () => {
    const ended = await loginCookie(database.db, { person_id: owner.actor.id, secret: SECRET });
    for (const process of [one, other])
      expect((await ask(process, "GET /members", { cookie: ended })).status).toBe(200);
    // All but the one that asks.
    expect((await ask(one, "POST /logins/end", { cookie, body: {} })).status).toBe(200);
    for (const process of [one, other])
      expect((await ask(process, "GET /members", { cookie: ended })).status).toBe(401);
  });

  it("both refuse a key that was revoked at one of them", async () => {
    const { key, agent_key } = await newKey();
    expect((await ask(other, "GET /memories", { key })).status).toBe(200);
    await run(agentKeyRevoke, { agent_key_id: agent_key.id }, owner);
    await expect.poll(async () => (await ask(other, "GET /memories", { key })).status).toBe(401);
    expect((await ask(one, "GET /memories", { key })).status).toBe(401);
  });

  it("do once what is sent to both with the same Idempotency-Key", async () => {
    const { key } = await newKey();
    const sent = { key, idempotency_key: newId(), body: fact() };
    const both = await Promise.all([one, other].map((process) => ask(process, "POST /memories", sent)));
    expect(both.map(({ status }) => status).sort()).toSatisfy(
      ([first, second]: number[]) => first === 201 && (second === 201 || second === 409),
    );
    const again = await ask(other, "POST /memories", sent);
    expect(again.status).toBe(201);
    for (const { status, body } of both) if (status === 201) expect(idOf(body)).toBe(idOf(again.body));
    const stored = await database.db.memory.count({
      where: { organization_id: owner.actor.organization_id, statement: sent.body.statement },
    });
    expect(stored).toBe(1);
  });

  it("count the requests of a caller together", async () => {
    for (;;) {
      const { key } = await newKey();
      const minute = Math.floor(Date.now() / 60_000);
      const refused = new Set<ApiProcess>();
      let answered = 0;
      while (refused.size < 2) {
        const waves = [one, one, other, other].map(async (process) => {
          const { status } = await ask(process, "GET /memories?limit=1", { key });
          if (status === 429) refused.add(process);
          if (status === 200) answered += 1;
        });
        await Promise.all(waves);
      }
      // In the next minute everybody may ask again.
      if (Math.floor(Date.now() / 60_000) !== minute) continue;
      expect(answered).toBeGreaterThanOrEqual(PER_MINUTE);
      // Each alone would have let all of its own through.
      expect(answered).toBeLessThan(PER_MINUTE * 2);
      return;
    }
  });

  it("tell an open page what was changed at the other", async () => {
    const stream = await openEvents(one.url, cookie);
    expect(stream.response.status).toBe(200);
    const stored = await ask(other, "POST /memories", { cookie, body: { ...fact(), scope: "global" } });
    expect(stored.status).toBe(201);
    const id = idOf(stored.body);
    await stream.until((changes) => changes.some(({ subject_ids }) => subject_ids.includes(id)));
    stream.close();
  });

  it("go on with an import and an export that began at the other", async () => {
    const { key } = await newKey();
    const evaluations = [{ workflow_id: newId() }];
    const begun = await ask(one, "POST /reviews/imports", { key, body: { evaluations } });
    expect(begun.status).toBe(202);
    const import_id = begun.body.id;
    const more = await ask(other, "POST /reviews/imports", { key, body: { import_id, evaluations } });
    expect(more).toMatchObject({ status: 202, body: { id: import_id, items: { total: 2 } } });

    const first = await ask(one, "GET /organization/export?limit=1", { key });
    const cursor = encodeURIComponent(String(first.body.next_cursor));
    const second = await ask(other, `GET /organization/export?limit=1&cursor=${cursor}`, { key });
    expect(second.status).toBe(200);
    expect(second.body.records).not.toEqual(first.body.records);
  });

  it("stop without an error for anybody: balancers hear of it first, event streams end, and what runs is answered", async () => {
    const ready = () => send(other.port, { name: "ready", method: "GET", path: "/api/health/ready" });
    expect((await ready()).status).toBe(200);
    const stream = await openEvents(other.url, cookie);
    expect(stream.response.status).toBe(200);
    const ended = other.stop();
    await expect.poll(async () => (await ready()).status).toBe(503);
    const { key } = await newKey();
    const stored = await ask(other, "POST /memories", { key, body: fact() });
    expect(stored.status).toBe(201);
    for (const _ of [2, 3]) expect(JSON.parse((await ready()).body)).toMatchObject({ status: "stopping" });
    await stream.ended();
    expect(await ended).toBe(0);
    await expect(ready()).rejects.toThrow(/ECONNREFUSED/);
    expect((await ask(one, `GET /memories/${idOf(stored.body)}`, { key })).status).toBe(200);
  });
});
