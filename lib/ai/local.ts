import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import type { Embedder } from "./embedder";
import { AiError } from "./errors";
import { assertRuntime, type ModelFolder, readModelFolder } from "./model-folder";
import { PREPROCESSING, prepareText } from "./text";

const DIMENSIONS = 384;
const MAX_TOKENS = 128;
const MAX_CHARACTERS = 4000;
const MAX_ATTEMPTS = 2;

/** One text on its way to the thread. Settled means that nobody waits for it any more. */
type Request = {
  text: string;
  key: string;
  attempts: number;
  settled: boolean;
  resolve(vector: Float32Array): void;
  reject(reason: unknown): void;
};

export type LocalEmbedderOptions = {
  /** Where onnxruntime-node may be installed, which is several times as fast; null: it is not looked for. */
  native_folder?: string | null;
  /** Called with why an installed onnxruntime-node is not used. */
  on_problem?: (problem: string) => void;
  /** A BERT model to use instead of the packaged one, see `readModelFolder`; needs onnxruntime-node. */
  model_folder?: string | null;
  /** Vectors kept in memory, 1.6 KB each. */
  cache_entries?: number;
  /** Starts the thread; replaced only to observe or break it in tests. */
  spawn?: () => Worker;
};

function spawnWorker(native_folder: string | null, model: ModelFolder | null): Worker {
  // Written out literally: this is the form that Turbopack finds and bundles. Without the parent's loader flags
  // (tsx), which the plain .mjs does not need, the thread starts sooner.
  return new Worker(new URL("./embed-worker.mjs", import.meta.url), {
    name: "embedder",
    execArgv: [],
    workerData: { native_folder, max_tokens: model?.max_tokens ?? MAX_TOKENS, model },
  });
}

/**
 * The default embedder: all-MiniLM-L6-v2 from the package registry, run in one long-lived thread of this process (about
 * 290 MB, loaded at the first call): as WASM, or as machine code where onnxruntime-node is installed. Both give the same
 * vectors, but for rounding in the sixth digit. It sees English, and the first 128 tokens or about 90 words of a text;
 * vectors have length one. Another BERT model is used from a folder, where one is named.
 *
 * The engine is synchronous and starts throw-away threads of its own for lists, so texts are fed to it one by one, in
 * order of arrival. A thread that ends is replaced at the next request; the text it was at is tried once more, then
 * rejected as `unavailable`. If it ended before the model was loaded that counts against everything that waits, so a
 * broken installation is reported after two attempts. The thread keeps the process alive only while someone waits.
 * @throws AiError `misconfigured` for a folder whose model cannot be used, with the remedy.
 */
export function createLocalEmbedder({
  native_folder = null,
  on_problem = () => undefined,
  model_folder = null,
  cache_entries = 4000,
  spawn,
}: LocalEmbedderOptions = {}): Embedder {
  const model = model_folder === null ? null : readModelFolder(model_folder);
  if (model) assertRuntime(native_folder ?? ".");
  const start_thread = spawn ?? (() => spawnWorker(native_folder, model));
  const dimensions = model?.dimensions ?? DIMENSIONS;
  const cache = new LRUCache<string, Float32Array>({ max: cache_entries });
  let thread: Worker | null = null;
  let engine: string | null = null;
  let closed = false;
  let next_id = 0;
  let current: { id: number; request: Request } | null = null;
  let waiting: Request[] = [];

  function start(): Worker {
    const worker = start_thread();
    let failure: unknown;
    engine = null;
    worker.on("message", (message: unknown) => {
      if (isReady(message)) {
        engine = message.engine;
        if (message.problem !== null) on_problem(message.problem);
      } else if (isAnswer(message)) receive(message);
      advance();
    });
    worker.on("error", (error) => {
      failure = error;
    });
    worker.on("exit", (code) => {
      if (thread !== worker) return;
      thread = null;
      replace(failure ?? new Error(`thread ended with code ${code}`));
    });
    return worker;
  }

  function receive({ id, vector }: Answer): void {
    if (current?.id !== id) return;
    const { request } = current;
    current = null;
    cache.set(request.key, vector);
    request.resolve(vector.slice());
  }

  function replace(cause: unknown): void {
    const loaded = engine !== null;
    const under_way = current ? [current.request] : [];
    const blamed = loaded ? under_way : waiting;
    if (current) waiting.unshift(current.request);
    current = null;
    engine = null;
    for (const request of blamed) {
      request.attempts += 1;
      if (request.attempts < MAX_ATTEMPTS) continue;
      const what = loaded
        ? "The local embedding model failed on a text."
        : "The local embedding model did not load.";
      request.reject(new AiError("unavailable", what, { cause }));
    }
    advance();
  }

  /** Hands the next text to the thread, starting one if texts wait, and lets the process end if none does. */
  function advance(): void {
    while (engine !== null && !current) {
      const request = waiting.shift();
      if (!request) break;
      if (request.settled) continue;
      // The same text may have been answered since this one queued up.
      const cached = cache.get(request.key);
      if (cached) {
        request.resolve(cached.slice());
        continue;
      }
      current = { id: next_id++, request };
      thread?.postMessage({ id: current.id, text: request.text });
    }
    if (current || waiting.some(({ settled }) => !settled)) {
      thread ??= start();
      thread.ref();
    } else {
      thread?.unref();
    }
  }

  function embedOne(text: string, requests: Request[]): Promise<Float32Array> {
    const prepared = prepareText(text, MAX_CHARACTERS);
    const key = createHash("sha256").update(prepared).digest("base64");
    const cached = cache.get(key);
    if (cached) return Promise.resolve(cached.slice());
    return new Promise((resolve, reject) => {
      const request: Request = {
        text: prepared,
        key,
        attempts: 0,
        settled: false,
        resolve(vector) {
          request.settled = true;
          resolve(vector);
        },
        reject(reason) {
          request.settled = true;
          reject(reason);
        },
      };
      requests.push(request);
      waiting.push(request);
    });
  }

  return {
    id: model ? idOf(model) : `minilm-l6-v2@${DIMENSIONS}/${PREPROCESSING}/${MAX_TOKENS}`,
    dimensions,
    max_characters: MAX_CHARACTERS,
    engine: () => engine,

    async embed(texts, { signal } = {}) {
      signal?.throwIfAborted();
      if (closed) throw closedError();
      const requests: Request[] = [];
      const onAbort = () => {
        for (const request of requests) request.reject(signal?.reason);
      };
      signal?.addEventListener("abort", onAbort);
      try {
        const vectors = Promise.all(texts.map((text) => embedOne(text, requests)));
        advance();
        return await vectors;
      } finally {
        signal?.removeEventListener("abort", onAbort);
        // One failure rejects the call, so its other texts need not be computed.
        for (const request of requests) request.settled = true;
        advance();
      }
    },

    async close() {
      closed = true;
      const worker = thread;
      const pending = current ? [current.request, ...waiting] : waiting;
      thread = null;
      current = null;
      waiting = [];
      for (const request of pending) request.reject(closedError());
      await worker?.terminate();
    },
  };
}

/** Everything that a vector depends on: whichever of it changes, no vector is compared with an earlier one. */
function idOf({ name, dimensions, max_tokens, pooling, normalize }: ModelFolder): string {
  return `${name}@${dimensions}/${PREPROCESSING}/${max_tokens}-${pooling}${normalize ? "" : "-raw"}`;
}

type Ready = { engine: string; problem: string | null };

function isReady(message: unknown): message is Ready {
  return typeof message === "object" && message !== null && "engine" in message && "problem" in message;
}

type Answer = { id: number; vector: Float32Array };

function isAnswer(message: unknown): message is Answer {
  return (
    typeof message === "object" &&
    message !== null &&
    "id" in message &&
    typeof message.id === "number" &&
    "vector" in message &&
    message.vector instanceof Float32Array
  );
}

function closedError(): AiError {
  return new AiError("unavailable", "The local embedder is closed.");
}
