import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { createEmbedder, type Embedder, RUNTIME_PACKAGE } from "@/lib/ai";
import { env } from "@/lib/env";
import { messageOf } from "@/lib/kernel/errors";
import { engineFolder } from "@/lib/runtime/parts";
import { progress } from "../progress";
import { CliError } from "./exit";

const run = promisify(execFile);

/** As long as questions and memories are; the last one is longer than what the model reads. */
const TEXTS = [
  "How do we retry a payment?",
  "Every migration must run on both databases; add the table to the export as well.",
  "cloneDeep(value) copies user_id and HTTPServer, naïve café, 日本語",
  "The worker takes a delivery once and answers within ten seconds. ".repeat(40),
];
const MIN_COSINE = 0.9999;
const ROUNDS = 3;

/** Medians in milliseconds of all texts, one after the other. */
type Comparison = { native_ms: number; portable_ms: number };

/**
 * Installs onnxruntime-node below the data folder, where the packaged model runs several times as fast, and keeps it only if
 * it gives the vectors of the portable engine. No install script runs: it would download CUDA libraries.
 * @throws CliError when the registry is not reached, the package does not load, or its vectors differ.
 */
export async function installEngine({ remove = false }: { remove?: boolean } = {}): Promise<void> {
  const folder = engineFolder();
  if (remove) {
    await rm(folder, { recursive: true, force: true });
    console.log("The native engine is removed. Restart Casebook; it embeds by WebAssembly then.");
    return;
  }
  if (env().EMBEDDING_PROVIDER !== "local")
    throw new CliError(
      "usage",
      `EMBEDDING_PROVIDER is ${env().EMBEDDING_PROVIDER}: the engine computes the local model only.`,
    );
  try {
    await progress(`Installing ${RUNTIME_PACKAGE}`, () => install(folder));
    const title = "Comparing its vectors with those of WebAssembly";
    const { native_ms, portable_ms } = await progress(title, () => compare(folder));
    const gain = (portable_ms / native_ms).toFixed(1);
    console.log(
      `Four texts take ${native_ms.toFixed(0)} ms instead of ${portable_ms.toFixed(0)} (${gain} times as fast), with the same vectors.`,
    );
    console.log("Restart Casebook to use it; nothing is embedded again.");
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (error instanceof CliError) throw error;
    throw new CliError(
      "no",
      `The native engine does not work here: ${sentenceOf(messageOf(error))} Casebook goes on with WebAssembly.`,
      { cause: error },
    );
  }
}

async function install(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true }));
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--prefix", folder];
  await run("npm", ["install", ...options, RUNTIME_PACKAGE], {
    cwd: folder,
    shell: process.platform === "win32",
  }).catch((cause: unknown) => {
    const reason = sentenceOf(stderrOf(cause) ?? messageOf(cause));
    throw new CliError("unreachable", `npm could not install ${RUNTIME_PACKAGE}: ${reason}`, { cause });
  });
  await removeOtherPlatforms(folder);
}

/** The package holds the programs of every platform, 288 MB; this one needs a tenth. */
async function removeOtherPlatforms(folder: string): Promise<void> {
  const platforms = path.join(folder, "node_modules/onnxruntime-node/bin/napi-v6");
  if (!existsSync(path.join(platforms, process.platform, process.arch))) return;
  for (const platform of await readdir(platforms)) {
    if (platform !== process.platform) await rm(path.join(platforms, platform), { recursive: true });
  }
  const architectures = path.join(platforms, process.platform);
  for (const architecture of await readdir(architectures)) {
    if (architecture !== process.arch) await rm(path.join(architectures, architecture), { recursive: true });
  }
}

async function compare(folder: string): Promise<Comparison> {
  const problems: string[] = [];
  const options = { provider: "local", on_problem: (problem: string) => problems.push(problem) } as const;
  const native = createEmbedder({ ...options, native_folder: folder });
  const portable = createEmbedder({ ...options, native_folder: null });
  try {
    const computed = await native.embed(TEXTS);
    if (native.engine?.() !== "onnxruntime")
      throw new Error(problems[0] ?? "onnxruntime-node was not loaded.");
    const expected = await portable.embed(TEXTS);
    const least_cosine = Math.min(...computed.map((vector, index) => dot(vector, expected[index])));
    // Not "below": what is no number is no likeness either.
    if (!(least_cosine >= MIN_COSINE))
      throw new CliError("no", `Its vectors differ (cosine ${least_cosine}), so it is not used.`);
    return { native_ms: await medianTime(native), portable_ms: await medianTime(portable) };
  } finally {
    await Promise.all([native.close(), portable.close()]);
  }
}

/** Each round asks for other texts, as the embedder remembers those that it has seen. */
async function medianTime(embedder: Embedder): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await embedder.embed(TEXTS.map((text) => `${round} ${text}`));
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

/** Vectors of the packaged model have length one. */
function dot(a: Float32Array, b: Float32Array | undefined): number {
  return a.reduce((sum, component, index) => sum + component * (b?.[index] ?? Number.NaN), 0);
}

/** What a program that failed wrote to its standard error. */
function stderrOf(cause: unknown): string | null {
  if (cause instanceof Error && "stderr" in cause) return String(cause.stderr);
  return null;
}

/** The first line of a text, with its full stop. */
function sentenceOf(text: string): string {
  const [first = ""] = text.trim().split("\n");
  return first.replace(/\.?$/, ".");
}
