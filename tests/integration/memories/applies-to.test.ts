import { describe, expect, it } from "vitest";
import { findAppliesTo } from "@/lib/db/sql/triggers";
import * as contract from "@/lib/memories/contract";
import { jobNamed } from "@/lib/registry";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { remember } from "./support";

const database = testDatabase();

async function setUp() {
  const organization = await createOrganization(database.db);
  return {
    ...organization,
    lead: contextOf(database, await organization.person("lead")),
  };
}

const STATED = { globs: ["./db//schema.prisma", "web/"], changes: ["schema" as const], roles: ["builder"] };

describe("what a memory applies to", () => {
  it("is inferred when it is stored, and marked so", async () => {
    const { lead } = await setUp();
    const memory = await remember(lead, { statement: "After changing a database schema edit docs/data.md." });
    expect(memory.applies_to).toEqual({
      globs: ["**/docs/data.md"],
      changes: ["schema"],
      roles: [],
      origin: "inferred",
    });
  });

  it("is as its caller states it, in one written form", async () => {
    const { lead } = await setUp();
    const memory = await remember(lead, { statement: "Run the generator.", applies_to: STATED });
    expect(memory.applies_to).toEqual({
      globs: ["db/schema.prisma", "web/**"],
      changes: ["schema"],
      roles: ["builder"],
      origin: "stated",
    });
    expect(await run(contract.memoryGet, { memory_id: memory.id }, lead)).toMatchObject({
      applies_to: memory.applies_to,
    });
  });

  it("refuses globs that select nothing or everything, with the field and the remedy", async () => {
    const { lead } = await setUp();
    const stored = remember(lead, { statement: "x", applies_to: { globs: ["src/**", "**/*"] } });
    await expect(stored).rejects.toMatchObject({
      code: "invalid_input",
      errors: [
        { pointer: "/applies_to/globs/1", detail: expect.stringContaining("matches every file; name") },
      ],
    });
    const many = Array.from({ length: 21 }, (_, index) => `src/${index}.ts`);
    await expect(remember(lead, { statement: "x", applies_to: { globs: many } })).rejects.toMatchObject({
      errors: [{ pointer: "/applies_to/globs", detail: "must be at most 20 globs" }],
    });
  });

  it("follows a corrected statement while it is inferred, and no longer once a person stated it", async () => {
    const { lead } = await setUp();
    const { id: memory_id } = await remember(lead, { statement: "See src/a.ts." });
    const update = async (change: object) =>
      (await run(contract.memoryUpdate, { memory_id, ...change }, lead)).memory?.applies_to;
    expect(await update({ statement: "See src/b.ts." })).toMatchObject({ globs: ["**/src/b.ts"] });
    const stated = { globs: ["src/c/*.ts"], changes: [], roles: [] };
    expect(await update({ applies_to: stated })).toEqual({ ...stated, origin: "stated" });
    expect(await update({ statement: "See src/d.ts." })).toEqual({ ...stated, origin: "stated" });
    expect(await update({ applies_to: null })).toMatchObject({
      globs: ["**/src/d.ts"],
      origin: "inferred",
    });
  });

  it("names what it applied to before in the history", async () => {
    const { lead } = await setUp();
    const { id: memory_id } = await remember(lead, { statement: "See src/a.ts." });
    await run(contract.memoryUpdate, { memory_id, applies_to: { globs: ["src/c.ts"] } }, lead);
    const { items } = await run(contract.memoryEventList, { memory_id }, lead);
    expect(items.find(({ type }) => type === "updated")?.detail).toMatchObject({
      changed: ["applies_to"],
      before: { applies_to: { globs: ["**/src/a.ts"], origin: "inferred" } },
    });
  });

  it("outlives a superseded claim when a person stated it", async () => {
    const { lead } = await setUp();
    const { id } = await remember(lead, { statement: "Use port 80.", applies_to: STATED });
    const { memory } = await run(
      contract.memorySupersede,
      { memory_id: id, statement: "Use port 81." },
      lead,
    );
    expect(memory?.applies_to).toMatchObject({ globs: ["db/schema.prisma", "web/**"], origin: "stated" });
  });
});

describe("what this version does not know", () => {
  it("leaves a memory readable", async () => {
    const { lead } = await setUp();
    const { id: memory_id } = await remember(lead, { statement: "See src/a.ts." });
    const unknown = JSON.stringify({ globs: [], changes: ["teleport"], roles: [], origin: "stated" });
    await database.db
      .$executeRaw`update memory set applies_to = ${unknown}::jsonb where id = ${memory_id}::uuid`;
    expect(await run(contract.memoryGet, { memory_id }, lead)).toMatchObject({ applies_to: null });
  });
});

describe("memory_triggers", () => {
  const job = jobNamed("memory_triggers");

  it("infers what older memories apply to, once, and leaves what is there", async () => {
    const { lead, organization_id } = await setUp();
    const old = await remember(lead, { statement: "Look at src/old.ts." });
    const stated = await remember(lead, { statement: "Look at src/new.ts.", applies_to: STATED });
    await database.db
      .$executeRaw`update memory set applies_to = null, applies_to_keys = '{}' where id = ${old.id}::uuid`;
    expect((await run(contract.memoryGet, { memory_id: old.id }, lead)).applies_to).toBeNull();

    for (const _ of [1, 2]) {
      await job.handle({ organization_id }, partsOf(database));
      const [first, second] = [old, stated].map(({ id }) => run(contract.memoryGet, { memory_id: id }, lead));
      expect(await first).toMatchObject({ applies_to: { globs: ["**/src/old.ts"], origin: "inferred" } });
      expect(await first).toMatchObject({ version: old.version });
      expect(await second).toMatchObject({ applies_to: stated.applies_to });
    }
    const where = { organization_id, visible_repository_ids: null, asking_agent: null, deleted: false };
    const rows = await findAppliesTo(database.db, { where, keys: [{ key: "n:old.ts", rank: 0 }], limit: 10 });
    expect(rows.map(({ id }) => id)).toEqual([old.id]);
  });
});
