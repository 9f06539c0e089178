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

type Running = { id: number; task: Task; late: NodeJS.Timeout };

type Options = { deadline_ms?: number; spawn?: () => Worker };

function spawnThread(): Worker {
  // Written out literally: this is the form that Turbopack finds and bundles.
  return new Worker(new URL("./scan-worker.mjs", import.meta.url), { name: "scan", execArgv: [] });
}

/**
 * One thread that does tasks in their order. A task that does not end in time ends its thread, and the next begins with
 * another one. The thread keeps the process alive only while somebody waits.
 */
export class ScanThread {
  readonly #deadlineMs: number;
  readonly #spawn: () => Worker;
  readonly #waiting: Task[] = [];
  #thread: Worker | null = null;
  #current: Running | null = null;
  #nextId = 0;

  constructor({ deadline_ms = DEADLINE_MS, spawn = spawnThread }: Options = {}) {
    this.#deadlineMs = deadline_ms;
    this.#spawn = spawn;
  }

  run(name: keyof ScanTasks, input: unknown): Promise<unknown> {
    if (this.#waiting.length >= MAX_WAITING) throw tooMany();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ name, input, resolve, reject });
      this.#advance();
    });
  }

  #start(): Worker {
    const worker = this.#spawn();
    worker.on("message", (answer: Answer) => this.#receive(answer));
    worker.on("error", () => undefined);
    worker.on("exit", () => {
      if (this.#thread !== worker) return;
      this.#thread = null;
      this.#fail(new AppError("unavailable", "The scan of a text was cut off; try again."));
    });
    return worker;
  }

  #receive({ id, output, problem }: Answer): void {
    if (this.#current?.id !== id) return;
    const { task, late } = this.#current;
    clearTimeout(late);
    this.#current = null;
    if (problem === undefined) task.resolve(output);
    else task.reject(new Error(`A text could not be scanned: ${problem}`));
    this.#advance();
  }

  /** The task at hand failed; the others go on. */
  #fail(reason: AppError): void {
    if (this.#current) {
      clearTimeout(this.#current.late);
      this.#current.task.reject(reason);
    }
    this.#current = null;
    this.#advance();
  }

  #giveUp(): void {
    const stuck = this.#thread;
    this.#thread = null;
    void stuck?.terminate();
    const seconds = this.#deadlineMs / 1_000;
    this.#fail(
      new AppError(
        "unprocessable",
        `A text could not be scanned for secrets and orders within ${seconds} s; ` +
          "shorten it, or store it in parts.",
      ),
    );
  }

  #advance(): void {
    if (this.#current) return;
    const task = this.#waiting.shift();
    if (task === undefined) {
      this.#thread?.unref();
      return;
    }
    this.#thread ??= this.#start();
    this.#thread.ref();
    const id = this.#nextId++;
    const late = setTimeout(() => this.#giveUp(), this.#deadlineMs);
    this.#current = { id, task, late };
    this.#thread.postMessage({ id, task: task.name, input: task.input });
  }
}

function tooMany(): AppError {
  return new AppError("unavailable", `Too many long texts wait; try again in ${RETRY_SECONDS} s.`, {
    retry_after_seconds: RETRY_SECONDS,
  });
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
  held.casebook_scan_thread ??= new ScanThread();
  const output = await held.casebook_scan_thread.run(name, input);
  return output as Awaited<ReturnType<ScanTasks[Name]>>;
}
