import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { applySettings } from "@/lib/env";

export type Child = { name: string; args: string[]; show_output: boolean };

const PARENT_WATCH = fileURLToPath(new URL("./with-parent.mjs", import.meta.url));
const STOP_LIMIT_MS = 25_000;
const RESTART_DELAY_MS = 1_000;
const MANY_RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;

/**
 * Keeps child processes running: one that dies is started again after a second. One that dies five times in a minute
 * is given up, and `failed` settles with a sentence. `stop` ends them all and waits.
 */
export function supervise(children: Child[]): { failed: Promise<string>; stop(): Promise<void> } {
  let stopping = false;
  const running = new Map<string, ChildProcess>();
  let giveUp: (sentence: string) => void = () => {};
  const failed = new Promise<string>((resolve) => {
    giveUp = resolve;
  });

  const start = (child: Child, deaths: number[]): void => {
    const started = spawn(process.execPath, ["--import", PARENT_WATCH, ...child.args], {
      stdio: ["pipe", child.show_output ? "inherit" : "ignore", "inherit"],
    });
    running.set(child.name, started);
    started.once("exit", async (code, signal) => {
      running.delete(child.name);
      if (stopping) return;
      const now = performance.now();
      const recent = [...deaths, now].filter((at) => now - at < RESTART_WINDOW_MS);
      if (recent.length >= MANY_RESTARTS)
        return giveUp(
          `The ${child.name} process ended ${MANY_RESTARTS} times in a minute; its log is above.`,
        );
      console.error(`The ${child.name} process ended (${signal ?? `code ${code}`}); starting it again.`);
      await sleep(RESTART_DELAY_MS);
      if (!stopping) start(child, recent);
    });
  };
  applySettings({ CASEBOOK_SUPERVISOR: String(process.pid) });
  for (const child of children) start(child, []);

  return {
    failed,
    async stop() {
      stopping = true;
      await Promise.all([...running.values()].map(end));
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const forced = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await gone;
  clearTimeout(forced);
}
