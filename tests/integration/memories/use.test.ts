import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { repositoryAdd } from "@/lib/citations/contract";
import { handleRest } from "@/lib/doors/rest";
import { newId } from "@/lib/kernel/ids";
import * as contract from "@/lib/memories/contract";
import type { Context } from "@/lib/runtime/operation";
import {
  contextOf,
  createOrganization,
  run,
  type TestOrganization,
  testDatabase,
} from "../../support/database";
import { GitRepository, repositoryRoot } from "../citations/git-repository";
import { remember } from "./support";

const database = testDatabase();
const root = repositoryRoot();
afterAll(root.remove);

const FILE = "src/time.ts";
const LINES = ["export function now() {", "  return new Date().toISOString();", "}", ""].join("\n");
const cited = [{ path: FILE, line_start: 1, line_end: 3 }];

let organization: TestOrganization;
let repository: GitRepository;
let agent: Context;
let other: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  repository = new GitRepository(`${root.path}/app`);
  repository.commit({ [FILE]: LINES });
  const lead = contextOf(database, await organization.person("lead"));
  await run(repositoryAdd, { name: "acme/app", source: { kind: "path", path: repository.dir } }, lead);
  agent = contextOf(database, await organization.agent({ name: "builder-bot" }));
  other = contextOf(database, await organization.agent({ name: "review-bot" }));
});

const eventsOf = async (memory_id: string) =>
  (await run(contract.memoryEventList, { memory_id, limit: 50 }, agent)).items.map(({ type }) => type);

describe("a convention", () => {
  it("is stored from repo, subject, fact, citations, reason and created_by as they are", async () => {
    const answer = await run(
      contract.memoryStore,
      {
        ...{ repo: "acme/app", subject: "time", fact: "Times are ISO strings in UTC.", citations: cited },
        ...{ reason: "Servers stand in several zones.", created_by: "ada@example.test" },
      },
      agent,
    );
    expect(answer.memory).toMatchObject({
      kind: "convention",
      scope: "repository",
      statement: "Times are ISO strings in UTC.",
      metadata: {
        subject: "time",
        reason: "Servers stand in several zones.",
        created_by: "ada@example.test",
      },
      created_by: { kind: "agent", name: "builder-bot" },
    });
  });

  it("is found by repo as by repository", async () => {
    const by = { repo: "acme/app" };
    const found = await run(contract.memorySearch, { query: "ISO strings", ...by }, agent);
    const recent = await run(contract.memoryGetRecent, by, agent);
    const cites = await run(contract.memorySearchByPath, { path: FILE, ...by }, agent);
    const stats = await run(contract.memoryStats, by, agent);
    expect([found.items.length, recent.items.length, cites.items.length, stats.total]).toEqual([1, 1, 1, 1]);
    await expect(run(contract.memorySearchByPath, { path: FILE }, agent)).rejects.toMatchObject({
      errors: [{ pointer: "/repository" }],
    });
  });
});

describe("memory_log_applied", () => {
  it("counts a use and refreshes what holds at the newest commit", async () => {
    const memory = await remember(agent, {
      ...{ statement: "Ask `now` for the time.", repository: "acme/app", citations: cited },
    });
    repository.commit({ [FILE]: `// moved down\n${LINES}` });
    const later = { ...agent, now: () => new Date(Date.now() + 60_000) };
    const applied = await run(
      contract.memoryLogApplied,
      { memory_id: memory.id, task: "Stamp the bookings; asked by ada@example.test", session_id: "s1" },
      later,
    );
    expect(applied).toMatchObject({
      stored: true,
      counted: true,
      refreshed: true,
      verdict: "valid",
      notes: [],
    });
    expect(applied.memory?.usage_count).toBe(1);
    expect(Date.parse(applied.memory?.refreshed_at ?? "")).toBeGreaterThan(Date.parse(memory.refreshed_at));
    expect(applied.memory?.quality).toBeGreaterThan(memory.quality);
    const { items } = await run(contract.memoryEventList, { memory_id: memory.id, limit: 50 }, agent);
    expect(items.find(({ type }) => type === "applied")).toMatchObject({
      reason: "Stamp the bookings; asked by [EMAIL]",
      detail: { session_id: "s1", verdict: "valid" },
    });
  });

  it("counts a session once, and another session again", async () => {
    const { id: memory_id } = await remember(agent, { statement: "Counted once a session." });
    const log = (session_id: string) => run(contract.memoryLogApplied, { memory_id, session_id }, agent);
    expect((await log("s1")).counted).toBe(true);
    expect((await log("s1")).counted).toBe(false);
    const third = await log("s2");
    expect([third.counted, third.memory?.usage_count]).toEqual([true, 2]);
    expect((await eventsOf(memory_id)).filter((type) => type === "applied")).toHaveLength(2);
  });

  it("does not refresh what cites nothing, and says so", async () => {
    const memory = await remember(agent, { statement: "Cites nothing." });
    const applied = await run(contract.memoryLogApplied, { memory_id: memory.id }, agent);
    expect(applied).toMatchObject({ stored: true, refreshed: false, verdict: null });
    expect(applied.memory?.refreshed_at).toBe(memory.refreshed_at);
    expect(applied.notes[0]).toContain("cites nothing");
  });

  it("lets what no longer holds drift instead of refreshing it", async () => {
    const file = "src/zone.ts";
    repository.commit({ [file]: "export const zone = 'UTC';\nexport const offset = 0;\n" });
    const memory = await remember(agent, {
      ...{ statement: "The zone is fixed.", repository: "acme/app" },
      citations: [{ path: file, line_start: 1, line_end: 2 }],
    });
    repository.commit({ [file]: "export const zone = process.env.ZONE;\nexport const offset = 0;\n" });
    const applied = await run(contract.memoryLogApplied, { memory_id: memory.id }, agent);
    expect(applied).toMatchObject({ stored: true, counted: true, refreshed: false, verdict: "drifted" });
    expect(applied.memory?.status).toBe("drifted");
    expect(applied.notes[0]).toContain("supersede");
  });

  it("does not bring back what was declared invalid", async () => {
    const memory = await remember(agent, {
      ...{ statement: "Declared wrong.", repository: "acme/app" },
      citations: [{ path: FILE, line_start: 2, line_end: 4 }],
    });
    await run(contract.memoryInvalidate, { memory_id: memory.id, reason: "It is not so." }, agent);
    const applied = await run(contract.memoryLogApplied, { memory_id: memory.id }, agent);
    expect(applied).toMatchObject({ refreshed: false, verdict: "valid", memory: { status: "invalid" } });
  });

  it("answers memory_off while memory is off, as memory_rate does", async () => {
    const off = await createOrganization(database.db, { enabled: false });
    const memory = await remember(contextOf(database, await off.person("owner")), { statement: "Kept." });
    const asking = contextOf(database, await off.agent());
    const input = { memory_id: memory.id };
    const none = { stored: false, reason: "memory_off", memory: null };
    expect(await run(contract.memoryLogApplied, input, asking)).toMatchObject(none);
    expect(await run(contract.memoryRate, { ...input, usefulness: 1 }, asking)).toMatchObject(none);
  });
});

describe("memory_rate", () => {
  it("moves quality by each actor once, the last word counting", async () => {
    const memory = await remember(agent, { statement: "To be rated." });
    const rate = (usefulness: number, context: Context, recall_id?: string) =>
      run(contract.memoryRate, { memory_id: memory.id, usefulness, recall_id }, context);
    const useful = await rate(1, agent);
    expect(useful).toMatchObject({ stored: true, replaced: false });
    expect(useful.memory?.quality).toBe(0.56);
    expect((await rate(1, agent)).memory?.quality).toBe(0.56);
    const useless = await rate(0, agent);
    expect([useless.replaced, useless.memory?.quality]).toEqual([true, 0.44]);
    expect((await rate(1, other)).memory?.quality).toBe(0.5);
    expect((await rate(1, agent, newId())).memory?.quality).toBeGreaterThan(0.5);
    expect(await eventsOf(memory.id)).toContain("rated");
  });

  it("refuses a usefulness outside 0–1 with a pointer, and a memory of another organization", async () => {
    const { id: memory_id } = await remember(agent, { statement: "Rated wrongly." });
    await expect(run(contract.memoryRate, { memory_id, usefulness: 5 }, agent)).rejects.toMatchObject({
      errors: [{ pointer: "/usefulness" }],
    });
    const foreign = await createOrganization(database.db);
    const stranger = contextOf(database, await foreign.agent());
    for (const [operation, input] of [
      [contract.memoryRate, { memory_id, usefulness: 1 }],
      [contract.memoryLogApplied, { memory_id }],
    ] as const)
      await expect(run(operation, input as never, stranger)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("memory_stats", () => {
  it("counts uses, ratings and checks on record", async () => {
    const own = await createOrganization(database.db);
    const person = contextOf(database, await own.person("lead"));
    await run(repositoryAdd, { name: "acme/app", source: { kind: "path", path: repository.dir } }, person);
    const bot = contextOf(database, await own.agent());
    const memory = await remember(bot, {
      ...{
        statement: "Ask `now`.",
        repository: "acme/app",
        citations: [{ path: FILE, line_start: 2, line_end: 4 }],
      },
    });
    await run(contract.memoryLogApplied, { memory_id: memory.id }, bot);
    await run(contract.memoryRate, { memory_id: memory.id, usefulness: 0.2 }, bot);
    await run(contract.memoryRate, { memory_id: memory.id, usefulness: 0.8 }, bot);
    const stats = await run(contract.memoryStats, {}, bot);
    expect(stats.uses).toEqual({ total: 1, memories_used: 1, applied: 1, rated: 1, average_usefulness: 0.8 });
    expect(stats.checks_by_status.unchanged).toBeGreaterThan(0);
    expect(stats.by_agent_type).toEqual([{ value: "main", count: 1 }]);
  });
});

describe("over REST", () => {
  it("both are there, below the memory", async () => {
    const owner = contextOf(database, await organization.person("owner"));
    const { key } = await run(
      agentKeyCreate,
      { name: "rest", agent: "rest-bot", permissions: ["memories:read", "memories:write"] },
      owner,
    );
    const memory = await remember(owner, { statement: "Over the wire.", scope: "global" });
    const post = (action: string, body: object) =>
      handleRest(
        new Request(`http://localhost:3000/api/v1/memories/${memory.id}/${action}`, {
          method: "POST",
          headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
          body: JSON.stringify(body),
        }),
        { db: database.db, ai: { embedder: null, language_model: null }, now: () => new Date() },
      );
    expect(await (await post("applied", {})).json()).toMatchObject({ stored: true, counted: true });
    expect(await (await post("rate", { usefulness: 0.9 })).json()).toMatchObject({ stored: true });
  });
});
