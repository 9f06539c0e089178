import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { type Attempt, harmIn } from "../attack/report";
import { expect } from "./fixtures";
import { SERVER_FILE, type ServerFile } from "./server-file";

const REPORT_FILE = "test-results/attack.json";

/** Attacks a running server in a process of its own, which prints a table of what was tried and what happened. */
export async function attackServer(
  { settings }: ServerFile,
  { thorough }: { thorough: boolean },
): Promise<Attempt[]> {
  await rm(REPORT_FILE, { force: true });
  const args = ["--import", "tsx", "tests/attack/main.ts", SERVER_FILE, REPORT_FILE];
  const child = spawn(process.execPath, thorough ? [...args, "--thorough"] : args, {
    env: { ...process.env, ...settings },
    stdio: "inherit",
  });
  await once(child, "exit");
  return JSON.parse(await readFile(REPORT_FILE, "utf8")) as Attempt[];
}

/** So many kinds of attack were tried, and none got through. */
export function expectNothingThrough(attempts: readonly Attempt[], { kinds }: { kinds: number }): void {
  expect(new Set(attempts.map(({ attack }) => attack)).size).toBe(kinds);
  expect(harmIn(attempts)).toEqual([]);
}
