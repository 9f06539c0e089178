import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { recallGet, recallList } from "@/lib/recall/contract";
import { hookClaudeCode } from "@/lib/sessions/contract";
import { contextOf, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { API, setUp as setUpRecall } from "../recall/support";
import { runHookScript, serveHooks } from "./hook-script";

const root = repositoryRoot();
const database = testDatabase();
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** No word of it is in the task: only the file that is changed says that it matters. */
const RULE = "After a change to `src/version.ts` stamp the manifests with scripts/stamp.sh";
const TASK = "Let customers choose the language of their letters";

type HookOutput = { hookSpecificOutput?: { hookEventName: string; additionalContext: string } };

async function setUp(settings: Record<string, unknown> = {}) {
  const fixture = await setUpRecall(database, root.path, settings);
  const { git, lead, agent, repository } = fixture;
  git.git("remote", "add", "origin", `https://git.example.test/${repository}.git`);
  const rule = await remember(lead, { kind: "procedure", statement: RULE, repository, agent_type: "main" });
  const server = await serveHooks(agent);
  closing.push(server.close);
  const state_home = mkdtempSync(join(tmpdir(), "casebook-edits-"));
  closing.push(() => rmSync(state_home, { recursive: true, force: true }));
  const session_id = newId();
  /** Hands an event to the script. @returns what it adds to the conversation. */
  const hook = async (event: Record<string, unknown>, environment: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await runHookScript(
      { session_id, cwd: git.dir, ...event },
      { CASEBOOK_URL: server.url, CASEBOOK_KEY: "cb_key", XDG_STATE_HOME: state_home, ...environment },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    if (stdout === "") return "";
    return (JSON.parse(stdout) as HookOutput).hookSpecificOutput?.additionalContext ?? "";
  };
  const ask = (prompt = TASK, more: Record<string, unknown> = {}) =>
    hook({ hook_event_name: "UserPromptSubmit", prompt, ...more });
  const edit = (path: string, more: Record<string, unknown> = {}, environment: Record<string, string> = {}) =>
    hook(
      {
        hook_event_name: "PostToolUse",
        tool_name: "Edit",
        tool_input: { file_path: join(git.dir, path), old_string: "a", new_string: "the new text" },
        ...more,
      },
      environment,
    );
  const recalls = async () => (await run(recallList, { session_id }, lead)).items;
  return { ...fixture, ...server, rule, session_id, hook, ask, edit, recalls };
}

type Changes = {
  changed_files?: string[];
  changed_lines?: { path: string; start: number; end: number }[];
};

const changesIn = (event: Record<string, unknown> | undefined): Changes => event?.casebook ?? {};
const changedFilesOf = (event: Record<string, unknown> | undefined) => changesIn(event).changed_files;

/** What an edit of one line in a file of many answers, with the three lines around it that Claude Code shows. */
const editedAt = (line: number) => ({
  tool_response: {
    structuredPatch: [
      {
        oldStart: line - 3,
        oldLines: 7,
        newStart: line - 3,
        newLines: 7,
        lines: [" a", " b", " c", "-old", "+new", " d", " e", " f"],
      },
    ],
  },
});

describe("what is known of the files that an agent changes", () => {
  it("is added after the first edit of such a file, once in a context window", async () => {
    const { ask, edit, hook, recalls, events, lead, rule } = await setUp();
    expect(await ask()).toBe("");
    expect(await edit("src/letters.ts")).toBe("");
    const added = await edit("src/version.ts");
    expect(added).toContain(RULE);
    expect(events.at(-1)).not.toHaveProperty("tool_input");
    expect(changedFilesOf(events.at(-1))?.sort()).toEqual(["src/letters.ts", "src/version.ts"]);

    const asked = events.length;
    expect(await edit("src/version.ts")).toBe("");
    expect(events).toHaveLength(asked);
    expect(await edit("src/other.ts")).toBe("");
    expect(await ask("Now the letters of the harbor too")).toBe("");

    // The prompts are in the ledger as ever; of the edits the one that brought something.
    const items = await recalls();
    expect(items.map(({ outcome }) => outcome).sort()).toEqual(["empty", "empty", "served"]);
    const served = items.find(({ outcome }) => outcome === "served");
    const recall = await run(recallGet, { recall_id: served?.id ?? "" }, lead);
    expect(recall).toMatchObject({ door: "edit", task: TASK });
    expect(recall.candidates.find(({ place }) => place === "served")).toMatchObject({
      memory: { id: rule.id },
      reason: "It applies to a changed file.",
    });

    // A compacted conversation has lost it.
    await hook({ hook_event_name: "SessionStart", source: "compact" });
    expect(await edit("src/version.ts")).toContain(RULE);
  });

  it("is asked for again where another part of a long file is edited, with the lines", async () => {
    const { ask, edit, events } = await setUp();
    await ask();
    await edit("src/long.ts", editedAt(12));
    expect(changesIn(events.at(-1)).changed_lines).toEqual([{ path: "src/long.ts", start: 12, end: 12 }]);
    const asked = events.length;
    await edit("src/long.ts", editedAt(40));
    expect(events).toHaveLength(asked);
    await edit("src/long.ts", editedAt(240));
    expect(changesIn(events.at(-1)).changed_lines).toEqual([{ path: "src/long.ts", start: 240, end: 240 }]);
  });

  it("comes where the lines that a memory cites are edited, and not where others of the file are", async () => {
    const { ask, edit, git, lead, repository } = await setUp();
    const lines = (count: number, text: string) => `${text}\n`.repeat(count);
    git.commit({ "src/store.ts": lines(300, "// nothing") + lines(4, "keep();") });
    const statement = "Nothing is removed before ten years are over";
    const citations = [{ path: "src/store.ts", line_start: 301, line_end: 304 }];
    await remember(lead, { kind: "decision", statement, repository, citations, agent_type: "main" });
    expect(await ask()).toBe("");
    expect(await edit("src/store.ts", editedAt(10))).toBe("");
    expect(await edit("src/store.ts", editedAt(302))).toContain(statement);
  });

  it("comes with the task where git sees the file changed, in the tree or on the branch", async () => {
    const { ask, git, events } = await setUp();
    writeFileSync(join(git.dir, "src/version.ts"), API.replace('"2.0"', '"3.0"'));
    expect(await ask()).toContain(RULE);
    expect(changesIn(events.at(-1))).toMatchObject({
      changed_files: ["src/version.ts"],
      changed_lines: [{ path: "src/version.ts", start: 1, end: 1 }],
    });

    git.git("update-ref", "refs/remotes/origin/main", "HEAD");
    git.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
    git.git("checkout", "-q", "-b", "letters");
    // Lines that look like a diff's own.
    git.commit({
      "src/letters.ts": "++ b/src/none.ts\n-- a/src/none.ts\n@@ -9,9 +9,9 @@\n",
      "a b.ts": "1\n",
    });
    git.git("mv", "a b.ts", "ü.ts");
    await ask("Another task", { session_id: newId(), cwd: join(git.dir, "src") });
    expect(changesIn(events.at(-1)).changed_files).toEqual(["src/letters.ts", "src/version.ts", "ü.ts"]);
    expect(changesIn(events.at(-1)).changed_lines).toHaveLength(3);
  });

  it("comes for patches of clients that name no lines, and for files that are new", async () => {
    const { ask, edit, events } = await setUp();
    await ask();
    const command = [
      "*** Begin Patch",
      "*** Update File: src/version.ts",
      "@@",
      "-old",
      "+new",
      "*** Add File: src/new.ts",
      "+new",
      "*** End Patch",
    ].join("\n");
    expect(await edit("", { tool_name: "apply_patch", tool_input: { command } })).toContain(RULE);
    expect(changesIn(events.at(-1))).toEqual({
      repository: expect.any(String),
      ref: expect.any(String),
      changed_files: expect.arrayContaining(["src/version.ts", "src/new.ts"]),
    });
  });

  it("is kept apart for a subagent, which has its own window and task", async () => {
    const { ask, edit, hook } = await setUp();
    await ask();
    const subagent = { agent_id: "a-1", agent_type: "main" };
    const tool_input = { prompt: "Write the letters", subagent_type: "main", description: "letters" };
    await hook({ hook_event_name: "PreToolUse", tool_name: "Agent", tool_input });
    expect(await edit("src/version.ts")).toContain(RULE);
    expect(await edit("src/version.ts", subagent)).toContain(RULE);
    expect(await edit("src/version.ts", subagent)).toBe("");
  });

  it("is not asked for outside of the repository, before a task, or once it is switched off", async () => {
    const { ask, edit, events, recalls } = await setUp();
    expect(await edit("src/version.ts")).toBe("");
    expect(await recalls()).toEqual([]);
    await ask();
    const asked = events.length;
    expect(await edit("../elsewhere.ts")).toBe("");
    expect(await edit("src/a.ts", {}, { CASEBOOK_HOOK_FILES: "off" })).toBe("");
    expect(await edit("src/b.ts", {}, { CLAUDE_PLUGIN_OPTION_CHANGED_FILES: "off" })).toBe("");
    expect(events).toHaveLength(asked);
  });

  it("is nothing to another agent with the same session", async () => {
    const { ask, edit, agent, session_id, repository } = await setUp();
    await ask();
    const other = contextOf(database, { ...agent.actor, id: newId(), name: "other" });
    const event = {
      hook_event_name: "PostToolUse",
      tool_name: "Edit",
      session_id,
      casebook: { repository, changed_files: ["src/version.ts"] },
    };
    expect(await run(hookClaudeCode, event, other)).toEqual({});
    expect(await edit("src/version.ts")).toContain(RULE);
  });

  it("is recorded as left out in the holdout", async () => {
    const { ask, edit, lead } = await setUp({ holdout_share: 0.5 });
    const heldOut = async (session_id: string) => {
      await ask(TASK, { session_id });
      return (await run(recallList, { session_id }, lead)).items.some(
        ({ outcome }) => outcome === "held_out",
      );
    };
    let session_id = newId();
    while (!(await heldOut(session_id))) session_id = newId();
    expect(await edit("src/version.ts", { session_id })).toBe("");
    const { items } = await run(recallList, { session_id }, lead);
    expect(items.map(({ outcome }) => outcome)).toEqual(["held_out", "held_out"]);
  });
});
