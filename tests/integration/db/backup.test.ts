import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorOfKey } from "@/lib/access";
import { agentKeyCreate } from "@/lib/access/contract";
import { backupServer, restoreServer } from "@/lib/db/backup";
import { memoryStore } from "@/lib/memories/contract";
import { contextOf, createOrganization, openTestDatabase, run, testDatabase } from "../../support/database";

const database = testDatabase();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "casebook-backup-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// The embedded database is restored from its data folder (embedded.test.ts); it cannot COPY from standard input.
describe.runIf(process.env.DATABASE_URL)("a server's backup", () => {
  it("brings every row back, so that even keys go on working", async () => {
    const organization = await createOrganization(database.db);
    const owner = contextOf(database, await organization.person("owner"));
    const name = "tab\tand\nline, \r\n, \u2028 and \u2029";
    const { agent_key, key } = await run(agentKeyCreate, { name, agent: "a\\b" }, owner);
    const file = path.join(folder, "all.sql.gz");
    await backupServer(database.connection_string, file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const other = await openTestDatabase();
    try {
      await restoreServer(other.connection_string, file);
      expect(await actorOfKey(other.db, key, new Date())).toMatchObject({ name: "a\\b" });
      const keys = await other.db.agent_key.findMany({
        where: { organization_id: organization.organization_id },
      });
      expect(keys.map((row) => [row.id, row.name])).toEqual([[agent_key.id, name]]);
      const rows = await other.db.audit_entry.count({
        where: { organization_id: organization.organization_id },
      });
      expect(rows).toBe(1);
      await expect(restoreServer(other.connection_string, file)).rejects.toThrow(/not empty/);
    } finally {
      await other.close();
    }
  });

  it("made while agents store is of one moment: everything acknowledged before, and nothing by half", async () => {
    const organization = await createOrganization(database.db);
    const { organization_id } = organization;
    const bots = await Promise.all(
      [1, 2, 3].map((writer) => organization.agent({ name: `writer-${writer}`, types: ["reviewer"] })),
    );
    let storing = true;
    const acknowledged: string[] = [];
    const writers = bots.map(async (bot, writer) => {
      for (let at = 0; storing; at += 1) {
        const statement = `Berth ${at} of writer ${writer} has a name of its own`;
        const stored = await run(memoryStore, { kind: "decision", statement }, contextOf(database, bot));
        acknowledged.push(stored.memory?.id ?? "");
      }
    });
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20);
    const before = [...acknowledged];
    const file = path.join(folder, "busy.sql.gz");
    await backupServer(database.connection_string, file);
    const after = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(after);
    storing = false;
    await Promise.all(writers);

    const other = await openTestDatabase();
    try {
      await restoreServer(other.connection_string, file);
      const where = { organization_id };
      const memories = await other.db.memory.findMany({ where, orderBy: { id: "asc" } });
      const ids = memories.map(({ id }) => id);
      expect(before.filter((id) => !ids.includes(id))).toEqual([]);
      const created = await other.db.memory_event.findMany({ where: { ...where, type: "created" } });
      expect(created.map(({ memory_id }) => memory_id).sort()).toEqual([...ids].sort());
      const original = await database.db.memory.findMany({
        where: { ...where, id: { in: ids } },
        orderBy: { id: "asc" },
      });
      expect(memories).toEqual(original);
      const events = (db: typeof database.db) =>
        db.memory_event.findMany({
          where: { ...where, memory_id: { in: ids }, type: "created" },
          orderBy: { id: "asc" },
        });
      expect(await events(other.db)).toEqual(await events(database.db));
    } finally {
      await other.close();
    }
  }, 150_000);

  it("refuses a file that is no backup, and one that is cut off, and stores nothing of it", async () => {
    const other = await openTestDatabase();
    try {
      const wrong = path.join(folder, "wrong.gz");
      await writeFile(wrong, gzipSync("hello\n"));
      await expect(restoreServer(other.connection_string, wrong)).rejects.toThrow(/no backup/);
      const plain = path.join(folder, "plain.sql");
      await writeFile(plain, "hello\n");
      await expect(restoreServer(other.connection_string, plain)).rejects.toThrow(/no backup/);
      const whole = path.join(folder, "whole.sql.gz");
      await backupServer(database.connection_string, whole);
      const cut = path.join(folder, "cut.sql.gz");
      await writeFile(cut, (await readFile(whole)).subarray(0, -100));
      await expect(restoreServer(other.connection_string, cut)).rejects.toThrow(/cut off/);
      expect(await other.db.organization.count()).toBe(0);
    } finally {
      await other.close();
    }
  });
});

describe("the copy of a database", () => {
  it("is written whole or not at all", async () => {
    const file = path.join(folder, "missing-folder", "x.gz");
    await expect(backupServer(database.connection_string, file)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(stat(file)).rejects.toMatchObject({ code: "ENOENT" });
  });
});
