// @ts-check
// Plain JavaScript, as the thread that runs it.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { buildBertModel } from "./onnx-model.mjs";

/** What is used of onnxruntime-node, which is not among the dependencies and so brings no types.
 * @typedef {{
 *   Tensor: new (type: "int64", data: BigInt64Array, shape: number[]) => unknown;
 *   InferenceSession: {
 *     create(model: Uint8Array, options: Record<string, unknown>): Promise<{
 *       run(inputs: Record<string, unknown>): Promise<Record<string, { data: Float32Array }>>;
 *     }>;
 *   };
 * }} Runtime
 */

/**
 * A BERT model on ONNX Runtime's machine code, several times as fast, where onnxruntime-node is installed in `folder`:
 * takes a prepared text and gives its vector, of length one unless the model says otherwise.
 * @param {{
 *   folder: string;
 *   model: {
 *     weightsPath: string;
 *     tokenizerPath: string;
 *     configPath: string;
 *     pooling?: "mean" | "cls";
 *     normalize?: boolean;
 *   };
 *   max_tokens: number;
 * }} options
 * @returns {Promise<((text: string) => Promise<Float32Array>) | null>} null where it is not installed
 * @throws whatever keeps an installed one from loading
 */
export async function createNativeEngine({ folder, model, max_tokens }) {
  // Found at run time, from that folder, so that no bundler looks for it.
  const load = createRequire(path.resolve(folder, "package.json"));
  try {
    load.resolve("onnxruntime-node");
  } catch {
    return null;
  }
  /** @type {Runtime} */
  const runtime = load("onnxruntime-node");
  const tokenizer = new Tokenizer(JSON.parse(await readFile(model.tokenizerPath, "utf8")), {});
  const { weightsPath: weights_path, configPath: config_path, pooling = "mean", normalize = true } = model;
  const onnx = await buildBertModel({ weights_path, config_path, pooling });
  const session = await runtime.InferenceSession.create(onnx, {
    graphOptimizationLevel: "all",
    // One text at a time: a second core gains little on so few tokens, and is wanted by the database.
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  return async (text) => {
    const ids = cut(tokenizer.encode(text).ids, max_tokens);
    const input_ids = new runtime.Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]);
    const { embedding } = await session.run({ input_ids });
    if (!embedding) throw new Error("the model gave no embedding");
    if (!normalize) return embedding.data.slice();
    const length = Math.hypot(...embedding.data);
    return embedding.data.map((component) => component / length);
  };
}

/** The first tokens, the closing one among them. @param {number[]} ids @param {number} most */
function cut(ids, most) {
  return ids.length > most ? [...ids.slice(0, most - 1), ids[ids.length - 1] ?? 0] : ids;
}
