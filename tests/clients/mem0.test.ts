/** The clients of mem0 as their makers publish them, pointed at a server here by their host alone. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "../support/database";
import { type Mem0Server, startMem0 } from "../support/mem0-server";

process.env.MEM0_TELEMETRY = "false";

const database = testDatabase();
let server: Mem0Server;
let home = "";

beforeAll(async () => {
  server = await startMem0(database);
  home = await mkdtemp(path.join(tmpdir(), "casebook-mem0-"));
});
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true });
});

const said = (content: string) => [{ role: "user" as const, content }];
const TEA = "Ana drinks green tea before every standup";

describe("mem0ai 3.3.1", () => {
  const connect = async () => {
    const { MemoryClient } = await import("mem0ai");
    return new MemoryClient({ apiKey: server.key, host: server.url });
  };

  it("adds, finds, lists, reads, changes and deletes", async () => {
    const client = await connect();
    await expect(client.ping()).resolves.toBeUndefined();
    const added = await client.add(said(TEA), {
      userId: "ana@example.com",
      infer: false,
      metadata: { team: "core" },
    });
    const [{ id }] = (added as unknown as { results: { id: string }[] }).results;

    const filters = { user_id: "ana@example.com" };
    const found = await client.search("What does Ana drink?", { filters, topK: 5 });
    expect(found.results).toMatchObject([
      { id, memory: TEA, userId: "ana@example.com", metadata: { team: "core" } },
    ]);
    const all = await client.getAll({ filters: { AND: [filters, { team: "core" }] }, pageSize: 10 });
    expect(all).toMatchObject({ count: 1, next: null, results: [{ id }] });
    expect(await client.getAll({ filters: { user_id: "bob" } })).toMatchObject({ count: 0, results: [] });
    expect(await client.get(id)).toMatchObject({ id, memory: TEA });

    const text = "Ana drinks black tea before every standup";
    expect(await client.update(id, { text })).toMatchObject({ memory: text });
    expect(await client.history(id)).toMatchObject([
      { event: "ADD", newMemory: TEA },
      { event: "UPDATE", oldMemory: TEA, newMemory: text },
    ]);
    await client.feedback({ memoryId: id, feedback: "POSITIVE" as never });
    expect(await client.users()).toMatchObject({
      results: [{ type: "user", name: "ana@example.com", totalMemories: 1 }],
    });
    await client.batchUpdate([{ memoryId: id, text: "Ana drinks white tea before every standup" } as never]);
    expect(await client.delete(id)).toEqual({ message: "Memory deleted successfully!" });
    await expect(client.get(id)).rejects.toThrow(/not found/i);
  });

  it("exports what a schema names, and deletes all of a user", async () => {
    const client = await connect();
    await client.add(said("Bo keeps invoices for ten years"), { userId: "bo", infer: false });
    await client.add(said("Bo prints invoices on Fridays"), { userId: "bo", infer: false });
    const schema = {
      properties: { facts: { type: "array", items: { properties: { memory: { type: "string" } } } } },
    };
    const { id } = await client.createMemoryExport({ schema, filters: { user_id: "bo" } });
    expect(await client.getMemoryExport({ memoryExportId: id })).toEqual({
      facts: [{ memory: "Bo prints invoices on Fridays" }, { memory: "Bo keeps invoices for ten years" }],
    });
    await client.deleteAll({ userId: "bo" });
    expect(await client.getAll({ filters: { user_id: "bo" } })).toMatchObject({ count: 0 });
  });

  it("reads errors that name the field", async () => {
    const client = await connect();
    await expect(client.getAll({ filters: { user_id: { like: "a" } } })).rejects.toThrow(
      "filters/user_id/like",
    );
    await expect(client.deleteAll({})).rejects.toThrow(/user_id/);
  });
});

describe("mem0ai 2.4.6", () => {
  it.each(["v1", "v2"] as const)("adds, finds and lists over %s", async (api_version) => {
    const { MemoryClient } = await import("mem0ai-2");
    const client = new MemoryClient({ apiKey: server.key, host: server.url });
    const user_id = `carl-${api_version}`;
    const memory = `Carl deploys on Tuesdays over ${api_version}`;
    const added = await client.add(said(memory), { user_id, infer: false, api_version } as never);
    expect(added).toMatchObject([{ event: "ADD", data: { memory } }]);
    const [{ id }] = added as unknown as { id: string }[];
    const asked = api_version === "v2" ? { filters: { OR: [{ user_id }] } } : { user_id };
    expect(await client.search("deploys", { ...asked, limit: 5, api_version } as never)).toMatchObject([
      { id, memory },
    ]);
    expect(await client.getAll({ ...asked, api_version } as never)).toMatchObject([{ id, memory }]);
    const page = await client.getAll({ ...asked, api_version, page: 1, page_size: 5 } as never);
    expect(page).toMatchObject({ count: 1, results: [{ id }] });
    expect(await client.history(id)).toMatchObject([{ event: "ADD" }]);
    expect(await client.update(id, { text: `${memory} and Thursdays` } as never)).toMatchObject({ id });
    expect(await client.users()).toMatchObject({ results: expect.arrayContaining([]) });
    await client.batchDelete([id]);
    await client.add(said(memory), { user_id, infer: false });
    await client.deleteUsers({ user_id });
    expect(await client.getAll({ user_id })).toEqual([]);
  });
});

describe("@mem0/cli 0.2.13", () => {
  const folder = path.resolve(import.meta.dirname, "node_modules/@mem0/cli");
  const mem0 = (...args: string[]) => {
    const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    const env = {
      ...process.env,
      HOME: home,
      MEM0_BASE_URL: server.url,
      MEM0_API_KEY: server.key,
      MEM0_TELEMETRY: "false",
      NO_COLOR: "1",
    };
    return new Promise<{ code: number; output: string }>((resolve) => {
      execFile(
        process.execPath,
        [path.join(folder, bin.mem0), ...args],
        { env, cwd: home },
        (error, stdout, stderr) => {
          const code = typeof error?.code === "number" ? error.code : 1;
          resolve({ code: error ? code : 0, output: stdout + stderr });
        },
      );
    });
  };

  it("adds, searches, lists, shows events and deletes", async () => {
    const memory = "Dora reviews migrations on Mondays";
    const added = await mem0("add", memory, "--user-id", "dora", "--no-infer", "--output", "json");
    expect(added.code, added.output).toBe(0);
    const found = await mem0("search", "Dora reviews migrations", "--user-id", "dora", "--output", "json");
    expect(found.output).toContain(memory);
    const listed = await mem0("list", "--user-id", "dora", "--output", "json");
    expect(listed.output).toContain(memory);
    const entities = await mem0("entity", "list", "users", "--output", "json");
    expect(entities.output).toContain("dora");
    const events = await mem0("event", "list", "--output", "json");
    expect(events.output).toContain("SUCCEEDED");
    const status = await mem0("status", "--output", "json");
    expect(status.output).toMatch(/"connected":\s*true/);
    const deleted = await mem0("delete", "--all", "--user-id", "dora", "--force", "--output", "json");
    expect(deleted.code, deleted.output).toBe(0);
    expect((await mem0("list", "--user-id", "dora", "--output", "json")).output).not.toContain(memory);
  }, 120_000);
});
