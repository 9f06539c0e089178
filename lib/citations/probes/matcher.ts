import { type ChildProcess, spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { GRAMMAR_PACKAGES } from "./languages";
import { MATCHER_PROGRAM } from "./matcher-program";
import type { MatchConfig } from "./rule";

const NATIVE = "@ast-grep/napi";
const START_MS = 20_000;
/** Files on their way to the process: the next one is there when one is done. */
const WINDOW = 8;
/** Of JavaScript; a text is at most 1 MB, and its matches are counted and not kept. */
const MAX_HEAP_MB = 512;

/** The engine cannot be used here. The message may be shown. */
export class MatcherUnavailableError extends Error {
  override readonly name = "MatcherUnavailableError";
}

const readySchema = z.union([
  z.object({ ready: z.literal(true), grammars: z.array(z.string()) }),
  z.object({ ready: z.literal(false), problem: z.string() }),
]);

const answerSchema = z.union([
  z.object({
    id: z.int(),
    problem: z.null(),
    matches: z.int(),
    support: z.int().nullable(),
    places: z.array(z.object({ line_start: z.int(), line_end: z.int() })),
    errors: z.boolean(),
  }),
  z.object({ id: z.int(), problem: z.string() }),
]);

type Answer = z.output<typeof answerSchema>;
export type Matched = Extract<Answer, { problem: null }>;
/** `refused`: by the engine, which says why. The others are ends of the process with this text. */
export type MatchFailure = { failure: "refused" | "timed_out" | "crashed"; detail: string };

export type MatchRequest = {
  grammar: string;
  text: string;
  config: MatchConfig;
  population: MatchConfig | null;
  most_places: number;
};

type Waiting = MatchRequest & {
  id: number;
  resolve: (answer: Matched | MatchFailure) => void;
  reject: (error: unknown) => void;
};

export type MatcherOptions = {
  /** For one file, from when the process is at it. */
  limit_ms: number;
  signal?: AbortSignal | undefined;
  /** Where the engine's packages are looked for, and in the folders above. Default: where this module lies. */
  folder?: string | undefined;
};

/**
 * A process of its own that searches one text after the other by ast-grep. A text that takes longer than `limit_ms`, or
 * that the process dies of, is answered as such, and the process is replaced: native code can neither be interrupted nor
 * be trusted in a thread of the server. Close it, or it stays.
 */
export class Matcher {
  private child: ChildProcess | null = null;
  private grammars: readonly string[] | null = null;
  private timer: NodeJS.Timeout | null = null;
  private sent: Waiting[] = [];
  private queue: Waiting[] = [];
  private next_id = 0;
  private closed = false;

  constructor(private readonly options: MatcherOptions) {
    options.signal?.addEventListener("abort", this.abort, { once: true });
  }

  /** @throws MatcherUnavailableError where the engine or the grammar is not installed; the signal's reason. */
  async match(request: MatchRequest): Promise<Matched | MatchFailure> {
    this.options.signal?.throwIfAborted();
    if (this.closed) throw new MatcherUnavailableError("The matcher is closed.");
    return new Promise((resolve, reject) => {
      this.queue.push({ ...request, id: this.next_id++, resolve, reject });
      this.child ??= this.start();
      this.advance();
    });
  }

  close(): void {
    this.closed = true;
    this.options.signal?.removeEventListener("abort", this.abort);
    this.stop();
    this.fail(new MatcherUnavailableError("The matcher is closed."));
  }

  private readonly abort = (): void => {
    this.stop();
    this.fail(this.options.signal?.reason);
  };

  private start(): ChildProcess {
    const named = JSON.stringify({ native: NATIVE, packages: GRAMMAR_PACKAGES });
    const folder = this.options.folder ?? dirname(fileURLToPath(import.meta.url));
    const args = [`--max-old-space-size=${MAX_HEAP_MB}`, "-e", MATCHER_PROGRAM, "--", folder, named];
    // Nothing of this process's environment: the texts it reads are other people's.
    const child = spawn(process.execPath, args, {
      env: { NODE_ENV: "production" },
      // One that exists: of a bundle, the module's folder is only a name.
      cwd: dirname(process.execPath),
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
      windowsHide: true,
    });
    child.on("message", (message) => this.receive(child, message));
    child.on("error", () => this.ended(child));
    child.on("exit", () => this.ended(child));
    this.watch(START_MS);
    return child;
  }

  private receive(child: ChildProcess, message: unknown): void {
    if (child !== this.child) return;
    if (this.grammars === null) {
      this.ready(readySchema.parse(message));
      return;
    }
    const answer = answerSchema.parse(message);
    const [first] = this.sent;
    if (first?.id !== answer.id) return;
    this.sent.shift();
    this.watch(this.sent.length > 0 ? this.options.limit_ms : null);
    first.resolve(answer.problem === null ? answer : { failure: "refused", detail: answer.problem });
    this.advance();
  }

  private ready(message: z.output<typeof readySchema>): void {
    if (!message.ready) {
      this.stop();
      const here = `${process.platform}-${process.arch}`;
      this.fail(
        new MatcherUnavailableError(
          `Probes are not available on this server: ast-grep has no program for ${here}, or it is not installed.`,
        ),
      );
      return;
    }
    this.grammars = message.grammars;
    this.watch(null);
    this.advance();
  }

  /** Hands over the next files once the process is ready. */
  private advance(): void {
    if (this.grammars === null || this.child === null) return;
    while (this.sent.length < WINDOW) {
      const next = this.queue.shift();
      if (!next) return;
      const { id, grammar, text, config, population, most_places } = next;
      if (!this.grammars.includes(grammar)) {
        next.reject(
          new MatcherUnavailableError(`The grammar of ${grammar} is not installed on this server.`),
        );
        continue;
      }
      this.sent.push(next);
      this.child.send({ id, grammar, text, config, population, most_places });
      if (this.sent.length === 1) this.watch(this.options.limit_ms);
    }
  }

  private watch(limit_ms: number | null): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = limit_ms === null ? null : setTimeout(() => this.late(), limit_ms);
  }

  private late(): void {
    if (this.grammars === null) {
      this.stop();
      this.fail(
        new MatcherUnavailableError("Probes are not available: the process of ast-grep does not start."),
      );
      return;
    }
    const seconds = (this.options.limit_ms / 1000).toLocaleString("en");
    this.replace({ failure: "timed_out", detail: `took longer than ${seconds} s` });
  }

  private ended(child: ChildProcess): void {
    if (child !== this.child) return;
    if (this.grammars !== null) {
      this.replace({ failure: "crashed", detail: "made ast-grep crash" });
      return;
    }
    this.stop();
    this.fail(
      new MatcherUnavailableError("Probes are not available: the process of ast-grep does not start."),
    );
  }

  /** Answers the file that the process was at, and goes on with the others in a process of its own. */
  private replace(failure: MatchFailure): void {
    const [first, ...rest] = this.sent;
    this.stop();
    this.queue.unshift(...rest);
    this.sent = [];
    first?.resolve(failure);
    if (this.queue.length > 0) this.child = this.start();
  }

  private stop(): void {
    const { child } = this;
    this.child = null;
    this.grammars = null;
    this.watch(null);
    child?.kill("SIGKILL");
  }

  private fail(error: unknown): void {
    const waiting = [...this.sent, ...this.queue];
    this.sent = [];
    this.queue = [];
    for (const { reject } of waiting) reject(error);
  }
}
