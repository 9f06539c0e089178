import { beforeAll, describe, expect, it } from "vitest";
import { memoryInvalidate } from "@/lib/memories/contract";
import {
  type AgentStats,
  agentStats,
  hookAfterAgent,
  hookBeforeAgent,
  hookSessionStart,
} from "@/lib/sessions/contract";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { setUp } from "../recall/support";

const root = repositoryRoot();
const database = testDatabase();

const OUTPUT = `
## Key Learnings

- The tariff of a berth is kept in minor units, because floats lose cents
`;

const figure = (stats: AgentStats, name: AgentStats["figures"][number]["name"]) =>
  stats.figures.find((one) => one.name === name);

describe("what agents take from memory and give to it", () => {
  let fixture: Awaited<ReturnType<typeof setUp>>;
  let stats: AgentStats;
  beforeAll(async () => {
    fixture = await setUp(database, root.path);
    const { agent, lead, repository } = fixture;
    const here = { session_id: "run-1", repository };
    await run(hookSessionStart, here, agent);
    const { memory_ids } = await run(
      hookAfterAgent,
      { ...here, agent_type: "architect", output: OUTPUT },
      agent,
    );
    expect(memory_ids).toHaveLength(1);
    await run(hookBeforeAgent, { ...here, agent_type: "architect", task: "Price a berth" }, agent);
    await run(hookBeforeAgent, { ...here, agent_type: "builder", task: "Build the harbour" }, agent);
    stats = await run(agentStats, {}, lead);
  });

  it("is counted by agent type, asked and given, with how long each took", () => {
    const architect = stats.agents.find(({ agent_type }) => agent_type === "architect");
    expect(architect).toMatchObject({
      agents: 1,
      recalls: 1,
      recalls_failed: 0,
      answers: 1,
      memories_stored: 1,
    });
    expect(architect?.memories).toBeGreaterThanOrEqual(1);
    expect(architect?.query_p95).toBeGreaterThan(0);
    expect(architect?.storage_p95).toBeGreaterThan(0);
    const builder = stats.agents.find(({ agent_type }) => agent_type === "builder");
    expect(builder).toMatchObject({ recalls: 1, answers: 0, memories_stored: 0, storage_p95: null });
  });

  it("is held against the targets, over what there is", async () => {
    const served = stats.agents.reduce((sum, { recalls_served }) => sum + recalls_served, 0);
    const empty = stats.agents.reduce((sum, { recalls_empty }) => sum + recalls_empty, 0);
    expect(figure(stats, "packs_empty")).toMatchObject({ count: empty, of: served + empty });
    expect(figure(stats, "tokens_per_pack")).toMatchObject({ of: served });
    const memories = stats.agents.reduce((sum, agent) => sum + agent.memories, 0);
    expect(figure(stats, "average_quality")?.of).toBeGreaterThanOrEqual(memories);
    expect(figure(stats, "bytes_per_10000")?.unit).toBe("bytes");
  });

  it("counts a correction that no check had foreseen as missed", async () => {
    const { agent, lead, repository } = fixture;
    const before = figure(stats, "invalid_detection");
    const { id: memory_id } = await remember(agent, {
      statement: "The version is the second one",
      repository,
      citations: [{ path: "src/version.ts", line_start: 1, line_end: 1 }],
    });
    await run(memoryInvalidate, { memory_id, reason: "It is the third one" }, lead);
    const after = figure(await run(agentStats, { repository }, lead), "invalid_detection");
    expect(after).toMatchObject({
      count: before?.count ?? 0,
      of: (before?.of ?? 0) + 1,
      value: 0,
      met: false,
    });
  });

  it("is nothing to another organization", async () => {
    const other = await createOrganization(database.db);
    const nobody = contextOf(database, await other.person("lead"));
    const { agents, figures } = await run(agentStats, {}, nobody);
    expect(agents).toEqual([]);
    for (const { name, of, met } of figures)
      if (name !== "bytes_per_10000") expect({ name, of, met }).toEqual({ name, of: 0, met: null });
  });
});
