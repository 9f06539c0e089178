import type { Client } from "@modelcontextprotocol/client";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { agentKeyCreate, organizationUpdate } from "@/lib/access/contract";
import { repositoryAdd } from "@/lib/citations/contract";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { memoryStoreMany } from "@/lib/memories/contract";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { GitRepository } from "../../support/git-repository";
import { connectMcp, MCP_ADDRESS, mcpFetch } from "../../support/mcp-client";
import { repositoryRoot } from "../../support/repository-root";

vi.stubEnv("RATE_LIMIT_PER_MINUTE", "100000");
vi.stubEnv("NEXTAUTH_SECRET", "a-secret-that-only-this-test-uses-0123456789");

const database = testDatabase();
const root = repositoryRoot();
const REPOSITORY = "acme/harbour-administration";
const PATH = "packages/server/src/berths/allocation-service.ts";
const MEMORIES = 60;
let owner: Context;
let client: Client;
afterAll(() => client.close());

const statementOf = (index: number) =>
  `Berth allocation ${index}: the service must hold the advisory lock of the quay before it moves a reservation, ` +
  `because two dispatchers may assign the same berth; call lockQuay(${index}) first, and release it in finally. ` +
  "The nightly report reads the same rows without a lock and may show a reservation twice until the next run.";

const TASK =
  "Let a dispatcher move a reservation within the quay of the shift plan: audit row, transaction, event berth.changed";
/** What a builder learned earlier that matters for the task. */
const LEARNED = [
  "Moving a reservation to another berth must write the audit row in the same transaction as the move.",
  "A dispatcher may move a reservation only within the quay that the shift plan gives him.",
  "The berth of a reservation is shown on the board, so a move must publish the event berth.changed afterwards.",
  "Reservations of tankers have a distance rule: no other berth within 80 metres, checked by canOccupy.",
];

type Answer = Record<string, unknown>;
type Row = { id: string; statement: string };

beforeAll(async () => {
  const organization = await createOrganization(database.db);
  owner = contextOf(database, await organization.person("owner"));
  const git = new GitRepository(`${root.path}/harbour`);
  git.commit({ [PATH]: Array.from({ length: 400 }, (_, line) => `line ${line}`).join("\n") });
  await run(repositoryAdd, { name: REPOSITORY, source: { kind: "path", path: git.dir } }, owner);
  const memories = Array.from({ length: MEMORIES }, (_, index) => ({
    kind: "decision" as const,
    statement: statementOf(index),
    reasoning: "Two dispatchers assigned berth 4 to two ships in March, and one had to wait for six hours.",
    repository: REPOSITORY,
    citations: [0, 1, 2].map((part) => ({
      path: PATH,
      line_start: index * 3 + part + 1,
      line_end: index * 3 + part + 2,
    })),
  }));
  await run(memoryStoreMany, { memories }, owner);
  const learned = LEARNED.map((statement, index) => ({
    kind: "decision" as const,
    statement,
    reasoning: "It was decided after the incident of March.",
    repository: REPOSITORY,
    agent_type: "builder",
    category: "reservations",
    citations: [{ path: PATH, line_start: 300 + index * 4, line_end: 303 + index * 4 }],
  }));
  await run(memoryStoreMany, { memories: learned }, owner);
  const { key } = await run(
    agentKeyCreate,
    { name: "mcp", agent: "claude", permissions: [...PERMISSIONS] },
    owner,
  );
  client = await connectMcp({ url: MCP_ADDRESS, key, fetch: mcpFetch(database) });
});

async function call(
  name: string,
  input: Answer,
): Promise<{ answer: Answer; texts: string[]; tokens: number }> {
  const result = await client.callTool({ name, arguments: input });
  const texts = (result.content as { text: string }[]).map(({ text }) => text);
  expect(result.isError ?? false, texts[0]).toBe(false);
  return {
    answer: (result.structuredContent ?? {}) as Answer,
    texts,
    tokens: countTokens(texts.join("\n")),
  };
}

const rowsOf = ({ items }: Answer) => items as Row[];

describe("an agent's answer", () => {
  it("to a search of 10 hits has at most 1,500 tokens, with what a hit says, cites and why it was found", async () => {
    const { answer, tokens } = await call("memory_search", {
      query: "berth allocation lock",
      repo: REPOSITORY,
    });
    expect(tokens).toBeLessThanOrEqual(1_500);
    const rows = rowsOf(answer);
    expect(rows).toHaveLength(10);
    for (const row of rows) {
      expect(Object.keys(row).toSorted()).toEqual([
        "age",
        "cites",
        "id",
        "kind",
        "relevance",
        "statement",
        "status",
        "why",
      ]);
      expect(row).toMatchObject({ kind: "decision", status: "active", why: "has berth, allocation, lock" });
      expect(row.statement).toMatch(/^Berth allocation \d+: the service must hold/);
    }
  });

  it("names the repository of each hit when the search was not of one", async () => {
    const { answer } = await call("memory_search", { query: "berth allocation lock" });
    expect(rowsOf(answer)[0]).toMatchObject({ repository: REPOSITORY });
  });

  it("is the whole on request", async () => {
    const { answer } = await call("memory_search", {
      query: "berth allocation lock",
      limit: 1,
      detail: "full",
    });
    expect(answer).toMatchObject({
      lists: { text: expect.any(Number) },
      items: [{ memory: { reasoning: expect.any(String), citations: [{}, {}, {}] }, scores: {} }],
    });
    const refused = await client.callTool({
      name: "memory_search",
      arguments: { query: "berth", detail: "some" },
    });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain("must be compact or full");
  });

  it("with a pack has at most 1.3 times the tokens of its text", async () => {
    const { texts, tokens } = await call("memory_context", {
      task: TASK,
      agent_type: "builder",
      repository: REPOSITORY,
      category: "reservations",
      changed_files: [PATH],
    });
    const { organization_id } = owner.actor;
    const recall = await database.db.recall.findFirstOrThrow({
      where: { organization_id },
      orderBy: { at: "desc" },
    });
    expect(recall.outcome).toBe("served");
    expect(texts).toEqual([`${recall.pack.trimEnd()}\n\nrecall_id: ${recall.id}; made without embedding`]);
    expect(tokens).toBeLessThanOrEqual(1.3 * countTokens(recall.pack));
  });

  it("to a first look has 50 rows, and a cursor that leads to the rest, each memory once", async () => {
    const first = await call("memory_get_recent", { repository: REPOSITORY });
    expect(rowsOf(first.answer)).toHaveLength(50);
    expect(first.tokens).toBeLessThan(10_000);
    const { next_cursor: cursor } = first.answer;
    const second = await call("memory_get_recent", { repository: REPOSITORY, cursor });
    const ids = [...rowsOf(first.answer), ...rowsOf(second.answer)].map(({ id }) => id);
    expect(ids).toHaveLength(MEMORIES + LEARNED.length);
    expect(new Set(ids).size).toBe(ids.length);
    expect(second.answer).not.toHaveProperty("next_cursor");
  });

  it("as markdown has a line for each memory and says where the list goes on", async () => {
    const { answer, texts } = await call("memory_get_recent", {
      repository: REPOSITORY,
      format: "markdown",
      limit: 5,
    });
    expect(answer).toEqual({});
    const lines = (texts[0] ?? "").split("\n").filter((line) => line !== "");
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatch(
      /^- Reservations of tankers .*\(decision, packages\/server.*, \d+m\) `[\w-]{36}`$/,
    );
    expect(lines[5]).toMatch(/cursor is \S+$/);
  });

  it("to a write says what changed, in few words", async () => {
    const stored = await call("memory_store", {
      kind: "decision",
      statement: "Ships are numbered from one.",
    });
    expect(stored.answer).toMatchObject({
      stored: true,
      memory: { id: expect.any(String), kind: "decision", status: "active", version: 1 },
    });
    expect(stored.tokens).toBeLessThan(100);
    const { id } = stored.answer.memory as Row;
    const said = await call("memory_feedback", { memory_id: id, feedback: "contradicted" });
    expect(said.answer).toMatchObject({
      stored: true,
      recorded: true,
      notes: [expect.stringContaining("supersede")],
    });
    const again = await call("memory_feedback", { memory_id: id, feedback: "contradicted" });
    expect(again.answer).toMatchObject({ stored: true, recorded: false });
  });

  it("while memory is off is empty, and says of a write that nothing was stored", async () => {
    await run(organizationUpdate, { settings: { enabled: false } }, owner);
    const stored = await call("memory_store", { kind: "decision", statement: "Ships are blue." });
    expect(stored.answer).toEqual({ stored: false, reason: "memory_off" });
    expect((await call("memory_search", { query: "berth" })).answer).toEqual({
      items: [],
      degraded: ["memory: off"],
    });
    await run(organizationUpdate, { settings: { enabled: true } }, owner);
  });
});
