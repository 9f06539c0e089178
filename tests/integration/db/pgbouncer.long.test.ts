import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { applySettings } from "@/lib/env";
import { newId } from "@/lib/kernel/ids";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import type { Context } from "@/lib/runtime/operation";
import { migrateDatabase } from "../../../bin/migrations";
import { type Between, startPooler } from "../../support/balancer";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { type Fleet, startFleet } from "../../support/fleet";
import { debianProgram } from "../../support/postgres";

const LIMIT_MS = 600_000;
const pgbouncer = debianProgram("pgbouncer");
const can_run = pgbouncer !== null && Boolean(process.env.DATABASE_URL);
if (!can_run)
  console.info("Skipped: this needs DATABASE_URL, and PgBouncer (Debian: apt install pgbouncer).");

const database = testDatabase();

describe.runIf(can_run)("through PgBouncer in transaction mode", () => {
  let pooler: Between & { url: string };
  let fleet: Fleet;
  let owner: Context;
  let key: string;

  beforeAll(async () => {
    if (pgbouncer === null) throw new Error("this is skipped without PgBouncer");
    pooler = await startPooler(pgbouncer, database.connection_string);
    fleet = await startFleet({
      apis: 2,
      workers: 2,
      settings: {
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: database.connection_string,
        RATE_LIMIT_PER_MINUTE: "100000",
        DATABASE_POOL_SIZE: "10",
      },
    });
    owner = contextOf(database, await (await createOrganization(database.db)).person("owner"));
    const made = { name: "k", agent: "main", permissions: [...PERMISSIONS] };
    key = (await run(agentKeyCreate, made, owner)).key;
  }, LIMIT_MS);
  afterAll(async () => {
    applySettings({ DATABASE_DIRECT_URL: "" });
    await fleet?.stop();
    await pooler?.stop();
  }, LIMIT_MS);

  const ask = async (at: number, request: string, body?: unknown) => {
    const [method = "GET", place = ""] = request.split(" ");
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const url = fleet.apis[at % fleet.apis.length]?.url;
    const response = await fetch(`${url}/api/v1${place}`, { method, headers, ...sent });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it(
    "many agents store, read, search and get packs at once, over fewer connections than they are",
    async () => {
      const work = async (at: number) => {
        const statement = `Winch ${at} of quay ${newId()} pulls ${at} tonnes.`;
        const stored = await ask(at, "POST /memories", { kind: "fact", scope: "agent", statement });
        expect(stored).toMatchObject({ status: 201 });
        const { id } = stored.body.memory as { id: string };
        expect((await ask(at + 1, `GET /memories/${id}`)).status).toBe(200);
        expect((await ask(at, "POST /memories/search", { query: `winch ${at} of the quay` })).status).toBe(
          200,
        );
        expect((await ask(at + 1, "GET /memories?limit=5")).status).toBe(200);
      };
      // As many at once as the processes answer without a queue.
      for (let round = 0; round < 8; round++)
        await Promise.all([0, 1, 2, 3].map((each) => work(round * 4 + each)));
      const admin = new URL(pooler.url);
      admin.pathname = "/pgbouncer";
      const client = new pg.Client({ connectionString: admin.href });
      await client.connect();
      const { rows } = await client.query("show pools");
      await client.end();
      const pool = rows.find(({ database: name }) => name === new URL(pooler.url).pathname.slice(1));
      expect(pool).toMatchObject({ pool_mode: "transaction" });
      expect(Number(pool.sv_active) + Number(pool.sv_idle) + Number(pool.sv_used)).toBeLessThanOrEqual(8);
    },
    LIMIT_MS,
  );

  it(
    "workers do their jobs",
    async () => {
      const evaluations = Array.from({ length: 20 }, () => ({ workflow_id: newId(), findings: [] }));
      const begun = await ask(0, "POST /reviews/imports", { evaluations });
      expect(begun.status).toBe(202);
      await expect
        .poll(
          async () => {
            const { body } = await ask(1, `GET /reviews/imports/${begun.body.id}`);
            return (body.items as { waiting: number }).waiting;
          },
          { timeout: 120_000 },
        )
        .toBe(0);
    },
    LIMIT_MS,
  );

  it(
    "migrating and repeating it goes by the direct address",
    async () => {
      applySettings({ DATABASE_DIRECT_URL: database.connection_string });
      expect(await migrateDatabase("postgresql://nobody@127.0.0.1:1/nothing")).toEqual([]);
    },
    LIMIT_MS,
  );
});
