import { afterEach, describe, expect, test, vi } from "vitest";
import { AiError } from "./errors";
import { createOpenAiEmbedder, type OpenAiEmbedderOptions } from "./openai-embedder";
import { type Reply, type SeenRequest, sendJson, startModelServer } from "./test-server";

let stop: (() => Promise<void>) | null = null;
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await stop?.();
  stop = null;
});

async function setUp(
  answer: (request: SeenRequest, count: number) => Reply,
  options: Partial<OpenAiEmbedderOptions> = {},
) {
  const server = await startModelServer(answer);
  stop = server.stop;
  const embedder = createOpenAiEmbedder({
    base_url: server.base_url,
    api_key: "secret-key",
    model: "toy",
    dimensions: 2,
    ...options,
  });
  return { ...server, embedder };
}

function inputs({ body }: SeenRequest): string[] {
  if (!Array.isArray(body.input)) throw new Error("input is no list");
  return body.input.map(String);
}

/** The vector of a text is its length and 1. */
function embedAll(request: SeenRequest) {
  return { data: inputs(request).map((text, index) => ({ index, embedding: [text.length, 1] })) };
}

function data(...embeddings: unknown[]) {
  return { data: embeddings.map((embedding, index) => ({ index, embedding })) };
}

describe("a request", () => {
  test("asks for floats, so that a server that knows no base64 yields its true vectors", async () => {
    const { embedder, requests } = await setUp(embedAll);
    expect(await embedder.embed(["abc", "abcde"])).toEqual([Float32Array.of(3, 1), Float32Array.of(5, 1)]);
    expect(requests).toEqual([
      {
        url: "/v1/embeddings",
        authorization: "Bearer secret-key",
        body: { model: "toy", input: ["abc", "abcde"], encoding_format: "float" },
      },
    ]);
  });

  test("holds prepared texts with their punctuation, cut at the limit and never empty", async () => {
    const { embedder, requests } = await setUp(embedAll, { max_characters: 9 });
    await embedder.embed(["a.b (c)", "1234567890", ""]);
    expect(requests.map(inputs)).toEqual([["a.b (c)", "123456789", "."]]);
  });

  test.each([
    ["text-embedding-3-large", undefined, true],
    ["nomic-embed-text", undefined, false],
    ["nomic-embed-text", true, true],
    ["text-embedding-3-large", false, false],
  ])("for %s with send_dimensions %s asks for a length: %s", async (model, send_dimensions, sent) => {
    const { embedder, requests } = await setUp(embedAll, { model, send_dimensions });
    await embedder.embed(["abc"]);
    expect(requests[0]?.body.dimensions).toBe(sent ? 2 : undefined);
  });

  test("holds at most 100 texts and 200,000 characters; the vectors come back in order", async () => {
    const { embedder, requests } = await setUp(embedAll);
    const short = Array.from({ length: 130 }, (_, index) => "x".repeat(index + 1));
    const long = Array.from({ length: 30 }, (_, index) => "y".repeat(7971 + index));
    const vectors = await embedder.embed([...short, ...long]);
    expect(vectors.map(([length]) => length)).toEqual([...short, ...long].map((text) => text.length));
    expect(requests.map((request) => inputs(request).length)).toEqual([100, 54, 6]);
  });

  test("is not made for no texts", async () => {
    const { embedder, requests } = await setUp(embedAll);
    expect(await embedder.embed([])).toEqual([]);
    expect(requests).toHaveLength(0);
  });

  test("is made once for a text that recurs, within the hour, and again after it", async () => {
    // The cache keeps what it read of this clock until a timer of a millisecond ends.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const clock = vi.spyOn(performance, "now").mockReturnValue(1000);
    const advance = (minutes: number) => {
      clock.mockReturnValue(performance.now() + minutes * 60_000);
      vi.advanceTimersByTime(1000);
    };
    const { embedder, requests } = await setUp(embedAll);
    const [first] = await embedder.embed(["abc", "abc"]);
    first?.fill(0);
    advance(59);
    expect(await embedder.embed(["abc", "de"])).toEqual([Float32Array.of(3, 1), Float32Array.of(2, 1)]);
    expect(requests.map(inputs)).toEqual([["abc"], ["de"]]);
    advance(2);
    await embedder.embed(["abc"]);
    expect(requests.map(inputs)).toEqual([["abc"], ["de"], ["abc"]]);
  });

  test("sends no key of the environment where none is set", async () => {
    vi.stubEnv("OPENAI_API_KEY", "someone-elses");
    const { embedder, requests } = await setUp(embedAll, { api_key: null });
    await embedder.embed(["abc"]);
    expect(requests[0]?.authorization).toBe("Bearer none");
  });
});

describe("an answer", () => {
  test("out of order is put in order by its indices", async () => {
    const { embedder } = await setUp((request) => ({ data: embedAll(request).data.reverse() }));
    expect(await embedder.embed(["abc", "abcde"])).toEqual([Float32Array.of(3, 1), Float32Array.of(5, 1)]);
  });

  test.each<[string, Reply]>([
    ["vectors that are too long", data([1, 2, 3], [1, 2, 3])],
    ["empty vectors", data([], [])],
    ["NaN written as null", data([1, null], [1, 2])],
    ["NaN written as NaN", sendJson(200, '{"data":[{"index":0,"embedding":[NaN,1]}]}')],
    ["numbers beyond single precision", data([1e39, 1], [1, 2])],
    ["a zero vector", data([0, 0], [1, 2])],
    ["a vector missing", data([1, 2])],
    ["a vector too many", data([1, 2], [1, 2], [1, 2])],
    ["the same index twice", { data: [1, 1].map((index) => ({ index, embedding: [1, 2] })) }],
    ["an index out of range", { data: [0, 2].map((index) => ({ index, embedding: [1, 2] })) }],
    ["base64", data("AACAPwAAAEA=", "AACAPwAAAEA=")],
    ["other JSON", { message: "hello" }],
    [
      "a web page",
      (response) => {
        response.writeHead(200, { "content-type": "text/html" }).end("<html></html>");
      },
    ],
  ])("with %s is an invalid response", async (_, reply) => {
    const { embedder } = await setUp(() => reply);
    const error = await embedder.embed(["one", "two"]).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(AiError);
    expect(error).toMatchObject({ code: "invalid_response" });
  });

  test("of another length names the setting and both lengths", async () => {
    const { embedder } = await setUp(() => data([1, 2, 3]));
    await expect(embedder.embed(["one"])).rejects.toThrow(/3 dimensions, not 2; check EMBEDDING_DIMENSIONS/);
  });

  test.each([
    [400, "misconfigured", "EMBEDDING_MODEL", 1],
    [401, "misconfigured", "EMBEDDING_API_KEY", 1],
    [404, "misconfigured", "EMBEDDING_MODEL and EMBEDDING_BASE_URL", 1],
    [429, "unavailable", "429", 3],
    [500, "unavailable", "500", 3],
  ])("of status %i is %s, names %s and is tried %i times", async (status, code, named, tries) => {
    const { embedder, requests, host } = await setUp(() =>
      sendJson(status, '{"error":{"message":"secret-key and what the server says"}}'),
    );
    const error = await embedder.embed(["one"]).catch((error: unknown) => error);
    if (!(error instanceof AiError)) throw error;
    expect(error.code).toBe(code);
    expect(error.message).toContain(named);
    expect(error.message).toContain(host);
    expect(error.message).not.toContain("secret-key");
    expect(requests).toHaveLength(tries);
  });

  test("that succeeds after an overload is used", async () => {
    const { embedder } = await setUp((request, count) => {
      if (count < 3) return sendJson(429, "{}");
      return embedAll(request);
    });
    expect(await embedder.embed(["abc"])).toEqual([Float32Array.of(3, 1)]);
  });

  test.each<[string, Reply]>([
    ["does not begin", () => {}],
    [
      "stalls after its headers",
      (response) => {
        response.writeHead(200, { "content-type": "application/json" }).write("{");
      },
    ],
    [
      "asks for a retry in an hour",
      (response) => {
        response.writeHead(429, { "content-type": "application/json", "retry-after": "3600" }).end("{}");
      },
    ],
  ])("that %s is unavailable once the time is up", async (_, reply) => {
    const { embedder } = await setUp(() => reply, { timeout_ms: 100 });
    await expect(embedder.embed(["one"])).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("within 0.1 s"),
    });
  });

  test("that breaks off is unavailable", async () => {
    const { embedder } = await setUp(() => (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write("{", () => response.destroy());
    });
    await expect(embedder.embed(["one"])).rejects.toMatchObject({ code: "unavailable" });
  });

  test("that nobody gives, the port being closed, is unavailable and names the address's setting", async () => {
    const { embedder, stop } = await setUp(embedAll);
    await stop();
    await expect(embedder.embed(["one"])).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("EMBEDDING_BASE_URL"),
    });
  });
});

describe("the embedder", () => {
  test("has an id of host, model, dimensions and preprocessing", async () => {
    const { embedder, host } = await setUp(embedAll);
    expect(embedder.id).toBe(`openai:${host}/toy@2/split2`);
  });

  test.each([
    ["EMBEDDING_BASE_URL", { base_url: "localhost:11434" }],
    ["EMBEDDING_BASE_URL", { base_url: "nowhere" }],
    ["EMBEDDING_MODEL", { model: "" }],
    ["EMBEDDING_DIMENSIONS", { dimensions: 0 }],
    ["EMBEDDING_DIMENSIONS", { dimensions: 1.5 }],
  ])("is not made when %s cannot work: %j", (setting, wrong) => {
    const options = {
      base_url: "http://127.0.0.1:9/v1",
      api_key: null,
      model: "toy",
      dimensions: 2,
      ...wrong,
    };
    expect(() => createOpenAiEmbedder(options)).toThrow(
      expect.objectContaining({ code: "misconfigured", message: expect.stringContaining(setting) }),
    );
  });

  test("rejects an aborted call with the signal's reason, at once", async () => {
    let arrived = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { embedder } = await setUp(() => arrived);
    const controller = new AbortController();
    const answer = embedder.embed(["one"], { signal: controller.signal });
    await Promise.all([
      expect(answer).rejects.toThrow("enough"),
      arrival.then(() => controller.abort(new Error("enough"))),
    ]);
    await expect(embedder.embed(["one"], { signal: controller.signal })).rejects.toThrow("enough");
  });

  test("rejects what is under way and what comes later as unavailable once closed", async () => {
    const { embedder } = await setUp(() => () => {});
    const answer = embedder.embed(["one"]);
    await Promise.all([expect(answer).rejects.toMatchObject({ code: "unavailable" }), embedder.close()]);
    await expect(embedder.embed(["two"])).rejects.toMatchObject({ code: "unavailable" });
  });
});
