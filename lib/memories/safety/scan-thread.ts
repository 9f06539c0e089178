import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/kernel/errors";
import type { ScanTasks } from "./scan-tasks";

/** Up to so many characters a text is scanned where it is, in some 20 milliseconds at most. */
const SHORT_CHARACTERS = 8 * 1024;
/** How long one task may take, in milliseconds: several times what the longest body needs. */
const DEADLINE_MS = 30_000;
/** More than so many tasks that wait are refused. */
const MAX_WAITING = 500;
const RETRY_SECONDS = 5;

/** True for texts that would hold up everything else while they are scanned. */
export function isLong(texts: readonly string[]): boolean {
  return texts.reduce((sum, { length }) => sum + length, 0) > SHORT_CHARACTERS;
}

type Task = {
  name: keyof ScanTasks;
  input: unknown;
  resolve(output: unknown): void;
  reject(reason: unknown): void;
};

type Answer = { id: number; output?: unknown; problem?: string };

export type ScanThread = {
  run(name: keyof ScanTasks, input: unknown): Promise<unknown>;
};

function spawnThread(): Worker {
  // Written out literally: this is the form that Turbopack finds and bundles.
  return new Worker(new URL("./scan-worker.mjs", import.meta.url), { name: "scan", execArgv: [] });
}

/**
 * One thread that does tasks in their order. A task that does not end in time ends its thread, and the next begins with
 * another one. The thread keeps the process alive only while somebody waits.
 */
export function createScanThread({
  deadline_ms = DEADLINE_MS,
  spawn = spawnThread,
}: {
  deadline_ms?: number;
  spawn?: () => Worker;
} = {}): ScanThread {
  let thread: Worker | null = null;
  let current: { id: number; task: Task; late: NodeJS.Timeout } | null = null;
  let next_id = 0;
  const waiting: Task[] = [];

  function start(): Worker {
    const worker = spawn();
    worker.on("message", receive);
    worker.on("error", () => undefined);
    worker.on("exit", () => {
      if (thread !== worker) return;
      thread = null;
      fail(new AppError("unavailable", "The scan of a text was cut off; try again."));
    });
    return worker;
  }

  function receive({ id, output, problem }: Answer): void {
    if (current?.id !== id) return;
    const { task, late } = current;
    clearTimeout(late);
    current = null;
    if (problem === undefined) task.resolve(output);
    else task.reject(new Error(`A text could not be scanned: ${problem}`));
    advance();
  }

  /** The task at hand failed; the others go on. */
  function fail(reason: AppError): void {
    if (current) {
      clearTimeout(current.late);
      current.task.reject(reason);
    }
    current = null;
    advance();
  }

  function giveUp(): void {
    const stuck = thread;
    thread = null;
    void stuck?.terminate();
    const detail = `A text could not be scanned for secrets and orders within ${deadline_ms / 1_000} s; shorten it, or store it in parts.`;
    fail(new AppError("unprocessable", detail));
  }

  function advance(): void {
    if (current) return;
    const task = waiting.shift();
    if (task === undefined) {
      thread?.unref();
      return;
    }
    thread ??= start();
    thread.ref();
    current = { id: next_id++, task, late: setTimeout(giveUp, deadline_ms) };
    thread.postMessage({ id: current.id, task: task.name, input: task.input });
  }

  return {
    run(name, input) {
      if (waiting.length >= MAX_WAITING)
        throw new AppError("unavailable", `Too many long texts wait; try again in ${RETRY_SECONDS} s.`, {
          retry_after_seconds: RETRY_SECONDS,
        });
      return new Promise((resolve, reject) => {
        waiting.push({ name, input, resolve, reject });
        advance();
      });
    },
  };
}

// One for each process, also when development reloads this module.
const held = globalThis as { casebook_scan_thread?: ScanThread };

/**
 * Does a task in the thread of this process.
 * @throws AppError unprocessable when it does not end in time, unavailable when too many wait.
 */
export async function inThread<Name extends keyof ScanTasks>(
  name: Name,
  input: Parameters<ScanTasks[Name]>[0],
): Promise<Awaited<ReturnType<ScanTasks[Name]>>> {
  held.casebook_scan_thread ??= createScanThread();
  const output = await held.casebook_scan_thread.run(name, input);
  return output as Awaited<ReturnType<ScanTasks[Name]>>;
}
