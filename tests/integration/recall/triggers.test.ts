import { describe, expect, it } from "vitest";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { describeChange, findTriggeredMemories } from "@/lib/recall";
import { contextOf, createOrganization, testDatabase } from "../../support/database";
import { remember } from "../memories/support";

const database = testDatabase();

async function setUp() {
  const organization = await createOrganization(database.db);
  const lead = contextOf(database, await organization.person("lead"));
  const where: MemoryWhere = {
    organization_id: organization.organization_id,
    visible_repository_ids: null,
    asking_agent: null,
    status: ["active"],
    deleted: false,
  };
  const find = async (changedFiles: string[], task = "", agentType: string | null = null) => {
    const change = describeChange({ changedFiles, task, agentType });
    const found = await findTriggeredMemories(database.db, { where, change, limit: 10 });
    return found.map(({ memory_id }) => memory_id);
  };
  const store = async (statement: string, applies_to: object) =>
    (await remember(lead, { statement, applies_to })).id;
  return { ...organization, find, store };
}

describe("findTriggeredMemories", () => {
  it("finds what names a changed file, then what matches it, then what is for its kind of change", async () => {
    const { find, store } = await setUp();
    const kind = await store("Lock the versions.", { changes: ["dependency"] });
    const glob = await store("Keep it sorted.", { globs: ["web/*.json"] });
    const file = await store("Private package.", { globs: ["web/package.json"] });
    await store("Not this one.", { globs: ["api/package.json", "web/*.ts"] });
    await store("Beside it.", { globs: ["web/index.html"] });
    expect(await find(["web/package.json"])).toEqual([file, glob, kind]);
  });

  it("finds by the words of the task alone", async () => {
    const { find, store } = await setUp();
    const id = await store("Lock the versions.", { changes: ["dependency"] });
    expect(await find([], "Upgrade zod to version 5")).toEqual([id]);
    expect(await find([], "Fix the header")).toEqual([]);
  });

  it("finds what is for an agent type only for that type", async () => {
    const { find, store } = await setUp();
    const id = await store("Look for races.", { globs: ["src/**"], roles: ["reviewer"] });
    expect(await find(["src/a.ts"], "", "reviewer")).toEqual([id]);
    expect(await find(["src/a.ts"], "", "builder")).toEqual([]);
  });

  it("finds nothing of another organization", async () => {
    const other = await setUp();
    await other.store("Keep it sorted.", { globs: ["web/*.json"] });
    const { find } = await setUp();
    expect(await find(["web/a.json"])).toEqual([]);
  });

  it("answers for thousands of changed files with characters of any kind", async () => {
    const { find, store } = await setUp();
    const id = await store("Routes.", { globs: ["app/(shop)/[id]/*.tsx"] });
    const files = Array.from({ length: 3_000 }, (_, index) => `dir ${index}/ü'"\\{}[${index}]%_.ts`);
    expect(await find(["app/(shop)/[id]/page.tsx", ...files])).toEqual([id]);
  });
});
