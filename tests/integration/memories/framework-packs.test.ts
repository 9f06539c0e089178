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
    expect(again).toMatchObject({ stored: 0, known: first.stored, memory_ids: [] });
    const { items } = await run(contract.frameworkPackList, {}, lead);
    expect(items.map(({ framework, loaded }) => [framework, loaded > 0])).toEqual([
      ["react", true],
      ["next", false],
      ["fastapi", false],
      ["django", false],
      ["express", false],
    ]);
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
  });
});
