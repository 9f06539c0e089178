import { describe, expect, it } from "vitest";
import * as contract from "@/lib/memories/contract";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();

describe("a starter pack of framework knowledge", () => {
  it("is loaded once, each entry with its source, and brings back nothing that people deleted", async () => {
    const organization = await createOrganization(database.db);
    const lead = contextOf(database, await organization.person("lead"));
    const first = await run(contract.frameworkPackLoad, { framework: "react" }, lead);
    expect(first.stored).toBeGreaterThanOrEqual(5);
    const [memory_id = ""] = first.memory_ids;
    expect(await run(contract.memoryGet, { memory_id }, lead)).toMatchObject({
      kind: "framework_knowledge",
      scope: "global",
      metadata: { framework: "react", source: expect.stringMatching(/^https:\/\/react\.dev\//) },
    });
    await database.db.memory.updateMany({
      where: { organization_id: organization.organization_id, id: memory_id },
      data: { deleted_at: new Date() },
    });
    const again = await run(contract.frameworkPackLoad, { framework: "react" }, lead);
    expect(again).toMatchObject({
      stored: 0,
      updated: 0,
      restored: 0,
      known: first.stored,
      memory_ids: [],
    });
    const { items } = await run(contract.frameworkPackList, {}, lead);
    expect(items.map(({ framework, loaded }) => [framework, loaded > 0])).toEqual([
      ["react", true],
      ["next", false],
      ["fastapi", false],
      ["django", false],
      ["express", false],
    ]);
  });

  it("is removed and brought back whole; what people corrected or deleted singly is left alone", async () => {
    const organization = await createOrganization(database.db);
    const lead = contextOf(database, await organization.person("lead"));
    const { stored, memory_ids } = await run(contract.frameworkPackLoad, { framework: "next" }, lead);
    const [corrected = "", deleted = ""] = memory_ids;
    await run(contract.memoryUpdate, { memory_id: corrected, statement: "We say it so." }, lead);
    await run(contract.memoryDelete, { memory_id: deleted }, lead);
    const removed = await run(contract.frameworkPackRemove, { framework: "next" }, lead);
    expect(removed).toMatchObject({ removed: stored - 2, kept: 1 });
    const states = async () => {
      const { items } = await run(contract.frameworkPackList, {}, lead);
      const pack = items.find(({ framework }) => framework === "next");
      return { ...pack, states: pack?.entries.map(({ state }) => state) };
    };
    const rest = Array.from({ length: stored - 2 }, () => "removed");
    expect(await states()).toMatchObject({
      states: ["changed", "deleted", ...rest],
      loaded: 1,
      to_load: stored - 2,
    });
    const back = await run(contract.frameworkPackLoad, { framework: "next" }, lead);
    expect(back).toMatchObject({ stored: 0, updated: 0, restored: stored - 2, known: 2 });
    expect(await states()).toMatchObject({ loaded: stored - 1, to_load: 0 });
    const { statement } = await run(contract.memoryGet, { memory_id: corrected }, lead);
    expect(statement).toBe("We say it so.");
  });

  it("that says something otherwise than before is brought up to date, and embedded again", async () => {
    const organization = await createOrganization(database.db);
    const { organization_id } = organization;
    const lead = contextOf(database, await organization.person("lead"));
    const { memory_ids } = await run(contract.frameworkPackLoad, { framework: "django" }, lead);
    const [memory_id = ""] = memory_ids;
    // As an earlier Casebook shipped it.
    await database.db.memory.updateMany({
      where: { organization_id, id: memory_id },
      data: { statement: "An older wording." },
    });
    const [before] = (await run(contract.frameworkPackList, {}, lead)).items
      .flatMap(({ entries }) => entries)
      .filter((entry) => entry.memory_id === memory_id);
    expect(before?.state).toBe("outdated");
    const updated = await run(contract.frameworkPackLoad, { framework: "django" }, lead);
    expect(updated).toMatchObject({ stored: 0, updated: 1, restored: 0, memory_ids: [memory_id] });
    const memory = await run(contract.memoryGet, { memory_id }, lead);
    expect(memory.statement).toBe(before?.description);
    const again = await run(contract.frameworkPackLoad, { framework: "django" }, lead);
    expect(again).toMatchObject({ stored: 0, updated: 0, restored: 0 });
  });

  it("says of every entry where its framework's own documentation says so", async () => {
    const organization = await createOrganization(database.db);
    const lead = contextOf(database, await organization.person("lead"));
    const hosts: Record<string, string> = {
      react: "react.dev",
      next: "nextjs.org",
      fastapi: "fastapi.tiangolo.com",
      django: "docs.djangoproject.com",
      express: "expressjs.com",
    };
    const { items } = await run(contract.frameworkPackList, {}, lead);
    for (const { framework, entries } of items) {
      for (const { source } of entries) expect(new URL(source).host).toBe(hosts[framework]);
      expect(new Set(entries.map(({ pattern_name }) => pattern_name)).size).toBe(entries.length);
    }
  });

  it("is a lead's to load", async () => {
    const organization = await createOrganization(database.db);
    const developer = contextOf(database, await organization.person("developer"));
    const asked = run(contract.frameworkPackLoad, { framework: "next" }, developer);
    await expect(asked).rejects.toMatchObject({ code: "permission_denied" });
    const removing = run(contract.frameworkPackRemove, { framework: "next" }, developer);
    await expect(removing).rejects.toMatchObject({ code: "permission_denied" });
  });
});
