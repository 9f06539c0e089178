import { beforeAll, describe, expect, it } from "vitest";
import { loadTokenizer } from "@/lib/ai";
import { memoryGet } from "@/lib/memories/contract";
import * as recall from "@/lib/recall/contract";
import { agentStats, hookAfterAgent, hookBeforeAgent, hookStop } from "@/lib/sessions/contract";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { setUp } from "../recall/support";

const root = repositoryRoot();
const database = testDatabase();
beforeAll(async () => {
  await loadTokenizer();
});

const TASK = "Keep permissions cached in Redis";

/** A session that was given one decision. */
async function givenOne(session_id = "run-1") {
  const site = await setUp(database, root.path);
  const { lead, agent, repository } = site;
  const memory = await remember(lead, {
    kind: "decision",
    statement: "Permissions are cached in Redis",
    category: "system_design",
    agent_type: "architect",
    reasoning: "Several instances run behind the balancer.",
    repository,
  });
  const here = { session_id, repository, agent_type: "architect" };
  const { metadata } = await run(hookBeforeAgent, { ...here, task: TASK }, agent);
  const recall_id = metadata.recall_id ?? "";
  const answer = (output: string, rest: { diff?: string } = {}) =>
    run(hookAfterAgent, { ...here, output, ...rest }, agent);
  const inferred = async () => {
    const { candidates } = await run(recall.recallGet, { recall_id }, lead);
    return candidates.find((candidate) => candidate.memory.id === memory.id)?.inferred ?? null;
  };
  return { ...site, memory, recall_id, answer, inferred };
}

const FOLLOWS =
  "Implemented. The cache of permissions lives in Redis now, with a time to live of 30 seconds.";
const CONTRADICTS = "Implemented. The cache of permissions does not use Redis but a map in the process.";
const UNRELATED =
  "The sidebar sorts its entries by how often somebody opened them in this week, and hides the oldest behind a button.";

describe("outcomes inferred from answers", () => {
  it("are kept for what the session was given, apart from reported uses", async () => {
    const { lead, memory, recall_id, repository, answer, inferred } = await givenOne();
    const before = await run(memoryGet, { memory_id: memory.id }, lead);
    await answer(FOLLOWS);
    expect(await inferred()).toMatchObject({ outcome: "follows", answers: 1 });
    const after = await run(memoryGet, { memory_id: memory.id }, lead);
    const { quality, usage_count } = before;
    expect(after).toMatchObject({ quality, usage_count });
    const { total } = await run(recall.recallStats, { repository }, lead);
    expect(total).toMatchObject({
      used: 0,
      refused: 0,
      unreported: 1,
      inferred: { follows: 1, contradicts: 0 },
    });
    const { items } = await run(recall.memoryRecallList, { memory_id: memory.id }, lead);
    expect(items).toMatchObject([
      { id: recall_id, became: { place: "served", reported: [], inferred: "follows" } },
    ]);
    const listed = await run(recall.recallList, { having: "inferred" }, lead);
    expect(listed.items.map(({ id }) => id)).toEqual([recall_id]);
    expect((await run(recall.recallList, { having: "reported" }, lead)).total).toBe(0);
  });

  it("give way to what somebody reports, before and after", async () => {
    const { agent, lead, memory, recall_id, answer, inferred } = await givenOne();
    await answer(FOLLOWS);
    const uses = [{ memory_id: memory.id, use: "unhelpful" as const }];
    await run(recall.recallRate, { recall_id, uses }, agent);
    expect(await inferred()).toBeNull();
    await answer(FOLLOWS);
    expect(await inferred()).toBeNull();
    const { total } = await run(recall.recallStats, {}, lead);
    expect(total).toMatchObject({ used: 0, refused: 1, inferred: { follows: 0 } });
    const { figures } = await run(agentStats, {}, lead);
    expect(figures.find(({ name }) => name === "pack_precision")).toMatchObject({ count: 0, of: 1 });
    expect(figures.find(({ name }) => name === "pack_precision_inferred")).toMatchObject({ of: 0 });
  });

  it("are not forgotten for a later answer about something else, and change with a later one that says more", async () => {
    const { answer, inferred } = await givenOne();
    await answer(UNRELATED);
    expect(await inferred()).toMatchObject({ outcome: "ignores" });
    await answer(FOLLOWS);
    await answer(UNRELATED);
    expect(await inferred()).toMatchObject({ outcome: "follows", answers: 3 });
    await answer(CONTRADICTS);
    expect(await inferred()).toMatchObject({ outcome: "contradicts" });
  });

  it("come from the answers of the same agent type and session alone", async () => {
    const { agent, repository, inferred } = await givenOne();
    const elsewhere = { repository, output: FOLLOWS };
    await run(hookAfterAgent, { ...elsewhere, session_id: "run-1", agent_type: "builder" }, agent);
    await run(hookAfterAgent, { ...elsewhere, session_id: "run-2", agent_type: "architect" }, agent);
    await run(hookAfterAgent, { repository, output: FOLLOWS, agent_type: "architect" }, agent);
    expect(await inferred()).toBeNull();
  });

  it("take no repeated statement for something done, and quote no secret", async () => {
    const { memory, answer, inferred } = await givenOne();
    await answer(`What I was given: ${memory.statement}. I have not begun with the work that you asked for.`);
    expect(await inferred()).not.toMatchObject({ outcome: "follows" });
    const key = ["ghp", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("_");
    await answer(`The cache of permissions lives in Redis with ${key} now.`);
    const kept = await inferred();
    expect(kept).toMatchObject({ outcome: "follows" });
    expect(JSON.stringify(kept)).not.toContain(key);
  });

  it("are nothing to another organization with a session of the same id", async () => {
    const first = await givenOne("shared");
    const second = await givenOne("shared");
    await second.answer(FOLLOWS);
    expect(await first.inferred()).toBeNull();
    expect(await second.inferred()).toMatchObject({ outcome: "follows" });
    const outsider = await createOrganization(database.db);
    const nobody = contextOf(database, await outsider.person("lead"));
    const { total } = await run(recall.recallStats, {}, nobody);
    expect(total.inferred).toEqual({ follows: 0, contradicts: 0, ignores: 0, unknown: 0 });
  });

  it("count the precision of packs, and keep reported and inferred apart", async () => {
    const { agent, lead, memory, recall_id, repository, answer } = await givenOne();
    const again = { session_id: "run-1", repository, agent_type: "architect", task: TASK };
    await run(hookBeforeAgent, again, agent);
    await answer(FOLLOWS);
    await run(
      recall.recallRate,
      { recall_id, uses: [{ memory_id: memory.id, use: "applied" as const }] },
      agent,
    );
    await run(hookStop, { session_id: "run-1" }, agent);
    const { figures } = await run(agentStats, { repository }, lead);
    const figure = (name: string) => figures.find((one) => one.name === name);
    expect(figure("pack_precision")).toMatchObject({ count: 1, of: 1, value: 1 });
    expect(figure("pack_precision_inferred")).toMatchObject({ count: 1, of: 1, value: 1 });
    // No client confirmed that these packs reached a context window.
    expect(figure("delivered_twice")).toMatchObject({ count: 0, of: 0, value: null });
    expect(figure("disputed_served")).toMatchObject({ count: 0, of: 2, value: 0 });
  });

  it("count a memory as right that a kept expectation names for the task", async () => {
    const { lead, memory, repository } = await givenOne();
    const question = { task: TASK, agent_type: "architect", repository };
    const kept = { name: "The cache", question, memory_id: memory.id };
    await run(recall.expectationCreate, kept, lead);
    const { figures } = await run(agentStats, { repository }, lead);
    expect(figures.find(({ name }) => name === "pack_precision")).toMatchObject({ count: 1, of: 1 });
  });
});
