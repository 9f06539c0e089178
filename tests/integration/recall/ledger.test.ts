import { beforeAll, describe, expect, it } from "vitest";
import { organizationUpdate } from "@/lib/access/contract";
import { loadTokenizer } from "@/lib/ai";
import { newId } from "@/lib/kernel/ids";
import { DAY_MS } from "@/lib/kernel/time";
import { usesCounted } from "@/lib/memories";
import { memoryGet, memoryLogApplied, memoryRate } from "@/lib/memories/contract";
import * as contract from "@/lib/recall/contract";
import { recallPurgeJob } from "@/lib/recall/jobs";
import { contextOf, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { CACHE_DECISION, setUp } from "./support";

const root = repositoryRoot();
const database = testDatabase();
beforeAll(async () => {
  await loadTokenizer();
});

/** A house in which one memory was served once. */
async function served() {
  const fixture = await setUp(database, root.path);
  const { lead, agent, repository } = fixture;
  const memory = await remember(lead, { ...CACHE_DECISION, repository });
  const question = {
    task: "Design the cache around one owner",
    agent_type: "architect",
    repository,
    session_id: "s1",
  };
  const { recall_id } = await run(contract.contextGet, question, agent);
  if (recall_id === null) throw new Error("the recall was not recorded");
  return { ...fixture, memory, question, recall_id };
}

describe("the ledger", () => {
  it("tells of a recall the pack as given, every candidate, and where a memory was used", async () => {
    const { lead, memory, recall_id, repository } = await served();
    const detail = await run(contract.recallGet, { recall_id }, lead);
    expect(detail).toMatchObject({
      task: "Design the cache around one owner",
      outcome: "served",
      repository: { name: repository },
    });
    expect(detail.pack).toContain("Design the cache around one owner");
    expect(detail.candidates).toMatchObject([
      { memory: { id: memory.id }, place: "served", reason: "It is about the task." },
    ]);
    expect(detail.stages.map(({ name }) => name)).toEqual(expect.arrayContaining(["search", "verification"]));
    for (const filter of [
      { repository },
      { agent: "planner" },
      { session_id: "s1" },
      { degraded: false },
      {},
    ])
      expect((await run(contract.recallList, { ...filter }, lead)).items.map(({ id }) => id)).toContain(
        recall_id,
      );
    expect((await run(contract.recallList, { session_id: "s2" }, lead)).total).toBe(0);
    const uses = await run(contract.memoryRecallList, { memory_id: memory.id }, lead);
    expect(uses).toMatchObject({ total: 1, items: [{ id: recall_id }] });
  });

  it("records what became of a memory once, moves its quality, and counts value and waste", async () => {
    const { agent, lead, memory, recall_id } = await served();
    const uses = [
      { memory_id: memory.id, use: "applied" as const },
      { memory_id: memory.id, use: "helpful" as const },
    ];
    expect(await run(contract.recallRate, { recall_id, uses }, agent)).toEqual({ recorded: 2 });
    expect(await run(contract.recallRate, { recall_id, uses }, agent)).toEqual({ recorded: 0 });
    const { candidates, uses: counts } = await run(contract.recallGet, { recall_id }, lead);
    expect(counts).toMatchObject({ applied: 1, helpful: 1, unhelpful: 0 });
    expect(candidates[0]?.uses.map(({ use }) => use)).toEqual(["applied", "helpful"]);
    const after = await database.db.memory.findFirst({
      where: { organization_id: agent.actor.organization_id, id: memory.id },
    });
    expect(after?.quality).toBeGreaterThan(memory.quality);
    const { total, days } = await run(contract.recallStats, { days: 7 }, lead);
    expect(days).toHaveLength(7);
    expect(total).toMatchObject({
      recalls: 1,
      recalls_served: 1,
      memories_served: 1,
      used: 1,
      refused: 0,
      unreported: 0,
    });
    expect(total.tokens_used).toBeGreaterThan(0);
    expect((await run(contract.recallList, { used: true }, lead)).total).toBe(1);
    expect((await run(contract.recallList, { used: false }, lead)).total).toBe(0);
  });

  it("takes a rating of a memory that names the recall for a use of it", async () => {
    const { agent, lead, memory, recall_id } = await served();
    await run(memoryRate, { memory_id: memory.id, usefulness: 0, recall_id }, agent);
    expect((await run(contract.recallGet, { recall_id }, lead)).uses).toMatchObject({
      unhelpful: 1,
      helpful: 0,
    });
    expect((await run(contract.recallStats, {}, lead)).total).toMatchObject({ used: 0, refused: 1 });
  });

  it("counts what is applied as the use that its serving was", async () => {
    const { agent, lead, memory, recall_id } = await served();
    const { id: memory_id } = memory;
    expect(await run(memoryLogApplied, { memory_id, recall_id }, agent)).toMatchObject({ counted: true });
    await usesCounted();
    expect((await run(memoryGet, { memory_id }, lead)).usage_count).toBe(1);
  });

  it("counts what is applied once in a session, and once for a recall, whichever else is named", async () => {
    const { agent, memory, question, recall_id } = await served();
    const later = await run(contract.contextGet, { ...question, session_id: "s2" }, agent);
    if (later.recall_id === null) throw new Error("the recall was not recorded");
    const apply = async (session_id: string, of: string) => {
      const report = { memory_id: memory.id, session_id, recall_id: of };
      return (await run(memoryLogApplied, report, agent)).counted;
    };
    expect(await apply("s1", recall_id)).toBe(true);
    expect(await apply("s1", later.recall_id)).toBe(false);
    expect(await apply("s3", recall_id)).toBe(false);
    expect(await apply("s2", later.recall_id)).toBe(true);
  });

  it("takes neither a rating nor a use for a recall that did not serve the memory, or not to this agent", async () => {
    const { agent, lead, memory, recall_id } = await served();
    const { id: outsider } = await remember(lead, { statement: "Nobody was ever served this" });
    const other = { ...agent, actor: { ...agent.actor, name: "another-bot" } };
    const usefulness = 1;
    for (const [context, report] of [
      [agent, { memory_id: memory.id, recall_id: newId() }],
      [agent, { memory_id: outsider, recall_id }],
      [other, { memory_id: memory.id, recall_id }],
    ] as const) {
      const refused = { code: "invalid_input", message: expect.stringContaining("/recall_id") };
      await expect(run(memoryRate, { ...report, usefulness }, context)).rejects.toMatchObject(refused);
      await expect(run(memoryLogApplied, report, context)).rejects.toMatchObject(refused);
    }
    expect((await run(contract.recallGet, { recall_id }, lead)).uses).toMatchObject({
      helpful: 0,
      applied: 0,
    });
  });

  it("takes no word on a memory that it did not serve", async () => {
    const { agent, lead, recall_id } = await served();
    const other = await remember(lead, { statement: "Another thing" });
    const uses = [{ memory_id: other.id, use: "applied" as const }];
    await expect(run(contract.recallRate, { recall_id, uses }, agent)).rejects.toMatchObject({
      errors: [{ pointer: "/uses/0/memory_id" }],
    });
  });

  it("shows an agent its own recalls only, and nothing to another organization", async () => {
    const { recall_id, ...fixture } = await served();
    const other = contextOf(database, { ...fixture.agent.actor, name: "somebody" });
    expect((await run(contract.recallList, {}, other)).total).toBe(0);
    await expect(run(contract.recallGet, { recall_id }, other)).rejects.toMatchObject({
      code: "not_found",
    });
    const outsider = await setUp(database, root.path);
    await expect(run(contract.recallGet, { recall_id }, outsider.lead)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("pages in order, with the true total", async () => {
    const { agent, lead, question } = await served();
    for (let round = 0; round < 4; round++) await run(contract.contextGet, question, agent);
    const first = await run(contract.recallList, { limit: 2 }, lead);
    const second = await run(contract.recallList, { limit: 3, cursor: first.next_cursor ?? "" }, lead);
    expect([first.total, second.total, second.next_cursor]).toEqual([5, 5, null]);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(5);
  });

  it("forgets recalls when their time is over, and not before", async () => {
    const { lead, recall_id } = await served();
    const job = (days: number) =>
      recallPurgeJob.handle({}, partsOf(database, { now: () => new Date(Date.now() + days * DAY_MS) }));
    await job(89);
    expect((await run(contract.recallGet, { recall_id }, lead)).id).toBe(recall_id);
    await job(91);
    await expect(run(contract.recallGet, { recall_id }, lead)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("trying out", () => {
  it("shows the pack that other settings would give, records nothing and counts no use", async () => {
    const { lead, memory, question, organization_id } = await served();
    const strict = await run(contract.recallPreview, { ...question, settings: { relevance_floor: 1 } }, lead);
    expect(strict.memories).toEqual([]);
    const usual = await run(contract.recallPreview, question, lead);
    expect(usual).toMatchObject({
      recall_id: null,
      candidates: [{ memory: { id: memory.id }, place: "served" }],
    });
    expect(usual.stages.length).toBeGreaterThan(3);
    await usesCounted();
    const after = await database.db.memory.findFirst({ where: { organization_id, id: memory.id } });
    expect(after?.usage_count).toBe(1);
    expect((await run(contract.recallList, {}, lead)).total).toBe(1);
  });

  it("keeps expectations and says on replay which hold", async () => {
    const { lead, memory, question, repository } = await served();
    const other = await remember(lead, {
      statement: "Nothing about it",
      repository,
      category: "testing",
      agent_type: "tester",
    });
    const kept = await run(
      contract.expectationCreate,
      { name: "one owner", question, memory_id: memory.id },
      lead,
    );
    expect(kept).toMatchObject({ passed: null, within: 5 });
    await run(
      contract.expectationCreate,
      { name: "not for architects", question, memory_id: other.id },
      lead,
    );
    const { passed, failed, items } = await run(contract.expectationReplay, {}, lead);
    expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
    expect(items.find(({ id }) => id === kept.id)).toMatchObject({ found_at: 1, passed: true });
    await run(contract.expectationDelete, { expectation_id: kept.id }, lead);
    expect((await run(contract.expectationList, {}, lead)).total).toBe(1);
  });
});

describe("settings of a repository", () => {
  it("override the organization's until they are inherited again", async () => {
    const { owner, agent, repository_id, question } = await served();
    const off = await run(
      contract.repositorySettingsUpdate,
      { repository_id, settings: { enabled: false } },
      owner,
    );
    expect(off).toMatchObject({ own: { enabled: false }, in_force: { enabled: false }, version: 1 });
    expect((await run(contract.contextGet, question, agent)).outcome).toBe("off");
    await run(contract.repositorySettingsUpdate, { repository_id, inherit: ["enabled"] }, owner);
    expect((await run(contract.contextGet, question, agent)).outcome).toBe("served");
    await expect(
      run(
        contract.repositorySettingsUpdate,
        { repository_id, version: 1, settings: { max_context_memories: 1 } },
        owner,
      ),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  it("are changed with the version that they were read in, the first time too", async () => {
    const { owner, repository_id } = await served();
    const { version } = await run(contract.repositorySettingsGet, { repository_id }, owner);
    const change = { repository_id, version, settings: { max_context_memories: 1 } };
    expect(await run(contract.repositorySettingsUpdate, change, owner)).toMatchObject({ version: 1 });
    await expect(run(contract.repositorySettingsUpdate, change, owner)).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("are not reset by a change of another one", async () => {
    const { owner } = await served();
    await run(organizationUpdate, { settings: { max_context_memories: 2 } }, owner);
    const { settings } = await run(organizationUpdate, { settings: { token_budget: 500 } }, owner);
    expect(settings).toMatchObject({ max_context_memories: 2, token_budget: 500, enabled: true });
  });
});
