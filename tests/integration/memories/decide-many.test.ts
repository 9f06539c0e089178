import { expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import * as contract from "@/lib/memories/contract";
import { contextOf, GLOBAL_AGENT_PERMISSIONS, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { BILLING_PATH, EDITED_BILLING, setUpRepository } from "../citations/support";
import { interrupted, remember } from "./support";

const root = repositoryRoot();
const database = testDatabase();

async function setUp() {
  const fixture = await setUpRepository(database, root.path);
  const cite = (line_start: number, line_end: number) =>
    remember(fixture.lead, {
      statement: `Lines ${line_start} to ${line_end} say so.`,
      repository: fixture.repository.name,
      citations: [{ path: BILLING_PATH, line_start, line_end }],
    });
  const net = await cite(3, 5);
  const number = await cite(7, 10);
  const list = (input: object) => run(contract.memoryList, input, fixture.lead);
  const decide = (input: object) =>
    run(contract.memoryDecideMany, { ids: [net.id, number.id], decision: "refresh", ...input }, fixture.lead);
  return { ...fixture, net, number, list, decide };
}

it("refreshes what holds and says of the others why not", async () => {
  const { git, lead, net, number, decide } = await setUp();
  git.commit({ [BILLING_PATH]: EDITED_BILLING });
  const unknown = newId();
  const answer = await decide({ ids: [net.id, number.id, unknown] });
  expect(answer.ids).toEqual([net.id]);
  expect(answer.refused.map(({ memory_id }) => memory_id)).toEqual([number.id, unknown]);
  expect((await run(contract.memoryGet, { memory_id: number.id }, lead)).status).toBe("drifted");
});

it("refreshes nothing that somebody decided against while it was checked", async () => {
  const { lead, net, number } = await setUp();
  const invalidate = { memory_id: net.id, reason: "The rate is read from a table." };
  const db = interrupted(database.db, () => run(contract.memoryInvalidate, invalidate, lead));
  const refresh = { ids: [net.id, number.id], decision: "refresh" as const };
  const answer = await run(contract.memoryDecideMany, refresh, { ...lead, db });
  expect(answer).toMatchObject({ ids: [number.id], refused: [{ memory_id: net.id }] });
  expect((await run(contract.memoryGet, { memory_id: net.id }, lead)).status).toBe("invalid");
});

it("invalidates with one reason, and restores all to what they were", async () => {
  const { lead, net, number, decide } = await setUp();
  expect(await decide({ decision: "invalidate", reason: "Moved to the gateway." })).toEqual({
    ids: [net.id, number.id],
    refused: [],
  });
  const gone = await run(contract.memoryGet, { memory_id: net.id }, lead);
  expect(gone).toMatchObject({ status: "invalid", status_reason: "Moved to the gateway." });
  expect((await decide({ decision: "restore" })).ids).toHaveLength(2);
  expect((await run(contract.memoryGet, { memory_id: number.id }, lead)).status).toBe("active");
});

it("needs a reason to invalidate", async () => {
  const { decide } = await setUp();
  await expect(decide({ decision: "invalidate" })).rejects.toMatchObject({ code: "invalid_input" });
});

it("restores nothing for an agent, and decides nothing out of its repositories", async () => {
  const { organization, net, number } = await setUp();
  const outsider = await setUpRepository(database, root.path);
  const bot = contextOf(
    database,
    await organization.agent({ types: ["reviewer"], permissions: GLOBAL_AGENT_PERMISSIONS }),
  );
  const ids = [net.id, number.id];
  await expect(run(contract.memoryDecideMany, { ids, decision: "restore" }, bot)).rejects.toMatchObject({
    code: "permission_denied",
  });
  const answer = await run(
    contract.memoryDecideMany,
    { ids, decision: "invalidate", reason: "Not mine." },
    outsider.lead,
  );
  expect(answer).toMatchObject({ ids: [], refused: [{ memory_id: net.id }, { memory_id: number.id }] });
});

it("lists by the status of citations, and by how long, how far and how often", async () => {
  const { git, lead, net, number, list } = await setUp();
  const everywhere = await remember(lead, { statement: "Everybody knows.", scope: "global" });
  git.commit({ [BILLING_PATH]: EDITED_BILLING });
  await run(contract.memoryVerifyCitations, { memory_id: number.id }, lead);
  const ids = async (input: object) => (await list(input)).items.map(({ id }) => id);
  expect(await ids({ citation_status: ["edited"] })).toEqual([number.id]);
  expect(await ids({ citation_status: ["missing"] })).toEqual([]);
  expect((await ids({ sort: "status_since" }))[0]).toBe(number.id);
  expect((await ids({ sort: "reach" }))[0]).toBe(everywhere.id);
  await database.db.memory.updateMany({
    where: { organization_id: lead.actor.organization_id, id: net.id },
    data: { usage_count: 3 },
  });
  expect((await ids({ sort: "usage_count" }))[0]).toBe(net.id);
});
