/**
 * Claude Code itself with the plugin, against a stand-in of its model's API on this machine: what the model is sent, and
 * what is learned of its answer. The client is some 400 MB, so it is not installed for this; `findClient` says where it
 * is looked for.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it, vi } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { handleMcp } from "@/lib/doors/mcp";
import { handleRest } from "@/lib/doors/rest";
import { applySettings } from "@/lib/env";
import { memoryList } from "@/lib/memories/contract";
import { recallList } from "@/lib/recall/contract";
import { sessionList } from "@/lib/sessions/contract";
import { claudeEnvironment, findClient } from "../../support/agent-clients";
import { run, testDatabase } from "../../support/database";
import { listen } from "../../support/listen";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { setUp } from "../recall/support";

const exec = promisify(execFile);
const client = findClient("claude");
if (client === null)
  console.warn(
    "Claude Code is not installed here, so it is not tried. Install it, or name it in CASEBOOK_TEST_CLAUDE.",
  );

const LEARNING = "The pilot boat needs its own berth number, because the tariff is looked up by it";
const ANSWER = `I looked at the tariff.\n\n## Key Learnings\n\n- ${LEARNING}\n`;

type ToolUse = { name: string; input: Record<string, unknown> };

/** Uses the named tools one after the other, and then answers every question with the same words, as the model's API streams them. */
async function startModel() {
  const asked: string[] = [];
  const waiting: ToolUse[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => {
      body += part;
    });
    request.on("end", () => {
      if (!request.url?.startsWith("/v1/messages")) return void response.writeHead(404).end("{}");
      if (request.url.includes("count_tokens")) return void json(response, { input_tokens: 10 });
      asked.push(body);
      // The client asks for titles too, without tools.
      const tool = body.includes('"name":"Edit"') ? waiting.shift() : undefined;
      if (body.includes('"stream":true')) stream(response, tool);
      else
        json(response, { ...message(), content: [{ type: "text", text: ANSWER }], stop_reason: "end_turn" });
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    use: (...tools: ToolUse[]) => waiting.push(...tools),
    close: () => server.close(),
  };
}

const message = () => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-stand-in",
  content: [] as unknown[],
  stop_reason: null as string | null,
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 1 },
});

function json(response: ServerResponse, body: unknown): void {
  response.setHeader("content-type", "application/json").end(JSON.stringify(body));
}

function stream(response: ServerResponse, tool?: ToolUse): void {
  response.setHeader("content-type", "text/event-stream");
  const [content_block, delta] = tool
    ? [
        { type: "tool_use", id: `toolu_${tool.name}`, name: tool.name, input: {} },
        { type: "input_json_delta", partial_json: JSON.stringify(tool.input) },
      ]
    : [
        { type: "text", text: "" },
        { type: "text_delta", text: ANSWER },
      ];
  const events = [
    { type: "message_start", message: message() },
    { type: "content_block_start", index: 0, content_block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: tool ? "tool_use" : "end_turn", stop_sequence: null },
      usage: { output_tokens: 30 },
    },
    { type: "message_stop" },
  ];
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}

describe.skipIf(client === null)("Claude Code with the plugin", () => {
  const root = repositoryRoot();
  const home = mkdtempSync(join(tmpdir(), "casebook-claude-"));
  const database = testDatabase();
  afterAll(() => {
    rmSync(home, { recursive: true, force: true });
  });

  /** A Casebook with a repository, and Claude Code with the plugin in a working copy of it. */
  async function setUpClient() {
    const fixture = await setUp(database, root.path);
    const { key } = await run(
      agentKeyCreate,
      { name: "claude", agent: "claude-code", agent_types: ["main"] },
      fixture.owner,
    );
    const parts = partsOf(database);
    const casebook = await listen((request) =>
      new URL(request.url).pathname.startsWith("/api/mcp")
        ? handleMcp(request, parts)
        : handleRest(request, parts),
    );
    applySettings({ PORT: String(casebook.port), RATE_LIMIT_PER_MINUTE: "100000" });
    // The plugin names the repository by its remote.
    const remote = `https://git.example.test/${fixture.repository}.git`;
    execFileSync("git", ["-C", fixture.git.dir, "remote", "add", "origin", remote]);
    const model = await startModel();
    const ask = async (prompt: string, ...more: string[]) => {
      const base_url = `http://127.0.0.1:${casebook.port}`;
      const options = { pluginConfigs: { "casebook@inline": { options: { base_url, api_key: key } } } };
      const plugin = resolve("integrations/claude-code");
      const args = ["-p", prompt, "--plugin-dir", plugin, "--settings", JSON.stringify(options), ...more];
      await exec(client ?? "", args, {
        cwd: fixture.git.dir,
        timeout: 100_000,
        env: claudeEnvironment({ home, model_url: model.url }),
      });
    };
    const close = async () => {
      model.close();
      await casebook.close();
    };
    return { ...fixture, model, ask, close };
  }

  it("gets what is known before its model answers, and what it answers is learned", async () => {
    const { lead, model, ask, close, repository } = await setUpClient();
    const known = "Berth tariffs are quoted in minor units, never in floats";
    await remember(lead, {
      statement: known,
      scope: "global",
      category: "general",
      reasoning: "Cents were lost",
    });
    try {
      await ask("How are berth tariffs quoted?");
      expect(model.asked.join("\n")).toContain(known);
      expect(model.asked.join("\n")).toContain("Memory Context");
      // The client does not wait for what comes after its answer.
      await vi.waitFor(
        async () => {
          const { items } = await run(memoryList, { agent: "claude-code" }, lead);
          expect(items.map(({ statement, source }) => ({ statement, source: source.kind }))).toEqual([
            { statement: LEARNING, source: "session" },
          ]);
        },
        { timeout: 30_000, interval: 100 },
      );
      const sessions = await run(sessionList, {}, lead);
      expect(sessions.items).toMatchObject([{ client: "claude-code", repository: { name: repository } }]);
    } finally {
      await close();
    }
  }, 180_000);

  it("gets what is known of a file once it has edited it", async () => {
    const { lead, git, model, ask, close, repository } = await setUpClient();
    const file_path = join(git.dir, "src/version.ts");
    model.use(
      { name: "Read", input: { file_path } },
      { name: "Edit", input: { file_path, old_string: '"2.0"', new_string: '"3.0"' } },
    );
    const rule = "After a change to `src/version.ts` stamp the manifests with scripts/stamp.sh";
    await remember(lead, { kind: "procedure", statement: rule, repository, agent_type: "main" });
    try {
      await ask("Let customers choose the language of their letters", "--permission-mode", "acceptEdits");
      const known = model.asked.map((body) => body.includes("stamp the manifests"));
      expect(known.indexOf(true)).toBeGreaterThan(1);
      const { items } = await run(recallList, {}, lead);
      expect(items.map(({ door, outcome }) => `${door}: ${outcome}`).sort()).toEqual([
        "claude_code: empty",
        "edit: served",
      ]);
    } finally {
      await close();
    }
  }, 180_000);
});
