import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { countTokens } from "gpt-tokenizer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { repositoryAdd } from "@/lib/citations/contract";
import { handleRest } from "@/lib/doors/rest";
import { usesCounted } from "@/lib/memories";
import { memoryInvalidate, memoryStoreMany } from "@/lib/memories/contract";
import { prepareJourney } from "../../support/agent-journey";
import { contextOf, run, testDatabase } from "../../support/database";
import { connectMcp } from "../../support/mcp-client";
import { type McpServers, startMcp } from "../../support/mcp-server";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";

const database = testDatabase();
const root = repositoryRoot();
let server: McpServers;
let prepared: Awaited<ReturnType<typeof prepareJourney>>;

beforeAll(async () => {
  server = await startMcp(database, () => prepared.key);
  prepared = await prepareJourney(database, root.path);
});
afterAll(() => server.close());

const connect = (key = prepared.key, query = "") => connectMcp({ url: `${server.url}${query}`, key });

type Sent = { method?: string; headers?: Record<string, string>; body?: string };

async function send({ method = "POST", headers = {}, body }: Sent) {
  const response = await fetch(server.url, {
    method,
    headers: {
      Authorization: `Bearer ${prepared.key}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...headers,
    },
    body,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

const VERSION = "io.modelcontextprotocol/protocolVersion";

/** A request of the 2026-07-28 revision, as it must be or with something wrong in it. */
function modern({
  version = "2026-07-28",
  method = "tools/list",
  params = {},
  headers = {},
}: {
  version?: string;
  method?: string;
  params?: object;
  headers?: Record<string, string>;
}) {
  const _meta = { [VERSION]: version, "io.modelcontextprotocol/clientCapabilities": {} };
  return send({
    headers: { "MCP-Protocol-Version": version, "Mcp-Method": method, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
  });
}

const messageOf = (text: string) => JSON.parse(text.replace(/^[\s\S]*?data: /, ""));

describe("the MCP door", () => {
  it("answers a request of 2026-07-28 without a session", async () => {
    const { status, headers, text } = await modern({});
    expect(status, text).toBe(200);
    expect(headers.get("mcp-session-id")).toBeNull();
    expect(messageOf(text).result).toMatchObject({ resultType: "complete", cacheScope: "private" });
  });

  it("refuses GET and DELETE, for there is no session to follow or to end", async () => {
    for (const method of ["GET", "DELETE"]) expect((await send({ method })).status, method).toBe(405);
  });

  it("refuses a revision that it does not speak", async () => {
    const { status, text } = await modern({ version: "2031-01-01" });
    expect([status, messageOf(text).error.code], text).toEqual([400, -32022]);
  });

  it("refuses headers that say another thing than the body", async () => {
    const { status, text } = await modern({ headers: { "Mcp-Method": "prompts/list" } });
    expect([status, messageOf(text).error.code], text).toEqual([400, -32020]);
    const named = await modern({
      method: "tools/call",
      params: { name: "memory_stats", arguments: {} },
      headers: { "Mcp-Name": "memory_store" },
    });
    expect([named.status, messageOf(named.text).error.code], named.text).toEqual([400, -32020]);
  });

  it("refuses a method that does not exist, and what is no JSON", async () => {
    const unknown = await modern({ method: "memories/forget" });
    expect([unknown.status, messageOf(unknown.text).error.code], unknown.text).toEqual([404, -32601]);
    const broken = await send({ body: "{" });
    expect([broken.status, messageOf(broken.text).error.code], broken.text).toEqual([400, -32700]);
  });

  it("takes a diff of 2 MB, whose quotes and line ends are escaped", async () => {
    const diff = '+const name = "text";\n'.repeat(100_000);
    const params = { name: "memory_context", arguments: { task: "Review the change", diff } };
    const headers = { "Mcp-Name": "memory_context" };
    const { status, text } = await modern({ method: "tools/call", params, headers });
    expect(status, text).toBe(200);
    expect(text).toContain("not a unified diff");
  });

  it("refuses a body of 10 MB", async () => {
    const params = { name: "memory_search", arguments: { query: "x".repeat(10 * 1024 * 1024) } };
    const { status, text } = await modern({ method: "tools/call", params });
    expect(status, text).toBe(413);
  });

  it("accepts a notification without an answer", async () => {
    const { status, text } = await send({
      body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
    });
    expect([status, text]).toEqual([202, ""]);
  });
});

describe("a tool", () => {
  it("that does not exist is a protocol error", async () => {
    const client = await connect();
    await expect(client.callTool({ name: "memory_forget", arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
    await client.close();
  });

  it("answers wrong arguments with the problem, a pointer to each, and nothing done", async () => {
    const client = await connect();
    const answer = await client.callTool({
      name: "memory_feedback",
      arguments: { memory_id: "no-id", feedback: 7, mood: "good" },
    });
    expect(answer.isError).toBe(true);
    expect(answer.structuredContent).toBeUndefined();
    const [block] = answer.content as { text: string }[];
    const problem = JSON.parse(block?.text ?? "");
    expect(problem).toMatchObject({ code: "invalid_input", status: 400 });
    const pointers = problem.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers.toSorted()).toEqual(["/feedback", "/memory_id", "/mood"]);
    await client.close();
  });

  it("is listed only to a key that has its permission, and says which one is missing when it is called", async () => {
    const client = await connect(await prepared.keyWith(["memories:read"]), "?tools=all");
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toContain("memory_search");
    expect(names).not.toContain("memory_store");
    expect(names).not.toContain("skill_list");
    const answer = await client.callTool({
      name: "memory_store",
      arguments: { kind: "decision", statement: "May I?" },
    });
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer.content)).toContain("memories:write");
    expect(client.getServerCapabilities()?.extensions).toBeUndefined();
    await client.close();
  });

  it("is described in a fixed order, the ones to begin with always loaded", async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name).toSorted());
    expect(tools.filter(({ _meta }) => _meta?.["anthropic/alwaysLoad"]).map(({ name }) => name)).toEqual([
      "memory_context",
      "memory_search",
    ]);
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    expect(byName.get("memory_log_applied")).toMatchObject({
      title: "memory.log_applied",
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    });
    expect(byName.get("memory_search")?.annotations?.readOnlyHint).toBe(true);
    await client.close();
  });
});

describe("a long answer", () => {
  const LONG = 60;

  beforeAll(async () => {
    const memories = Array.from({ length: LONG }, (_, index) => ({
      kind: "decision" as const,
      scope: "global" as const,
      statement: `Decision ${index}: ${"boats moor where the quay is deep enough; ".repeat(20)}`,
    }));
    await run(memoryStoreMany, { memories }, prepared.lead);
  });

  it("is answered as far as it fits below 10,000 tokens, and says so", async () => {
    const client = await connect();
    for (const [name, input] of [
      ["memory_get_recent", { limit: LONG }],
      ["memory_search", { query: "boats moor quay", limit: LONG }],
    ] as const) {
      const answer = await client.callTool({ name, arguments: { ...input, detail: "full" } });
      const [json, note] = answer.content as { text: string }[];
      expect(countTokens(json?.text ?? "")).toBeLessThan(10_000);
      expect(JSON.parse(json?.text ?? "")).toEqual(answer.structuredContent);
      const { items } = answer.structuredContent as { items: unknown[] };
      expect(items.length).toBeGreaterThan(5);
      expect(note?.text).toContain(`Only the first ${items.length}`);
    }
    await client.close();
  });

  it("records what was sent, once: fewer memories than were found, the same as REST does", async () => {
    const { organization_id } = prepared.organization;
    const recorded = async (act: () => Promise<unknown>) => {
      const before = await database.db.memory_event.count({ where: { organization_id, type: "retrieved" } });
      await act();
      const events = await database.db.memory_event.findMany({
        where: { organization_id, type: "retrieved" },
        orderBy: { id: "asc" },
        skip: before,
      });
      return events.map(({ memory_id }) => memory_id).toSorted();
    };
    const uses = async () =>
      (await database.db.memory.aggregate({ where: { organization_id }, _sum: { usage_count: true } }))._sum;
    await usesCounted();
    const used = await uses();
    const client = await connect();
    const search = { query: "boats moor quay", limit: LONG };
    let sent: string[] = [];
    const over_mcp = await recorded(async () => {
      const answer = await client.callTool({
        name: "memory_search",
        arguments: { ...search, detail: "full" },
      });
      const { items } = answer.structuredContent as { items: { memory: { id: string } }[] };
      sent = items.map(({ memory }) => memory.id).toSorted();
    });
    expect(sent.length).toBeLessThan(LONG);
    expect(over_mcp).toEqual(sent);
    const over_rest = await recorded(async () => {
      const request = new Request(new URL("/api/v1/memories/search", server.url), {
        method: "POST",
        headers: { Authorization: `Bearer ${prepared.key}`, "Content-Type": "application/json" },
        body: JSON.stringify(search),
      });
      const answer = await handleRest(request, {
        ...prepared.lead,
        ai: { embedder: null, language_model: null },
      });
      const { items } = (await answer.json()) as { items: { memory: { id: string } }[] };
      sent = items.map(({ memory }) => memory.id).toSorted();
    });
    expect(sent).toHaveLength(LONG);
    expect(over_rest).toEqual(sent);
    const listed = await recorded(() => client.callTool({ name: "memory_get_recent", arguments: {} }));
    expect(listed).toEqual([]);
    await usesCounted();
    expect(await uses()).toEqual(used);
    await client.close();
  });

  it("of one long text is cut with the place of the whole", async () => {
    const { id: memory_id } = await remember(prepared.lead, {
      statement: "x ".repeat(3_900),
      reasoning: "y ".repeat(1_900),
      outcome: "z ".repeat(1_900),
      metadata: { log: "w ".repeat(10_000) },
    });
    const client = await connect();
    const answer = await client.callTool({ name: "memory_get", arguments: { memory_id } });
    const [json, note] = answer.content as { text: string }[];
    expect((json?.text ?? "").length).toBeLessThanOrEqual(20_000);
    expect(json?.text).toContain("more characters]");
    expect(note?.text).toContain("casebook://memories/{memory_id}");
    const whole = await client.readResource({ uri: `casebook://memories/${memory_id}` });
    expect(JSON.stringify(whole.contents)).toContain("w ".repeat(9_000));
    await client.close();
  });
});

describe("resources", () => {
  it("are the rules, the key's own latest memories and skills", async () => {
    const memory = await remember(prepared.lead, { statement: "Boats moor at the north pier." });
    const client = await connect();
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toContain("casebook://rules/agents");
    expect(uris).toContain(`casebook://memories/${memory.id}`);
    expect(uris).toContain(`skill://${prepared.repository}/.claude/skills/code-review/SKILL.md`);
    await run(memoryInvalidate, { memory_id: memory.id, reason: "It was torn down." }, prepared.lead);
    const later = await client.listResources();
    expect(later.resources.map(({ uri }) => uri)).not.toContain(`casebook://memories/${memory.id}`);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
      "casebook://memories/{memory_id}",
    );
    await client.close();
  });

  it("that do not exist are not found", async () => {
    const client = await connect();
    for (const uri of [
      "casebook://memories/01900000-0000-7000-8000-000000000000",
      "casebook://memories/no-id",
      "casebook://else",
    ])
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ data: { uri } });
    await client.close();
  });
});

describe("the prompt", () => {
  it("says where and on what the agent works, when it is given", async () => {
    const client = await connect();
    const prompt = await client.getPrompt({
      name: "agent_rules",
      arguments: { repository: "acme/harbour", task: "Number the berths" },
    });
    const [message] = prompt.messages;
    const text = message?.content.type === "text" ? message.content.text : "";
    expect(text).toContain("hypotheses, not truth");
    expect(text).toContain("acme/harbour");
    expect(text).toContain("Number the berths");
    await client.close();
  });
});

describe("skills over MCP", () => {
  it("are the approved texts, each with the digest of what is read", async () => {
    const client = await connect();
    const skills = new SkillsClient(client);
    const listed = (await skills.list()).skills;
    expect(listed.map(({ frontmatter }) => frontmatter.name)).toEqual(["code-review"]);
    const [skill] = listed;
    if (!skill) throw new Error("a skill is listed");
    // `read` refuses a text that has another digest.
    expect(await skills.read(skill)).toMatchObject({ text: prepared.skill });
    await client.close();
  });

  it("are those of the key's repositories only", async () => {
    const { lead, git, skill } = prepared;
    const other = await run(
      repositoryAdd,
      { name: "acme/lighthouse", source: { kind: "path", path: git.dir } },
      lead,
    );
    const { key } = await run(
      agentKeyCreate,
      { name: "bound", agent: "keeper", repository_ids: [other.id] },
      contextOf(database, lead.actor),
    );
    const client = await connect(key);
    const skills = new SkillsClient(client);
    expect((await skills.list()).skills).toEqual([]);
    const uri = `skill://${prepared.repository}/.claude/skills/code-review/SKILL.md`;
    await expect(skills.get(uri)).rejects.toThrow();
    await expect(client.readResource({ uri })).rejects.toThrow();
    expect(skill).not.toBe("");
    await client.close();
  });
});
