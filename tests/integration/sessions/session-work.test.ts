import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { failureGet, failureList, taskList } from "@/lib/tasks/contract";
import { contextOf, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { setUpRepository } from "../citations/support";
import { runHookScript, serveHooks } from "./hook-script";

const root = repositoryRoot();
const database = testDatabase();
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const BROKEN = "export const total = (prices) => prices.map(({ cents }) => cents).sum();\n";
const MENDED = "export const total = (prices) => prices.reduce((sum, { cents }) => sum + cents, 0);\n";
const TEST = `import assert from "node:assert";
import test from "node:test";
import { total } from "./total.mjs";
test("prices add up", () => assert.equal(total([{ cents: 2 }, { cents: 3 }]), 5));
`;
const COMMAND = "node --test --test-reporter=junit total.test.mjs";

async function setUp() {
  const fixture = await setUpRepository(database, root.path);
  const { git, organization, repository, lead } = fixture;
  git.commit({ "total.mjs": BROKEN, "total.test.mjs": TEST });
  git.git("remote", "add", "origin", `https://git.example.test/${repository.name}.git`);
  const agent = contextOf(database, await organization.agent());
  const server = await serveHooks(agent);
  closing.push(server.close);
  const state_home = mkdtempSync(join(tmpdir(), "casebook-work-"));
  closing.push(() => rmSync(state_home, { recursive: true, force: true }));
  const session_id = newId();
  const hook = (event: Record<string, unknown>, environment: Record<string, string> = {}) =>
    runHookScript(
      { session_id, cwd: git.dir, ...event },
      { CASEBOOK_URL: server.url, CASEBOOK_KEY: "cb_key", XDG_STATE_HOME: state_home, ...environment },
    );
  /** Hands an event over, and waits until the server has it. */
  const report = async (event: Record<string, unknown>) => {
    const arrived = server.arrival();
    expect(await hook(event)).toMatchObject({ code: 0, stdout: "" });
    await arrived;
  };
  /** Runs the tests as an agent's shell does, and reports what they print as Claude Code reports it. */
  const runTests = async () => {
    const { status, stdout } = spawnSync(process.execPath, COMMAND.split(" ").slice(1), {
      cwd: git.dir,
      encoding: "utf8",
    });
    const common = { tool_name: "Bash", tool_input: { command: COMMAND } };
    await report(
      status === 0
        ? {
            ...common,
            hook_event_name: "PostToolUse",
            tool_response: { stdout, stderr: "", interrupted: false },
          }
        : { ...common, hook_event_name: "PostToolUseFailure", error: `Exit code 1\n${stdout}` },
    );
    return status;
  };
  const edit = () => {
    writeFileSync(join(git.dir, "total.mjs"), MENDED);
    return hook({
      hook_event_name: "PostToolUse",
      tool_name: "Edit",
      tool_input: { file_path: join(git.dir, "total.mjs"), old_string: BROKEN, new_string: MENDED },
      tool_response: {
        structuredPatch: [
          {
            lines: [
              `-${BROKEN.trim()}`,
              `+${MENDED.trim()}`,
              "+// token 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",
            ],
          },
        ],
      },
    });
  };
  const failures = async () => {
    const { items } = await run(failureList, { repository: repository.name }, lead);
    return Promise.all(items.map(({ id }) => run(failureGet, { failure_id: id }, lead)));
  };
  return { ...fixture, ...server, agent, session_id, hook, report, runTests, edit, failures };
}

describe("what an agent's tools do in a session", () => {
  it("a failing test is recorded, and solved by the edits after which it passes", async () => {
    const { runTests, edit, failures, events } = await setUp();
    expect(await runTests()).toBe(1);
    const [failing, ...others] = await failures();
    expect(others).toEqual([]);
    expect(failing).toMatchObject({
      status: "open",
      error_type: "TypeError",
      solution: null,
      occurrences: [{ source: "hook", test_name: "test › prices add up", passed_at: null }],
    });
    await edit();
    expect(await runTests()).toBe(0);
    const [solved] = await failures();
    expect(solved).toMatchObject({
      status: "solved",
      solved_how: "hook",
      fix_commit: null,
      occurrences: [{ passed_at: expect.any(String) }],
    });
    expect(solved?.solution).toContain("total.mjs (+2 −1)");
    expect(solved?.solution).toContain("sum + cents, 0");
    expect(solved?.solution).not.toContain("ghp_");
    // Of the edit only the name of the file is sent, and its lines with the run of tests.
    expect(
      events.map(({ tool_name, tool_input }) => ({ tool_name, written: JSON.stringify(tool_input) })),
    ).toEqual([
      { tool_name: "Bash", written: JSON.stringify({ command: COMMAND }) },
      { tool_name: "Edit", written: undefined },
      { tool_name: "Bash", written: JSON.stringify({ command: COMMAND }) },
    ]);
  });

  it("a test that passes without an edit is flaky: nothing is said to have mended it", async () => {
    const { runTests, git, failures } = await setUp();
    await runTests();
    writeFileSync(join(git.dir, "total.mjs"), MENDED);
    await runTests();
    expect(await failures()).toMatchObject([
      { status: "open", solution: null, occurrences: [{ passed_at: expect.any(String) }] },
    ]);
  });

  it("the same failing run again is one occurrence, and another session's edits solve nothing", async () => {
    const { runTests, hook, git, failures } = await setUp();
    await runTests();
    await runTests();
    expect(await failures()).toMatchObject([{ occurrence_count: 1 }]);
    const edited = {
      tool_name: "Write",
      tool_input: { file_path: join(git.dir, "total.mjs"), content: MENDED },
    };
    await hook({ hook_event_name: "PostToolUse", session_id: newId(), ...edited });
    writeFileSync(join(git.dir, "total.mjs"), MENDED);
    await runTests();
    expect(await failures()).toMatchObject([{ status: "open", solution: null }]);
  });

  it("a test that still fails is not taken for passed, however many fail or are cut off", async () => {
    const { report, edit, failures } = await setUp();
    const pytest = (stdout: string) =>
      report({
        hook_event_name: "PostToolUse",
        tool_name: "Bash",
        tool_input: { command: "pytest" },
        tool_response: { stdout },
      });
    const last = "FAILED tests/test_total.py::test_last - KeyError: 'cents'";
    const others = Array.from(
      { length: 25 },
      (_, index) => `FAILED tests/test_total.py::test_${index} - TypeError: no`,
    );
    await pytest(`${last}\n==== 1 failed in 0.1s ====\n`);
    await edit();
    await pytest([...others, last, "==== 26 failed in 0.1s ====\n"].join("\n"));
    await pytest([others[0], "==== 26 failed in 0.1s ====\n"].join("\n"));
    const found = await failures();
    expect(found.map(({ error_type, status, solution }) => ({ error_type, status, solution }))).toEqual(
      expect.arrayContaining([
        { error_type: "KeyError", status: "open", solution: null },
        { error_type: "TypeError", status: "open", solution: null },
      ]),
    );
    const { occurrences } = found.find(({ error_type }) => error_type === "KeyError") ?? {};
    expect(occurrences).toMatchObject([{ passed_at: null }]);
  });

  it("the list of an agent's tasks is recorded, and what it ended stays ended", async () => {
    const { report, session_id, repository, lead } = await setUp();
    const todo = (...statuses: string[]) =>
      report({
        hook_event_name: "PostToolUse",
        tool_name: "TodoWrite",
        tool_input: {
          todos: statuses.map((status, index) => ({ content: `Step ${index + 1}`, status, activeForm: "" })),
        },
      });
    await todo("in_progress", "pending");
    await todo("completed", "in_progress");
    await todo("pending", "in_progress");
    const task = { task_id: "7", task_subject: "Price a berth", task_description: "By length" };
    await report({ hook_event_name: "TaskCreated", ...task });
    await report({ hook_event_name: "TaskCompleted", ...task });
    const { items } = await run(taskList, { repository: repository.name }, lead);
    expect(items.map(({ description, status }) => `${description}: ${status}`).sort()).toEqual([
      "Price a berth\nBy length: passed",
      "Step 1: passed",
      "Step 2: open",
    ]);
    expect(items.map((each) => each.session_id)).toEqual([session_id, session_id, session_id]);
  });

  it("other commands are not sent, nor is anything once it is switched off; an unknown repository keeps nothing", async () => {
    const { hook, report, events, git, failures } = await setUp();
    const shell = (command: string, stdout: string) => ({
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command },
      tool_response: { stdout },
    });
    await hook(shell("ls -la", "total 12"));
    await hook(shell("npm test", "Tests: 1 failed, 1 total"), { CASEBOOK_HOOK_WORK: "off" });
    await hook(shell("npm test", "Tests: 1 failed, 1 total"), { CLAUDE_PLUGIN_OPTION_RECORD_WORK: "off" });
    git.git("remote", "set-url", "origin", "https://git.example.test/nobody/knows.git");
    await report(shell("pytest", "FAILED a.py::test_b - TypeError: no\n==== 1 failed in 0.1s ====\n"));
    expect(events).toHaveLength(1);
    expect(await failures()).toEqual([]);
  });
});
