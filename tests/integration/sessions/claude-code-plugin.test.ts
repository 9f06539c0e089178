import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

const plugin = resolve("integrations/claude-code");
const script = join(plugin, "bin/hook.mjs");
const EVENT = {
  hook_event_name: "UserPromptSubmit",
  session_id: "s",
  prompt: "Price a berth",
  cwd: tmpdir(),
};

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

type Received = { path: string; authorization: string; body: Record<string, unknown> };

/** A server that answers as told and keeps what it was sent. */
async function listen(answer: RequestListener): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { url = "", headers } = request;
      const body = JSON.parse(Buffer.concat(parts).toString("utf8")) as Record<string, unknown>;
      received.push({ path: url, authorization: headers.authorization ?? "", body });
      answer(request, response);
    });
  });
  await new Promise<void>((done) => server?.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** Runs the script as a client does: the event on standard input, its answer on standard output. */
function runHook(
  url: string,
  event: unknown,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [script], {
      env: {
        ...process.env,
        CLAUDE_PLUGIN_OPTION_BASE_URL: url,
        CLAUDE_PLUGIN_OPTION_API_KEY: "cb_key",
      },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (part) => {
      stdout += part;
    });
    child.stderr.on("data", (part) => {
      stderr += part;
    });
    child.on("error", fail);
    child.on("close", (code) => done({ code, stdout, stderr }));
    child.stdin.on("error", () => undefined);
    child.stdin.end(typeof event === "string" ? event : JSON.stringify(event));
  });
}

const json = (value: unknown, status = 200): RequestListener => {
  return (_, response) => response.writeHead(status).end(JSON.stringify(value));
};

describe("the hook script of the Claude Code plugin", () => {
  const context = { hookEventName: "UserPromptSubmit", additionalContext: "## Memory Context" };

  it("hands the event on with the key, and prints what is to be added and nothing else", async () => {
    const { url, received } = await listen(
      json({ hookSpecificOutput: context, decision: "block", continue: false }),
    );
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

  it("gives up on a server that never answers, within five seconds", async () => {
    const { url } = await listen(() => undefined);
    const started = performance.now();
    const { code, stdout, stderr } = await runHook(url, EVENT);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toContain("going on without memory");
    expect(performance.now() - started).toBeGreaterThan(3_500);
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

    it("says nothing of a folder that is no repository", async () => {
      const { url, received } = await listen(json({}));
      writeFileSync(join(folder, "file"), "");
      await runHook(url, { ...EVENT, cwd: folder });
      expect(received[0]?.body.casebook).toEqual({});
    });
  });
});

describe("the plugin", () => {
  const client = process.env.CLAUDE_CODE ?? "claude";
  const installed = (() => {
    try {
      execFileSync(client, ["--version"], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  })();

  it.skipIf(!installed)(
    "passes the client's own strict validation (skipped: Claude Code is not installed)",
    () => {
      for (const folder of [plugin, resolve(".")])
        execFileSync(client, ["plugin", "validate", folder, "--strict"], { stdio: "pipe" });
    },
  );

  it("runs its script for every event, in exec form and with a time limit of its own", () => {
    const { hooks } = JSON.parse(readFileSync(join(plugin, "hooks/hooks.json"), "utf8")) as {
      hooks: Record<string, { hooks: Record<string, unknown>[] }[]>;
    };
    expect(Object.keys(hooks).sort()).toEqual([
      "PreToolUse",
      "SessionEnd",
      "SessionStart",
      "Stop",
      "SubagentStart",
      "SubagentStop",
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
