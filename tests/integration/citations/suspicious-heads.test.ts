import { describe, expect, it } from "vitest";
import * as memories from "@/lib/memories/contract";
import { repositoryCheckJob, repositoryCheckRulesJob } from "@/lib/memories/jobs";
import { contextOf, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { RATE_FUNCTIONS, RATES_PATH, rememberRates } from "./rates";
import { setUpRepository } from "./support";

const root = repositoryRoot();
const database = testDatabase();

/** The file with this many of its functions edited. */
const fileWith = (edited: number) =>
  `${RATE_FUNCTIONS.map((line, index) =>
    index % 3 === 1 && index < 3 * edited ? line.replace("return net", "return net / 100") : line,
  ).join("\n")}\n`;

const job = (now = new Date()) => partsOf(database, { now: () => now });

async function setUpRates(count: number) {
  const fixture = await setUpRepository(database, root.path);
  const { organization_id, repository_id, git, lead } = fixture;
  const good = git.commit({ [RATES_PATH]: fileWith(0) });
  const bot = contextOf(database, await fixture.organization.agent({ types: ["reviewer"] }));
  const ids = await rememberRates(bot, { repository: fixture.repository.name, count });
  const sweep = async (now = new Date()) => {
    await run(memories.repositoryCheck, { repository_id }, lead);
    await work(now);
  };
  const work = (now = new Date()) => repositoryCheckJob.handle({ organization_id, repository_id }, job(now));
  const statuses = async () => {
    const rows = await database.db.memory.findMany({ where: { organization_id }, orderBy: { id: "asc" } });
    const counts: Record<string, number> = {};
    for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const heads = async () => (await run(memories.suspiciousHeadList, { repository_id }, lead)).items;
  const search = () => run(memories.memorySearch, { query: "rate surcharge region", limit: 20 }, bot);
  /** Points the default branch to a commit without a history and without the file. */
  const orphan = () => {
    git.git("checkout", "--quiet", "--orphan", "wrong");
    git.git("rm", "-rf", "--quiet", ".");
    const commit = git.commit({ "README.md": "nothing here\n" });
    git.git("branch", "--force", "main", "wrong");
    git.git("checkout", "--quiet", "main");
    return commit;
  };
  const back = () => git.git("reset", "--quiet", "--hard", good);
  return { ...fixture, good, bot, ids, sweep, work, statuses, heads, search, orphan, back };
}

describe("a suspicious head", () => {
  it("changes nothing: its verdicts are held beside those on record until the branch is right again", async () => {
    const fixture = await setUpRates(10);
    const { heads, statuses, search, lead, organization_id } = fixture;
    expect((await search()).items).toHaveLength(10);
    const commit = fixture.orphan();
    await fixture.sweep();
    expect(await statuses()).toEqual({ active: 10 });
    const [head, ...none] = await heads();
    expect(none).toEqual([]);
    expect(head).toMatchObject({ status: "open", commit_sha: commit, memories: 10, in_service: 10 });
    const held = await run(memories.heldVerdictList, { head_id: head?.id ?? "" }, lead);
    expect(held.total).toBe(10);
    expect(held.items[0]).toMatchObject({
      status: "active",
      verdict: "missing",
      citations: [{ status: "unchanged", found: "missing", path: RATES_PATH }],
    });
    const failing = await database.db.citation.count({ where: { organization_id, status: "missing" } });
    expect(failing).toBe(0);

    const found = await search();
    expect(found.items).toEqual([]);
    expect(found.check_before_use).toHaveLength(10);
    fixture.back();
    expect((await search()).items).toHaveLength(10);
    await fixture.sweep();
    expect(await statuses()).toEqual({ active: 10 });
    expect(await heads()).toMatchObject([{ status: "passed" }]);
  });

  it("is held for an agent's own check, and found by one that reads many", async () => {
    const fixture = await setUpRates(10);
    fixture.orphan();
    const found = await fixture.search();
    expect(found.items).toEqual([]);
    expect(found.check_before_use).toHaveLength(10);
    expect(await fixture.statuses()).toEqual({ active: 10 });
    expect(await fixture.heads()).toMatchObject([{ status: "open" }]);
    const verified = await run(
      memories.memoryVerifyCitations,
      { memory_id: fixture.ids[0] ?? "" },
      fixture.bot,
    );
    expect(verified).toMatchObject({ valid: null, held: true, status: "active", invalid_count: 1 });
    const refreshed = await run(memories.memoryRefresh, { memory_id: fixture.ids[1] ?? "" }, fixture.bot);
    expect(refreshed).toMatchObject({ stored: false, memory: { status: "active" } });
  });

  it("counts together what agents checked one by one", async () => {
    const fixture = await setUpRates(10);
    fixture.orphan();
    for (const memory_id of fixture.ids)
      await run(memories.memoryVerifyCitations, { memory_id }, fixture.bot);
    expect(await fixture.statuses()).toEqual({ invalid: 5, active: 5 });
    fixture.back();
    await fixture.sweep();
    expect(await fixture.statuses()).toEqual({ active: 10 });
  });

  it("takes its memories out of service once a lead confirms it, and never once it is dismissed", async () => {
    const fixture = await setUpRates(10);
    const { git, heads, lead, bot, statuses, work } = fixture;
    git.commit({ [RATES_PATH]: fileWith(7) });
    await fixture.sweep();
    expect(await statuses()).toEqual({ active: 10 });
    const [first] = await heads();
    const head_id = first?.id ?? "";
    await expect(
      run(memories.suspiciousHeadDecide, { head_id, decision: "dismiss" }, bot),
    ).rejects.toMatchObject({ code: "permission_denied" });
    const dismissed = await run(memories.suspiciousHeadDecide, { head_id, decision: "dismiss" }, lead);
    expect(dismissed).toMatchObject({ status: "dismissed", decided_by: { kind: "person" } });
    await expect(
      run(memories.suspiciousHeadDecide, { head_id, decision: "confirm" }, lead),
    ).rejects.toMatchObject({ code: "conflict" });
    await fixture.sweep();
    expect(await statuses()).toEqual({ active: 10 });
    expect((await fixture.search()).items).toHaveLength(3);

    git.commit({ [RATES_PATH]: `// again\n${fileWith(7)}` });
    await fixture.sweep();
    const [second] = await heads();
    expect(second).toMatchObject({ status: "open", memories: 7 });
    await run(memories.suspiciousHeadDecide, { head_id: second?.id ?? "", decision: "confirm" }, lead);
    await work();
    expect(await statuses()).toEqual({ active: 3, drifted: 7 });
  });

  it("is confirmed by a later head that says the same a day later, and not before", async () => {
    const fixture = await setUpRates(10);
    const { git, heads, statuses } = fixture;
    const start = new Date();
    const hoursLater = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
    git.commit({ [RATES_PATH]: fileWith(7) });
    await fixture.sweep(start);
    git.commit({ [RATES_PATH]: `// one\n${fileWith(7)}` });
    await fixture.sweep(hoursLater(12));
    expect(await statuses()).toEqual({ active: 10 });
    expect(await heads()).toMatchObject([
      { status: "open", since: start.toISOString() },
      { status: "passed" },
    ]);
    git.commit({ [RATES_PATH]: `// two\n${fileWith(7)}` });
    await fixture.sweep(hoursLater(25));
    expect(await statuses()).toEqual({ active: 3, drifted: 7 });
    expect((await heads())[0]).toMatchObject({ status: "confirmed", decided_by: { kind: "job" } });
  });

  it("is none where five or fewer memories leave, or not more than a fifth", async () => {
    const fixture = await setUpRates(10);
    fixture.git.commit({ [RATES_PATH]: fileWith(5) });
    await fixture.sweep();
    expect(await fixture.statuses()).toEqual({ active: 5, drifted: 5 });
    expect(await fixture.heads()).toEqual([]);
  });
});

describe("what a check invalidated", () => {
  it("a check restores, and what a person invalidated stays", async () => {
    const fixture = await setUpRates(4);
    const { git, lead, ids } = fixture;
    const wrong = ids[3] ?? "";
    await run(memories.memoryInvalidate, { memory_id: wrong, reason: "It was never so." }, lead);
    git.git("rm", "--quiet", RATES_PATH);
    git.commit();
    await fixture.sweep();
    expect(await fixture.statuses()).toEqual({ invalid: 4 });
    git.commit({ [RATES_PATH]: fileWith(1) });
    await fixture.sweep();
    expect(await fixture.statuses()).toEqual({ active: 2, drifted: 1, invalid: 1 });
    expect((await run(memories.memoryGet, { memory_id: wrong }, lead)).status_reason).toBe(
      "It was never so.",
    );
    const { items } = await run(memories.memoryEventList, { memory_id: ids[2] ?? "" }, lead);
    expect(items[0]).toMatchObject({ type: "verified_valid", detail: { from: "invalid", to: "active" } });
    expect(items[1]).toMatchObject({ type: "verified_invalid", detail: { to: "invalid" } });
  });

  it("is checked once more after an upgrade, by one run", async () => {
    const fixture = await setUpRates(4);
    const { git, organization_id, repository_id, lead } = fixture;
    git.git("rm", "--quiet", RATES_PATH);
    git.commit();
    await fixture.sweep();
    git.commit({ [RATES_PATH]: fileWith(0) });
    await database.db.repository.updateMany({
      where: { organization_id, id: repository_id },
      data: { checked_rules: 0 },
    });
    await repositoryCheckRulesJob.handle({}, job());
    await repositoryCheckRulesJob.handle({}, job());
    const runs = await database.db.repository_check.findMany({
      where: { organization_id, cause: "rules" },
    });
    expect(runs).toMatchObject([{ status: "waiting", memory_ids: { length: 4 } }]);
    await fixture.work();
    expect(await fixture.statuses()).toEqual({ active: 4 });

    // Marked as checked at this commit, while a citation was not.
    const push = () =>
      run(
        memories.repositoryPush,
        { repository: repository_id, ref: "main", after: git.git("rev-parse", "HEAD") },
        lead,
      );
    await fixture.sweep();
    expect(await push()).toMatchObject({ accepted: false, reason: "already_checked" });
    await database.db.citation.updateMany({
      where: { organization_id, memory_id: fixture.ids[0] ?? "" },
      data: { checked_commit: fixture.first_commit },
    });
    expect(await push()).toMatchObject({ accepted: true });
  });
});
