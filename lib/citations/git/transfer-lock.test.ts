import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { TestRepository } from "./test-repository";

const local = { allow_file_paths: true };
const HOUR_MS = 3_600_000;
const BRANCHES = Array.from({ length: 40 }, (_, at) => `branch-${at}`);

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "casebook-turns-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const newRepository = () => new TestRepository(mkdtempSync(join(root, "repository-")));

/** The module as another process has it: without what this one knows of transfers under way. */
async function freshClone() {
  vi.resetModules();
  return (await import("./clone")).cloneOrFetch;
}

function writeLock(file: string, age_ms: number): void {
  writeFileSync(file, "");
  const at = new Date(Date.now() - age_ms);
  utimesSync(file, at, at);
}

it("fetches past the locks of a git that was killed, and leaves those of one at work", async () => {
  const upstream = newRepository();
  upstream.commit({ "a.txt": "one" });
  const managed = join(root, "locked", "clone");
  const cloneOrFetch = await freshClone();
  const source = await cloneOrFetch(upstream.dir, managed, local);
  const next = upstream.commit({ "a.txt": "two" });
  const locks = [join(managed, "refs", "heads", "main.lock"), join(managed, "HEAD.lock")];
  for (const lock of locks) writeLock(lock, 0);
  await expect(cloneOrFetch(upstream.dir, managed, local)).rejects.toThrow("main.lock");
  for (const lock of locks) writeLock(lock, HOUR_MS);
  await cloneOrFetch(upstream.dir, managed, local);
  expect(await source.headCommit()).toBe(next);
  for (const lock of locks) expect(existsSync(lock)).toBe(false);
  await source.close();
}, 30_000);

it("two processes fetch one clone while its branches move, and neither fails", async () => {
  const upstream = newRepository();
  const commits = ["one", "two"].map((text) => upstream.commit({ "a.txt": text }));
  const move = (commit: string | undefined) => {
    for (const branch of BRANCHES) upstream.git("update-ref", `refs/heads/${branch}`, String(commit));
  };
  move(commits[0]);
  const managed = join(root, "shared", "clone");
  const processes = [await freshClone(), await freshClone()];
  const first = await processes[0]?.(upstream.dir, managed, local);
  for (let round = 0; round < 5; round += 1) {
    move(commits[round % 2]);
    const fetched = await Promise.all(processes.map((fetch) => fetch(upstream.dir, managed, local)));
    for (const source of fetched) await source.close();
  }
  await first?.close();
  expect(readdirSync(dirname(managed))).toEqual(["clone"]);
}, 60_000);

it("takes the turn of a process that was killed in it", async () => {
  const upstream = newRepository();
  const head = upstream.commit({ "a.txt": "one" });
  const managed = join(root, "taken", "clone");
  const cloneOrFetch = await freshClone();
  const source = await cloneOrFetch(upstream.dir, managed, local);
  const held = join(dirname(managed), `.${basename(managed)}.transfer`);
  writeLock(held, 0);
  await expect(
    cloneOrFetch(upstream.dir, managed, { ...local, transfer_timeout_ms: 500 }),
  ).rejects.toMatchObject({ code: "timeout" });
  writeLock(held, HOUR_MS);
  await cloneOrFetch(upstream.dir, managed, local);
  expect(await source.headCommit()).toBe(head);
  await source.close();
}, 30_000);
