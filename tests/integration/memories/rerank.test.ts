import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createReranker } from "@/lib/ai";
import { type Reply, type SeenRequest, sendJson, startModelServer } from "@/lib/ai/test-server";
import * as contract from "@/lib/memories/contract";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { remember } from "./support";

const database = testDatabase();
let lead: Context;
beforeAll(async () => {
  const organization = await createOrganization(database.db);
  lead = contextOf(database, await organization.person("lead"));
  for (let index = 0; index < 12; index++)
    await remember(lead, {
      statement: `Walrus rule ${index}: berths ${"walrus ".repeat(index)}`,
      kind: "decision",
    });
});
afterAll(() => undefined);

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

async function search(answer: (request: SeenRequest) => Reply, { limit = 5, deadline_ms = 2_000 } = {}) {
  const server = await startModelServer(answer);
  stop = server.stop;
  const { base_url } = server;
  const reranker = createReranker({ base_url, api_key: null, model: "toy", deadline_ms });
  const found = await run(
    contract.memorySearch,
    { query: "walrus", limit },
    { ...lead, ai: { ...lead.ai, reranker } },
  );
  return { found, requests: server.requests };
}
const idsOf = (found: { items: { memory: { id: string } }[] }) => found.items.map(({ memory }) => memory.id);
const plain = async (limit: number) =>
  idsOf(await run(contract.memorySearch, { query: "walrus", limit }, lead));

const documentsOf = ({ body }: SeenRequest) =>
  Array.isArray(body.documents) ? body.documents.map(String) : [];

describe("a search with a reranker", () => {
  it("answers the first that were found in the reranker's order, those beyond the limit too", async () => {
    const { found, requests } = await search((request) => ({
      results: documentsOf(request).map((_, index) => ({ index, relevance_score: index })),
    }));
    expect(idsOf(found)).toEqual((await plain(12)).toReversed().slice(0, 5));
    expect(found.degraded).not.toContain("rerank: failed");
    expect(requests.map(documentsOf)).toMatchObject([{ length: 12 }]);
  });

  it.each([
    ["is late", () => () => undefined, "rerank: deadline"],
    ["breaks off", () => (response: { destroy(): void }) => response.destroy(), "rerank: failed"],
    ["is overloaded", () => sendJson(503, "{}"), "rerank: failed"],
    ["answers too few", () => ({ results: [{ index: 0, relevance_score: 1 }] }), "rerank: failed"],
    ["answers what was not sent", () => ({ results: [{ index: 99, relevance_score: 1 }] }), "rerank: failed"],
  ])("keeps the order without it when the server %s, and says so", async (_, answer, said) => {
    const { found } = await search(answer, { deadline_ms: said.endsWith("deadline") ? 30 : 2_000 });
    expect(idsOf(found)).toEqual(await plain(5));
    expect(found.degraded).toContain(said);
  });

  it("asks nothing when nothing was found", async () => {
    const server = await startModelServer(() => ({ results: [] }));
    stop = server.stop;
    const reranker = createReranker({
      base_url: server.base_url,
      api_key: null,
      model: "toy",
      deadline_ms: 300,
    });
    const found = await run(
      contract.memorySearch,
      { query: "zzqx", path: "no/such/file.ts" },
      { ...lead, ai: { ...lead.ai, reranker } },
    );
    expect(found.items).toEqual([]);
    expect(server.requests).toEqual([]);
  });
});
