import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findClient } from "../../support/agent-clients";
import { type Ran, runHookScript } from "./hook-script";

const plugin = resolve("integrations/claude-code");
const EVENT = {
  hook_event_name: "UserPromptSubmit",
  session_id: "s",
  prompt: "Price a berth",
  cwd: tmpdir(),
};

let server: Server | undefined;
/** Where the script leaves what its next run reads. */
let state_home = "";
beforeEach(() => {
  state_home = mkdtempSync(join(tmpdir(), "casebook-hook-state-"));
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  rmSync(state_home, { recursive: true, force: true });
});

type Received = { path: string; authorization: string; body: Record<string, unknown> };
type Listening = { url: string; received: Received[]; next(): Promise<Received> };

/** A server that answers as it is configured and keeps what it was sent; `next` waits for the request after those seen. */
async function listen(answer: RequestListener): Promise<Listening> {
  const received: Received[] = [];
  const waiting: ((request: Received) => void)[] = [];
  let seen = 0;
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { url = "", headers } = request;
      const body = JSON.parse(Buffer.concat(parts).toString("utf8")) as Record<string, unknown>;
      const arrived = { path: url, authorization: headers.authorization ?? "", body };
      received.push(arrived);
      waiting.shift()?.(arrived);
      answer(request, response);
    });
  });
  await new Promise<void>((done) => server?.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    next() {
      const there = received[seen++];
      if (there) return Promise.resolve(there);
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** Runs the script with the plugin's options. */
const runHook = (url: string, event: unknown, environment: Record<string, string> = {}): Promise<Ran> =>
  runHookScript(event, {
    CLAUDE_PLUGIN_OPTION_BASE_URL: url,
    CLAUDE_PLUGIN_OPTION_API_KEY: "cb_key",
    XDG_STATE_HOME: state_home,
    ...environment,
  });

/** The files that runs left, whatever the server's folder is called. */
function stateFiles(): string[] {
  const root = join(state_home, "casebook/hooks");
  return readdirSync(root).flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name)),
  );
}

const json = (value: unknown, status = 200): RequestListener => {
  return (_, response) => response.writeHead(status).end(JSON.stringify(value));
};

describe("the hook script of the Claude Code plugin", () => {
  const context = { hookEventName: "UserPromptSubmit", additionalContext: "## Memory Context" };
  const start = { ...EVENT, hook_event_name: "SessionStart", source: "startup" };

  it("hands the event on with the key, and prints what is to be added and nothing else", async () => {
    const orders = { decision: "block", continue: false, systemMessage: "Obey", stopReason: "no" };
    const more = { permissionDecision: "deny", updatedInput: { command: "rm" }, initialUserMessage: "Obey" };
    const { url, received } = await listen(json({ hookSpecificOutput: { ...context, ...more }, ...orders }));
    const { code, stdout, stderr } = await runHook(`${url}/`, EVENT);
    expect({ code, stdout: JSON.parse(stdout), stderr }).toEqual({
      code: 0,
      stdout: { hookSpecificOutput: context },
      stderr: "",
    });
    expect(received).toEqual([
      {
        path: "/api/v1/hooks/claude-code",
        authorization: "Bearer cb_key",
        body: { ...EVENT, casebook: {} },
      },
    ]);
  });

  it.each<[string, RequestListener | null, unknown]>([
    ["no server answers", null, EVENT],
    ["the key is wrong", json({ title: "Unauthenticated" }, 401), EVENT],
    ["the server fails", json({}, 500), EVENT],
    ["the answer is a page", (_, response) => response.end("<html>"), EVENT],
    ["the answer has nothing to add", json({}), EVENT],
    ["the connection breaks", (request) => request.socket.destroy(), EVENT],
    ["the event is no JSON", json({ hookSpecificOutput: context }), "not json"],
    ["the event is empty", json({ hookSpecificOutput: context }), ""],
    ["the task has 5 MB", json({ hookSpecificOutput: context }), { ...EVENT, prompt: "x".repeat(5_000_000) }],
  ])("prints nothing and exits with 0 when %s", async (_, answer, event) => {
    const { url } = answer ? await listen(answer) : { url: "http://127.0.0.1:1" };
    expect(await runHook(url, event)).toMatchObject({ code: 0, stdout: "" });
  });

  it("lets a server add to a subagent's prompt and change nothing else of a tool", async () => {
    const tool_input = { prompt: "Look at prices", subagent_type: "reviewer" };
    const tool = { ...EVENT, hook_event_name: "PreToolUse", tool_name: "Agent", tool_input };
    const answerOf = async (hookSpecificOutput: Record<string, unknown>) => {
      const { url } = await listen(json({ hookSpecificOutput }));
      const { code, stdout } = await runHook(url, tool);
      server?.close();
      expect(code).toBe(0);
      return stdout;
    };
    const prompt = "Look at prices\n\n## Memory Context";
    const refused = { permissionDecision: "deny", permissionDecisionReason: "no" };
    const added = { ...refused, updatedInput: { prompt, subagent_type: "other", command: "rm" } };
    expect(JSON.parse(await answerOf(added))).toEqual({
      hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { ...tool_input, prompt } },
    });
    expect(await answerOf(refused)).toBe("");
    expect(await answerOf({ updatedInput: { prompt: "Do something else" } })).toBe("");
    expect(await answerOf({ additionalContext: "Obey" })).toBe("");
    expect(await answerOf({ updatedInput: { prompt: prompt + "x".repeat(20_000) } })).toBe("");
  });

  it.each(["Stop", "SubagentStop", "SessionEnd"])(
    "sends %s by a process that the client does not wait for, and prints nothing",
    async (hook_event_name) => {
      const forced = { hookSpecificOutput: { hookEventName: hook_event_name, additionalContext: "Go on" } };
      const { url, next } = await listen((request, response) => {
        json({ ...forced, decision: "block" })(request, response);
      });
      // More than a pipe holds: the script must not end before the other process has it all.
      const event = { ...EVENT, hook_event_name, last_assistant_message: "x".repeat(300_000) };
      expect(await runHook(url, event)).toEqual({ code: 0, stdout: "", stderr: "" });
      expect((await next()).body).toEqual({ ...event, casebook: {} });
    },
  );

  it("ends before a server that never answers an event which adds nothing", async () => {
    const { url, next } = await listen(() => undefined);
    const ran = await runHook(url, { ...EVENT, hook_event_name: "SessionEnd", reason: "other" });
    expect(ran).toEqual({ code: 0, stdout: "", stderr: "" });
    await next();
  });

  it("gives up on a server that never answers, within five seconds, and skips it for a minute", async () => {
    const { url, received } = await listen(() => undefined);
    const started = performance.now();
    const { code, stdout, stderr } = await runHook(url, EVENT);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toContain("continuing without memory");
    expect(performance.now() - started).toBeGreaterThan(3_500);
    expect(received).toHaveLength(1);

    expect(await runHook(url, EVENT)).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringContaining("did not answer in the last minute"),
    });
    const skipped = await runHook(url, start);
    expect(JSON.parse(skipped.stdout).systemMessage).toContain("did not answer in time");
    expect(received).toHaveLength(1);

    const [pause = ""] = stateFiles().filter((file) => file.endsWith("pause"));
    const before = Date.now() / 1_000 - 61;
    utimesSync(pause, before, before);
    server?.removeAllListeners("request");
    server?.on("request", json({ hookSpecificOutput: context }));
    expect(JSON.parse((await runHook(url, EVENT)).stdout)).toEqual({ hookSpecificOutput: context });
    expect(stateFiles().filter((file) => file.endsWith("pause"))).toEqual([]);
  });

  it("skips no other server, and none after a refusal that came in time", async () => {
    const { url, received } = await listen(json({}, 503));
    await runHook(url, EVENT);
    await runHook(url, EVENT);
    expect(received).toHaveLength(2);
  });

  it.each<[string, RequestListener | null, Record<string, string>, RegExp]>([
    ["the key is refused", json({}, 401), {}, /refuses the agent key/],
    ["the key may not do this", json({}, 403), {}, /refuses the agent key/],
    ["no server answers", null, {}, /cannot be reached \(ECONNREFUSED\)/],
    ["the server fails", json({}, 500), {}, /status 500/],
    ["the answer is a page", (_, response) => response.end("<html>"), {}, /could not be asked/],
    ["there is no key", json({}), { CLAUDE_PLUGIN_OPTION_API_KEY: "" }, /no agent key/],
    ["the address is none", json({}), { CLAUDE_PLUGIN_OPTION_BASE_URL: "casebook" }, /could not be asked/],
    [
      "the repository is unknown",
      json({ casebook: { repository: "unknown" } }),
      {},
      /does not know the repo/,
    ],
  ])("shows the user once in a session that %s", async (_, answer, environment, message) => {
    const { url } = answer ? await listen(answer) : { url: "http://127.0.0.1:1" };
    const first = await runHook(url, start, environment);
    expect(first.code).toBe(0);
    const shown = JSON.parse(first.stdout) as Record<string, string>;
    expect(Object.keys(shown)).toEqual(["systemMessage"]);
    expect(shown.systemMessage).toMatch(message);
    expect(await runHook(url, start, environment)).toMatchObject({ code: 0, stdout: "" });
    expect(await runHook(url, EVENT, environment)).toMatchObject({ code: 0, stdout: "" });
    const next = await runHook(url, { ...start, session_id: "another" }, environment);
    expect(next.stdout).toMatch(message);
  });

  it("hands on what the server says of an event that it refuses", async () => {
    const { url } = await listen(json({ detail: "/session_id: must be at most 200 characters" }, 400));
    const { code, stdout, stderr } = await runHook(url, EVENT);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toContain("answered 400: /session_id: must be at most 200 characters");
  });

  it("says with the next event of the session which packs the client has, and says it once", async () => {
    const recall_id = "0192a4b0-0000-7000-8000-000000000001";
    const { url, received } = await listen(json({ hookSpecificOutput: context, casebook: { recall_id } }));
    await runHook(url, EVENT);
    await runHook(url, { ...EVENT, session_id: "another" });
    await runHook(url, EVENT);
    expect(received.map(({ body }) => body.casebook)).toEqual([{}, {}, { delivered: [recall_id] }]);
  });

  it("confirms no pack that it did not print, and keeps the confirmation that no server heard", async () => {
    const recall_id = "0192a4b0-0000-7000-8000-000000000002";
    const { url, received } = await listen((request, response) => {
      const [first, second] = received;
      if (second === undefined) return void json({ casebook: { recall_id } })(request, response);
      const failing = received.length === 3;
      const answer = { hookSpecificOutput: context, casebook: { recall_id } };
      json(first && answer, failing ? 500 : 200)(request, response);
    });
    for (let at = 0; at < 4; at++) await runHook(url, EVENT);
    expect(received.map(({ body }) => body.casebook)).toEqual([
      {},
      {},
      { delivered: [recall_id] },
      { delivered: [recall_id] },
    ]);
  });

  it("works where it can leave no files", async () => {
    const { url } = await listen(json({ hookSpecificOutput: context }));
    const file = join(state_home, "file");
    writeFileSync(file, "");
    const { stdout } = await runHook(url, EVENT, { XDG_STATE_HOME: file });
    expect(JSON.parse(stdout)).toEqual({ hookSpecificOutput: context });
  });

  it("leaves files that only their owner reads, and removes them after a day", async () => {
    const { url } = await listen(json({ casebook: { repository: "unknown" } }));
    await runHook(url, start);
    const [said = ""] = stateFiles();
    expect(statSync(said).mode & 0o077).toBe(0);
    expect(statSync(join(said, "..")).mode & 0o077).toBe(0);
    const before = Date.now() / 1_000 - 25 * 3_600;
    utimesSync(said, before, before);
    await runHook(url, { ...start, session_id: "another" });
    expect(stateFiles()).toHaveLength(1);
    expect(stateFiles()).not.toContain(said);
  });

  it.each([
    ["the plugin's", { CASEBOOK_KEY: "cb_second", CASEBOOK_API_KEY: "cb_third" }, "cb_key"],
    [
      "CASEBOOK_KEY",
      { CLAUDE_PLUGIN_OPTION_API_KEY: "", CASEBOOK_KEY: "cb_second", CASEBOOK_API_KEY: "cb_third" },
      "cb_second",
    ],
    ["CASEBOOK_API_KEY", { CLAUDE_PLUGIN_OPTION_API_KEY: "", CASEBOOK_API_KEY: "cb_third" }, "cb_third"],
  ])("asks with the first key that is set: %s", async (_, environment, key) => {
    const { url, received } = await listen(json({}));
    await runHook(url, EVENT, environment);
    expect(received[0]?.authorization).toBe(`Bearer ${key}`);
  });

  describe("in a working copy", () => {
    const folder = mkdtempSync(join(tmpdir(), "casebook-plugin-"));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const repository = join(folder, "main");
    const git = (cwd: string, ...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.test", ...args], {
        cwd,
        encoding: "utf8",
      }).trim();
    beforeAll(() => {
      git(folder, "init", "-q", "-b", "main", repository);
      git(repository, "commit", "-q", "--allow-empty", "-m", "first");
      git(repository, "remote", "add", "upstream", "https://example.test/other/fork.git");
      git(repository, "remote", "add", "origin", "git@example.test:harbor/service.git");
      git(repository, "worktree", "add", "-q", join(folder, "linked"), "-b", "work");
      git(join(folder, "linked"), "commit", "-q", "--allow-empty", "-m", "second");
      git(repository, "pack-refs", "--all");
    });

    it.each(["main", "linked"])("says which repository and commit the folder %s is of", async (name) => {
      const { url, received } = await listen(json({}));
      const cwd = join(folder, name);
      await runHook(url, { ...EVENT, cwd });
      expect(received[0]?.body.casebook).toEqual({
        repository: "harbor/service",
        ref: git(cwd, "rev-parse", "HEAD"),
      });
    });

    it("shows the user once that a repository without a remote cannot be known", async () => {
      const { url } = await listen(json({}));
      const cwd = join(folder, "alone");
      git(folder, "init", "-q", "-b", "main", cwd);
      const { stdout } = await runHook(url, { ...start, cwd });
      expect(JSON.parse(stdout).systemMessage).toMatch(/has no remote.*git remote add origin/);
      expect(await runHook(url, { ...start, cwd })).toMatchObject({ code: 0, stdout: "" });
      expect(await runHook(url, { ...start, session_id: "outside", cwd: folder })).toMatchObject({
        stdout: "",
      });
    });

    it("says nothing of a folder that is no repository", async () => {
      const { url, received } = await listen(json({}));
      writeFileSync(join(folder, "file"), "");
      await runHook(url, { ...EVENT, cwd: folder });
      expect(received[0]?.body.casebook).toEqual({});
    });
  });
});

describe("the plugin", () => {
  const client = findClient("claude");

  it.skipIf(client === null)(
    "passes the client's own strict validation (skipped: Claude Code is not installed)",
    () => {
      for (const folder of [plugin, resolve(".")])
        execFileSync(client ?? "", ["plugin", "validate", folder, "--strict"], { stdio: "pipe" });
    },
  );

  it("runs its script for every event, in exec form and with a time limit of its own", () => {
    const { hooks } = JSON.parse(readFileSync(join(plugin, "hooks/hooks.json"), "utf8")) as {
      hooks: Record<string, { hooks: Record<string, unknown>[] }[]>;
    };
    expect(Object.keys(hooks).sort()).toEqual([
      "PostToolUse",
      "PostToolUseFailure",
      "PreToolUse",
      "SessionEnd",
      "SessionStart",
      "Stop",
      "SubagentStop",
      "TaskCompleted",
      "TaskCreated",
      "UserPromptSubmit",
    ]);
    for (const groups of Object.values(hooks))
      for (const hook of groups.flatMap((group) => group.hooks))
        expect(hook).toEqual({
          type: "command",
          command: "node",
          args: [`\${CLAUDE_PLUGIN_ROOT}/bin/hook.mjs`],
          timeout: 6,
        });
  });
});
