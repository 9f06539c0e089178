// @ts-check
// Plain JavaScript, as the thread that runs it.
import { readFile } from "node:fs/promises";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

/** Element types and attribute types of ONNX (onnx.proto, TensorProto.DataType and AttributeProto.AttributeType). */
const FLOAT = 1;
const INT64 = 7;
/** Of weights, by what safetensors calls them. @type {Record<string, number>} */
const WEIGHTS = { F32: FLOAT, F16: 10, BF16: 16 };
const ATTRIBUTE = { float: 1, int: 2, ints: 7 };
/** The first that has Gelu. */
const OPERATOR_SET = 20;
const IR_VERSION = 9;

/**
 * The shape of a BERT encoder, as its config.json names it.
 * @typedef {{
 *   hidden_size: number;
 *   num_attention_heads: number;
 *   num_hidden_layers: number;
 *   layer_norm_eps: number;
 * }} BertConfig
 */

/**
 * A BERT encoder (Devlin et al. 2019) with the mean of its last layer, or its first token's part of it (`cls`), as an
 * ONNX model, from the weights in a safetensors file: `input_ids` (int64, 1 × tokens) to `embedding` (float, 1 × hidden
 * size). For one text without padding, so nothing is masked. Weights of 16 bits stay so; the runtime widens them as it
 * loads.
 * @param {{ weights_path: string, config_path: string, pooling?: "mean" | "cls" }} model
 * @returns {Promise<Uint8Array>}
 */
export async function buildBertModel({ weights_path, config_path, pooling = "mean" }) {
  /** @type {BertConfig} */
  const config = JSON.parse(await readFile(config_path, "utf8"));
  const graph = new Graph(readSafetensors(await readFile(weights_path)));
  const { hidden_size, num_attention_heads: heads, num_hidden_layers, layer_norm_eps } = config;
  const per_head = hidden_size / heads;

  /** @param {string} input @param {string} name */
  const dense = (input, name) => {
    const weight = graph.node("Transpose", [graph.weight(`${name}.weight`)], { perm: [1, 0] });
    return graph.node("Add", [graph.node("MatMul", [input, weight]), graph.weight(`${name}.bias`)]);
  };
  /** @param {string} input @param {string} name */
  const norm = (input, name) =>
    graph.node("LayerNormalization", [input, graph.weight(`${name}.weight`), graph.weight(`${name}.bias`)], {
      axis: -1,
      epsilon: { float: layer_norm_eps },
    });
  /** @param {string} input @param {number[]} perm */
  const split = (input, perm) =>
    graph.node("Transpose", [graph.node("Reshape", [input, graph.ints([0, 0, heads, per_head])])], { perm });

  const words = graph.node("Gather", [graph.weight("embeddings.word_embeddings.weight"), "input_ids"]);
  const tokens = graph.node("Shape", ["input_ids"], { start: 1, end: 2 });
  const zero = graph.ints([0]);
  const places = graph.weight("embeddings.position_embeddings.weight");
  const place = graph.node("Slice", [places, zero, tokens, zero]);
  const types = graph.weight("embeddings.token_type_embeddings.weight");
  const type = graph.node("Slice", [types, zero, graph.ints([1]), zero]);
  const embedded = graph.node("Add", [graph.node("Add", [words, place]), type]);
  let state = norm(embedded, "embeddings.LayerNorm");

  const scale = graph.float(1 / Math.sqrt(per_head));
  for (let index = 0; index < num_hidden_layers; index++) {
    const layer = `encoder.layer.${index}`;
    const query = split(dense(state, `${layer}.attention.self.query`), [0, 2, 1, 3]);
    const key = split(dense(state, `${layer}.attention.self.key`), [0, 2, 3, 1]);
    const value = split(dense(state, `${layer}.attention.self.value`), [0, 2, 1, 3]);
    const likeness = graph.node("Mul", [graph.node("MatMul", [query, key]), scale]);
    const attention = graph.node("Softmax", [likeness], { axis: -1 });
    const heard = graph.node("Transpose", [graph.node("MatMul", [attention, value])], { perm: [0, 2, 1, 3] });
    const joined = graph.node("Reshape", [heard, graph.ints([0, 0, hidden_size])]);
    const attended = graph.node("Add", [dense(joined, `${layer}.attention.output.dense`), state]);
    state = norm(attended, `${layer}.attention.output.LayerNorm`);
    const wide = graph.node("Gelu", [dense(state, `${layer}.intermediate.dense`)]);
    const narrow = graph.node("Add", [dense(wide, `${layer}.output.dense`), state]);
    state = norm(narrow, `${layer}.output.LayerNorm`);
  }
  if (pooling === "cls") {
    const first = graph.node("Slice", [state, graph.ints([0]), graph.ints([1]), graph.ints([1])]);
    graph.node("Squeeze", [first, graph.ints([1])], {}, "embedding");
  } else graph.node("ReduceMean", [state, graph.ints([1])], { keepdims: 0 }, "embedding");
  return graph.finish({
    input: { name: "input_ids", type: INT64, shape: ["batch", "tokens"] },
    output: { name: "embedding", type: FLOAT, shape: ["batch", hidden_size] },
  });
}

/**
 * Tensors of a safetensors file: a little-endian length, that many bytes of JSON with each tensor's place, the data. Of
 * models with a head the encoder's names begin with `bert.`.
 * @typedef {{ type: number, shape: number[], bytes: Uint8Array }} Weight
 * @param {Buffer} file
 * @returns {(name: string) => Weight}
 */
function readSafetensors(file) {
  const length = Number(file.readBigUInt64LE(0));
  /** @type {Record<string, { dtype: string, shape: number[], data_offsets: [number, number] }>} */
  const head = JSON.parse(file.subarray(8, 8 + length).toString("utf8"));
  const data = file.subarray(8 + length);
  return (name) => {
    const tensor = head[name] ?? head[`bert.${name}`];
    const type = WEIGHTS[tensor?.dtype ?? ""];
    if (!tensor || type === undefined) throw new Error(`the weights have no ${name} of F16, BF16 or F32`);
    return { type, shape: tensor.shape, bytes: data.subarray(...tensor.data_offsets) };
  };
}

/** An ONNX graph that is written as it is built (the field numbers are those of onnx.proto). */
class Graph {
  #graph = new BinaryWriter();
  #names = 0;
  /** @type {Map<string, string>} */
  #weights = new Map();
  /** @type {(name: string) => Weight} */
  #tensor;

  /** @param {(name: string) => Weight} tensor */
  constructor(tensor) {
    this.#tensor = tensor;
  }

  /**
   * Adds an operation, and returns the name of what it gives.
   * @param {string} operator
   * @param {string[]} inputs
   * @param {Record<string, number | number[] | { float: number }>} [attributes]
   * @param {string} [output]
   */
  node(operator, inputs, attributes = {}, output = this.#name(operator)) {
    const node = message(this.#graph, 1);
    for (const input of inputs) text(node, 1, input);
    text(text(node, 2, output), 4, operator);
    for (const [name, value] of Object.entries(attributes)) {
      const attribute = text(message(node, 5), 1, name);
      if (Array.isArray(value)) {
        for (const one of value) whole(attribute, 8, one);
        whole(attribute, 20, ATTRIBUTE.ints);
      } else if (typeof value === "object") {
        attribute.tag(2, WireType.Bit32).float(value.float);
        whole(attribute, 20, ATTRIBUTE.float);
      } else whole(whole(attribute, 3, value), 20, ATTRIBUTE.int);
      attribute.join();
    }
    node.join();
    return output;
  }

  /** @param {string} name of a tensor of the weights; widened to 32 bits. */
  weight(name) {
    const known = this.#weights.get(name);
    if (known !== undefined) return known;
    const { type, shape, bytes } = this.#tensor(name);
    const stored = this.#constant(name, type, shape, bytes);
    const wide = type === FLOAT ? stored : this.node("Cast", [stored], { to: FLOAT });
    this.#weights.set(name, wide);
    return wide;
  }

  /** @param {number[]} values */
  ints(values) {
    const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
    return this.#constant(this.#name("ints"), INT64, [values.length], bytes);
  }

  /** @param {number} value */
  float(value) {
    return this.#constant(this.#name("float"), FLOAT, [], new Uint8Array(Float32Array.of(value).buffer));
  }

  /**
   * The whole model; nothing can be added after it.
   * @param {{ input: ValueInfo, output: ValueInfo }} ends
   * @typedef {{ name: string, type: number, shape: (string | number)[] }} ValueInfo
   */
  finish({ input, output }) {
    text(this.#graph, 2, "encoder");
    writeValue(this.#graph, 11, input);
    writeValue(this.#graph, 12, output);
    const model = whole(new BinaryWriter(), 1, IR_VERSION);
    model.tag(7, WireType.LengthDelimited).bytes(this.#graph.finish());
    whole(text(message(model, 8), 1, ""), 2, OPERATOR_SET).join();
    return model.finish();
  }

  /** @param {string} name @param {number} type @param {number[]} shape @param {Uint8Array} bytes */
  #constant(name, type, shape, bytes) {
    const tensor = message(this.#graph, 5);
    for (const length of shape) whole(tensor, 1, length);
    text(whole(tensor, 2, type), 8, name);
    tensor.tag(9, WireType.LengthDelimited).bytes(bytes).join();
    return name;
  }

  /** @param {string} what */
  #name(what) {
    return `${what}_${this.#names++}`;
  }
}

/** @param {BinaryWriter} writer @param {number} field @param {ValueInfo} value */
function writeValue(writer, field, { name, type, shape }) {
  const tensor = message(message(text(message(writer, field), 1, name), 2), 1);
  whole(tensor, 1, type);
  const dimensions = message(tensor, 2);
  for (const length of shape) {
    const dimension = message(dimensions, 1);
    if (typeof length === "string") text(dimension, 2, length);
    else whole(dimension, 1, length);
    dimension.join();
  }
  dimensions.join().join().join().join();
}

// A writer is its own message until it is joined to the one that it was begun in.
/** @param {BinaryWriter} writer @param {number} field */
const message = (writer, field) => writer.tag(field, WireType.LengthDelimited).fork();
/** @param {BinaryWriter} writer @param {number} field @param {string} value */
const text = (writer, field, value) => writer.tag(field, WireType.LengthDelimited).string(value);
/** @param {BinaryWriter} writer @param {number} field @param {number} value */
const whole = (writer, field, value) => writer.tag(field, WireType.Varint).int64(value);
