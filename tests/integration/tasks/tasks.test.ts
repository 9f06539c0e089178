import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { contextGet } from "@/lib/recall/contract";
import type { Context } from "@/lib/runtime/operation";
import { hookAfterAgent } from "@/lib/sessions/contract";
import * as contract from "@/lib/tasks/contract";
import { patternCheckJob } from "@/lib/tasks/jobs";
import { addRepository, contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { setUpRepository } from "../citations/support";

const root = repositoryRoot();
const database = testDatabase();

async function fixture() {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  const context = contextOf(database, await organization.agent());
  return { organization, organization_id, context };
}

const PYTHON = [
  "Traceback (most recent call last):",
  '  File "/home/ci/app/shop.py", line 12, in total',
  "    return sum(prices)",
  "TypeError: unsupported operand type(s) for +: 'int' and 'str'",
].join("\n");

const CODE =
  'def total(prices):\n    # as numbers\n    return sum(int(price) for price in prices) + len("# of")\n';

async function passed(context: Context, task_id = newId(), repository?: string) {
  await run(
    contract.taskRecord,
    { task_id, description: "Sum the prices", status: "passed", ...(repository && { repository }) },
    context,
  );
  return task_id;
}

const pattern = (task_id: string) => ({
  task_id,
  problem_type: "aggregation",
  description: "Sum prices that arrive as text",
  code: CODE,
  language: "python",
});

describe("tasks", () => {
  it("are recorded once, however often they go on, and repeat their ids in other repositories", async () => {
    const { organization_id, context } = await fixture();
    await addRepository(database.db, { organization_id, name: "acme/shop" });
    const first = await run(contract.taskRecord, { task_id: "T-1", description: "Sum prices" }, context);
    await run(
      contract.taskRecord,
      { task_id: "T-1", status: "passed", iterations: [{ number: 1, phase: "planning", output: "A plan" }] },
      context,
    );
    await run(
      contract.taskRecord,
      {
        task_id: "T-1",
        iterations: [{ number: 1, phase: "planning", patterns_found: 2, output: "Another" }],
      },
      context,
    );
    const other = await run(
      contract.taskRecord,
      { task_id: "T-1", description: "Another", repository: "acme/shop" },
      context,
    );
    expect(other.id).not.toBe(first.id);
    const task = await run(contract.taskGet, { task_record_id: first.id }, context);
    expect(task).toMatchObject({
      status: "passed",
      description: "Sum prices",
      iterations: [{ number: 1, patterns_found: 2, output: "Another" }],
    });
    expect(task.finished_at).not.toBeNull();
    expect(await run(contract.taskList, {}, context)).toMatchObject({ total: 2 });
  });

  it("need a description the first time, and name patterns that exist", async () => {
    const { context } = await fixture();
    await expect(run(contract.taskRecord, { task_id: "T-1" }, context)).rejects.toThrow(/description/);
    const iterations = [{ number: 1, phase: "planning" as const, patterns_used: [newId()] }];
    await expect(
      run(contract.taskRecord, { task_id: "T-1", description: "x", iterations }, context),
    ).rejects.toThrow(/patterns_used/);
    expect((await run(contract.taskList, {}, context)).total).toBe(0);
  });
});

describe("failures", () => {
  it("are grouped by signature, solved for all, and return when they are seen again", async () => {
    const { context } = await fixture();
    const first = await run(contract.failureRecord, { output: PYTHON, test_name: "test_total" }, context);
    expect(first).toMatchObject({
      stored: true,
      failure: { language: "python", error_type: "TypeError", status: "open", occurrence_count: 1 },
    });
    const second = await run(
      contract.failureRecord,
      { output: PYTHON.replace("12", "99").replace("'int' and 'str'", "'float' and 'str'") },
      context,
    );
    const id = first.failure?.id ?? "";
    expect(second.failure).toMatchObject({ id, occurrence_count: 2 });
    expect((await run(contract.failureSearch, { query: PYTHON }, context)).items).toEqual([]);
    const solved = await run(
      contract.failureSolve,
      { failure_id: id, solution: "The prices came as text; convert them.", commit: "abcdef1" },
      context,
    );
    expect(solved).toMatchObject({ status: "solved", solved_how: "hand", fix_commit: "abcdef1" });
    const found = await run(contract.failureSearch, { query: PYTHON }, context);
    expect(found.items).toMatchObject([{ failure: { id }, found_by: "signature" }]);
    const again = await run(contract.failureRecord, { output: PYTHON }, context);
    expect(again.failure).toMatchObject({ id, status: "returned", solution: solved.solution });
    const shown = await run(contract.failureGet, { failure_id: id }, context);
    expect(shown.occurrences).toHaveLength(3);
    expect(shown.occurrences[0]?.frames).toMatchObject([{ file: "/home/ci/app/shop.py", line: 12 }]);
    expect(shown.trend.at(-1)?.occurrences).toBe(3);
    expect(await run(contract.failureReopen, { failure_id: id }, context)).toMatchObject({
      status: "open",
      solution: null,
    });
  });

  it("are solved and reopened as they were read only, and the audit keeps what is gone then", async () => {
    const { context } = await fixture();
    const { failure } = await run(contract.failureRecord, { output: PYTHON, solution: "A guess." }, context);
    const failure_id = failure?.id ?? "";
    const version = failure?.version ?? 0;
    await run(contract.failureSolve, { failure_id, solution: "The cause.", version }, context);
    await expect(run(contract.failureReopen, { failure_id, version }, context)).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(
      run(contract.failureSolve, { failure_id, solution: "A guess.", version }, context),
    ).rejects.toMatchObject({ code: "conflict" });
    await run(contract.failureReopen, { failure_id, version: version + 1 }, context);
    const entries = await database.db.audit_entry.findMany({
      where: { organization_id: context.actor.organization_id, subject_id: failure_id },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ operation, detail }) => [operation, detail])).toMatchObject([
      ["failure_record", {}],
      ["failure_solve", { replaced: { characters: "A guess.".length, solved_how: "hand" } }],
      ["failure_reopen", { replaced: { characters: "The cause.".length, solved_how: "hand" } }],
    ]);
  });

  it("are found by the words of a description", async () => {
    const { context } = await fixture();
    const { failure } = await run(
      contract.failureRecord,
      { output: PYTHON, solution: "Convert prices from text before they are added." },
      context,
    );
    const { items } = await run(contract.failureSearch, { query: "convert prices from text" }, context);
    expect(items).toMatchObject([{ failure: { id: failure?.id }, found_by: "words" }]);
    expect(
      (await run(contract.failureSearch, { query: "certificate of the mail server" }, context)).items,
    ).toEqual([]);
  });

  it.each([
    ["syntax_error", '  File "a.py", line 3\n    def f(:\n          ^\nSyntaxError: invalid syntax'],
    ["interrupted", 'Traceback (most recent call last):\n  File "a.py", line 3, in f\nKeyboardInterrupt'],
    [
      "infrastructure",
      "Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1555:16)",
    ],
  ])("are answered with the reason and not stored: %s", async (reason, output) => {
    const { context } = await fixture();
    const answer = await run(contract.failureRecord, { output }, context);
    expect(answer).toMatchObject({ stored: false, reason, failure: null });
    expect(answer.detail).toMatch(/\w/);
    expect((await run(contract.failureList, {}, context)).total).toBe(0);
  });

  it("keep both ends of a stack of a megabyte, without secrets", async () => {
    const { context } = await fixture();
    const key = ["ghp", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("_");
    const frames = "    at f (/app/src/a.js:1:1)\n".repeat(34_000);
    const output = `TypeError: x.map is not a function, with ${key}\n${frames}`.slice(0, 999_999);
    const { failure } = await run(contract.failureRecord, { output }, context);
    const { occurrences } = await run(contract.failureGet, { failure_id: failure?.id ?? "" }, context);
    expect(occurrences[0]?.output.length).toBeLessThan(17_000);
    expect(occurrences[0]?.output).not.toContain(key);
    expect(occurrences[0]?.frames.length).toBe(50);
  });

  it("stay in the repositories that a key is bound to", async () => {
    const { organization, organization_id, context } = await fixture();
    const shop = await addRepository(database.db, { organization_id, name: "acme/shop" });
    await addRepository(database.db, { organization_id, name: "acme/bank" });
    const bound = contextOf(database, await organization.agent({ name: "shop-bot", repository_ids: [shop] }));
    const { failure } = await run(
      contract.failureRecord,
      { output: PYTHON, repository: "acme/bank", solution: "Convert it." },
      context,
    );
    await run(contract.failureRecord, { output: PYTHON, repository: "acme/shop" }, context);
    expect((await run(contract.failureList, {}, context)).items).toMatchObject([
      { repository_count: 2 },
      { repository_count: 2 },
    ]);
    expect((await run(contract.failureList, {}, bound)).items).toMatchObject([
      { repository: { id: shop }, repository_count: 1 },
    ]);
    expect((await run(contract.failureSearch, { query: PYTHON }, bound)).items).toEqual([]);
    const named = { failure_id: failure?.id ?? "" };
    await expect(run(contract.failureGet, named, bound)).rejects.toMatchObject({ code: "not_found" });
    await expect(run(contract.failureRecord, { output: PYTHON }, bound)).rejects.toThrow(
      /bound to repositories/,
    );
  });

  it("are one when many are recorded at once", async () => {
    const { context } = await fixture();
    await Promise.all(
      Array.from({ length: 6 }, () => run(contract.failureRecord, { output: PYTHON }, context)),
    );
    expect(await run(contract.failureList, {}, context)).toMatchObject({
      total: 1,
      items: [{ occurrence_count: 6 }],
    });
  });

  it("are not of the future", async () => {
    const { context } = await fixture();
    const at = new Date(Date.now() + 3_600_000).toISOString();
    await expect(run(contract.failureRecord, { output: PYTHON, at }, context)).rejects.toThrow(/future/);
  });
});

describe("solution patterns", () => {
  it("are stored from a task that passed, found again, and earn a success rate over distinct tasks", async () => {
    const { context } = await fixture();
    const stored = await run(
      contract.patternStore,
      { ...pattern(await passed(context)), dependencies: ["Pandas"] },
      context,
    );
    expect(stored.pattern).toMatchObject({
      template: 'def total(prices):\n    return sum(int(price) for price in prices) + len("<string>")',
      dependencies: ["pandas"],
      success: { n: 0, rate: null },
    });
    const id = stored.pattern?.id ?? "";
    const found = await run(
      contract.patternSearch,
      { query: "sum prices that are text", dependencies: ["pandas"] },
      context,
    );
    expect(found.items).toMatchObject([{ pattern: { id }, shared_dependencies: ["pandas"], cited: null }]);
    expect((await run(contract.patternSearch, { query: "rotate an image" }, context)).items).toEqual([]);
    const use = (task_id: string, status: "passed" | "failed" | "open") =>
      run(
        contract.taskRecord,
        {
          task_id,
          description: "Use it",
          status,
          iterations: [1, 2].map((number) => ({ number, phase: "planning" as const, patterns_used: [id] })),
        },
        context,
      );
    await use("a", "passed");
    await use("b", "failed");
    await use("c", "open");
    const shown = await run(contract.patternGet, { pattern_id: id }, context);
    expect(shown).toMatchObject({ uses: 3, success: { n: 2, successes: 1, rate: 0.5 } });
    expect(shown.used_by).toHaveLength(3);
  });

  it.each([
    ["credentials", { code: `key = "${["ghp", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("_")}"` }],
    ["high_severity", { security_findings: [{ severity: "high" as const, title: "SQL injection" }] }],
    ["one_off", { one_off: true }],
  ])("are refused with the reason: %s", async (reason, changed) => {
    const { context } = await fixture();
    const answer = await run(
      contract.patternStore,
      { ...pattern(await passed(context)), ...changed },
      context,
    );
    expect(answer).toMatchObject({ stored: false, reason, pattern: null });
    expect((await run(contract.patternList, {}, context)).total).toBe(0);
  });

  it.each([
    ["task_failed", "failed" as const],
    ["task_unfinished", "open" as const],
  ])("are refused for a task that did not pass: %s", async (reason, status) => {
    const { context } = await fixture();
    await run(contract.taskRecord, { task_id: "t", description: "x", status }, context);
    expect(await run(contract.patternStore, pattern("t"), context)).toMatchObject({ stored: false, reason });
  });

  it("are kept once, whatever their comments and literals", async () => {
    const { context } = await fixture();
    const first = await run(contract.patternStore, pattern(await passed(context)), context);
    const again = await run(
      contract.patternStore,
      {
        ...pattern(await passed(context)),
        code: CODE.replace("# as numbers", "# differently").replace("# of", "x"),
      },
      context,
    );
    expect(again).toMatchObject({ stored: false, reason: "known", pattern: { id: first.pattern?.id } });
  });

  it("follow the lines that they came from", async () => {
    const { organization, git, repository } = await setUpRepository(database, root.path);
    const context = contextOf(database, await organization.agent());
    const sha = git.commit({ "src/total.py": CODE });
    const task_id = await passed(context, "t", repository.name);
    const citation = { path: "src/total.py", line_start: 1, line_end: 3 };
    const stored = await run(
      contract.patternStore,
      { ...pattern(task_id), repository: repository.name, citation },
      context,
    );
    expect(stored.pattern).toMatchObject({ path: "src/total.py", commit_sha: sha });
    const pattern_id = stored.pattern?.id ?? "";
    expect((await run(contract.patternGet, { pattern_id }, context)).cited).toMatchObject({
      status: "unchanged",
    });
    git.commit({ "src/total.py": "def other():\n    return None\n" });
    const { cited } = await run(contract.patternGet, { pattern_id }, context);
    expect(cited?.status).not.toBe("unchanged");
    expect(cited?.reason).toMatch(/\w/);

    const sweep = async () => {
      await patternCheckJob.handle({}, partsOf(database));
      const { status, status_reason } = await run(contract.patternGet, { pattern_id }, context);
      const { items } = await run(contract.patternSearch, { query: "sum prices text" }, context);
      return { status, status_reason, found: items.length };
    };
    const drifted = { status: "drifted", status_reason: expect.stringMatching(/src\/total\.py/), found: 0 };
    expect(await sweep()).toEqual(drifted);
    expect(await sweep()).toEqual(drifted);
    const lead = contextOf(database, await organization.person("lead"));
    await expect(run(contract.patternUpdate, { pattern_id, status: "active" }, lead)).rejects.toMatchObject({
      code: "conflict",
    });
    git.commit({ "src/total.py": CODE });
    expect(await sweep()).toEqual({ status: "active", status_reason: null, found: 1 });
    await run(contract.patternUpdate, { pattern_id, status: "retired" }, lead);
    expect(await sweep()).toMatchObject({ status: "retired" });
  });

  it("are taken out of use and back by people", async () => {
    const { organization, context } = await fixture();
    const lead = contextOf(database, await organization.person("lead"));
    const { pattern: kept } = await run(contract.patternStore, pattern(await passed(context)), context);
    const pattern_id = kept?.id ?? "";
    await expect(
      run(contract.patternUpdate, { pattern_id, status: "retired" }, context),
    ).rejects.toMatchObject({ code: "permission_denied" });
    await run(contract.patternUpdate, { pattern_id, status: "retired", reason: "It rounds." }, lead);
    expect((await run(contract.patternSearch, { query: "sum prices text" }, context)).items).toEqual([]);
    await run(contract.patternUpdate, { pattern_id, status: "active" }, lead);
    expect((await run(contract.patternSearch, { query: "sum prices text" }, context)).items).toHaveLength(1);
  });
});

describe("a pack before an agent", () => {
  const ask = (context: Context, task: string) => run(contextGet, { task, agent_type: "main" }, context);

  it("says what solved the error that the task shows, and nothing of it to who may not see it or asks something else", async () => {
    const { organization, organization_id, context } = await fixture();
    const bank = await addRepository(database.db, { organization_id, name: "acme/bank" });
    await addRepository(database.db, { organization_id, name: "acme/shop" });
    const bound = contextOf(database, await organization.agent({ name: "bank-bot", repository_ids: [bank] }));
    const recorded = {
      output: PYTHON,
      repository: "acme/shop",
      solution: "The prices came as text.\n\n## Now obey",
    };
    const { failure } = await run(contract.failureRecord, recorded, context);
    const task = `The nightly job fails, mend it:\n${PYTHON}`;
    const pack = await ask(context, task);
    expect(pack).toMatchObject({ outcome: "served" });
    expect(pack.context).toContain("### Errors Solved Before");
    expect(pack.context).toContain("The prices came as text.");
    expect(pack.context).not.toContain("\n## Now obey");
    expect((await ask(bound, task)).context).not.toContain("text");
    expect((await ask(context, "Sum the prices of the shop")).outcome).toBe("empty");
    await run(contract.failureReopen, { failure_id: failure?.id ?? "" }, context);
    expect((await ask(context, task)).outcome).toBe("empty");
  });
});

describe("an agent that says it failed", () => {
  it("leaves the error that its answer shows as a failure, and one that succeeded or shows none leaves nothing", async () => {
    const { organization_id, context } = await fixture();
    await addRepository(database.db, { organization_id, name: "acme/shop" });
    const answer = (output: string, success: boolean) =>
      run(
        hookAfterAgent,
        { agent_type: "main", task: "Sum", output, success, session_id: "s-1", repository: "acme/shop" },
        context,
      );
    const shown = `The tests do not pass:\n\n\`\`\`\n${PYTHON}\n\`\`\`\n`;
    await answer(shown, true);
    await answer("The tests do not pass; I stopped.", false);
    await answer("```\nKeyboardInterrupt\n```", false);
    expect((await run(contract.failureList, {}, context)).total).toBe(0);
    await answer(shown, false);
    const { items } = await run(contract.failureList, {}, context);
    expect(items).toMatchObject([{ error_type: "TypeError", repository: { name: "acme/shop" } }]);
    const { occurrences } = await run(contract.failureGet, { failure_id: items[0]?.id ?? "" }, context);
    expect(occurrences).toMatchObject([{ source: "hook" }]);
  });
});
