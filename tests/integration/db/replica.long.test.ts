import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { type Database, openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import { migrateQueues } from "@/lib/jobs";
import { newId } from "@/lib/kernel/ids";
import { OUTAGES } from "@/lib/kernel/outages";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { jobs } from "@/lib/registry";
import type { Context } from "@/lib/runtime/operation";
import { type Between, startAddress } from "../../support/balancer";
import { contextOf, createOrganization, run } from "../../support/database";
import { type Fleet, startFleet } from "../../support/fleet";
import { onServer } from "../../support/local-postgres";
import { canStandBy, type Standby, startStandby } from "../../support/standby";
import { startWriters } from "../../support/writers";

const LIMIT_MS = 600_000;

/**
 * A primary that may be killed is a standby of the throw-away server that was promoted; its replica streams from it. Two
 * processes reach it by an address that leads to the replica once that was promoted.
 */
describe.runIf(canStandBy())("a streaming replica", () => {
  const name = `casebook_replica_${newId().replaceAll("-", "")}`;
  let primary: Standby;
  let replica: Standby;
  let address: Between & { lead(port: number): void };
  let fleet: Fleet;
  let db: Database;
  let owner: Context;
  let key: string;
  let is_primary_up = true;

  beforeAll(async () => {
    const server = process.env.DATABASE_URL ?? "";
    await onServer(server, `create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    await migrate(url.href, "prisma/migrations");
    await migrateQueues(url.href, jobs);
    primary = await startStandby(url.href);
    primary.promote();
    replica = await startStandby(primary.url);
    address = await startAddress(Number(new URL(primary.url).port));
    const led = new URL(primary.url);
    led.port = String(address.port);
    fleet = await startFleet({
      apis: 2,
      workers: 0,
      settings: {
        DATABASE_URL: led.href,
        DATABASE_READ_URL: replica.url,
        RATE_LIMIT_PER_MINUTE: "100000",
      },
    });
    db = openDatabase(led.href, 2);
    owner = contextOf({ db }, await (await createOrganization(db)).person("owner"));
    const made = { name: "k", agent: "main", permissions: [...PERMISSIONS] };
    key = (await run(agentKeyCreate, made, owner)).key;
  }, LIMIT_MS);
  afterAll(async () => {
    await fleet?.stop();
    await db?.$disconnect();
    await address?.stop();
    replica?.stop();
    if (is_primary_up) primary?.stop();
    await onServer(process.env.DATABASE_URL ?? "", `drop database if exists ${name} with (force)`);
  }, LIMIT_MS);

  const urlOf = (at: number) => fleet.apis[at % fleet.apis.length]?.url ?? "";
  const ask = async (at: number, request: string, body?: unknown) => {
    const [method = "GET", place = ""] = request.split(" ");
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${urlOf(at)}/api/v1${place}`, { method, headers, ...sent });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const health = async (at: number) =>
    (await fetch(`${urlOf(at)}/api/health/ready`)).json() as Promise<Record<string, unknown>>;
  /** Reads of a process that went to each place. */
  const reads = async (at: number, from: string): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` };
    const text = await (await fetch(`${urlOf(at)}/api/metrics`, { headers })).text();
    return Number(new RegExp(`casebook_reads_total\\{from="${from}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
  };
  const fact = () => ({ kind: "fact", scope: "agent", statement: `Beacon ${newId()} burns red.` });
  const idOf = (body: Record<string, unknown>) => (body.memory as { id: string }).id;

  it(
    "answers what a caller reads after its own change, whichever process is asked, and never with less",
    async () => {
      for (let at = 0; at < 40; at++) {
        const stored = await ask(at, "POST /memories", fact());
        expect(stored.status).toBe(201);
        const id = idOf(stored.body);
        expect((await ask(at + 1, `GET /memories/${id}`)).status).toBe(200);
        const list = await ask(at + 1, "GET /memories?limit=1");
        expect((list.body.items as { id: string }[])[0]?.id).toBe(id);
      }
      // The replica catches up, and is read then.
      await expect
        .poll(
          async () => {
            await ask(0, "GET /memories?limit=1");
            return reads(0, "replica");
          },
          { timeout: 60_000 },
        )
        .toBeGreaterThan(0);
      const found = await ask(0, "POST /memories/search", { query: "which beacon burns red" });
      expect(found.status).toBe(200);
      expect(await health(0)).toEqual({ status: "ok", database: "ok", replica: "ok" });
    },
    LIMIT_MS,
  );

  it(
    "answers read-only when the primary is killed, and has every acknowledged write once it is promoted",
    async () => {
      await onServer(primary.url, "alter system set synchronous_standby_names = '*'");
      await onServer(primary.url, "alter system set synchronous_commit = 'remote_apply'");
      await onServer(primary.url, "select pg_reload_conf()");
      const writers = startWriters({ url: urlOf(0), key, count: 3 });
      try {
        await writers.untilMore(10);
        primary.stop();
        is_primary_up = false;
        await expect
          .poll(() => writers.refused.at(-1), { timeout: 60_000 })
          .toMatchObject({ status: 503, detail: OUTAGES.read_only.detail });
        expect(Number(writers.refused.at(-1)?.retry_after)).toBeGreaterThan(0);
        await expect.poll(() => health(1), { timeout: 60_000 }).toMatchObject({ database: "read_only" });
        const found = await ask(1, "POST /memories/search", { query: "which beacon burns red" });
        expect(found.status).toBe(200);
        replica.promote();
        address.lead(Number(new URL(replica.url).port));
        await writers.untilMore(10);
      } finally {
        await writers.stop();
      }
      const { acknowledged } = writers;
      const stored = await db.memory.findMany({
        where: { organization_id: owner.actor.organization_id, statement: { in: acknowledged } },
        select: { statement: true },
      });
      expect(stored.map(({ statement }) => statement).sort()).toEqual(acknowledged.toSorted());
      await expect
        .poll(() => health(0), { timeout: 30_000 })
        .toEqual({ status: "ok", database: "ok", replica: "unavailable" });
    },
    LIMIT_MS,
  );
});
