import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { actorOfMember, insertMember } from "@/lib/access";
import { repositoryList } from "@/lib/citations/contract";
import { AppError } from "@/lib/kernel/errors";
import { memoryList, memoryStats, memoryStore } from "@/lib/memories/contract";
import { operations } from "@/lib/registry";
import { reviewList } from "@/lib/reviews/contract";
import type { Context } from "@/lib/runtime/operation";
import { proposalList } from "@/lib/skills/contract";
import { exampleGet, examplePlay, exampleRemove } from "@/lib/upkeep/contract";
import {
  contextOf,
  createOrganization,
  run,
  runJob,
  type TestOrganization,
  testDatabase,
} from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";

const root = repositoryRoot();
const database = testDatabase();

let organization: TestOrganization;
let lead: Context;
let developer: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  await organization.person("owner", "Olga Owner");
  lead = contextOf(database, await organization.person("lead", "Lea Lead"));
  developer = contextOf(database, await organization.person("developer", "Dev Eloper"));
});

/** Of a test that failed. */
afterEach(async () => {
  const { example } = await run(exampleGet, {}, lead);
  if (example) await remove(lead, example.id);
});

/** How many rows each table holds, those of the queue too. */
async function countRows(): Promise<Record<string, number>> {
  const { db } = database;
  const tables = await db.$queryRaw<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and (table_schema = 'public' or table_schema = 'pgboss' and table_name = 'job')`;
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await db.$queryRawUnsafe<{ count: number }[]>(`select count(*)::int as count from ${name}`);
    counts[name] = row?.count ?? 0;
  }
  return counts;
}

async function play(context: Context, input: { confirm?: boolean } = {}): Promise<string> {
  const { id } = await run(examplePlay, input, context);
  await runJob(database, "example_play", { organization_id: organization.organization_id, example_id: id });
  return id;
}

async function remove(context: Context, example_id: string): Promise<void> {
  await run(exampleRemove, {}, context);
  await runJob(database, "example_remove", { organization_id: organization.organization_id, example_id });
}

/** The lead, inside of an example. */
async function inside(organization_id: string): Promise<Context> {
  const actor = await actorOfMember(database.db, { organization_id, person_id: lead.actor.id });
  if (!actor) throw new Error("who plays an example is a member of it");
  return contextOf(database, actor);
}

describe("an example", () => {
  it("is filled by the product's own operations, apart from the organization, and leaves no row or file", {
    timeout: 300_000,
  }, async () => {
    const before = await countRows();
    const id = await play(lead);
    expect(await run(exampleGet, {}, lead)).toMatchObject({
      example: { id, progress: { state: "ready", step: null, done: 7, steps: 7, error: null } },
      example_of: null,
      has_data: false,
    });
    expect((await run(memoryList, {}, lead)).total).toBe(0);

    const there = await inside(id);
    expect(there.actor.role).toBe("lead");
    const stats = await run(memoryStats, {}, there);
    expect(stats.total).toBeGreaterThan(10);
    expect(stats.verified).toBeGreaterThan(0);
    expect((await run(reviewList, {}, there)).total).toBe(34);
    expect((await run(proposalList, { status: ["open"] }, there)).total).toBeGreaterThan(0);
    expect(await run(exampleGet, {}, there)).toMatchObject({
      example: null,
      example_of: { id: organization.organization_id },
    });
    await expect(run(examplePlay, { confirm: true }, there)).rejects.toMatchObject({ code: "unprocessable" });
    await expect(run(examplePlay, { confirm: true }, lead)).rejects.toMatchObject({ code: "conflict" });

    const [repository] = (await run(repositoryList, {}, there)).items;
    const { source } = repository ?? {};
    expect(source?.kind === "path" && existsSync(source.path)).toBe(true);

    await remove(lead, id);
    const after = await countRows();
    // What the lead did, and the worker for him, stays in the audit of his organization; else every table is as before.
    expect(unlike(after, before)).toEqual({
      "public.audit_entry": 3,
      "public.audit_link": 3,
      "public.audit_name": 1,
    });
    const where = { organization_id: id };
    expect(await database.db.audit_entry.count({ where })).toBe(0);
    expect(await database.db.audit_name.count({ where })).toBe(0);
    expect(await jobsOf(id)).toBe(0);
    expect(source?.kind === "path" && existsSync(source.path)).toBe(false);
    expect((await run(exampleGet, {}, lead)).example).toBeNull();
  });

  it("is removed from inside as well, and by an owner who did not play it", async () => {
    const { id } = await run(examplePlay, {}, lead);
    await remove(await inside(id), id);
    expect((await run(exampleGet, {}, lead)).example).toBeNull();

    const again = await run(examplePlay, {}, lead);
    const owner = contextOf(database, await organization.person("owner", "Other Owner"));
    await remove(owner, again.id);
    await expect(run(exampleRemove, {}, lead)).rejects.toMatchObject({ code: "not_found" });
  });

  it("is missing, and no fault of the server, for a page that is still open when it is removed", async () => {
    const { id } = await run(examplePlay, {}, lead);
    const there = await inside(id);
    await remove(lead, id);
    const queries = operations.filter(
      ({ kind, contract }) => kind === "query" && contract.input.safeParse({}).success,
    );
    expect(queries.length).toBeGreaterThan(50);
    const codes = new Map<string, string | null>();
    for (const { contract } of queries) codes.set(contract.name, await codeOf(run(contract, {}, there)));
    expect([...codes].filter(([, code]) => code === "internal")).toEqual([]);
    expect(codes.get("relevance_get")).toBe("not_found");
  });

  it("is neither played nor removed by developers and agents", async () => {
    const agent = contextOf(database, await organization.agent());
    for (const context of [developer, agent]) {
      await expect(run(examplePlay, {}, context)).rejects.toMatchObject({ code: "permission_denied" });
      await expect(run(exampleRemove, {}, context)).rejects.toMatchObject({ code: "permission_denied" });
    }
  });

  it("says so when the worker was cut off, and is not filled a second time", async () => {
    const { id } = await run(examplePlay, {}, lead);
    const { organization_id } = organization;
    const data = { organization_id, example_id: id };
    await database.db.$executeRaw`
      update organization set example = jsonb_set(example, '{step}', '"memories that cite it"') where id = ${id}::uuid`;
    await runJob(database, "example_play", data);
    expect((await run(exampleGet, {}, lead)).example?.progress).toMatchObject({ state: "failed" });
    await runJob(database, "example_play", data);
    expect((await run(memoryStats, {}, await inside(id))).total).toBe(0);
    await remove(lead, id);
  });

  it("is not filled once its removal was asked for", async () => {
    const { id } = await run(examplePlay, {}, lead);
    const data = { organization_id: organization.organization_id, example_id: id };
    await run(exampleRemove, {}, lead);
    await runJob(database, "example_play", data);
    expect((await run(memoryStats, {}, await inside(id))).total).toBe(0);
    await runJob(database, "example_remove", data);
    expect(existsSync(join(root.path, "data", "demo", `example-${id}`))).toBe(false);
  });

  it("is closed to who left the organization that it belongs to", async () => {
    const { id } = await run(examplePlay, {}, lead);
    const { db } = database;
    const { organization_id } = organization;
    const person_id = lead.actor.id;
    await db.member.deleteMany({ where: { organization_id, person_id } });
    expect(await actorOfMember(db, { organization_id: id, person_id })).toBeNull();
    await insertMember(db, { organization_id, person_id, role: "lead" });
    expect(await actorOfMember(db, { organization_id: id, person_id })).not.toBeNull();
    await remove(lead, id);
  });

  it("needs a word where the organization has data of its own", async () => {
    const rich = await createOrganization(database.db);
    const owner = contextOf(database, await rich.person("owner"));
    await run(
      memoryStore,
      { kind: "decision", scope: "global", statement: "Times are stored in UTC." },
      owner,
    );
    expect((await run(exampleGet, {}, owner)).has_data).toBe(true);
    await expect(run(examplePlay, {}, owner)).rejects.toThrow(/data of its own/);
    const { id } = await run(examplePlay, { confirm: true }, owner);
    await run(exampleRemove, {}, owner);
    await runJob(database, "example_remove", { organization_id: rich.organization_id, example_id: id });
    expect((await run(memoryList, {}, owner)).total).toBe(1);
  });
});

const codeOf = (answer: Promise<unknown>): Promise<string | null> =>
  answer.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : "internal"),
  );

const jobsOf = async (organization_id: string) => {
  const [row] = await database.db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from pgboss.job where data->>'organization_id' = ${organization_id}`;
  return row?.count;
};

/** By how many rows tables differ. The queue keeps jobs until they are worked off, which is done by hand here. */
function unlike(after: Record<string, number>, before: Record<string, number>): Record<string, number> {
  const differences = Object.entries(after).map(
    ([name, count]) => [name, count - (before[name] ?? 0)] as const,
  );
  return Object.fromEntries(differences.filter(([name, by]) => by !== 0 && name !== "pgboss.job"));
}
