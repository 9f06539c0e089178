import { beforeAll, describe, expect, it } from "vitest";
import { organizationUpdate } from "@/lib/access/contract";
import type { CallOf, Contract } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { memoryGet, memorySearch, memoryStore, memoryStoreMany } from "@/lib/memories/contract";
import { repositorySettingsUpdate } from "@/lib/recall/contract";
import { operations } from "@/lib/registry";
import type { Context } from "@/lib/runtime/operation";
import { failureGet, failureRecord, taskRecord } from "@/lib/tasks/contract";
import { globalSearch } from "@/lib/upkeep/contract";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { setUp } from "../recall/support";
import { askedOf, type Ids } from "./bodies";
import { fillOrganization, valuesOf } from "./filled-organization";

const database = testDatabase();
const root = repositoryRoot();

const STORED = "canaryofwhatisstored";
const OUTPUT = "Error: the tug is adrift\n    at moor (src/tug.ts:3:1)";

const answersOff = operations
  .map(({ contract }): Contract => contract)
  .filter(({ people_only, when_off }) => people_only !== true && when_off !== undefined);

describe("an organization that has memory switched off", () => {
  let ids: Ids;
  let agent: Context;
  let owner: Context;

  beforeAll(async () => {
    const { db } = database;
    const organization = await createOrganization(db);
    ids = { id: newId(), session_id: `session-${newId()}` };
    const { organization_id } = organization;
    await db.person.create({ data: { id: ids.id, email: `${ids.id}@example.test`, name: "Robin" } });
    await fillOrganization(db, { organization_id, id: ids.id, text: STORED, values: valuesOf(ids) });
    owner = contextOf(database, await organization.person("owner"));
    agent = contextOf(database, await organization.agent({ types: null, permissions: PERMISSIONS }));
    await run(organizationUpdate, { settings: { enabled: false } }, owner);
  }, 120_000);

  it.each(answersOff.map((contract) => [contract.name, contract] as const))(
    "gives an agent nothing by %s",
    async (_, contract) => {
      for (const { input } of askedOf(contract, ids)) {
        const answer = await run(contract, input as CallOf<Contract>, agent).catch((error: unknown) => error);
        if (answer instanceof Error) expect(answer).toMatchObject({ message: /switched off/ });
        expect(JSON.stringify(answer)).not.toContain(STORED);
      }
    },
  );

  it("stores nothing of an agent, and says so", async () => {
    const stored = await run(failureRecord, { output: OUTPUT }, agent);
    expect(stored).toMatchObject({ stored: false, reason: "memory_off", failure: null });
    await expect(run(taskRecord, { task_id: "t-1", description: "Moor the tug" }, agent)).rejects.toThrow(
      /switched off.*Nothing was stored/,
    );
    expect(
      await database.db.task_record.count({
        where: { organization_id: agent.actor.organization_id, task_id: "t-1" },
      }),
    ).toBe(0);
  });
});

describe("a repository that has memory switched off", () => {
  const fact = (statement: string, rest: object = {}) => ({ kind: "fact" as const, statement, ...rest });

  async function switchedOff() {
    const set = await setUp(database, root.path);
    const { owner, agent, repository, repository_id } = set;
    const harbor = await run(memoryStore, fact("The harbor closes at nine", { repository }), agent);
    const town = await run(memoryStore, fact("The town sleeps at ten", { scope: "global" }), owner);
    const failure = await run(failureRecord, { output: OUTPUT, repository }, agent);
    await run(repositorySettingsUpdate, { repository_id, settings: { enabled: false } }, owner);
    return {
      ...set,
      memory_id: harbor.memory?.id ?? "",
      global_id: town.memory?.id ?? "",
      failure_id: failure.failure?.id ?? "",
    };
  }

  it("is read by no agent, whether it is named or not", async () => {
    const { agent, owner, repository, memory_id, global_id, failure_id } = await switchedOff();
    const found = async (context: Context, rest: object = {}) => {
      const { items } = await run(memorySearch, { query: "harbor or town", ...rest }, context);
      return items.map(({ memory }) => memory.id);
    };
    expect(await found(agent, { repository })).toEqual([]);
    expect(await found(agent, { repository: repository.toUpperCase() })).toEqual([]);
    const all = await found(agent);
    expect(all).toContain(global_id);
    expect(all).not.toContain(memory_id);
    expect(await found(owner)).toContain(memory_id);
    await expect(run(memoryGet, { memory_id }, agent)).rejects.toMatchObject({ code: "not_found" });
    await expect(run(failureGet, { failure_id }, agent)).rejects.toMatchObject({ code: "not_found" });
    const { groups } = await run(globalSearch, { q: "harbor" }, agent);
    expect(JSON.stringify(groups)).not.toContain(memory_id);
  });

  it("stores nothing of an agent", async () => {
    const { agent, repository } = await switchedOff();
    const off = { stored: false, reason: "memory_off" };
    expect(await run(memoryStore, fact("Ropes are wet", { repository }), agent)).toMatchObject(off);
    expect(
      await run(memoryStoreMany, { memories: [fact("Ropes are dry", { repository })] }, agent),
    ).toMatchObject({ stored: 0, results: [off] });
    expect(await run(failureRecord, { output: OUTPUT, repository }, agent)).toMatchObject(off);
  });
});
