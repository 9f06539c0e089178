/** What `npm test` and `npm run validate` share: programs run one after the other, each announced and timed. */

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { messageOf } from "@/lib/kernel/errors";

const root = resolve(fileURLToPath(import.meta.url), "../..");
const packageSchema = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

export interface Outcome {
  title: string;
  passed: number;
  failed: number;
  seconds: number;
}

/**
 * Announces a step, runs it, says how long it took, and returns what it counted. A step that throws counts as one
 * failure, so that the steps after it still run and all failures are seen at once.
 */
export async function step(
  title: string,
  work: () => Promise<{ passed: number; failed: number }>,
): Promise<Outcome> {
  console.log(`\n── ${title} ──`);
  const started = performance.now();
  let counts: { passed: number; failed: number };
  try {
    counts = await work();
  } catch (error) {
    console.log(messageOf(error));
    counts = { passed: 0, failed: 1 };
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(`── ${title}: ${counts.failed === 0 ? "done" : "FAILED"} in ${seconds.toFixed(1)} s ──`);
  return { title, ...counts, seconds };
}

/** A step that is one check: it passes when the program exits with 0. */
export function check(title: string, command: string[]): Promise<Outcome> {
  return step(title, async () => {
    if ((await run(command)) === 0) return { passed: 1, failed: 0 };
    return { passed: 0, failed: 1 };
  });
}

/**
 * Prints a line per step and, last and alone, `N passed, N failed`. The exit code is 1 when anything failed or
 * nothing ran at all: an empty run must not look like a good one.
 */
export function summarize(outcomes: Outcome[]): void {
  const passed = outcomes.reduce((sum, each) => sum + each.passed, 0);
  const failed = outcomes.reduce((sum, each) => sum + each.failed, 0);
  console.log("");
  for (const each of outcomes) {
    const counts = `${each.passed} passed, ${each.failed} failed`;
    console.log(
      `  ${each.failed === 0 ? "ok    " : "FAILED"} ${each.title} (${counts}, ${each.seconds.toFixed(1)} s)`,
    );
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/**
 * Runs a program in this terminal and returns its exit code (1 when a signal ended it).
 *
 * @param command the program and its arguments; a program of an installed package comes from `packageProgram`.
 * @param env its whole environment; this process's own when left out.
 */
export function run(command: string[], env?: NodeJS.ProcessEnv): Promise<number> {
  const [program = "", ...args] = command;
  return new Promise((done, failed) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
    const forward = (signal: NodeJS.Signals) => {
      child.kill(signal);
      process.exitCode = 1;
    };
    process.once("SIGTERM", forward);
    child.on("error", failed);
    child.on("exit", (code) => {
      process.off("SIGTERM", forward);
      done(code ?? 1);
    });
  });
}

/** The command line that starts a program of an installed package with this Node, without npx between them. */
export function packageProgram(packageName: string, program: string, ...args: string[]): string[] {
  const folder = join(root, "node_modules", packageName);
  const { bin } = packageSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  const path = typeof bin === "string" ? bin : bin[program];
  if (!path) throw new Error(`${packageName} has no program ${program}.`);
  return [process.execPath, join(folder, path), ...args];
}
