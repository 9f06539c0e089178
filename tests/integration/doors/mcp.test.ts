import { beforeAll, describe, expect, it, vi } from "vitest";
import { agentKeyCreate, agentKeyList, agentKeyRotate } from "@/lib/access/contract";
import { definitions, handleMcp } from "@/lib/doors/mcp";
import { TOOL_SETS, type ToolSet } from "@/lib/kernel/contract";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { connectMcp, MCP_ADDRESS, mcpFetch } from "../../support/mcp-client";
import { partsOf } from "../../support/parts";

vi.stubEnv("RATE_LIMIT_PER_MINUTE", "100000");
vi.stubEnv("NEXTAUTH_SECRET", "a-secret-that-only-this-test-uses-0123456789");

const database = testDatabase();
let key: string;
let owner: Context;

beforeAll(async () => {
  const organization = await createOrganization(database.db);
  owner = contextOf(database, await organization.person("owner"));
  const made = await run(
    agentKeyCreate,
    { name: "mcp", agent: "claude", permissions: [...PERMISSIONS] },
    owner,
  );
  key = made.key;
});

const connect = (mode: "auto" | "legacy", query = "", with_key = key) =>
  connectMcp({ url: `${MCP_ADDRESS}${query}`, key: with_key, mode, fetch: mcpFetch(database) });

describe.each(["auto", "legacy"] as const)("an MCP client of the %s era", (mode) => {
  it("sees the tools of the sets it asks for with their schemas and hints, in a fixed order", async () => {
    const namesWith = async (query: string) => {
      const client = await connect(mode, query);
      const listed = await client.listTools();
      await client.close();
      return listed.tools.map(({ name }) => name);
    };
    const namesIn = (...sets: (string | null)[]) =>
      definitions.filter(({ set }) => sets.includes(set)).map(({ definition }) => definition.name);
    expect(await namesWith("")).toEqual(namesIn(null));
    expect(await namesWith("?tools=reviews")).toEqual(namesIn(null, "reviews"));
    expect(await namesWith("?tools=all")).toEqual(namesIn(null, ...TOOL_SETS));
    const client = await connect(mode);
    const listed = await client.listTools();
    for (const tool of listed.tools) {
      expect(tool.inputSchema.type).toBe("object");
      expect(tool.annotations?.openWorldHint).toBe(false);
    }
    await client.close();
  });

  it("stores and finds a memory, as structured content and as the same JSON in text", async () => {
    const client = await connect(mode);
    const statement = `Berths are numbered from the pier's end (${mode}).`;
    const stored = await client.callTool({
      name: "memory_store",
      arguments: { kind: "fact", scope: "agent", statement },
    });
    expect(stored.isError).toBeFalsy();
    expect(stored.structuredContent).toMatchObject({ stored: true });
    const found = await client.callTool({
      name: "memory_search",
      arguments: { query: "berths numbered pier" },
    });
    const [block] = found.content as { type: string; text: string }[];
    expect(JSON.parse(block?.text ?? "")).toEqual(found.structuredContent);
    expect(JSON.stringify(found.structuredContent)).toContain(statement);
    await client.close();
  });

  it("gets the problem's body for a wrong input, marked as an error", async () => {
    const client = await connect(mode);
    const answer = await client.callTool({ name: "memory_get", arguments: { memory_id: "not-an-id" } });
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer.content)).toContain("memory_id");
    await client.close();
  });

  it("can read the rules for agents as a prompt and as a resource", async () => {
    const client = await connect(mode);
    const prompt = await client.getPrompt({ name: "agent_rules" });
    expect(JSON.stringify(prompt.messages)).toContain("hypotheses, not truth");
    const resource = await client.readResource({ uri: "casebook://rules/agents" });
    expect(JSON.stringify(resource.contents)).toContain("hypotheses, not truth");
    await client.close();
  });
});

describe("a key's sets of tools", () => {
  const namesWith = async (with_key: string, query = "") => {
    const client = await connect("auto", query, with_key);
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name);
  };
  const namesIn = (...sets: (string | null)[]) =>
    definitions.filter(({ set }) => sets.includes(set)).map(({ definition }) => definition.name);
  const createKey = (tool_sets?: ToolSet[], permissions = [...PERMISSIONS]) =>
    run(agentKeyCreate, { name: "sets", agent: "claude", permissions, tool_sets }, owner);

  it("are seen by its clients without asking, beside those of the address, and by no other key's", async () => {
    const { key: with_reviews, agent_key } = await createKey(["reviews", "reviews"]);
    expect(agent_key.tool_sets).toEqual(["reviews"]);
    expect(await namesWith(with_reviews)).toEqual(namesIn(null, "reviews"));
    expect(await namesWith(with_reviews, "?tools=administration")).toEqual(
      namesIn(null, "reviews", "administration"),
    );
    const { key: without, agent_key: plain } = await createKey();
    expect(plain.tool_sets).toEqual([]);
    expect(await namesWith(without)).toEqual(namesIn(null));
    const { items } = await run(agentKeyList, {}, owner);
    expect(items.find(({ id }) => id === agent_key.id)?.tool_sets).toEqual(["reviews"]);
  });

  it("stay with a key that is rotated", async () => {
    const { agent_key } = await createKey(["administration"]);
    const rotated = await run(agentKeyRotate, { agent_key_id: agent_key.id }, owner);
    expect(rotated.agent_key.tool_sets).toEqual(["administration"]);
    expect(await namesWith(rotated.key)).toContain("memory_suggest_global");
  });

  it("bring no tool that the key has no permission for", async () => {
    const { key: reading } = await createKey(["reviews", "administration"], ["memories:read"]);
    const names = await namesWith(reading);
    expect(names).toContain("conflict_list");
    expect(names).not.toContain("memory_suggest_global");
  });
});

describe("the MCP door", () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const post = (headers: Record<string, string>, host = "localhost:3000") => {
    const request = new Request(MCP_ADDRESS, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify(ping),
    });
    request.headers.set("host", host);
    return handleMcp(request, partsOf(database));
  };

  it("refuses a set of tools that does not exist, and names those that do", async () => {
    await expect(connect("legacy", "?tools=everything")).rejects.toThrow(
      /reviews, administration, tasks, logs or all/,
    );
  });

  it("answers 401 with a plain Bearer challenge to a request without a key, or with a wrong one", async () => {
    for (const headers of [{}, { "X-API-Key": "cb_wrong" }] as Record<string, string>[]) {
      const response = await post(headers);
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  it("answers 403 to a foreign Host or Origin, even with a key", async () => {
    const authorized = { Authorization: `Bearer ${key}` };
    expect((await post(authorized, "evil.example")).status).toBe(403);
    expect((await post({ ...authorized, Origin: "https://evil.example" })).status).toBe(403);
    expect((await post({ ...authorized, Origin: "http://localhost:3000" })).status).toBe(200);
  });
});
