import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { freePort } from "./free-port";
import type { Programs } from "./programs";

const START_LIMIT_MS = 120_000;

/** A process of the product. */
export type Running = {
  child: ChildProcess;
  /** What it has printed and logged up to now. */
  log(): string;
  /** Ends it as a supervisor does, and waits. @returns its exit code. */
  stop(): Promise<number | null>;
};

/** A process of `casebook serve --api`. */
export type ApiProcess = Running & { url: string; port: number };

/** Starts an API host on a port of its own, or on the one it is given, and waits until it listens. */
export async function startApi(
  { casebook }: Programs,
  settings: Record<string, string>,
  given_port?: number,
): Promise<ApiProcess> {
  const port = given_port ?? (await freePort());
  const running = await startProgram([casebook, "serve", "--api"], {
    settings: { ...settings, PORT: String(port) },
    isReady: (line) => line.startsWith("The API is served"),
  });
  return { ...running, port, url: `http://127.0.0.1:${port}` };
}

/** Starts a program of Node, and waits until it says that it is ready. */
export async function startProgram(
  args: readonly string[],
  { settings, isReady }: { settings: Record<string, string>; isReady: (line: string) => boolean },
): Promise<Running> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, LOG_LEVEL: "warn", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const log = () => lines.join("\n");
  let ready = (): void => undefined;
  const started = new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => child.kill("SIGKILL"), START_LIMIT_MS);
    ready = () => {
      clearTimeout(limit);
      resolve();
    };
    child.once("exit", (code) => reject(new Error(`the process ended with code ${code}:\n${log()}`)));
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      if (isReady(line)) ready();
    });
  await started;
  return {
    child,
    log,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const gone = new Promise<number | null>((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      return gone;
    },
  };
}
