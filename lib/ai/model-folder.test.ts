import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLocalEmbedder } from "./local";
import { assertRuntime, readModelFolder } from "./model-folder";
import { tinyBert, writeTinyBert } from "./tiny-bert";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "casebook-model-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const model = tinyBert({ seed: 3 });
const modules = (...kinds: string[]) =>
  kinds.map((kind, index) => ({
    path: index === 0 ? "" : `${index}_${kind}`,
    type: `sentence_transformers.models.${kind}`,
  }));

describe("a model's folder", () => {
  it("says the model's size, length, pooling and whether vectors have length one", () => {
    writeTinyBert(folder, { model, pooling: "cls" });
    expect(readModelFolder(folder)).toMatchObject({
      dimensions: 8,
      max_tokens: 12,
      pooling: "cls",
      normalize: true,
    });
    writeTinyBert(folder, {
      model,
      files: {
        "modules.json": modules("Transformer", "Pooling"),
        "sentence_bert_config.json": { max_seq_length: 900 },
      },
    });
    expect(readModelFolder(folder)).toMatchObject({ max_tokens: 16, pooling: "mean", normalize: false });
  });

  it("names another model when the weights are others", () => {
    writeTinyBert(folder, { model });
    const { name } = readModelFolder(folder);
    expect(name).toMatch(/^casebook-model-\w+-[0-9a-f]{12}$/);
    writeTinyBert(folder, { model: tinyBert({ seed: 4 }) });
    expect(readModelFolder(folder).name).not.toBe(name);
  });

  it.each([
    ["no config.json", { "config.json": null }, "has no config.json"],
    ["another kind of model", { "config.json": { model_type: "mpnet" } }, 'model_type "mpnet"'],
    ["half a config.json", { "config.json": { model_type: "bert" } }, "cannot be read (hidden_size)"],
    ["no tokenizer", { "tokenizer.json": null }, "has no tokenizer.json"],
    ["no weights", { "model.safetensors": null }, "has no model.safetensors"],
    ["no pooling", { "modules.json": modules("Transformer") }, "no Pooling module"],
    [
      "a further module",
      { "modules.json": modules("Transformer", "Pooling", "Dense") },
      "has a Dense module",
    ],
    ["another pooling", { "1_Pooling/config.json": { pooling_mode_max_tokens: true } }, "is max_tokens"],
    [
      "two poolings",
      { "1_Pooling/config.json": { pooling_mode_cls_token: true, pooling_mode_mean_tokens: true } },
      "cls_token and mean_tokens",
    ],
  ])("with %s is refused, naming what is missing and the setting", (_, files, message) => {
    rmSync(folder, { recursive: true, force: true });
    writeTinyBert(folder, { model, files });
    expect(() => readModelFolder(folder)).toThrow(expect.objectContaining({ code: "misconfigured" }));
    expect(() => readModelFolder(folder)).toThrow(message);
    expect(() => readModelFolder(folder)).toThrow("EMBEDDING_MODEL_DIR");
  });

  it.each([
    ["mpnet as its type", { model_type: "mpnet" }, 'model_type "mpnet"'],
    ["another activation", { hidden_act: "relu" }, 'hidden_act "relu"'],
    ["relative places", { position_embedding_type: "relative_key" }, "relative_key"],
    ["another width than its weights", { hidden_size: 16 }, "config.json says 16"],
    ["more layers than its weights", { num_hidden_layers: 5 }, "no encoder.layer.4"],
  ])("with %s is refused", (_, change, message) => {
    const config = {
      model_type: "bert",
      hidden_act: "gelu",
      hidden_size: 8,
      num_attention_heads: 2,
      num_hidden_layers: 2,
      layer_norm_eps: 1e-12,
      max_position_embeddings: 16,
      ...change,
    };
    writeTinyBert(folder, { model, files: { "config.json": config } });
    expect(() => readModelFolder(folder)).toThrow(message);
  });

  it("whose weights are cut off is refused", () => {
    writeTinyBert(folder, { model });
    writeFileSync(path.join(folder, "model.safetensors"), "version https://git-lfs.github.com/spec/v1");
    expect(() => readModelFolder(folder)).toThrow("is cut off or no safetensors file");
  });

  it("that is not there is refused", () => {
    expect(() => readModelFolder(path.join(folder, "none"))).toThrow("is no folder");
  });
});

it("without onnxruntime-node a model in a folder is refused at start, with the command that installs it", () => {
  writeTinyBert(folder, { model });
  expect(() => assertRuntime(folder)).toThrow("casebook install-engine");
  expect(() => createLocalEmbedder({ native_folder: folder, model_folder: folder })).toThrow(
    expect.objectContaining({ code: "misconfigured" }),
  );
});
