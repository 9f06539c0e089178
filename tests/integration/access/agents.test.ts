import { describe, expect, it } from "vitest";
import {
  agentKeyCreate,
  DEFAULT_AGENT_TYPE_MAP,
  organizationUpdate,
  refusalList,
} from "@/lib/access/contract";
import { memoryStore } from "@/lib/memories/contract";
import { contextGet, repositorySettingsUpdate } from "@/lib/recall/contract";
import { hookAfterAgent, hookBeforeAgent, hookSessionStart, sessionGet } from "@/lib/sessions/contract";
import { contextOf, contextOfKey, createOrganization, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { setUp } from "../recall/support";

const root = repositoryRoot();
const database = testDatabase();

const OUTPUT = "## Warnings\n\n- Avoid reading the clock inside of `price()`";

async function people(settings: Record<string, unknown> = {}) {
  const organization = await createOrganization(database.db, settings);
  const owner = contextOf(database, await organization.person("owner"));
  const agent = contextOf(database, await organization.agent({ name: "claude", types: null }));
  return { organization, owner, agent };
}

describe("the map of agents' names", () => {
  it("is saved in its order, and overridden by a repository that says otherwise", async () => {
    const { owner, agent, repository, repository_id } = await setUp(database, root.path);
    const agent_type_map = [{ pattern: "explore*", agent_type: "analyzer" }, ...DEFAULT_AGENT_TYPE_MAP];
    const saved = await run(organizationUpdate, { settings: { agent_type_map } }, owner);
    expect(saved.settings.agent_type_map).toEqual(agent_type_map);
    const ask = (rest: object) =>
      run(contextGet, { task: "Look around", agent_type: "Explore", ...rest }, agent);
    expect(await ask({})).toMatchObject({ agent_type: "analyzer" });
    const own = [{ pattern: "Explore", agent_type: "tester" }];
    await run(repositorySettingsUpdate, { repository_id, settings: { agent_type_map: own } }, owner);
    expect(await ask({ repository })).toMatchObject({ agent_type: "tester" });
    expect(await ask({})).toMatchObject({ agent_type: "analyzer" });
  });

  it("is refused where it maps to a type that is not known, with the place of the mistake", async () => {
    const { owner } = await people();
    const map = (agent_type: string) => [
      { pattern: "explore", agent_type: "main" },
      { pattern: "tug", agent_type },
    ];
    await expect(
      run(organizationUpdate, { settings: { agent_type_map: map("pilot") } }, owner),
    ).rejects.toMatchObject({
      code: "invalid_input",
      errors: [{ pointer: "/settings/agent_type_map/1/agent_type" }],
    });
    // Together with the type it is right.
    await run(
      organizationUpdate,
      { settings: { agent_types: ["pilot"], agent_type_map: map("pilot") } },
      owner,
    );
  });
});

describe("the agents that are allowed", () => {
  it("are types and names, and saving them says which nobody knows", async () => {
    const { organization, owner } = await people();
    await organization.agent({ name: "Night Bot" });
    const allowed_agents = ["reviewer", "night bot", "general-purpose", "nihgt-bot"];
    const saved = await run(organizationUpdate, { settings: { allowed_agents } }, owner);
    expect(saved.settings.allowed_agents).toEqual(allowed_agents);
    expect(saved.unknown_agents).toEqual(["nihgt-bot"]);
    expect((await run(organizationUpdate, { name: "Harbour" }, owner)).unknown_agents).toEqual([]);
  });

  it("alone are served and learned from; what was refused is in the session and the settings", async () => {
    const { owner, agent } = await people({ allowed_agents: ["reviewer"] });
    const session_id = "kept-out";
    await run(hookSessionStart, { session_id }, agent);
    const asked = { task: "Price a berth", session_id };
    const refused = { memory_context: "", metadata: { agent_type: "main" } };
    expect(await run(hookBeforeAgent, { ...asked, agent_type: "Explore" }, agent)).toMatchObject(refused);
    await run(hookBeforeAgent, { ...asked, agent_type: "Explore" }, agent);
    const learned = await run(hookAfterAgent, { agent_type: "poet", output: OUTPUT, session_id }, agent);
    expect(learned).toEqual({ memories_stored: 0, memory_ids: [], reason: "not_allowed" });
    const allowed = { agent_type: "code-reviewer", output: OUTPUT, session_id };
    expect((await run(hookAfterAgent, allowed, agent)).memories_stored).toBe(1);

    const { timeline } = await run(sessionGet, { session_id }, owner);
    expect(timeline.flatMap((item) => (item.what === "refused" ? [item.refusal] : []))).toMatchObject([
      { what: "agent_not_allowed", agent: "claude", agent_type: "main", named: "explore", count: 2 },
      { what: "agent_not_allowed", agent: "claude", agent_type: "main", named: "poet", count: 1 },
    ]);
    expect((await run(refusalList, {}, owner)).total).toBe(2);
    const other = await people();
    expect((await run(refusalList, {}, other.owner)).total).toBe(0);
    await expect(run(refusalList, {}, agent)).rejects.toMatchObject({ code: "permission_denied" });
  });
});

describe("a key", () => {
  const actorOf = async (owner: Awaited<ReturnType<typeof people>>["owner"], rest: object) => {
    const { key } = await run(agentKeyCreate, { name: "k", agent: "claude", ...rest }, owner);
    return contextOfKey(database, key);
  };

  it("that names no types speaks as every type", async () => {
    const { owner } = await people();
    const agent = await actorOf(owner, {});
    for (const agent_type of ["architect", "frontend-dev", "Explore"]) {
      const learned = await run(hookAfterAgent, { agent_type, output: OUTPUT }, agent);
      expect(learned.reason).toBeNull();
    }
    const stored = await run(
      memoryStore,
      { kind: "decision", statement: "Berths are priced by length", agent_type: "Code Reviewer" },
      agent,
    );
    expect(stored.memory).toMatchObject({ agent_type: "reviewer", scope: "agent" });
  });

  it("that is bound to types speaks as no other, and the refusal is kept", async () => {
    const { owner } = await people();
    const agent = await actorOf(owner, { agent_types: ["tester"] });
    const learned = await run(hookAfterAgent, { agent_type: "coder", output: OUTPUT }, agent);
    expect(learned.reason).toBe("agent_type_not_allowed");
    const stored = { kind: "decision" as const, statement: "Berths are priced by length" };
    await expect(run(memoryStore, { ...stored, agent_type: "coder" }, agent)).rejects.toMatchObject({
      errors: [{ pointer: "/agent_type" }],
    });
    expect((await run(refusalList, {}, owner)).items).toMatchObject([
      { what: "agent_type_not_allowed", agent_type: "builder", named: "coder", count: 2 },
    ]);
  });

  it("stores for the whole organization with the right to it alone, whatever type it speaks as", async () => {
    const { owner, repository } = await setUp(database, root.path);
    const memory = {
      kind: "anti_pattern" as const,
      statement: "Never log a berth's price",
      agent_type: "architect",
      scope: "global" as const,
      repository,
      session_id: "s",
    };
    const without = await run(memoryStore, memory, await actorOf(owner, {}));
    expect(without.memory?.scope).toBe("repository");
    expect(without.notes.join()).toContain("memories:global");
    expect((await run(refusalList, {}, owner)).items).toMatchObject([
      { what: "global_not_allowed", session_id: "s", agent_type: "architect" },
    ]);
    const trusted = await actorOf(owner, {
      permissions: ["memories:read", "memories:write", "memories:global"],
    });
    const right = await run(memoryStore, { ...memory, agent_type: "tester" }, trusted);
    expect(right.memory?.scope).toBe("global");
  });
});
