import { renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { auditList } from "@/lib/access/contract";
import * as citations from "@/lib/citations/contract";
import { newId } from "@/lib/kernel/ids";
import { DAY_MS } from "@/lib/kernel/time";
import * as contract from "@/lib/memories/contract";
import { repositoryCheckAllJob, repositoryCheckJob, repositoryCheckResumeJob } from "@/lib/memories/jobs";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, GLOBAL_AGENT_PERMISSIONS, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { setUpRepository } from "../citations/support";

const root = repositoryRoot();
const database = testDatabase();

const FILES = 3;
const line = (file: number, at: number) =>
  `export const setting_${file}_${at} = read("setting-${file}-${at}");`;
const PATHS = Array.from({ length: FILES }, (_, file) => `src/file-${file}.ts`);
const content = (file: number) => `${Array.from({ length: 50 }, (_, at) => line(file, at)).join("\n")}\n`;

/** A repository with as many cited memories as asked for, two citations each. */
async function setUp(memories: number) {
  const fixture = await setUpRepository(database, root.path);
  const first = fixture.git.commit(Object.fromEntries(PATHS.map((path, file) => [path, content(file)])));
  const bot = contextOf(
    database,
    await fixture.organization.agent({ types: ["reviewer"], permissions: GLOBAL_AGENT_PERMISSIONS }),
  );
  const cited = (path: string | undefined, at: number) => ({
    path: path ?? "",
    line_start: at,
    line_end: at + 1,
  });
  const stored = await run(
    contract.memoryStoreMany,
    {
      memories: Array.from({ length: memories }, (_, index) => ({
        kind: "decision" as const,
        statement: `Setting number ${index} is read from the environment`,
        repository: fixture.repository.name,
        citations: [cited(PATHS[0], 1 + (index % 40)), cited(PATHS[1], 1 + (index % 40))],
      })),
    },
    bot,
  );
  const memory_ids = stored.results.flatMap(({ memory }) => memory?.id ?? []);
  const { organization_id, repository_id } = fixture;
  const work = (options: { signal?: AbortSignal; now?: () => Date } = {}) =>
    repositoryCheckJob.handle({ organization_id, repository_id }, partsOf(database, options));
  const ask = (context: Context = fixture.lead) => run(contract.repositoryCheck, { repository_id }, context);
  const push = (after: string, ref = "refs/heads/main") =>
    run(contract.repositoryPush, { repository: fixture.repository.name, ref, after }, bot);
  const get = (check_id: string | null) =>
    run(citations.repositoryCheckGet, { check_id: check_id ?? "" }, fixture.lead);
  const list = () => run(citations.repositoryCheckList, { repository_id }, fixture.lead);
  const checkedAt = (checked_commit: string) =>
    database.db.citation.count({ where: { organization_id, checked_commit } });
  const entriesAt = (commit_sha: string) =>
    database.db.citation_check.count({ where: { organization_id, commit_sha } });
  const edit = () =>
    fixture.git.commit({ [PATHS[0] ?? ""]: content(0).replaceAll("setting-0-", "option-0-") });
  return { ...fixture, first, bot, memory_ids, work, ask, push, get, list, checkedAt, entriesAt, edit };
}

describe("a check of a repository", () => {
  it("shows its progress and what it found, and a repository that another key may not see stays hidden", async () => {
    const fixture = await setUp(4);
    const commit = fixture.edit();
    const { enqueued, check_id } = await fixture.ask();
    expect(enqueued).toBe(true);
    expect(await fixture.get(check_id)).toMatchObject({
      status: "waiting",
      total: null,
      done: 0,
      cause: "request",
    });
    await fixture.work();
    const run_ = await fixture.get(check_id);
    expect(run_).toMatchObject({
      status: "done",
      commit,
      total: 8,
      done: 8,
      error: null,
      counts: { unchanged: 4, edited: 4, missing: 0, unreachable: 0 },
      requested_by: { kind: "person" },
    });
    expect(run_.started_at).not.toBeNull();
    expect(run_.finished_at).not.toBeNull();
    const bound = contextOf(
      database,
      await fixture.organization.agent({ name: "other", repository_ids: [newId()] }),
    );
    await expect(run(citations.repositoryCheckGet, { check_id }, bound)).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await run(citations.repositoryCheckList, {}, bound)).items).toEqual([]);
    const outsider = (await setUp(1)).lead;
    await expect(run(citations.repositoryCheckGet, { check_id }, outsider)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("of some memories looks at no other's citations", async () => {
    const fixture = await setUp(3);
    fixture.edit();
    const [memory_id = ""] = fixture.memory_ids;
    const input = { repository_id: fixture.repository_id, memory_ids: [memory_id] };
    const { check_id } = await run(contract.repositoryCheck, input, fixture.lead);
    await fixture.work();
    expect(await fixture.get(check_id)).toMatchObject({ memories: 1, total: 2, done: 2, status: "done" });
    const { items } = await run(auditList, { operation: "repository_check", limit: 10 }, fixture.lead);
    expect(items.filter(({ actor }) => actor.name === "worker")).toMatchObject([
      { subject_id: fixture.repository_id, detail: { check_id, "active to drifted": 1 } },
    ]);
    const statuses = await run(contract.memoryFacets, {}, fixture.lead);
    expect(statuses.status).toEqual(
      expect.arrayContaining([
        { value: "active", count: 2 },
        { value: "drifted", count: 1 },
      ]),
    );
  });

  it("is asked for once however often somebody asks, and two workers do not check the same twice", async () => {
    const fixture = await setUp(4);
    const commit = fixture.edit();
    const answers = await Promise.all([fixture.ask(), fixture.ask(), fixture.ask()]);
    expect(new Set(answers.map(({ check_id }) => check_id)).size).toBe(1);
    expect(answers.filter(({ enqueued }) => enqueued)).toHaveLength(1);
    await Promise.all([fixture.work(), fixture.work()]);
    expect(await fixture.checkedAt(commit)).toBe(8);
    expect((await fixture.list()).items).toMatchObject([{ status: "done", done: 8 }]);
  });

  it("that is asked for during another one is a run of its own, once that has read its commit", async () => {
    const fixture = await setUp(1);
    const { organization_id } = fixture;
    const { check_id } = await fixture.ask();
    const at = new Date();
    const change = (data: { status?: string; commit_sha?: string; alive_at?: Date; started_at?: Date }) =>
      database.db.repository_check.updateMany({ where: { organization_id, id: check_id }, data });
    await change({ status: "running", alive_at: at, started_at: at });
    expect(await fixture.ask()).toMatchObject({ enqueued: false, check_id });
    await change({ commit_sha: fixture.first });
    await repositoryCheckAllJob.handle({}, partsOf(database, { now: () => at }));
    expect((await fixture.list()).total).toBe(1);
    const commit = fixture.edit();
    const next = await fixture.ask();
    expect(next.enqueued).toBe(true);
    expect(next.check_id).not.toBe(check_id);
    expect(await fixture.ask()).toMatchObject({ enqueued: false, check_id: next.check_id });
    await fixture.work({ now: () => new Date(at.getTime() + 61_000) });
    expect(await fixture.get(check_id)).toMatchObject({ status: "done" });
    expect(await fixture.get(next.check_id)).toMatchObject({ status: "done", commit });
  });

  it("goes on where it was stopped, and no citation is checked twice", async () => {
    const fixture = await setUp(100);
    // The hundred before this one is the first step; what follows is the second.
    const more = await run(
      contract.memoryStoreMany,
      {
        memories: Array.from({ length: 20 }, (_, index) => ({
          kind: "decision" as const,
          statement: `Option ${index} has a default`,
          repository: fixture.repository.name,
          citations: [{ path: PATHS[2] ?? "", line_start: 1 + index, line_end: 2 + index }],
        })),
      },
      fixture.bot,
    );
    expect(more.stored).toBe(20);
    // Lines that only move: where most memories failed, the verdicts would be held.
    const commit = fixture.git.commit({ [PATHS[0] ?? ""]: `// Settings\n${content(0)}` });
    const { check_id } = await fixture.ask();
    const stop = new AbortController();
    // The clock is read once a step: the worker is stopped while it records the first one.
    let recorded = 0;
    const now = () => {
      recorded++;
      if (recorded === 4) stop.abort(new Error("shutting down"));
      return new Date();
    };
    await expect(fixture.work({ signal: stop.signal, now })).rejects.toThrow("shutting down");
    const half = await fixture.get(check_id);
    expect(half).toMatchObject({ status: "running", total: 220, done: 200 });
    await fixture.work();
    expect(await fixture.get(check_id)).toMatchObject({
      status: "done",
      done: 220,
      counts: { moved: 100, unchanged: 120 },
    });
    expect(await fixture.checkedAt(commit)).toBe(220);
    // What was unchanged before and is again adds nothing to the history.
    expect(await fixture.entriesAt(commit)).toBe(100);
  });

  it("whose worker was killed is taken up by another one after a minute, not before", async () => {
    const fixture = await setUp(2);
    const commit = fixture.edit();
    const { check_id } = await fixture.ask();
    const { organization_id } = fixture;
    // As a killed worker leaves it: claimed, and then silent.
    const claimed_at = new Date();
    await database.db.repository_check.updateMany({
      where: { organization_id, id: check_id },
      data: { status: "running", claim: newId(), alive_at: claimed_at, started_at: claimed_at },
    });
    await fixture.work();
    expect(await fixture.get(check_id)).toMatchObject({ status: "running", done: 0 });
    const later = () => new Date(claimed_at.getTime() + 61_000);
    await repositoryCheckResumeJob.handle({}, partsOf(database, { now: later }));
    const waiting = await database.db.$queryRaw<{ n: number }[]>`
      select count(*)::int as n from pgboss.job where name = 'repository_check' and state = 'created'
      and data->>'repository_id' = ${fixture.repository_id}`;
    expect(waiting).toEqual([{ n: 1 }]);
    await fixture.work({ now: later });
    expect(await fixture.get(check_id)).toMatchObject({ status: "done", done: 4 });
    expect(await fixture.checkedAt(commit)).toBe(4);
  });

  it("whose worker was killed while its clock was a day ahead is taken up as soon as the clock is right", async () => {
    const fixture = await setUp(2);
    fixture.edit();
    const { check_id } = await fixture.ask();
    const { organization_id } = fixture;
    const ahead = new Date(Date.now() + DAY_MS);
    await database.db.repository_check.updateMany({
      where: { organization_id, id: check_id },
      data: { status: "running", claim: newId(), alive_at: ahead, started_at: ahead },
    });
    await repositoryCheckResumeJob.handle({}, partsOf(database));
    const waiting = await database.db.$queryRaw<{ n: number }[]>`
      select count(*)::int as n from pgboss.job where name = 'repository_check' and state = 'created'
      and data->>'repository_id' = ${fixture.repository_id}`;
    expect(waiting).toEqual([{ n: 1 }]);
    await fixture.work();
    expect(await fixture.get(check_id)).toMatchObject({ status: "done", done: 4 });
  });

  it("leaves every verdict alone when the repository cannot be read, and says why", async () => {
    const fixture = await setUp(2);
    fixture.edit();
    await fixture.ask();
    await fixture.work();
    const before = await run(contract.memoryList, { sort: "created_at" }, fixture.lead);
    expect(before.items.map(({ status }) => status)).toEqual(["drifted", "drifted"]);
    renameSync(fixture.git.dir, `${fixture.git.dir}-away`);
    const { check_id } = await fixture.ask();
    await fixture.work();
    const failed = await fixture.get(check_id);
    expect(failed).toMatchObject({ status: "failed", counts: { unreachable: 4 } });
    expect(failed.error).toMatch(/gone|cannot be read/);
    const after = await run(contract.memoryList, { sort: "created_at" }, fixture.lead);
    const shape = ({ items }: typeof before) =>
      items.map(({ status, status_reason, citations: own }) => [status, status_reason, own[0]?.status]);
    expect(shape(after)).toEqual(shape(before));
    renameSync(`${fixture.git.dir}-away`, fixture.git.dir);
    fixture.git.commit({ [PATHS[0] ?? ""]: content(0) });
    await fixture.ask();
    await fixture.work();
    expect((await run(contract.memoryFacets, {}, fixture.lead)).status).toEqual([
      { value: "active", count: 2 },
    ]);
  });
});

describe("a push", () => {
  it("is checked once a commit, and a newer one takes the place of what waits", async () => {
    const fixture = await setUp(2);
    const first = fixture.edit();
    const one = await fixture.push(first);
    expect(one).toMatchObject({ accepted: true, reason: null });
    expect(await fixture.push(first)).toMatchObject({ accepted: true, check_id: one.check_id });
    const second = fixture.git.commit({ "other.ts": "export {};\n" });
    const two = await fixture.push(second);
    expect(two.check_id).not.toBe(one.check_id);
    expect(await fixture.get(one.check_id)).toMatchObject({ status: "superseded" });
    await fixture.work();
    expect(await fixture.get(two.check_id)).toMatchObject({ status: "done", commit: second, done: 4 });
    expect(await fixture.checkedAt(second)).toBe(4);
    expect(await fixture.push(second)).toMatchObject({
      accepted: false,
      reason: "already_checked",
      check_id: null,
    });
    expect((await fixture.list()).total).toBe(2);
  });

  it("of another branch, a tag or a deleted branch checks nothing", async () => {
    const fixture = await setUp(1);
    const { first } = fixture;
    expect(await fixture.push(first, "refs/heads/next")).toMatchObject({ reason: "other_branch" });
    expect(await fixture.push(first, "refs/tags/v1")).toMatchObject({ reason: "other_branch" });
    expect(await fixture.push("0".repeat(40))).toMatchObject({ reason: "branch_deleted" });
    expect((await fixture.list()).total).toBe(0);
    expect(await fixture.push(first, "main")).toMatchObject({ accepted: true });
  });

  it("that rewrote history is followed like any other", async () => {
    const fixture = await setUp(2);
    const { git } = fixture;
    git.git("checkout", "--quiet", "--orphan", "rewritten");
    const commit = git.commit({ [PATHS[0] ?? ""]: `// moved down\n${content(0)}` });
    git.git("branch", "--force", "main", "rewritten");
    git.git("checkout", "--quiet", "main");
    await fixture.push(commit);
    await fixture.work();
    expect((await fixture.list()).items[0]).toMatchObject({
      status: "done",
      counts: { moved: 2, unchanged: 2 },
    });
  });
});

describe("the nightly check", () => {
  it("looks at what was not checked within a day or since the head moved, and at nothing else", async () => {
    const fixture = await setUp(2);
    await fixture.ask();
    await fixture.work();
    const nightly = async (now: Date) => {
      await repositoryCheckAllJob.handle({}, partsOf(database, { now: () => now }));
      await fixture.work({ now: () => now });
      return (await fixture.list()).items[0];
    };
    const hour = new Date(Date.now() + 3_600_000);
    expect(await nightly(hour)).toMatchObject({ cause: "nightly", status: "done", total: 0 });
    expect(await nightly(new Date(hour.getTime() + DAY_MS))).toMatchObject({
      total: 4,
      counts: { unchanged: 4 },
    });
    // The same verdict at the same commit is no news: the history holds it once for each that was asked for.
    expect(await fixture.entriesAt(fixture.first)).toBe(4);
    fixture.edit();
    expect(await nightly(new Date(hour.getTime() + DAY_MS + 1_000))).toMatchObject({
      total: 4,
      counts: { edited: 2, unchanged: 2 },
    });
  });
});

describe("a repository", () => {
  it("that is renamed keeps its memories, under a name that no other has", async () => {
    const fixture = await setUp(1);
    const name = `acme/renamed-${newId().slice(-6)}`;
    const renamed = await run(
      citations.repositoryRename,
      { repository: fixture.repository.name, name },
      fixture.lead,
    );
    expect(renamed).toMatchObject({ id: fixture.repository_id, name });
    const path = PATHS[0] ?? "";
    const found = await run(contract.memorySearchByPath, { repository: name, path }, fixture.bot);
    expect(found.items).toHaveLength(1);
    const source = { kind: "path" as const, path: join(fixture.git.dir) };
    const other = await run(citations.repositoryAdd, { name: fixture.repository.name, source }, fixture.lead);
    await expect(
      run(citations.repositoryRename, { repository: other.id, name }, fixture.lead),
    ).rejects.toMatchObject({ code: "conflict" });
  });
});
