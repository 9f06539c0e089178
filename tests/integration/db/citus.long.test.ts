import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { putRepositorySettings } from "@/lib/access";
import { auditVerify } from "@/lib/access/contract";
import { type Database, openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import { stopRemembering } from "@/lib/db/remembered/remember";
import { applySettings } from "@/lib/env";
import { migrateQueues } from "@/lib/jobs";
import { newId } from "@/lib/kernel/ids";
import * as memories from "@/lib/memories/contract";
import { jobs } from "@/lib/registry";
import * as reviews from "@/lib/reviews/contract";
import {
  type ClusterServers,
  canStartCitus,
  citusServers,
  createClusterDatabase,
  dropClusterDatabase,
  runningCitus,
  stopCitus,
} from "../../support/citus";
import { call } from "../../support/command-line";
import { contextOf, createOrganization, run, runJob } from "../../support/database";
import { fillOrganization, findTenantTables } from "../tenancy/filled-organization";

const NAME = `casebook_long_${newId().replaceAll("-", "")}`;
const MIGRATIONS = "prisma/migrations";

/** How many rows every table has of an organization, and what they say. */
async function rowsOf(db: Database, organization_id: string): Promise<Record<string, string>> {
  const { tables } = await findTenantTables(db);
  const rows: Record<string, string> = {};
  for (const table of tables) {
    const [row] = await db.$queryRawUnsafe<{ digest: string }[]>(
      `select count(*) || ' ' || md5(coalesce(string_agg(to_jsonb(r)::text, '|' order by to_jsonb(r)::text), '')) as digest
       from "${table}" r where organization_id = '${organization_id}'`,
    );
    rows[table] = row?.digest ?? "";
  }
  return rows;
}

/** An organization with memories and reviews that operations made; `whole`: and a row in every other table. */
async function fill(db: Database, { whole }: { whole: boolean }) {
  const organization = await createOrganization(db);
  const { organization_id } = organization;
  const lead = contextOf({ db }, await organization.person("owner"));
  for (const statement of [
    "Money is kept in cents",
    "Times are kept in UTC",
    "Retries wait longer each time",
  ])
    await run(memories.memoryStore, { kind: "decision", statement }, lead);
  const evaluate = (title: string) =>
    run(
      reviews.reviewEvaluate,
      { workflow_id: `pr-${newId()}`, summary: "Reviewed", items_to_implement: [{ number: 1, title }] },
      lead,
    );
  await evaluate("Missing type hint");
  const id = newId();
  await db.person.create({ data: { id, email: `${id}@example.test`, name: "Zoe" } });
  if (whole) await fillOrganization(db, { organization_id, id });
  return { organization_id, lead, evaluate };
}

/** Runs the command in a process of its own, and kills that after so many steps. @returns how it ended. */
function placeAndKill(url: string, steps: number): Promise<string | null> {
  const child = spawn(process.execPath, ["--import", "tsx", "bin/casebook.ts", "scale", "citus"], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let seen = 0;
  createInterface({ input: child.stderr }).on("line", (line) => {
    if (!line.endsWith(" ms)")) return;
    seen += 1;
    if (seen === steps) child.kill("SIGKILL");
  });
  return new Promise((ended) => child.on("exit", (_, signal) => ended(signal)));
}

describe.skipIf(!canStartCitus())("an installation on a Citus cluster", () => {
  const started = runningCitus() === null;
  let servers: ClusterServers;
  let url = "";
  let folder = "";
  let db: Database;
  type Filled = Awaited<ReturnType<typeof fill>>;
  /** The last one has no made-up rows. */
  let filled: [Filled, Filled, Filled];

  beforeAll(async () => {
    servers = await citusServers();
    url = await createClusterDatabase(servers, NAME);
    folder = await mkdtemp(path.join(tmpdir(), "casebook-citus-"));
    applySettings({ DATABASE_URL: url, CASEBOOK_DATA_DIR: folder });
    await migrate(url, MIGRATIONS);
    await migrateQueues(url, jobs);
    db = openDatabase(url, 4);
    filled = [
      await fill(db, { whole: true }),
      await fill(db, { whole: true }),
      await fill(db, { whole: false }),
    ];
  }, 600_000);
  afterAll(async () => {
    await db.$disconnect();
    applySettings({ DATABASE_URL: "", CASEBOOK_DATA_DIR: "" });
    await dropClusterDatabase(servers, NAME);
    if (started) stopCitus();
    await rm(folder, { recursive: true, force: true });
  });

  const scale = (...args: string[]) => call(["scale", "citus", ...args], { folder });
  const rows = () => Promise.all(filled.map(({ organization_id }) => rowsOf(db, organization_id)));

  it("says before that nothing stands against it, and what goes where", async () => {
    const check = await scale("--check");
    expect(check).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing stands against it.") });
    const { tables } = JSON.parse((await scale("--plan", "--json")).stdout);
    const goes = Object.fromEntries(
      tables.map(({ table, placement }: { table: string; placement: string }) => [table, placement]),
    );
    expect(goes).toMatchObject({ agent_key: "reference", memory: "distributed", request_count: "local" });
  });

  it("is refused while Casebook is connected", async () => {
    await db.$queryRaw`select 1`;
    const refused = await scale();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("Stop its web, API and worker processes");
  });

  it("places every row, also when it is killed in the middle and started again", async () => {
    const before = await rows();
    await stopRemembering(db);
    await db.$disconnect();
    expect(await placeAndKill(url, 30)).toBe("SIGKILL");
    await expect(migrate(url, MIGRATIONS)).rejects.toThrow("are being spread over a cluster");
    const again = await scale("--json");
    expect(again).toMatchObject({ code: 0 });
    expect(JSON.parse(again.stdout)).toMatchObject({ resumed: true, triggers: 19 });
    expect(await rows()).toEqual(before);
    expect((await scale("--check")).stdout).toContain("every table is where it belongs");
    expect(await migrate(url, MIGRATIONS)).toEqual([]);
  }, 900_000);

  it("has the rows of an organization on one worker, whatever table they are in", async () => {
    const [row] = await db.$queryRaw<{ apart: number; distributed: number }[]>`
      select count(distinct colocationid)::int as apart, count(*)::int as distributed from pg_dist_partition
      where partmethod = 'h'`;
    expect(row?.apart).toBe(1);
    expect(row?.distributed).toBeGreaterThan(70);
  });

  it("stores, searches, counts, chains and removes as before, each organization its own", async () => {
    for (const { organization_id, lead, evaluate } of filled) {
      const stored = await run(
        memories.memoryStore,
        { kind: "decision", statement: "Prices are rounded up" },
        lead,
      );
      const found = await run(memories.memorySearch, { query: "prices rounded" }, lead);
      expect(found.items.map(({ memory }) => memory.id)).toContain(stored.memory?.id);
      await evaluate("Unused import");
      const [counts] = await db.$queryRaw<{ counted: number; all: number }[]>`
        select (select sum(implement + reject + defer + clarify)::int from finding_rollup
            where organization_id = ${organization_id}::uuid and dimension = '') as counted,
          (select count(*)::int from finding where organization_id = ${organization_id}::uuid) as all`;
      expect(counts?.counted).toBe(counts?.all);
      expect(counts?.all).toBeGreaterThan(1);
    }
    const [, , last] = filled;
    expect(await run(auditVerify, {}, last.lead)).toMatchObject({ problems: [] });
    await runJob({ db }, "access_purge");
  });

  it("has vectors say where their memory belongs, also after it moves", async () => {
    const [{ organization_id }] = filled;
    const places = () => db.$queryRaw`
      select bool_and(e.repository_id is not distinct from
        case when m.scope = 'global' then null else m.repository_id end) as same, count(*)::int > 0 as any
      from memory m join memory_embedding e on e.organization_id = m.organization_id and e.memory_id = m.id
      where m.organization_id = ${organization_id}::uuid`;
    const moveTo = (scope: string) =>
      db.memory.updateMany({ where: { organization_id, repository_id: { not: null } }, data: { scope } });
    for (const scope of ["global", "repository"]) {
      expect((await moveTo(scope)).count).toBeGreaterThan(0);
      expect(await places()).toEqual([{ same: true, any: true }]);
    }
  });

  it("says on the coordinator what processes must forget, of every table that they remember", async () => {
    const [{ organization_id }] = filled;
    const heard: string[] = [];
    const listener = new pg.Client({ connectionString: url });
    await listener.connect();
    listener.on("notification", ({ payload = "" }) => heard.push(payload));
    await listener.query("listen casebook_changes");
    await db.organization.update({ where: { id: organization_id }, data: { name: "Another name" } });
    const kept = await db.repository_settings.findFirst({ where: { organization_id } });
    const { repository_id = "", version = 0 } = kept ?? {};
    const changed = { organization_id, repository_id, settings: {}, version, now: new Date() };
    expect(await putRepositorySettings(db, changed)).toBe(true);
    await expect.poll(() => heard).toEqual(expect.arrayContaining([organization_id, repository_id]));
    await listener.end();
  });

  it("removes an organization with all that belongs to it, and nothing of another", async () => {
    const [gone, stays] = filled;
    const before = await rowsOf(db, stays.organization_id);
    await db.organization.delete({ where: { id: gone.organization_id } });
    expect(await db.memory.count({ where: { organization_id: gone.organization_id } })).toBe(0);
    expect(await rowsOf(db, stays.organization_id)).toEqual(before);
  });

  it("takes a later migration that adds a table", async () => {
    const later = path.join(folder, "migrations");
    await cp(MIGRATIONS, later, { recursive: true });
    await mkdir(path.join(later, "29990101000000_note"));
    await writeFile(
      path.join(later, "29990101000000_note", "migration.sql"),
      `create table note (organization_id uuid not null, id uuid not null, memory_id uuid not null, primary key (organization_id, id));
       select place_table('note');
       alter table note add foreign key (organization_id, memory_id) references memory (organization_id, id) on delete cascade;`,
    );
    expect(await migrate(url, later)).toEqual(["29990101000000_note"]);
    const [row] = await db.$queryRaw<{ method: string }[]>`
      select partmethod::text as method from pg_dist_partition where logicalrelid = 'note'::regclass`;
    expect(row?.method).toBe("h");
  });
});
