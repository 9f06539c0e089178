import { afterEach, describe, expect, test } from "vitest";
import { createReranker } from "./reranker";
import { type Reply, sendJson, startModelServer } from "./test-server";

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

async function reranking(answer: Reply) {
  const server = await startModelServer(() => answer);
  stop = server.stop;
  const { base_url, host, requests } = server;
  const reranker = createReranker({ base_url, api_key: "key", model: "toy", deadline_ms: 300 });
  return { reranker, host, requests };
}

const results = (...scores: [index: number, relevance_score: number][]) => ({
  results: scores.map(([index, relevance_score]) => ({ index, relevance_score })),
});
const question = { query: "How do we retry?", documents: ["a", "b", "c"] };

describe("a reranker", () => {
  test("sends query and documents to /rerank once, and answers the indexes by score", async () => {
    const { reranker, host, requests } = await reranking(results([2, 0.9], [0, 0.1], [1, 0.5]));
    expect(await reranker.rerank(question)).toEqual([2, 1, 0]);
    expect(reranker.id).toBe(`rerank:${host}/toy`);
    expect(requests).toEqual([
      { url: "/v1/rerank", authorization: "Bearer key", body: { model: "toy", ...question, top_n: 3 } },
    ]);
  });

  test("asks nothing without documents", async () => {
    const { reranker, requests } = await reranking(results());
    expect(await reranker.rerank({ query: "x", documents: [] })).toEqual([]);
    expect(requests).toEqual([]);
  });

  test.each([
    ["leaves one out", results([0, 0.2], [1, 0.1])],
    ["names one twice", results([0, 0.2], [1, 0.1], [1, 0.3])],
    ["names one that was not sent", results([0, 0.2], [1, 0.1], [3, 0.3])],
    ["names one below the first", results([0, 0.2], [1, 0.1], [-1, 0.3])],
    ["gives no numbers", { results: [{ index: 0, relevance_score: "high" }] }],
    ["is another protocol's", { data: [] }],
  ])("refuses an answer that %s", async (_, answer) => {
    const { reranker } = await reranking(answer);
    await expect(reranker.rerank(question)).rejects.toMatchObject({ code: "invalid_response" });
  });

  test.each([
    [401, "misconfigured", "RERANK_API_KEY"],
    [404, "misconfigured", "RERANK_MODEL"],
    [503, "unavailable", "503"],
  ])("says of status %i what to look at, after one request", async (status, code, named) => {
    const { reranker, requests } = await reranking(sendJson(status, "{}"));
    await expect(reranker.rerank(question)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(named),
    });
    expect(requests).toHaveLength(1);
  });

  test("ends with the signal's reason when it aborts", async () => {
    const { reranker } = await reranking(() => undefined);
    const controller = new AbortController();
    const asked = reranker.rerank({ ...question, signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
  });

  test("without an address is refused, naming the setting", () => {
    expect(() => createReranker({ base_url: "", api_key: null, model: "toy", deadline_ms: 300 })).toThrow(
      "RERANK_BASE_URL",
    );
  });
});
