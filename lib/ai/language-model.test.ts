import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { AiError } from "./errors";
import { costOf, createOpenAiLanguageModel, mostTokens, type Usage } from "./language-model";
import { type Reply, type SeenRequest, sendJson, startModelServer } from "./test-server";

let stop: (() => Promise<void>) | null = null;
afterEach(async () => {
  await stop?.();
  stop = null;
});

async function setUp(answer: (request: SeenRequest, count: number) => Reply, timeout_ms?: number) {
  const server = await startModelServer(answer);
  stop = server.stop;
  const model = createOpenAiLanguageModel({
    base_url: server.base_url,
    api_key: "secret-key",
    model: "toy",
    timeout_ms,
  });
  return { ...server, model };
}

function completion(content: string | null, more: { finish_reason?: string; refusal?: string } = {}) {
  const { finish_reason = "stop", refusal = null } = more;
  return {
    choices: [{ index: 0, finish_reason, message: { role: "assistant", content, refusal } }],
    usage: { prompt_tokens: 10, completion_tokens: 3 },
  };
}

const request = {
  system: "You are brief.",
  prompt: "How many?",
  schema: z.object({ count: z.int().min(1), note: z.string().nullable() }),
  schema_name: "answer",
  max_output_tokens: 2000,
};
const GOOD = '{"count": 3, "note": null}';

test("asks at temperature 0 for the schema as strict structured output and answers the parsed value", async () => {
  const { model, requests, host } = await setUp(() => completion(GOOD));
  expect(await model.generate(request)).toEqual({
    value: { count: 3, note: null },
    usage: { input_tokens: 10, output_tokens: 3 },
  });
  expect(model.id).toBe(`openai:${host}/toy`);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    url: "/v1/chat/completions",
    authorization: "Bearer secret-key",
    body: {
      model: "toy",
      temperature: 0,
      max_tokens: 2000,
      messages: [
        { role: "system", content: "You are brief." },
        { role: "user", content: "How many?" },
      ],
      response_format: {
        type: "json_schema",
        json_schema: {
          name: "answer",
          strict: true,
          schema: {
            type: "object",
            required: ["count", "note"],
            additionalProperties: false,
            properties: { count: { type: "integer", minimum: 1 } },
          },
        },
      },
    },
  });
});

test("reads an answer in a code fence, and estimates the tokens of a server that counts none", async () => {
  const { model, requests } = await setUp(() => ({
    choices: [{ message: { content: `\`\`\`json\n${GOOD}\n\`\`\`\n` } }],
  }));
  expect(await model.generate(request)).toEqual({
    value: { count: 3, note: null },
    usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
  });
  const usage: Usage[] = [];
  await model.generate(request, { on_usage: (own) => usage.push(own) });
  expect(usage[0]?.input_tokens).toBeGreaterThanOrEqual(
    Math.ceil((request.system.length + request.prompt.length) / 3),
  );
  expect(usage[0]?.output_tokens).toBeGreaterThan(0);
  expect(requests).toHaveLength(2);
});

test("tells what each answer cost, also when none can be used, and never more than it said beforehand", async () => {
  const { model } = await setUp(() => completion("no"));
  const usage: Usage[] = [];
  await expect(model.generate(request, { on_usage: (own) => usage.push(own) })).rejects.toMatchObject({
    code: "invalid_response",
  });
  expect(usage).toEqual([
    { input_tokens: 10, output_tokens: 3 },
    { input_tokens: 10, output_tokens: 3 },
  ]);
  expect(mostTokens(request)).toMatchObject({ output_tokens: 4000 });
  expect(costOf({ input: 0.15, output: 0.6 }, { input_tokens: 1_000_000, output_tokens: 500_000 })).toBe(
    0.45,
  );
  expect(costOf(null, { input_tokens: 1, output_tokens: 1 })).toBeNull();
});

test.each([
  ["is no JSON", "Three!", "not JSON"],
  ["is empty", null, "not JSON"],
  ["does not follow the schema", '{"count": 0, "note": null}', "count"],
])(
  "sends an answer that %s back once, with the problem and the schema, and counts both",
  async (_, first, problem) => {
    const { model, requests } = await setUp((_, count) => completion(count === 1 ? first : GOOD));
    expect(await model.generate(request)).toEqual({
      value: { count: 3, note: null },
      usage: { input_tokens: 20, output_tokens: 6 },
    });
    expect(requests[1]?.body.messages).toMatchObject([
      { role: "system" },
      { role: "user", content: "How many?" },
      { role: "assistant", content: first ?? "" },
      { role: "user", content: expect.stringContaining(problem) },
    ]);
    expect(JSON.stringify(requests[1]?.body.messages)).toContain("additionalProperties");
  },
);

test.each<[string, Reply, number]>([
  ["is wrong twice", completion("no"), 2],
  ["is refused", completion(null, { refusal: "I will not." }), 1],
  ["is cut off", completion('{"count"', { finish_reason: "length" }), 1],
  ["has no choices", { choices: [] }, 1],
  ["is other JSON", { message: "hello" }, 1],
  ["is broken JSON", sendJson(200, "{"), 1],
])("an answer that %s is an invalid response", async (_, reply, asked) => {
  const { model, requests } = await setUp(() => reply);
  const error = await model.generate(request).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(AiError);
  expect(error).toMatchObject({ code: "invalid_response" });
  expect(requests).toHaveLength(asked);
});

test.each([
  [401, "misconfigured", "LANGUAGE_MODEL_API_KEY"],
  [404, "misconfigured", "LANGUAGE_MODEL and LANGUAGE_MODEL_BASE_URL"],
  [400, "misconfigured", "LANGUAGE_MODEL"],
  [429, "unavailable", "429"],
  [503, "unavailable", "503"],
])("status %i is %s and names %s", async (status, code, named) => {
  const { model } = await setUp(() => sendJson(status, "{}"));
  await expect(model.generate(request)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(named),
  });
});

test("an answer that does not come is unavailable once the time is up", async () => {
  const { model } = await setUp(() => () => {}, 100);
  await expect(model.generate(request)).rejects.toMatchObject({ name: "AiError", code: "unavailable" });
});

test("an aborted call rejects with the signal's reason", async () => {
  const controller = new AbortController();
  const { model } = await setUp(() => () => controller.abort(new Error("enough")));
  await expect(model.generate(request, { signal: controller.signal })).rejects.toThrow("enough");
});
