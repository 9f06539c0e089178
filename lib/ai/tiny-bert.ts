/**
 * A BERT encoder of a few numbers, made up from a seed: written to a folder as sentence-transformers publishes models, and
 * computed in plain TypeScript as Devlin et al. (2019) describe it, to compare with what another engine computes.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

type Matrix = number[][];
type Tensor = { shape: number[]; data: Float32Array };
export type TinyBert = { tensors: Map<string, Tensor>; hidden: number; heads: number; layers: number };

const WORDS = [
  "[PAD]",
  "[UNK]",
  "[CLS]",
  "[SEP]",
  "retry",
  "the",
  "payment",
  "berth",
  "lock",
  "##s",
  "a",
  "queue",
];
const PLACES = 16;
const EPSILON = 1e-12;

export function tinyBert({
  seed,
  hidden = 8,
  heads = 2,
  layers = 2,
}: {
  seed: number;
  hidden?: number;
  heads?: number;
  layers?: number;
}): TinyBert {
  const random = lehmer(seed);
  const tensors = new Map<string, Tensor>();
  const add = (name: string, shape: number[], middle = 0) => {
    const size = shape.reduce((product, length) => product * length, 1);
    const data = Float32Array.from({ length: size }, () => middle + (random() - 0.5));
    tensors.set(name, { shape, data });
  };
  const dense = (name: string, from: number, to: number) => {
    add(`${name}.weight`, [to, from]);
    add(`${name}.bias`, [to]);
  };
  const norm = (name: string) => {
    add(`${name}.weight`, [hidden], 1);
    add(`${name}.bias`, [hidden]);
  };
  add("embeddings.word_embeddings.weight", [WORDS.length, hidden]);
  add("embeddings.position_embeddings.weight", [PLACES, hidden]);
  add("embeddings.token_type_embeddings.weight", [2, hidden]);
  norm("embeddings.LayerNorm");
  for (let index = 0; index < layers; index++) {
    const layer = `encoder.layer.${index}`;
    for (const part of ["query", "key", "value"]) dense(`${layer}.attention.self.${part}`, hidden, hidden);
    dense(`${layer}.attention.output.dense`, hidden, hidden);
    norm(`${layer}.attention.output.LayerNorm`);
    dense(`${layer}.intermediate.dense`, hidden, 2 * hidden);
    dense(`${layer}.output.dense`, 2 * hidden, hidden);
    norm(`${layer}.output.LayerNorm`);
  }
  return { tensors, hidden, heads, layers };
}

/** Writes the folder; `files` replaces or, with null, leaves out what it would hold. */
export function writeTinyBert(
  folder: string,
  {
    model,
    pooling = "mean",
    files = {},
  }: { model: TinyBert; pooling?: "mean" | "cls"; files?: Record<string, unknown> },
): void {
  const all: Record<string, unknown> = {
    "config.json": configOf(model),
    "tokenizer.json": TOKENIZER,
    "modules.json": ["Transformer", "Pooling", "Normalize"].map((kind, index) => ({
      idx: index,
      name: String(index),
      path: index === 0 ? "" : `${index}_${kind}`,
      type: `sentence_transformers.models.${kind}`,
    })),
    "1_Pooling/config.json": {
      word_embedding_dimension: model.hidden,
      pooling_mode_cls_token: pooling === "cls",
      pooling_mode_mean_tokens: pooling === "mean",
    },
    "sentence_bert_config.json": { max_seq_length: 12, do_lower_case: false },
    ...files,
  };
  mkdirSync(path.join(folder, "1_Pooling"), { recursive: true });
  for (const [name, value] of Object.entries(all))
    if (value !== null) writeFileSync(path.join(folder, name), JSON.stringify(value));
  if (files["model.safetensors"] !== null)
    writeFileSync(path.join(folder, "model.safetensors"), safetensorsOf(model));
}

const configOf = ({ hidden, heads, layers }: TinyBert) => ({
  model_type: "bert",
  hidden_act: "gelu",
  hidden_size: hidden,
  num_attention_heads: heads,
  num_hidden_layers: layers,
  layer_norm_eps: EPSILON,
  max_position_embeddings: PLACES,
});

const TOKENIZER = {
  version: "1.0",
  truncation: null,
  padding: null,
  added_tokens: ["[PAD]", "[UNK]", "[CLS]", "[SEP]"].map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: {
    type: "BertNormalizer",
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: "BertPreTokenizer" },
  post_processor: {
    type: "TemplateProcessing",
    single: [
      { SpecialToken: { id: "[CLS]", type_id: 0 } },
      { Sequence: { id: "A", type_id: 0 } },
      { SpecialToken: { id: "[SEP]", type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      "[CLS]": { id: "[CLS]", ids: [2], tokens: ["[CLS]"] },
      "[SEP]": { id: "[SEP]", ids: [3], tokens: ["[SEP]"] },
    },
  },
  decoder: { type: "WordPiece", prefix: "##", cleanup: true },
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
  },
};

/** Tokens of words that the vocabulary has whole, with the marks of beginning and end. */
export const idsOf = (words: readonly string[]): number[] => [
  2,
  ...words.map((word) => WORDS.indexOf(word)),
  3,
];

function safetensorsOf({ tensors }: TinyBert): Buffer {
  let offset = 0;
  const header: Record<string, unknown> = {};
  for (const [name, { shape, data }] of tensors) {
    header[name] = { dtype: "F32", shape, data_offsets: [offset, offset + data.byteLength] };
    offset += data.byteLength;
  }
  const head = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(head.length));
  const bodies = [...tensors.values()].map(({ data }) =>
    Buffer.from(data.buffer, data.byteOffset, data.byteLength),
  );
  return Buffer.concat([length, head, ...bodies]);
}

/** The vector of these tokens, of length one. */
export function embedTokens(
  model: TinyBert,
  { ids, pooling }: { ids: readonly number[]; pooling: "mean" | "cls" },
): number[] {
  const { hidden, layers } = model;
  const row = (name: string, index: number) => {
    const { data } = tensor(model, name);
    return [...data.subarray(index * hidden, (index + 1) * hidden)];
  };
  let state = ids.map((id, place) =>
    sum(
      sum(row("embeddings.word_embeddings.weight", id), row("embeddings.position_embeddings.weight", place)),
      row("embeddings.token_type_embeddings.weight", 0),
    ),
  );
  state = norm(model, "embeddings.LayerNorm", state);
  for (let index = 0; index < layers; index++) state = layer(model, `encoder.layer.${index}`, state);
  const first = state[0] ?? [];
  const pooled =
    pooling === "cls" ? first : first.map((_, at) => mean(state.map((vector) => vector[at] ?? 0)));
  const length = Math.hypot(...pooled);
  return pooled.map((component) => component / length);
}

function layer(model: TinyBert, name: string, state: Matrix): Matrix {
  const heard = attention(model, `${name}.attention.self`, state);
  const attended = dense(model, `${name}.attention.output.dense`, heard);
  const middle = norm(model, `${name}.attention.output.LayerNorm`, added(attended, state));
  const wide = dense(model, `${name}.intermediate.dense`, middle).map((vector) => vector.map(gelu));
  return norm(model, `${name}.output.LayerNorm`, added(dense(model, `${name}.output.dense`, wide), middle));
}

function attention(model: TinyBert, name: string, state: Matrix): Matrix {
  const [query, key, value] = ["query", "key", "value"].map((part) => dense(model, `${name}.${part}`, state));
  if (!query || !key || !value) throw new Error("a part of attention is missing");
  const width = model.hidden / model.heads;
  return query.map((asking) =>
    Array.from({ length: model.heads }, (_, head) => {
      const part = (vector: number[]) => vector.slice(head * width, (head + 1) * width);
      const likeness = key.map((one) => dot(part(asking), part(one)) / Math.sqrt(width));
      const most = Math.max(...likeness);
      const weights = likeness.map((one) => Math.exp(one - most));
      const all = weights.reduce((total, one) => total + one, 0);
      return part(asking).map(
        (_, at) =>
          dot(
            weights,
            value.map((one) => part(one)[at] ?? 0),
          ) / all,
      );
    }).flat(),
  );
}

function dense(model: TinyBert, name: string, state: Matrix): Matrix {
  const { shape, data } = tensor(model, `${name}.weight`);
  const [to = 0, from = 0] = shape;
  const bias = tensor(model, `${name}.bias`).data;
  return state.map((vector) =>
    Array.from(
      { length: to },
      (_, at) => dot(vector, [...data.subarray(at * from, (at + 1) * from)]) + (bias[at] ?? 0),
    ),
  );
}

function norm(model: TinyBert, name: string, state: Matrix): Matrix {
  const weight = tensor(model, `${name}.weight`).data;
  const bias = tensor(model, `${name}.bias`).data;
  return state.map((vector) => {
    const middle = mean(vector);
    const spread = Math.sqrt(mean(vector.map((one) => (one - middle) ** 2)) + EPSILON);
    return vector.map((one, at) => ((one - middle) / spread) * (weight[at] ?? 0) + (bias[at] ?? 0));
  });
}

function tensor({ tensors }: TinyBert, name: string): Tensor {
  const found = tensors.get(name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

const mean = (values: readonly number[]) => values.reduce((total, one) => total + one, 0) / values.length;
const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((total, one, at) => total + one * (b[at] ?? 0), 0);
const sum = (a: readonly number[], b: readonly number[]) => a.map((one, at) => one + (b[at] ?? 0));
const added = (a: Matrix, b: Matrix) => a.map((vector, at) => sum(vector, b[at] ?? []));
const gelu = (x: number) => (x * (1 + erf(x / Math.SQRT2))) / 2;

/** By its series, which converges for every argument that occurs here. */
function erf(x: number): number {
  let term = x;
  let total = x;
  for (let n = 1; n < 60; n++) {
    term *= (-x * x) / n;
    total += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * total;
}

/** Numbers from 0 to 1 that are the same for the same seed (Park and Miller's minimal standard generator). */
function lehmer(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
