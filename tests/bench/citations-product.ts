/**
 * Citations through the product: 1,000 memories of three citations each, stored and swept as its jobs do it, with the
 * database and the progress that people see; and single checks that are recorded. One process stores, another sweeps, so
 * that the memory measured is that of the sweep.
 */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import type { TrueRepository } from "./citations-truth-file";

export type ProductSweep = {
  repository: string;
  commits: number;
  memories: number;
  citations: number;
  changed: number;
  sweep_seconds: number;
  /** How many different states of its progress were seen, asked every 50 ms as the page does every second. */
  progress_seen: number;
  single_median_ms: number;
  single_p95_ms: number;
  singles: number;
  /** Megabytes of the process that sweeps: with the code loaded and the database open, and at most. */
  megabytes: { at_rest: number; peak: number; peak_heap: number };
};

export type ProductTask = { repository: string; git_dir: string; from: string; to: string; commits: number };
/** What the process that sweeps is told by the one that stored. */
export type SweepTask = {
  connection_string: string;
  root: string;
  repository_id: string;
  singles: string[];
};
export type SweepAnswer = Omit<ProductSweep, "repository" | "commits" | "memories">;

const LIMIT_MS = 15 * 60_000;

/** Null when no pair of its commits is far enough apart. */
export async function measureProduct(
  git_dir: string,
  { name, pairs }: TrueRepository,
): Promise<ProductSweep | null> {
  const pair = pairs.find(({ distance }) => distance >= 200);
  if (!pair) return null;
  const { from, to, distance: commits } = pair;
  const task: ProductTask = { repository: name, git_dir, from, to, commits };
  return inProcess("tests/bench/citations-product-store.ts", task);
}

/** Runs a program of the bench in a process of its own, and answers what it prints last. */
export async function inProcess<T>(program: string, task: object): Promise<T> {
  const child = spawn(process.execPath, ["bin/bootstrap.mjs", program], {
    stdio: ["pipe", "pipe", "inherit"],
    timeout: LIMIT_MS,
  });
  child.stdin.end(JSON.stringify(task));
  const [answer, code] = await Promise.all([
    text(child.stdout),
    new Promise((resolve) => child.once("close", resolve)),
  ]);
  const last = answer.trim().split("\n").at(-1) ?? "";
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${last}`);
  return JSON.parse(last);
}
