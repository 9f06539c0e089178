import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientOfV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportOfV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, JOURNEY, playJourney, prepareJourney } from "../support/agent-journey";
import { testDatabase } from "../support/database";
import { type McpServers, startMcp } from "../support/mcp-server";
import { repositoryRoot } from "../support/repository-root";
import { inspectorOf, runProgram } from "./program";

const database = testDatabase();
const root = repositoryRoot();

let key = "";
let server: McpServers;
const headers = () => ({ Authorization: `Bearer ${key}` });

beforeAll(async () => {
  server = await startMcp(database, () => key);
  key = (await prepareJourney(database, root.path)).key;
});
afterAll(() => server.close());

const check = (tool: string, answer: Answer, fields: Answer) => expect(answer, tool).toMatchObject(fields);

/** What a call answered; its text must be the same JSON. */
function answerOf(result: { isError?: unknown; structuredContent?: unknown; content?: unknown }): Answer {
  const [block] = result.content as { type: string; text: string }[];
  expect(result.isError ?? false, block?.text).toBe(false);
  expect(JSON.parse(block?.text ?? "")).toEqual(result.structuredContent);
  return result.structuredContent as Answer;
}

describe("the SDK's client of 2026 (@modelcontextprotocol/client)", () => {
  it.each(["auto", "legacy"] as const)("calls every tool, negotiating %s", async (mode) => {
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: headers() } }),
    );
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === "auto" ? "2026-07-28" : "2025-11-25");
    const call = async (name: string, input: Answer) =>
      answerOf(await client.callTool({ name, arguments: input }));
    await playJourney(`client-${mode}`, call, check);
    await client.close();
  });
});

describe("the SDK's client of 2025 (@modelcontextprotocol/sdk)", () => {
  it("sees every tool that it asks for, and calls it", async () => {
    const client = new ClientOfV1({ name: "test", version: "1.0.0" });
    const url = new URL(`${server.url}?tools=all`);
    await client.connect(new TransportOfV1(url, { requestInit: { headers: headers() } }));
    const { tools } = await client.listTools();
    expect(new Set(tools.map(({ name }) => name))).toEqual(new Set(JOURNEY.map(({ tool }) => tool)));
    await playJourney(
      "sdk-v1",
      async (name, input) => answerOf(await client.callTool({ name, arguments: input })),
      check,
    );
    await client.close();
  });
});

describe("MCP Inspector", () => {
  const inspect = (...args: string[]) => inspectorOf({ server, key, home: root.path })(...args);

  it("lists the tools and finds their schemas portable", async () => {
    const { code, stdout, output } = await inspect("--method", "tools/list", "--strict");
    expect(code, output).toBe(0);
    const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain("memory_log_applied");
  });

  it("verifies the skills with their digests", async () => {
    const { code, output } = await inspect("--method", "skills/list", "--verify", "--require-digests");
    expect(code, output).toBe(0);
    expect(output).toContain("code-review");
  });

  it("calls a tool", async () => {
    const task = JSON.stringify({ query: "Where does the version come from?" });
    const { code, stdout, output } = await inspect(
      "--method",
      "tools/call",
      "--tool-name",
      "memory_search",
      "--tool-args-json",
      task,
    );
    expect(code, output).toBe(0);
    expect(answerOf(JSON.parse(stdout))).toHaveProperty("items");
  });
});

describe("the conformance suite", () => {
  it.each([
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
  ])("passes %s", async (scenario) => {
    const { code, output } = await runProgram({
      packageName: "@modelcontextprotocol/conformance",
      bin: "conformance",
      args: ["server", "--url", server.keyed_url, "--scenario", scenario],
      home: root.path,
    });
    expect(code, output).toBe(0);
    expect(output).toMatch(/Passed: (\d+)\/\1, 0 failed/);
  });
});
