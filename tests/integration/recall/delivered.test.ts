import { beforeAll, describe, expect, it } from "vitest";
import { findConfirmed } from "@/lib/db/sql/delivered";
import { memoryUpdate } from "@/lib/memories/contract";
import { contextGet, recallGet, recallList } from "@/lib/recall/contract";
import { recallPurgeJob } from "@/lib/recall/jobs";
import { agentStats, hookBeforeAgent, hookClaudeCode } from "@/lib/sessions/contract";
import { run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { setUp } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const RULE = "Prices of a berth come from tariff.ts and nowhere else";
const TASK = "Change where the prices of a berth come from in tariff.ts";

describe("what a context window has", () => {
  let setup: Awaited<ReturnType<typeof setUp>>;
  let rule_id = "";
  beforeAll(async () => {
    setup = await setUp(database, root.path);
    const { lead, repository } = setup;
    ({ id: rule_id } = await remember(lead, {
      kind: "procedure",
      statement: RULE,
      repository,
      agent_type: "main",
      reasoning: "Two sources had differed.",
    }));
  });

  type Client = { session_id: string; unconfirmed: string[] };
  const startClient = (session_id: string): Client => ({ session_id, unconfirmed: [] });

  /** An event as the plugin's script sends it: with the packs that reached the client since the last one. */
  async function send(client: Client, hook_event_name: string, rest: Record<string, unknown> = {}) {
    const { session_id, unconfirmed } = client;
    const delivered = unconfirmed.splice(0);
    return run(
      hookClaudeCode,
      { hook_event_name, session_id, casebook: { repository: setup.repository, delivered }, ...rest },
      setup.agent,
    );
  }

  async function prompt(
    client: Client,
    rest: { is_lost?: boolean; agent_id?: string } = {},
  ): Promise<string> {
    const { is_lost = false, agent_id } = rest;
    const answer = await send(client, "UserPromptSubmit", { prompt: TASK, agent_id });
    const recall_id = answer.casebook?.recall_id;
    if (recall_id !== undefined && !is_lost) client.unconfirmed.push(recall_id);
    return answer.hookSpecificOutput?.additionalContext ?? "";
  }

  it("is not delivered again, and the ledger says so", async () => {
    const client = startClient("twice");
    expect(await prompt(client)).toContain(RULE);
    const answer = await send(client, "UserPromptSubmit", { prompt: TASK });
    expect(answer).toEqual({});
    const { lead, organization_id } = setup;
    const recall = await database.db.recall.findFirstOrThrow({
      where: { organization_id, session_id: "twice", outcome: "empty" },
    });
    const { candidates } = await run(recallGet, { recall_id: recall.id }, lead);
    expect(candidates.find(({ memory }) => memory.id === rule_id)).toMatchObject({
      place: "out",
      reason: "It was delivered in this session already.",
    });
  });

  it("is delivered again when no client confirmed it: what got lost is not known to the agent", async () => {
    const client = startClient("lost");
    expect(await prompt(client, { is_lost: true })).toContain(RULE);
    expect(await prompt(client)).toContain(RULE);
    expect(await prompt(client)).toBe("");
  });

  it("is forgotten when the session starts again, compacted, cleared or resumed", async () => {
    const client = startClient("compacted");
    for (const source of ["compact", "clear", "resume"]) {
      expect(await prompt(client)).toContain(RULE);
      expect(await prompt(client)).toBe("");
      await send(client, "SessionStart", { source });
    }
    expect(await prompt(client)).toContain(RULE);
  });

  it("counts no confirmation that arrives after the window ended", async () => {
    const client = startClient("late");
    expect(await prompt(client)).toContain(RULE);
    const late = client.unconfirmed.splice(0);
    await send(client, "SessionStart", { source: "compact" });
    client.unconfirmed.push(...late);
    expect(await prompt(client)).toContain(RULE);
  });

  it("is its own for each agent of a session, and for each session", async () => {
    const client = startClient("agents");
    expect(await prompt(client)).toContain(RULE);
    expect(await prompt(client, { agent_id: "sub-1" })).toContain(RULE);
    expect(await prompt(client, { agent_id: "sub-1" })).toBe("");
    const tool_input = { prompt: TASK, subagent_type: "main" };
    for (const tool_use_id of ["one", "two"]) {
      const answer = await send(client, "PreToolUse", { tool_name: "Agent", tool_input, tool_use_id });
      expect(answer.hookSpecificOutput?.updatedInput?.prompt).toContain(RULE);
    }
    expect(await prompt(startClient("another"))).toContain(RULE);
  });

  it("is not changed by confirmations of another session or another organization", async () => {
    const client = startClient("mine");
    expect(await prompt(client)).toContain(RULE);
    const mine = client.unconfirmed.splice(0);
    const foreign = startClient("foreign");
    foreign.unconfirmed.push(...mine);
    await prompt(foreign);
    const elsewhere = await setUp(database, root.path);
    await run(
      hookClaudeCode,
      { hook_event_name: "Stop", session_id: "mine", casebook: { delivered: mine } },
      elsewhere.agent,
    );
    expect(await prompt(client)).toContain(RULE);
  });

  it("keeps nothing from an agent that asks by itself, or begins with the pack", async () => {
    const client = startClient("asks");
    const { agent, repository } = setup;
    expect(await prompt(client)).toContain(RULE);
    expect(await prompt(client)).toBe("");
    const question = { task: TASK, agent_type: "main", repository, session_id: client.session_id };
    expect((await run(contextGet, question, agent)).context).toContain(RULE);
    expect((await run(hookBeforeAgent, question, agent)).memory_context).toContain(RULE);
  });

  it("goes into both of two prompts at the same time, of which neither is confirmed", async () => {
    const client = startClient("parallel");
    const packs = await Promise.all([prompt(client), prompt(client)]);
    for (const pack of packs) expect(pack).toContain(RULE);
    expect(await prompt(client)).toBe("");
  });

  it("counts as delivered twice where its window had it, and neither after a compaction nor unconfirmed", async () => {
    const { lead, repository } = setup;
    const repeated = async (session_id: string) =>
      (await run(recallList, { session_id, having: "repeated" }, lead)).total;
    const figure = async () => {
      const { figures } = await run(agentStats, { repository }, lead);
      return figures.find(({ name }) => name === "delivered_twice");
    };
    const before = await figure();
    const twice = startClient("counted");
    await Promise.all([prompt(twice), prompt(twice)]);
    expect(await repeated("counted")).toBe(0);
    await prompt(twice);
    expect(await repeated("counted")).toBe(1);
    await send(twice, "SessionStart", { source: "compact" });
    await prompt(twice);
    await prompt(twice);
    expect(await repeated("counted")).toBe(1);
    const lost = startClient("uncounted");
    await prompt(lost, { is_lost: true });
    await prompt(lost);
    await prompt(lost);
    expect(await repeated("uncounted")).toBe(0);
    const after = await figure();
    expect((after?.count ?? 0) - (before?.count ?? 0)).toBe(1);
    expect((after?.of ?? 0) - (before?.of ?? 0)).toBe(4);
  });

  it("is delivered again once it says something else", async () => {
    const client = startClient("changed");
    expect(await prompt(client)).toContain(RULE);
    expect(await prompt(client)).toBe("");
    const { lead } = setup;
    const { memory } = await run(
      memoryUpdate,
      { memory_id: rule_id, statement: `${RULE}, in minor units` },
      lead,
    );
    expect(memory?.statement).toContain("minor units");
    expect(await prompt(client)).toContain("in minor units");
    expect(await prompt(client)).toBe("");
  });

  it("is removed after 14 days", async () => {
    const { organization_id } = setup;
    const key = { organization_id, session_id: "twice", context_window: "main" };
    expect(await findConfirmed(database.db, key)).toHaveLength(1);
    const later = new Date(Date.now() + 15 * 24 * 3_600_000);
    await recallPurgeJob.handle({}, partsOf(database, { now: () => later }));
    expect(await findConfirmed(database.db, key)).toEqual([]);
  });
});
