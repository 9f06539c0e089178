import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { AiError } from "./errors";
import { findNativeFolder } from "./native-folder";

/** How the vectors of tokens become one: their mean, or that of the first token. */
export type Pooling = "mean" | "cls";

/** A BERT encoder in a folder as sentence-transformers publishes it. */
export type ModelFolder = {
  /** The folder's own name and the first of the SHA-256 of its weights: other weights are another model. */
  name: string;
  weightsPath: string;
  tokenizerPath: string;
  configPath: string;
  dimensions: number;
  /** The most that the model was made for, the marks of beginning and end among them. */
  max_tokens: number;
  pooling: Pooling;
  /** Whether vectors are brought to length one. */
  normalize: boolean;
};

const SETTING = "EMBEDDING_MODEL_DIR";
const DOWNLOAD =
  "download the whole folder, e.g. `hf download BAAI/bge-small-en-v1.5 --local-dir models/bge-small`";
const HASHED_AT_ONCE = 8 * 1024 * 1024;

const kindSchema = z.object({
  model_type: z.string(),
  hidden_act: z.string().default("gelu"),
  position_embedding_type: z.string().default("absolute"),
});
const configSchema = z.object({
  hidden_size: z.int().positive(),
  num_attention_heads: z.int().positive(),
  num_hidden_layers: z.int().positive(),
  layer_norm_eps: z.number().positive(),
  max_position_embeddings: z.int().positive(),
});
const modulesSchema = z.array(z.object({ path: z.string(), type: z.string() }));
const poolingSchema = z.looseObject({ pooling_mode: z.string().optional() });
const lengthSchema = z.looseObject({ max_seq_length: z.int().positive().nullish() });
const headerSchema = z.record(z.string(), z.unknown());
const tensorSchema = z.object({ dtype: z.string(), shape: z.array(z.int()) });
const TYPES: ReadonlySet<string> = new Set(["F16", "BF16", "F32"]);

/**
 * What a folder says of the model in it, read and checked without loading it: `config.json`, `tokenizer.json` and
 * `model.safetensors`, and of sentence-transformers `modules.json`, its pooling's `config.json` and
 * `sentence_bert_config.json`. Without `modules.json` the mean is taken and brought to length one.
 * @throws AiError `misconfigured`, which names what is missing or not supported, and the remedy.
 */
export function readModelFolder(folder: string): ModelFolder {
  const root = path.resolve(folder);
  if (!existsSync(root) || !statSync(root).isDirectory())
    throw wrong(`${root} is no folder`, `${DOWNLOAD}, and name it`);
  // Other kinds of models call their numbers otherwise, so the kind is looked at first.
  checkKind(readJson(root, "config.json", kindSchema));
  const config = readJson(root, "config.json", configSchema);
  if (config.hidden_size % config.num_attention_heads !== 0)
    throw wrong("hidden_size in config.json is not a multiple of num_attention_heads", DOWNLOAD);
  const tokenizerPath = path.join(root, "tokenizer.json");
  if (!existsSync(tokenizerPath)) throw wrong(`${root} has no tokenizer.json`, DOWNLOAD);
  const weightsPath = weightsIn(root);
  checkWeights(weightsPath, config);
  const hash = hashOf(weightsPath).slice(0, 12);
  const name = path
    .basename(root)
    .replace(/[^\w.-]+/g, "-")
    .slice(0, 60);
  return {
    name: `${name}-${hash}`,
    weightsPath,
    tokenizerPath,
    configPath: path.join(root, "config.json"),
    dimensions: config.hidden_size,
    max_tokens: Math.min(lengthIn(root) ?? config.max_position_embeddings, config.max_position_embeddings),
    ...poolingIn(root),
  };
}

/**
 * That onnxruntime-node, which computes such models, is found from a folder.
 * @throws AiError `misconfigured` with how to install it.
 */
export function assertRuntime(native_folder: string): void {
  if (findNativeFolder([native_folder]) !== null) return;
  throw wrong(
    `such models need onnxruntime-node, which is not found from ${path.resolve(native_folder)}`,
    `run \`casebook install-engine\`, set CASEBOOK_ONNXRUNTIME_DIR, or unset ${SETTING}`,
  );
}

function checkKind(config: z.output<typeof kindSchema>): void {
  const { model_type, hidden_act, position_embedding_type } = config;
  const other = "use a BERT model such as bge-small-en-v1.5, snowflake-arctic-embed-xs or gte-small";
  if (model_type !== "bert") throw wrong(`config.json says model_type "${model_type}", not "bert"`, other);
  if (hidden_act !== "gelu") throw wrong(`config.json says hidden_act "${hidden_act}", not "gelu"`, other);
  if (position_embedding_type !== "absolute")
    throw wrong(
      `config.json says position_embedding_type "${position_embedding_type}", not "absolute"`,
      other,
    );
}

function weightsIn(root: string): string {
  const found = readdirSync(root).filter((name) => name.endsWith(".safetensors"));
  const chosen = found.includes("model.safetensors") ? "model.safetensors" : found[0];
  if (chosen === undefined)
    throw wrong(`${root} has no model.safetensors`, "use a model that is published with one, or convert it");
  if (found.length > 1 && chosen !== "model.safetensors")
    throw wrong(`${root} has ${found.length} .safetensors files`, "leave one, named model.safetensors");
  return path.join(root, chosen);
}

/** The tensors that the first and the last layer need are there, of a type and shape that the builder reads. */
function checkWeights(file: string, config: z.output<typeof configSchema>): void {
  const header = headerOf(file);
  const { hidden_size, num_hidden_layers } = config;
  const last = `encoder.layer.${num_hidden_layers - 1}.output.dense.weight`;
  for (const name of ["embeddings.word_embeddings.weight", "embeddings.position_embeddings.weight", last]) {
    const tensor = tensorSchema.safeParse(header[name] ?? header[`bert.${name}`]);
    if (!tensor.success) throw wrong(`the weights have no ${name}`, DOWNLOAD);
    const { dtype, shape } = tensor.data;
    if (!TYPES.has(dtype)) throw wrong(`${name} is of ${dtype}`, "use weights of F16, BF16 or F32");
    const width = name === last ? shape[0] : shape[1];
    if (width !== hidden_size)
      throw wrong(`${name} is ${shape.join(" × ")}, and config.json says ${hidden_size}`, DOWNLOAD);
  }
}

function headerOf(file: string): Record<string, unknown> {
  const handle = openSync(file, "r");
  try {
    const start = Buffer.alloc(8);
    readSync(handle, start, 0, 8, 0);
    const length = Number(start.readBigUInt64LE(0));
    if (length > statSync(file).size)
      throw wrong(`${path.basename(file)} is cut off or no safetensors file`, DOWNLOAD);
    const header = Buffer.alloc(length);
    readSync(handle, header, 0, length, 8);
    return headerSchema.parse(JSON.parse(header.toString("utf8")));
  } catch (error) {
    if (error instanceof AiError) throw error;
    throw wrong(`${path.basename(file)} is no safetensors file`, DOWNLOAD, error);
  } finally {
    closeSync(handle);
  }
}

function hashOf(file: string): string {
  const hash = createHash("sha256");
  const handle = openSync(file, "r");
  const piece = Buffer.alloc(HASHED_AT_ONCE);
  try {
    for (let read = readSync(handle, piece); read > 0; read = readSync(handle, piece))
      hash.update(piece.subarray(0, read));
  } finally {
    closeSync(handle);
  }
  return hash.digest("hex");
}

function poolingIn(root: string): { pooling: Pooling; normalize: boolean } {
  if (!existsSync(path.join(root, "modules.json"))) return { pooling: "mean", normalize: true };
  const modules = readJson(root, "modules.json", modulesSchema);
  const kindOf = ({ type }: { type: string }) => type.split(".").at(-1) ?? "";
  const unknown = modules.map(kindOf).find((kind) => !["Transformer", "Pooling", "Normalize"].includes(kind));
  if (unknown !== undefined)
    throw wrong(
      `modules.json has a ${unknown} module`,
      "use a model of Transformer, Pooling and Normalize only",
    );
  const module = modules.find((one) => kindOf(one) === "Pooling");
  const normalize = modules.some((one) => kindOf(one) === "Normalize");
  if (!module)
    throw wrong("modules.json has no Pooling module", "use a model that makes one vector of a text");
  const settings = readJson(root, path.join(module.path, "config.json"), poolingSchema);
  return { pooling: poolingOf(settings), normalize };
}

function poolingOf({ pooling_mode, ...flags }: z.output<typeof poolingSchema>): Pooling {
  const set = Object.keys(flags).filter((name) => name.startsWith("pooling_mode_") && flags[name] === true);
  const named =
    pooling_mode === undefined ? set.map((name) => name.replace("pooling_mode_", "")) : [pooling_mode];
  const [mode = "none"] = named;
  if (named.length === 1 && (mode === "mean_tokens" || mode === "mean")) return "mean";
  if (named.length === 1 && (mode === "cls_token" || mode === "cls")) return "cls";
  throw wrong(
    `the pooling of the model is ${named.join(" and ") || mode}`,
    "use a model with mean or CLS pooling",
  );
}

function lengthIn(root: string): number | null {
  if (!existsSync(path.join(root, "sentence_bert_config.json"))) return null;
  return readJson(root, "sentence_bert_config.json", lengthSchema).max_seq_length ?? null;
}

function readJson<T>(root: string, name: string, schema: z.ZodType<T>): T {
  const file = path.join(root, name);
  if (!existsSync(file)) throw wrong(`${root} has no ${name}`, DOWNLOAD);
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const field = error instanceof z.ZodError ? ` (${error.issues[0]?.path.join(".") ?? ""})` : "";
    throw wrong(`${name} cannot be read${field}`, DOWNLOAD, error);
  }
}

function wrong(what: string, remedy: string, cause?: unknown): AiError {
  return new AiError("misconfigured", `${SETTING}: ${what}; ${remedy}.`, { cause });
}
