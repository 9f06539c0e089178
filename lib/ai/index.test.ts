import { expect, test } from "vitest";
import { createEmbedder, createLanguageModel } from ".";

const endpoint = { base_url: "http://localhost:11434/v1", api_key: null, model: "toy" };

test.each([
  [{ provider: "none" } as const, null],
  [{ provider: "local" } as const, "minilm-l6-v2@384/split2/128"],
  [{ provider: "openai", ...endpoint, dimensions: 768 } as const, "openai:localhost:11434/toy@768/split2"],
])("createEmbedder of %j makes %s", (config, id) => {
  expect(createEmbedder(config)?.id ?? null).toBe(id);
});

test.each([
  [{ provider: "none" } as const, null],
  [{ provider: "openai", ...endpoint } as const, "openai:localhost:11434/toy"],
])("createLanguageModel of %j makes %s", (config, id) => {
  expect(createLanguageModel(config)?.id ?? null).toBe(id);
});
