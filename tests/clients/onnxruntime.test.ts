import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Embedder } from "../../lib/ai";
import { createLocalEmbedder } from "../../lib/ai/local";

const open: Embedder[] = [];
const embedderOf = (options: Parameters<typeof createLocalEmbedder>[0]) => {
  const embedder = createLocalEmbedder(options);
  open.push(embedder);
  return embedder;
};
afterAll(() => Promise.all(open.map((embedder) => embedder.close())));

const TEXTS = [
  "How do we retry a payment?",
  "",
  "cloneDeep(value) copies user_id and HTTPServer",
  "naïve café, Größe, 日本語のテキスト, Привет, שלום, 😀 e\u0301",
  "x".repeat(500),
  "The worker takes a delivery once and answers within ten seconds. ".repeat(40),
  "\u0000\u200b\ufeff odd\tspaces\u00a0here",
];

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, component, index) => sum + component * (b[index] ?? Number.NaN), 0);
}

describe("the local embedder with onnxruntime-node", () => {
  it("gives the vectors that it gives without, so that the ones that are stored stay good", async () => {
    const native = embedderOf({ native_folder: import.meta.dirname });
    const portable = embedderOf({});
    const [ours, theirs] = await Promise.all([native.embed(TEXTS), portable.embed(TEXTS)]);
    expect(native.engine?.()).toBe("onnxruntime");
    expect(portable.engine?.()).toBe("wasm");
    expect(native.id).toBe(portable.id);
    for (const [index, text] of TEXTS.entries()) {
      const [a, b] = [ours[index], theirs[index]];
      if (!a || !b) throw new Error("a vector is missing");
      expect(a).toHaveLength(384);
      expect(cosine(a, b), text.slice(0, 40)).toBeGreaterThan(0.99999);
      expect(cosine(a, a)).toBeCloseTo(1, 5);
    }
  });

  it("can be closed at work, and another one goes on", async () => {
    const native = embedderOf({ native_folder: import.meta.dirname });
    const before = await native.embed(["before"]);
    const closing = embedderOf({ native_folder: import.meta.dirname });
    const waiting = closing.embed(TEXTS.map((text) => `${text} again`));
    const closed = closing.close();
    await expect(waiting).rejects.toMatchObject({ code: "unavailable" });
    await closed;
    expect(await native.embed(["before"])).toEqual(before);
  });

  it("computes without it, and says why, when the package that is there does not load", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "casebook-onnxruntime-"));
    try {
      const broken = path.join(folder, "node_modules/onnxruntime-node");
      await mkdir(broken, { recursive: true });
      await writeFile(path.join(broken, "index.js"), 'throw new Error("wrong machine");');
      const problems: string[] = [];
      const embedder = embedderOf({
        native_folder: folder,
        on_problem: (problem) => problems.push(problem),
      });
      const [vector] = await embedder.embed(["still here"]);
      expect(vector).toHaveLength(384);
      expect(embedder.engine?.()).toBe("wasm");
      expect(problems).toEqual(["Error: wrong machine"]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
