import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backupEmbedded, type EmbeddedDatabase, openEmbedded, restoreEmbedded } from "@/lib/db/embedded";
import { listen } from "../../support/listen";

const exec = promisify(execFile);
let folder = "";
let backup = "";
let whole = "";

async function query(database: EmbeddedDatabase, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.connection_string });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "casebook-faults-"));
  whole = path.join(folder, "whole", "database");
  backup = path.join(folder, "casebook.backup");
  await mkdir(whole, { recursive: true });
  const database = await openEmbedded({ data_dir: whole });
  await query(database, "create table kept as select n from generate_series(1, 1000) n");
  await backupEmbedded({ data_dir: whole, path: backup });
  await database.close();
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A copy of the stopped database, with something done to its files. */
async function damaged(name: string, harm: (cluster: string) => Promise<void>): Promise<string> {
  const data_dir = path.join(folder, name, "database");
  await cp(whole, data_dir, { recursive: true });
  await harm(path.join(data_dir, "cluster"));
  return data_dir;
}

const HARMS: [string, (cluster: string) => Promise<void>][] = [
  [
    "a control file of zeros",
    (cluster) => writeFile(path.join(cluster, "global/pg_control"), Buffer.alloc(8192)),
  ],
  ["a missing PG_VERSION", (cluster) => rm(path.join(cluster, "PG_VERSION"))],
  [
    "a write-ahead log of noise",
    async (cluster) => {
      const logs = (await readdir(path.join(cluster, "pg_wal"))).filter((name) =>
        /^[0-9A-F]{24}$/.test(name),
      );
      for (const name of logs) await writeFile(path.join(cluster, "pg_wal", name), randomBytes(1_000_000));
    },
  ],
  [
    "an emptied catalogue",
    async (cluster) => {
      for (const database of await readdir(path.join(cluster, "base")))
        await truncate(path.join(cluster, "base", database, "1259")).catch(() => undefined);
    },
  ],
];

describe("a database whose files are damaged", () => {
  it.each(HARMS)(
    "by %s is refused with the remedy, which brings every row back",
    async (name, harm) => {
      const data_dir = await damaged(name, harm);
      await expect(openEmbedded({ data_dir })).rejects.toMatchObject({
        problem: "cannot_open",
        message: expect.stringMatching(
          /cannot be opened \(.+\): its files are damaged.*casebook restore --force/,
        ),
      });
      const { moved_to } = await restoreEmbedded({ data_dir, path: backup, force: true });
      expect(moved_to).not.toBeNull();
      const database = await openEmbedded({ data_dir });
      expect(await query(database, "select count(*)::int as n, sum(n)::int as sum from kept")).toEqual([
        { n: 1000, sum: 500_500 },
      ]);
      await database.close();
    },
    60_000,
  );
});

describe("a start", () => {
  const start = async (settings: Record<string, string>) => {
    const free = await listen(async () => new Response());
    await free.close();
    return exec(process.execPath, ["--import", "tsx", "bin/start.ts", "--dev", "--no-worker"], {
      env: { ...process.env, DATABASE_URL: "", PORT: String(free.port), LOG_LEVEL: "error", ...settings },
      timeout: 60_000,
    });
  };

  it("beside another on the same folder ends with a sentence, and leaves the first one alone", async () => {
    const data_dir = path.join(folder, "two");
    await mkdir(path.join(data_dir, "database"), { recursive: true });
    const first = await openEmbedded({ data_dir: path.join(data_dir, "database") });
    const second = start({ CASEBOOK_DATA_DIR: data_dir });
    await expect(second).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^\s*Another Casebook is running on .+ name another folder with CASEBOOK_DATA_DIR\.\s*$/,
      ),
    });
    expect(await query(first, "select 1 as n")).toEqual([{ n: 1 }]);
    await first.close();
  }, 90_000);

  it("in a folder that cannot be written names it and the setting", async () => {
    const file = path.join(folder, "a-file");
    await writeFile(file, "not a folder");
    await expect(start({ CASEBOOK_DATA_DIR: file })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^\s*The data folder .+ cannot be written\. .+ CASEBOOK_DATA_DIR\.\s*$/),
    });
  }, 90_000);

  it.each([
    ["secret", "everybody must sign in again"],
    ["encryption-key", "credentials of connections have to be entered again"],
  ])(
    "with a damaged %s says what is lost when it is made again, and overwrites nothing",
    async (name, lost) => {
      const data_dir = path.join(folder, `damaged-${name}`);
      await mkdir(data_dir, { recursive: true });
      await writeFile(path.join(data_dir, name), "cut");
      await expect(start({ CASEBOOK_DATA_DIR: data_dir })).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(new RegExp(`^\\s*.+${name} is damaged\\. .+${lost}.+\\s*$`)),
      });
      expect(await readFile(path.join(data_dir, name), "utf8")).toBe("cut");
    },
    90_000,
  );
});
