import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorOfKey } from "@/lib/access";
import { agentKeyCreate } from "@/lib/access/contract";
import { backupServer, restoreServer } from "@/lib/db/backup";
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
    const { key } = await run(agentKeyCreate, { name: "tab\tand\nline", agent: "a\\b" }, owner);
    const file = path.join(folder, "all.sql.gz");
    await backupServer(database.connection_string, file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const other = await openTestDatabase();
    try {
      await restoreServer(other.connection_string, file);
      expect(await actorOfKey(other.db, key, new Date())).toMatchObject({ name: "a\\b" });
      const rows = await other.db.audit_entry.count({
        where: { organization_id: organization.organization_id },
      });
      expect(rows).toBe(1);
      await expect(restoreServer(other.connection_string, file)).rejects.toThrow(/not empty/);
    } finally {
      await other.close();
    }
  });

  it("refuses a file that is no backup, and one that is cut off, and stores nothing of it", async () => {
    const other = await openTestDatabase();
    try {
      const wrong = path.join(folder, "wrong.gz");
      await writeFile(wrong, gzipSync("hello\n"));
      await expect(restoreServer(other.connection_string, wrong)).rejects.toThrow(/no backup/);
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
