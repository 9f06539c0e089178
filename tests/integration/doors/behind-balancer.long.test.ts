import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { agentKeyCreate } from "@/lib/access/contract";
import { defineJob, migrateQueues, startWorker } from "@/lib/jobs";
import { newId } from "@/lib/kernel/ids";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import type { Context } from "@/lib/runtime/operation";
import { type Between, startBalancer } from "../../support/balancer";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { openEvents } from "../../support/event-stream";
import { FLEET_SECRET, type Fleet, startFleet } from "../../support/fleet";
import { loginCookie } from "../../support/logins";
import { partsOf } from "../../support/parts";
import { debianProgram } from "../../support/postgres";
import { startWriters } from "../../support/writers";

const PER_MINUTE = 400;
/** Of an address that proves nothing. */
const UNKNOWN_PER_MINUTE = PER_MINUTE / 10;
const AT_ONCE = 6;
const LIMIT_MS = 600_000;
const haproxy = debianProgram("haproxy");
if (haproxy === null)
  console.info("Skipped: HAProxy is not installed here and cannot be (Debian: apt install haproxy).");

const database = testDatabase();

describe.runIf(haproxy !== null)("three API hosts and three workers behind HAProxy", () => {
  let fleet: Fleet;
  let balancer: Between;
  let url: string;
  let owner: Context;

  beforeAll(async () => {
    if (haproxy === null) throw new Error("this is skipped without HAProxy");
    fleet = await startFleet({
      apis: 3,
      workers: 3,
      settings: {
        DATABASE_URL: database.connection_string,
        RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
        CASEBOOK_TRUSTED_PROXIES: "127.0.0.1",
      },
    });
    balancer = await startBalancer(
      haproxy,
      fleet.apis.map(({ port }) => port),
    );
    url = `http://127.0.0.1:${balancer.port}`;
    owner = contextOf(database, await (await createOrganization(database.db)).person("owner", "Ana"));
  }, LIMIT_MS);
  afterAll(async () => {
    await balancer?.stop();
    await fleet?.stop();
  }, LIMIT_MS);

  const newKey = async () =>
    (await run(agentKeyCreate, { name: newId(), agent: "main", permissions: [...PERMISSIONS] }, owner)).key;

  const ask = async (
    request: string,
    { key, body, ...more }: { key?: string; body?: unknown; cookie?: string; idempotency_key?: string },
  ) => {
    const [method = "GET", place = ""] = request.split(" ");
    const headers = new Headers({ "content-type": "application/json", "sec-fetch-site": "same-origin" });
    if (key !== undefined) headers.set("authorization", `Bearer ${key}`);
    if (more.cookie !== undefined) headers.set("cookie", more.cookie);
    if (more.idempotency_key !== undefined) headers.set("idempotency-key", more.idempotency_key);
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}/api/v1${place}`, { method, headers, ...sent });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it(
    "count the requests of an address over all of them",
    async () => {
      for (;;) {
        const minute = Math.floor(Date.now() / 60_000);
        let answered = 0;
        let refused = 0;
        // Each of the three refuses, one after the other.
        while (refused < 3 * AT_ONCE) {
          const wave = Array.from({ length: AT_ONCE }, () => ask("GET /memories?limit=1", {}));
          const statuses = (await Promise.all(wave)).map(({ status }) => status);
          answered += statuses.filter((status) => status === 401).length;
          refused += statuses.filter((status) => status === 429).length;
        }
        // In the next minute everybody may ask again.
        if (Math.floor(Date.now() / 60_000) !== minute) continue;
        expect(answered).toBeGreaterThanOrEqual(UNKNOWN_PER_MINUTE);
        // Three of them alone would have let three times as many through.
        expect(answered).toBeLessThan(UNKNOWN_PER_MINUTE * 2);
        return;
      }
    },
    LIMIT_MS,
  );

  it("take a login wherever it was made, and tell its page what is changed anywhere", async () => {
    const cookie = await loginCookie(database.db, { person_id: owner.actor.id, secret: FLEET_SECRET });
    const stream = await openEvents(url, cookie);
    expect(stream.response.status).toBe(200);
    const ids: string[] = [];
    for (let at = 0; at < 6; at++) {
      const body = { kind: "fact", scope: "global", statement: `Gate ${newId()} opens at ${at}.` };
      const stored = await ask("POST /memories", { cookie, body });
      expect(stored.status).toBe(201);
      ids.push((stored.body.memory as { id: string }).id);
    }
    await stream.until((changes) => {
      const seen = changes.flatMap(({ subject_ids }) => subject_ids);
      return ids.every((id) => seen.includes(id));
    });
    stream.close();
  });

  it("do once what arrives several times with one Idempotency-Key", async () => {
    const key = await newKey();
    const statements = Array.from({ length: 10 }, () => `Sluice ${newId()} is closed at night.`);
    for (const statement of statements) {
      const sent = { key, idempotency_key: newId(), body: { kind: "fact", scope: "agent", statement } };
      const all = await Promise.all([1, 2, 3].map(() => ask("POST /memories", sent)));
      for (const { status } of all) expect([201, 409]).toContain(status);
      expect((await ask("POST /memories", sent)).status).toBe(201);
    }
    const { organization_id } = owner.actor;
    const stored = await database.db.memory.findMany({
      where: { organization_id, statement: { in: statements } },
      select: { statement: true },
    });
    expect(stored.map(({ statement }) => statement).sort()).toEqual(statements.toSorted());
  });

  it(
    "store an import that was sent in parts exactly once, whichever worker takes a part",
    async () => {
      const key = await newKey();
      const evaluation = () => ({
        workflow_id: newId(),
        repository: "acme/harbour",
        summary: "Two findings",
        findings: [],
      });
      const begun = await ask("POST /reviews/imports", { key, body: { evaluations: [evaluation()] } });
      expect(begun.status).toBe(202);
      const import_id = begun.body.id;
      for (let part = 0; part < 5; part++) {
        const evaluations = Array.from({ length: 10 }, evaluation);
        const sent = await ask("POST /reviews/imports", { key, body: { import_id, evaluations } });
        expect(sent.status).toBe(202);
      }
      const items = async () => {
        const found = await ask(`GET /reviews/imports/${import_id}`, { key });
        return found.body.items as Record<string, number>;
      };
      await expect.poll(async () => (await items()).waiting, { timeout: 120_000 }).toBe(0);
      const { total, stored, skipped, repeated } = await items().then(
        (all) => ({ ...all }) as Record<string, number>,
      );
      expect({ total, repeated }).toEqual({ total: 51, repeated: 0 });
      expect((stored ?? 0) + (skipped ?? 0)).toBe(51);
    },
    LIMIT_MS,
  );

  it(
    "run a scheduled job once for every minute, however many workers there are",
    async () => {
      const runs: number[] = [];
      const job = defineJob({
        name: `every_minute_${newId().slice(-6)}`,
        summary: "Notes that it ran",
        schema: z.object({}),
        retry: { limit: 0, delay_seconds: 1 },
        expire_seconds: 30,
        schedule: { cron: "* * * * *", data: {} },
        handle: async () => void runs.push(Math.floor(Date.now() / 60_000)),
      });
      await migrateQueues(database.connection_string, [job]);
      const context = partsOf(database);
      const workers = await Promise.all(
        [1, 2, 3].map(() => startWorker(database.connection_string, [job], context)),
      );
      await expect.poll(() => runs.length, { timeout: 240_000 }).toBeGreaterThanOrEqual(2);
      await Promise.all(workers.map((worker) => worker.stop()));
      expect(new Set(runs).size).toBe(runs.length);
    },
    LIMIT_MS,
  );

  it(
    "are restarted one by one under load without an error for anybody, and nothing acknowledged is lost or doubled",
    async () => {
      // Its own limit would refuse the load, so several agents share it.
      const keys = await Promise.all([1, 2, 3].map(newKey));
      const writers = keys.map((key) => startWriters({ url, key, count: 1 }));
      const more = () => Promise.all(writers.map((each) => each.untilMore(3)));
      try {
        await more();
        for (let at = 0; at < fleet.apis.length; at++) {
          await fleet.restartApi(at);
          await more();
        }
        for (let at = 0; at < fleet.workers.length; at++) await fleet.restartWorker(at);
        await more();
      } finally {
        await Promise.all(writers.map((each) => each.stop()));
      }
      const refused = writers.flatMap((each) => each.refused).filter(({ status }) => status !== 429);
      for (const answer of refused) {
        expect(answer.status, answer.detail).toBe(503);
        expect(Number(answer.retry_after)).toBeGreaterThan(0);
      }
      const statements = writers.flatMap((each) => each.acknowledged);
      const stored = await database.db.memory.findMany({
        where: { organization_id: owner.actor.organization_id, statement: { in: statements } },
        select: { statement: true },
      });
      expect(stored.map(({ statement }) => statement).sort()).toEqual(statements.toSorted());
    },
    LIMIT_MS,
  );
});
