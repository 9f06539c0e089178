import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { findStoredProbe, recordSearch, sweepProbes } from "@/lib/memories";
import * as memories from "@/lib/memories/contract";
import { repositoryCheckJob } from "@/lib/memories/jobs";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { setUpRepository } from "../citations/support";
import { remember } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const RULE =
  "language: ts\nrule:\n  pattern: route($P, $H)\n  not: { has: { pattern: guarded($$$), stopBy: end } }";
const NONE = { violations: "none" } as const;

const GOOD = 'route("/a", guarded(a));\nroute("/b", guarded(b));\n';
const BAD = 'route("/a", guarded(a));\nroute("/b", b);\n';

async function setUpProbe(files: Record<string, string> = { "src/routes.ts": GOOD }) {
  const fixture = await setUpRepository(database, root.path);
  const { organization, organization_id, repository_id, git, lead, repository } = fixture;
  const first = git.commit(files);
  const bot = contextOf(database, await organization.agent({ types: ["main"] }));
  const memory = await remember(bot, {
    statement: "Every route is guarded against anonymous callers.",
    repository: repository.name,
  });
  const memory_id = memory.id;
  const set = (input: { rule?: string; accept_violated?: boolean } = {}) =>
    run(memories.memoryProbeSet, { memory_id, rule: RULE, expectation: NONE, ...input }, bot);
  const get = () => run(memories.memoryProbeGet, { memory_id }, bot);
  const probe = async () => {
    const answer = await get();
    if (!answer.probe) throw new Error("the memory has no probe");
    return answer.probe;
  };
  const sweepAt = (commit: string, now = new Date()) =>
    sweepProbes({ organization_id, repository_id, commit }, partsOf(database, { now: () => now }));
  const check = async () => {
    await run(memories.repositoryCheck, { repository_id }, lead);
    await repositoryCheckJob.handle({ organization_id, repository_id }, partsOf(database));
  };
  return { ...fixture, first, bot, memory_id, set, get, probe, sweepAt, check };
}

describe("a memory's probe", () => {
  it("is tried before it is stored, and stored with what it found", async () => {
    const { set, first, get } = await setUpProbe();
    const probe = await set();
    expect(probe).toMatchObject({
      status: "holds",
      summary: "holds (2 of 2)",
      support: 2,
      matches: 0,
      checked_commit: first,
      violated_commit: null,
    });
    expect((await get()).checks).toMatchObject([{ status: "holds", commit_sha: first }]);
  });

  it("is refused while it is violated, unless that is accepted", async () => {
    const { set, first, get } = await setUpProbe({ "src/routes.ts": BAD });
    await expect(set()).rejects.toMatchObject({
      code: "invalid_input",
      errors: [
        { pointer: "/accept_violated", detail: expect.stringContaining("the first at src/routes.ts:2") },
      ],
    });
    expect((await get()).probe).toBeNull();
    expect(await set({ accept_violated: true })).toMatchObject({
      status: "violated",
      violated_commit: first,
      places: [{ path: "src/routes.ts", line_start: 2, since_commit: first }],
    });
  });

  it("is refused when there is nothing that it speaks about", async () => {
    const { set, get } = await setUpProbe({ "src/routes.ts": "export {};\n" });
    await expect(set()).rejects.toMatchObject({ errors: [{ pointer: "/rule" }] });
    expect((await get()).probe).toBeNull();
  });

  it("keeps no secret of the places that it shows", async () => {
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    const { set, organization_id } = await setUpProbe({ "src/routes.ts": `route("/b", "${token}");\n` });
    const { places } = await set({ accept_violated: true });
    expect(places[0]?.text).toContain("route(");
    const rows = await database.db.memory_probe.findMany({ where: { organization_id } });
    expect(JSON.stringify([places, rows])).not.toContain(token);
  });

  it("is seen, set and removed by nobody who may not see its memory", async () => {
    const { set, organization, memory_id } = await setUpProbe();
    await set();
    const bound = contextOf(database, await organization.agent({ name: "bound", repository_ids: [newId()] }));
    const denied = { code: "not_found" };
    await expect(run(memories.memoryProbeGet, { memory_id }, bound)).rejects.toMatchObject(denied);
    await expect(run(memories.memoryProbeRemove, { memory_id }, bound)).rejects.toMatchObject(denied);
    const input = { memory_id, rule: RULE, expectation: NONE };
    await expect(run(memories.memoryProbeSet, input, bound)).rejects.toMatchObject(denied);
    expect((await run(memories.probeList, {}, bound)).items).toEqual([]);
    const { points } = await run(memories.probeErosionGet, { days: 1 }, bound);
    expect(points).toMatchObject([{ holds: 0, violated: 0 }]);
  });

  it("is listed for no agent that its memory does not reach", async () => {
    const { set, organization, organization_id, memory_id, bot, lead } = await setUpProbe();
    await set();
    const other = contextOf(database, await organization.agent({ name: "other-bot" }));
    const listed = async (context: Context) => {
      const { items, total } = await run(memories.probeList, {}, context);
      const { points } = await run(memories.probeErosionGet, { days: 1 }, context);
      return { ids: items.map((probe) => probe.memory_id), total, holds: points[0]?.holds };
    };
    const whole = { ids: [memory_id], total: 1, holds: 1 };
    expect(await listed(other)).toEqual(whole);
    const held = { held_at: new Date(), held_reason: "runs what it fetches" };
    const own = { held_at: null, held_reason: null, scope: "agent", agent: bot.actor.name };
    for (const data of [held, own]) {
      await database.db.memory.updateMany({ where: { organization_id, id: memory_id }, data });
      expect(await listed(other)).toEqual({ ids: [], total: 0, holds: 0 });
      expect(await listed(bot)).toEqual(whole);
      expect(await listed(lead)).toEqual(whole);
    }
  });

  it("can be replaced and taken away, with its history", async () => {
    const { set, get, memory_id, bot } = await setUpProbe();
    await set();
    await set({ rule: "language: ts\nrule: { pattern: eval($X) }" });
    const { probe, checks } = await get();
    expect(probe).toMatchObject({ summary: "holds (none in 2 files)" });
    expect(checks).toHaveLength(1);
    expect(await run(memories.memoryProbeRemove, { memory_id }, bot)).toMatchObject({ removed: true });
    expect(await run(memories.memoryProbeRemove, { memory_id }, bot)).toMatchObject({ removed: false });
    expect(await get()).toEqual({ probe: null, checks: [] });
  });
});

describe("a check of the repository", () => {
  it("finds a violation with its first commit, changes nothing of the memory, and sees it mended", async () => {
    const { set, git, check, probe, get, bot, memory_id, lead, repository_id } = await setUpProbe();
    await set();
    const broken = git.commit({ "src/routes.ts": BAD });
    await check();
    const place = { path: "src/routes.ts", line_start: 2, since_commit: broken };
    expect(await probe()).toMatchObject({
      status: "violated",
      summary: "violated (1 place of 2)",
      violated_commit: broken,
      places: [place],
    });
    expect(await run(memories.memoryGet, { memory_id }, bot)).toMatchObject({ status: "active" });
    const later = git.commit({ "src/routes.ts": `// moved down\n${BAD}route("/c", c);\n` });
    await check();
    expect(await probe()).toMatchObject({
      checked_commit: later,
      violated_commit: broken,
      places: [
        { line_start: 3, since_commit: broken },
        { line_start: 4, since_commit: later },
      ],
    });
    const { items } = await run(memories.probeList, { repository_id, status: "violated" }, lead);
    expect(items).toMatchObject([{ memory_id, first_place: { line_start: 3 } }]);
    git.commit({ "src/routes.ts": GOOD });
    await check();
    expect(await probe()).toMatchObject({ status: "holds", places: [], violated_since: null });
    const { checks } = await get();
    expect(checks.map(({ summary }) => summary)).toEqual([
      "holds (2 of 2)",
      "violated (2 places of 3)",
      "violated (1 place of 2)",
      "holds (2 of 2)",
    ]);
    const { points } = await run(memories.probeErosionGet, { repository_id, days: 2 }, lead);
    expect(points.at(-1)).toMatchObject({ holds: 1, violated: 0, violations: 0 });
  });

  it("says nothing of code that is gone: a claim about nothing is unknown", async () => {
    const { set, git, check, probe } = await setUpProbe();
    await set();
    git.commit({ "src/routes.ts": "export {};\n" });
    await check();
    expect(await probe()).toMatchObject({ status: "unknown", support: 0 });
  });

  it("keeps the result before, with the problem, when a search comes to none", async () => {
    const { set, git, check, probe, first } = await setUpProbe();
    await set();
    git.commit({ "src/routes.ts": 'route("/a", a);\n'.repeat(11_000) });
    await check();
    expect(await probe()).toMatchObject({
      status: "holds",
      checked_commit: first,
      problem: expect.stringContaining("10,000 places"),
    });
    const mended = git.commit({ "src/routes.ts": GOOD });
    await check();
    expect(await probe()).toMatchObject({ status: "holds", checked_commit: mended, problem: null });
  });

  it("keeps the result of the newer head when two heads are searched at once", async () => {
    const { set, git, sweepAt, probe } = await setUpProbe();
    await set();
    const older = git.commit({ "src/routes.ts": BAD });
    const newer = git.commit({ "src/routes.ts": `${GOOD}route("/c", guarded(c));\n` });
    for (let round = 0; round < 3; round += 1)
      await Promise.all([sweepAt(older), sweepAt(newer), sweepAt(older), sweepAt(newer)]);
    expect(await probe()).toMatchObject({ checked_commit: newer, summary: "holds (3 of 3)" });
    await sweepAt(older);
    expect(await probe()).toMatchObject({ checked_commit: newer });
  });

  it("drops a search that a newer one has overtaken since it read the probe", async () => {
    const { set, git, sweepAt, probe, organization_id, first } = await setUpProbe();
    const { id } = await set();
    const older = git.commit({ "src/routes.ts": BAD });
    const stored = await findStoredProbe(database.db, { organization_id, probe_id: id });
    if (!stored) throw new Error("the probe was not stored");
    const newer = git.commit({ "src/routes.ts": GOOD });
    await sweepAt(newer);
    const searched = {
      result: { ...stored, summary: "", reason: null, status: "violated" as const, matches: 1 },
      examined: { commit: older, findings: [] },
    };
    const mayReplace = async (recorded: string) => recorded === first;
    const now = new Date();
    await recordSearch(database.db, { organization_id, stored, searched, mayReplace, now });
    expect(await probe()).toMatchObject({ checked_commit: newer, status: "holds" });
  });

  it("believes a branch that was set back, and a history that was rewritten", async () => {
    const { set, git, check, probe, first } = await setUpProbe();
    await set();
    git.commit({ "src/routes.ts": BAD });
    await check();
    git.git("reset", "--quiet", "--hard", first);
    await check();
    expect(await probe()).toMatchObject({ checked_commit: first, status: "holds" });
    git.git("checkout", "--quiet", "--orphan", "rewritten");
    const rewritten = git.commit({ "src/routes.ts": BAD });
    git.git("branch", "--force", "main", "rewritten");
    git.git("checkout", "--quiet", "main");
    await check();
    expect(await probe()).toMatchObject({ checked_commit: rewritten, status: "violated" });
  });

  it("records nothing on a probe whose rule was changed meanwhile", async () => {
    const { set, git, sweepAt, probe } = await setUpProbe();
    await set();
    const head = git.commit({ "src/routes.ts": BAD });
    const rule = "language: ts\nrule: { pattern: eval($X) }";
    await Promise.all([sweepAt(head), set({ rule })]);
    await sweepAt(head);
    expect(await probe()).toMatchObject({ rule, status: "holds", support: null, checked_commit: head });
  });
});
