import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryAdd, repositoryRename } from "@/lib/citations/contract";
import { newId } from "@/lib/kernel/ids";
import {
  memoryDecideGlobal,
  memoryEventList,
  memoryGet,
  memoryList,
  memoryRestore,
  memorySearch,
  memoryStore,
  memorySuggestGlobal,
  memorySupersede,
  memoryUndo,
} from "@/lib/memories/contract";
import { memoryAttachJob } from "@/lib/memories/jobs";
import { contextGet } from "@/lib/recall/contract";
import type { Context } from "@/lib/runtime/operation";
import { hookAfterAgent, hookBeforeAgent } from "@/lib/sessions/contract";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { GitRepository } from "../../support/git-repository";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const WARNING = "Avoid reading the clock inside of `price()`";
const OUTPUT = `## Warnings\n\n- ${WARNING}`;

async function setUp(settings: Record<string, unknown> = {}) {
  const organization = await createOrganization(database.db, settings);
  const lead = contextOf(database, await organization.person("lead"));
  const developer = contextOf(database, await organization.person("developer"));
  const agent = contextOf(database, await organization.agent({ name: "claude", types: null }));
  const register = async (name: string) => {
    const git = new GitRepository(join(root.path, newId()));
    git.commit({ "src/price.ts": "export const price = 1;\n" });
    return run(repositoryAdd, { name, source: { kind: "path", path: git.dir } }, lead);
  };
  const attach = () =>
    memoryAttachJob.handle({ organization_id: organization.organization_id }, partsOf(database));
  return { organization, lead, developer, agent, register, attach };
}

const learn = async (agent: Context, repository: string | undefined, output = OUTPUT) => {
  const [memory_id = ""] = (
    await run(hookAfterAgent, { ...(repository && { repository }), output, session_id: newId() }, agent)
  ).memory_ids;
  return memory_id;
};

describe("what is learned in a repository that is not registered", () => {
  it("is kept under its name, seen by people, and given to no agent", async () => {
    const { lead, agent, register } = await setUp();
    await register("acme/other");
    const memory_id = await learn(agent, "acme/shop_api");
    expect(await run(memoryGet, { memory_id }, lead)).toMatchObject({
      scope: "repository",
      repository: null,
      pending_repository: "acme/shop_api",
    });
    expect((await run(memoryList, { pending: true }, lead)).total).toBe(1);
    const asked = { task: "Avoid reading the clock inside of price()", agent_type: "main" };
    for (const repository of ["acme/other", "acme/shop_api", undefined])
      expect(
        (await run(hookBeforeAgent, { ...asked, ...(repository && { repository }) }, agent)).memory_context,
      ).toBe("");
    expect((await run(contextGet, asked, lead)).memories).toEqual([]);
    expect((await run(memorySearch, { query: "clock price" }, agent)).items).toEqual([]);
    expect((await run(memoryList, {}, agent)).total).toBe(0);
    await expect(run(memoryGet, { memory_id }, agent)).rejects.toMatchObject({ code: "not_found" });
    const corrected = await run(memorySupersede, { memory_id, statement: "Pass the clock to price()" }, lead);
    expect(corrected.memory).toMatchObject({ scope: "repository", pending_repository: "acme/shop_api" });
  });

  it("is the repository's as soon as it is registered, in whatever case its name is written", async () => {
    const { lead, agent, register, attach } = await setUp();
    const other = await setUp();
    const memory_id = await learn(agent, "Acme/Shop_API");
    const another = await learn(agent, "acme/shop-api");
    const elsewhere = await learn(other.agent, "acme/shop_api");
    expect(await learn(agent, "ACME/shop_api")).toBe(memory_id);
    const repository = await register("acme/shop_api");
    await attach();
    await attach();
    expect(await run(memoryGet, { memory_id }, lead)).toMatchObject({
      scope: "repository",
      repository: { id: repository.id },
      pending_repository: null,
      observation_count: 2,
    });
    const { items } = await run(memoryEventList, { memory_id }, lead);
    expect(items.filter(({ type }) => type === "attached")).toHaveLength(1);
    // An underscore is no pattern, and another organization registered nothing.
    expect(await run(memoryGet, { memory_id: another }, lead)).toMatchObject({ repository: null });
    await other.attach();
    expect(await run(memoryGet, { memory_id: elsewhere }, other.lead)).toMatchObject({ repository: null });
    const task = "Avoid reading the clock inside of price()";
    const shown = await run(hookBeforeAgent, { task, repository: "ACME/Shop_API" }, agent);
    expect(shown.metadata.agent_type).toBe("main");
    // Learned again, in any case, it is an observation of the repository's own.
    expect(await learn(agent, "acme/SHOP_api")).toBe(memory_id);
  });

  it("is merged into what the repository knows, and found by another name it is given", async () => {
    const { lead, agent, register, attach } = await setUp();
    const { id } = await register("acme/app");
    const known = await learn(agent, "acme/app");
    const memory_id = await learn(agent, "acme/renamed");
    await run(repositoryRename, { repository: id, name: "Acme/Renamed" }, lead);
    await attach();
    expect(await run(memoryGet, { memory_id }, lead)).toMatchObject({
      status: "superseded",
      superseded_by: known,
      repository: { id },
    });
    expect((await run(memoryGet, { memory_id: known }, lead)).observation_count).toBe(2);
  });

  it("stays with the agent where no repository is named at all, whatever its key may do", async () => {
    const { organization, lead } = await setUp();
    const trusted = contextOf(
      database,
      await organization.agent({
        name: "trusted",
        types: null,
        permissions: ["memories:read", "memories:write", "memories:global"],
      }),
    );
    const memory_id = await learn(trusted, undefined);
    expect(await run(memoryGet, { memory_id }, lead)).toMatchObject({
      scope: "agent",
      agent: "trusted",
      pending_repository: null,
    });
  });

  it("is not learned by a key that is bound to another repository, which gets the reason", async () => {
    const { organization, register } = await setUp();
    const { id } = await register("acme/app");
    const bound = contextOf(
      database,
      await organization.agent({ name: "bound", types: null, repository_ids: [id] }),
    );
    const asked = { output: OUTPUT, repository: "acme/elsewhere" };
    expect(await run(hookAfterAgent, asked, bound)).toMatchObject({
      memories_stored: 0,
      reason: "repository_not_allowed",
    });
    const there = await run(hookAfterAgent, { output: OUTPUT, repository: "ACME/App" }, bound);
    expect(there.memories_stored).toBe(1);
  });
});

describe("what two repositories learned", () => {
  it("reaches every repository: the older memory, with the newer merged into it", async () => {
    const { lead, agent, register } = await setUp();
    await register("acme/one");
    await register("acme/two");
    const first = await learn(agent, "acme/one");
    expect(await run(memoryGet, { memory_id: first }, lead)).toMatchObject({ scope: "repository" });
    await learn(agent, "acme/one");
    expect(await run(memoryGet, { memory_id: first }, lead)).toMatchObject({ scope: "repository" });
    const second = await learn(agent, "acme/two", `## Warnings\n\n- ${WARNING.toUpperCase()}!`);
    expect(await run(memoryGet, { memory_id: first }, lead)).toMatchObject({
      scope: "global",
      status: "active",
      observation_count: 3,
    });
    expect(await run(memoryGet, { memory_id: second }, lead)).toMatchObject({
      status: "superseded",
      superseded_by: first,
    });
    // Known to everybody, it is not kept a second time for a third repository.
    await register("acme/three");
    const third = await learn(agent, "acme/three");
    expect(await run(memoryGet, { memory_id: third }, lead)).toMatchObject({ superseded_by: first });
  });

  it("is undone for good by who undoes it", async () => {
    const { lead, agent, register } = await setUp();
    await register("acme/one");
    await register("acme/two");
    const first = await learn(agent, "acme/one");
    await learn(agent, "acme/two");
    const undone = await run(memoryUndo, { memory_id: first }, lead);
    expect(undone).toMatchObject({ undone: "promoted", memory: { scope: "repository" } });
    await learn(agent, "acme/one");
    expect(await run(memoryGet, { memory_id: first }, lead)).toMatchObject({ scope: "repository" });
  });

  it("stays in both for good where somebody restores what was merged", async () => {
    const { lead, agent, register } = await setUp();
    await register("acme/one");
    await register("acme/two");
    const first = await learn(agent, "acme/one");
    const second = await learn(agent, "acme/two");
    await run(memoryRestore, { memory_id: second }, lead);
    expect((await run(memoryGet, { memory_id: first }, lead)).observation_count).toBe(1);
    await learn(agent, "acme/two");
    expect(await run(memoryGet, { memory_id: second }, lead)).toMatchObject({
      status: "active",
      superseded_by: null,
      observation_count: 2,
    });
  });

  it.each([
    ["decision", "Berths are priced by length", "one", "two"],
    ["anti_pattern", "Never price a berth by weight", "one", "one"],
  ] as const)("stays where it is for a %s (%s) of %s and %s", async (kind, statement, one, two) => {
    const { lead, register } = await setUp();
    await register("acme/one");
    await register("acme/two");
    await remember(lead, { kind, statement, repository: `acme/${one}` });
    const last = await remember(lead, { kind, statement, repository: `acme/${two}` });
    expect(last.scope).toBe("repository");
  });

  it("stays apart in two organizations", async () => {
    const [one, other] = [await setUp(), await setUp()];
    await one.register("acme/one");
    await other.register("acme/two");
    await learn(one.agent, "acme/one");
    const memory_id = await learn(other.agent, "acme/two");
    expect(await run(memoryGet, { memory_id }, other.lead)).toMatchObject({ scope: "repository" });
  });

  it("reaches every repository when both learn it in the same moment", async () => {
    const { lead, agent, register } = await setUp();
    await register("acme/one");
    await register("acme/two");
    const ids = await Promise.all(["acme/one", "acme/two"].map((name) => learn(agent, name)));
    const found = await Promise.all(ids.map((memory_id) => run(memoryGet, { memory_id }, lead)));
    expect(found.map(({ scope }) => scope).toSorted()).toEqual(["global", "repository"]);
    expect(found.map(({ status }) => status).toSorted()).toEqual(["active", "superseded"]);
  });
});

describe("a suggestion that a memory holds everywhere", () => {
  const suggested = async () => {
    const home = await setUp();
    await home.register("acme/one");
    const { id } = await remember(home.lead, { statement: "Prices are integers", repository: "acme/one" });
    const reason = "Every service prices berths.";
    const marked = await run(memorySuggestGlobal, { memory_id: id, reason }, home.agent);
    expect(marked.memory).toMatchObject({ scope: "repository", suggested_at: expect.any(String) });
    return { ...home, memory_id: id };
  };

  it("waits for a lead, who lets it reach every repository, and can take that back", async () => {
    const { lead, developer, agent, memory_id } = await suggested();
    expect((await run(memoryList, { suggested: true }, lead)).items.map(({ id }) => id)).toEqual([memory_id]);
    const accept = { memory_id, decision: "accept" as const };
    for (const other of [developer, agent])
      await expect(run(memoryDecideGlobal, accept, other)).rejects.toMatchObject({
        code: "permission_denied",
      });
    const accepted = await run(memoryDecideGlobal, accept, lead);
    expect(accepted.memory).toMatchObject({ scope: "global", suggested_at: null });
    await expect(run(memoryDecideGlobal, accept, lead)).rejects.toMatchObject({ code: "conflict" });
    const undone = await run(memoryUndo, { memory_id }, lead);
    expect(undone.memory).toMatchObject({ scope: "repository", suggested_at: expect.any(String) });
  });

  it("is dismissed, waits again when that is undone, and is undone by who made it", async () => {
    const { lead, agent, memory_id } = await suggested();
    const dismissed = await run(memoryDecideGlobal, { memory_id, decision: "dismiss" }, lead);
    expect(dismissed.memory).toMatchObject({ scope: "repository", suggested_at: null });
    await expect(run(memoryDecideGlobal, { memory_id, decision: "dismiss" }, lead)).rejects.toMatchObject({
      code: "conflict",
    });
    expect((await run(memoryUndo, { memory_id }, lead)).undone).toBe("global_dismissed");
    const { items } = await run(memoryEventList, { memory_id }, agent);
    const event_id = items.find(({ type }) => type === "global_suggested")?.id ?? "";
    const back = await run(memoryUndo, { memory_id, event_id }, agent);
    expect(back).toMatchObject({ undone: "global_suggested", memory: { suggested_at: null } });
  });

  it("comes to nothing new where everybody knows the same", async () => {
    const { lead, memory_id } = await suggested();
    const known = await run(
      memoryStore,
      { kind: "decision", statement: "prices are integers.", scope: "global" },
      lead,
    );
    const accepted = await run(memoryDecideGlobal, { memory_id, decision: "accept" }, lead);
    expect(accepted.memory).toMatchObject({ status: "superseded", superseded_by: known.memory?.id });
  });
});
