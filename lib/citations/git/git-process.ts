import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { SourceError } from "../repositories/source";
import { type HeldFolder, inFolder } from "./held-folder";

/** Variables of this process that git may see, such as PATH, HOME, SSH_AUTH_SOCK or a proxy. */
export type InheritedEnvironment = Readonly<Record<string, string | undefined>>;

const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";

/**
 * Configuration that holds for every call, whatever the repository's own says: nothing a repository contains may run,
 * and no protocol is open unless the call opens it.
 */
const FIXED_CONFIG = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.alternateRefsCommand=true",
  "core.askPass=",
  "credential.helper=",
  "protocol.allow=never",
  "http.followRedirects=false",
  "fetch.recurseSubmodules=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "log.showSignature=false",
].flatMap((setting) => ["-c", setting]);

type Setting = readonly [key: string, value: string];

function environmentOf(inherited: InheritedEnvironment, config: readonly Setting[]): NodeJS.ProcessEnv {
  const pairs = config.flatMap(([key, value], index): Setting[] => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    ...inherited,
    PATH: inherited.PATH ?? DEFAULT_PATH,
    // Next's types demand it of every environment; git does not read it.
    NODE_ENV: "production",
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_COUNT: String(config.length),
    ...Object.fromEntries(pairs),
    GIT_TERMINAL_PROMPT: "0",
    GIT_PROTOCOL_FROM_USER: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_SSH_COMMAND: "ssh -o BatchMode=yes -o ConnectTimeout=10",
  };
}

const running = new Set<number>();
let watching_exit = false;

/** A group of its own lets a time limit end git's helpers too; in return they must not outlive this process. */
function trackGroup(pid: number): void {
  running.add(pid);
  if (watching_exit) return;
  watching_exit = true;
  process.on("exit", () => {
    for (const leader of running) signalGroup(leader, "SIGKILL");
  });
}

function signalGroup(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended already.
  }
}

export interface GitRun {
  args: readonly string[];
  /** The git folder, when it was judged before; else `args` name one. */
  folder?: HeldFolder;
  inherit: InheritedEnvironment;
  /** Milliseconds until the call and all its helpers are ended. */
  timeout_ms: number;
  /** More output than this ends the call with `refused`. */
  max_bytes: number;
  /** Configuration for this call only. It travels in the environment, so secrets stay off the process list. */
  config?: readonly Setting[];
  /** What git reads from its standard input; nothing by default. */
  input?: Buffer;
}

export interface GitOutcome {
  exit_code: number;
  stdout: Buffer;
  /** The last 4 KB. */
  stderr: string;
}

const KILL_GRACE_MS = 2000;

type Spawning = { env: NodeJS.ProcessEnv; detached: boolean };

function spawnGit(folder: HeldFolder | null, args: readonly string[], { env, detached }: Spawning) {
  const start = (own: readonly string[], cwd?: string): ChildProcessWithoutNullStreams =>
    spawn("git", [...FIXED_CONFIG, ...own, ...args], { env, detached, cwd, stdio: ["pipe", "pipe", "pipe"] });
  if (folder === null) return start([]);
  return inFolder(folder, (cwd) => start(["--git-dir=."], cwd));
}

/**
 * Runs git once, with an argument array and an environment of its own. Resolves whatever the exit code; rejects with
 * `timeout`, `refused` (too much output) or `unreachable` (not started, or killed). When it settles, no process is left.
 */
export function runGit(run: GitRun): Promise<GitOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawnGit(run.folder ?? null, run.args, {
      env: environmentOf(run.inherit, run.config ?? []),
      detached: true,
    });
    // A git that ends before it has read everything says so by its exit code.
    child.stdin.on("error", () => undefined);
    child.stdin.end(run.input);
    const { pid } = child;
    if (pid !== undefined) trackGroup(pid);
    const output: Buffer[] = [];
    let bytes = 0;
    let stderr = "";
    let failure: SourceError | null = null;
    let hard_kill: NodeJS.Timeout | null = null;
    const stop = (error: SourceError): void => {
      if (failure) return;
      failure = error;
      if (pid === undefined) return;
      // git removes its lock files on SIGTERM; a lock left behind would block every later fetch.
      signalGroup(pid, "SIGTERM");
      hard_kill = setTimeout(() => signalGroup(pid, "SIGKILL"), KILL_GRACE_MS);
    };
    const timer = setTimeout(
      () => stop(new SourceError("timeout", `git took longer than ${run.timeout_ms} ms.`)),
      run.timeout_ms,
    );
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > run.max_bytes)
        stop(new SourceError("refused", `git answered more than ${run.max_bytes} bytes.`));
      else output.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr = (stderr + chunk.toString("utf8")).slice(-4096);
    });
    const settle = (): void => {
      clearTimeout(timer);
      if (hard_kill) clearTimeout(hard_kill);
      if (pid !== undefined) running.delete(pid);
    };
    child.on("error", (cause) => {
      settle();
      reject(new SourceError("unreachable", "git could not be started; is it installed?", { cause }));
    });
    child.on("close", (code, signal) => {
      settle();
      if (failure) reject(failure);
      // What it had answered until then may be a part.
      else if (code === null) reject(new SourceError("unreachable", `git was ended by ${signal}.`));
      else resolve({ exit_code: code, stdout: Buffer.concat(output), stderr });
    });
  });
}

/** One object of a repository. `bytes` is null when it is larger than the reader's limit. */
export interface GitObject {
  oid: string;
  type: string;
  size: number;
  bytes: Buffer | null;
}

export interface ObjectReaderOptions {
  folder: HeldFolder;
  inherit: InheritedEnvironment;
  /** Larger objects are read past, not kept. */
  max_object_bytes: number;
  /** Milliseconds without any progress until the process is given up. */
  timeout_ms: number;
  /** Milliseconds without a request until the process is ended. */
  idle_ms: number;
}

interface Request {
  name: string;
  attempts: number;
  resolve: (object: GitObject | null) => void;
  reject: (error: SourceError) => void;
}

/** Reads objects of one repository. */
export interface ObjectReader {
  /**
   * The object behind a name (an object id, or any revision expression free of white space); null when there is
   * none or the name is ambiguous. Requests are pipelined and answered in order.
   */
  read(name: string): Promise<GitObject | null>;
  /** Ends the process once what was asked is answered. A later `read` starts a new one. */
  close(): Promise<void>;
}

/**
 * A reader over one long-lived `git cat-file --batch`: started with the first request, ended when idle, started again
 * when it dies (a request that was under way is asked once more). It never keeps this process alive unless a request
 * is open.
 */
export function createObjectReader(options: ObjectReaderOptions): ObjectReader {
  let current: Session | null = null;

  function submit(request: Request): void {
    try {
      current ??= start();
      current.ask(request);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      request.reject(error);
    }
  }

  function start(): Session {
    return openSession(options, {
      onRetired: (session) => {
        if (current === session) current = null;
      },
      onDied: (session, orphans, reason) => {
        if (current === session) current = null;
        for (const orphan of orphans) {
          if (reason.code === "timeout" || orphan.attempts > 1) orphan.reject(reason);
          else submit(orphan);
        }
      },
    });
  }

  return {
    read: (name) =>
      new Promise((resolve, reject) => {
        if (name === "" || /\s/.test(name)) {
          reject(new SourceError("refused", "An object name must not hold white space."));
          return;
        }
        submit({ name, attempts: 0, resolve, reject });
      }),
    close: async () => {
      await current?.end();
    },
  };
}

interface Session {
  ask(request: Request): void;
  end(): Promise<void>;
}

interface SessionEvents {
  /** No longer to be given requests: it is ending by itself. */
  onRetired(session: Session): void;
  onDied(session: Session, orphans: Request[], reason: SourceError): void;
}

function openSession(options: ObjectReaderOptions, events: SessionEvents): Session {
  const child = spawnGit(options.folder, ["cat-file", "--batch"], {
    env: environmentOf(options.inherit, []),
    detached: false,
  });
  const queue: Request[] = [];
  let stderr = "";
  let failure: SourceError | null = null;
  let idle_timer: NodeJS.Timeout | null = null;
  let stall_timer: NodeJS.Timeout | null = null;

  const ended = new Promise<void>((resolve) => {
    child.on("close", () => resolve());
    child.on("error", () => resolve());
  });

  const watchStall = (): void => {
    if (stall_timer) clearTimeout(stall_timer);
    stall_timer = null;
    if (queue.length === 0) return;
    stall_timer = setTimeout(() => {
      failure = new SourceError("timeout", `git gave no answer for ${options.timeout_ms} ms.`);
      child.kill("SIGKILL");
    }, options.timeout_ms);
  };
  const settleIdle = (): void => {
    holdProcess(child, queue.length > 0);
    watchStall();
    if (idle_timer) clearTimeout(idle_timer);
    idle_timer = null;
    if (queue.length > 0) return;
    idle_timer = setTimeout(() => void session.end(), options.idle_ms);
    idle_timer.unref();
  };

  const answer = (object: GitObject | null): void => {
    queue.shift()?.resolve(object);
    settleIdle();
  };
  const parse = batchParser(options.max_object_bytes, answer);
  child.stdout.on("data", (chunk: Buffer) => {
    watchStall();
    parse(chunk);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr = (stderr + chunk.toString("utf8")).slice(-4096);
  });
  // Writing to a process that has just died; its close event tells the story.
  child.stdin.on("error", () => undefined);

  let dead = false;
  const die = (reason: SourceError): void => {
    if (dead) return;
    dead = true;
    if (idle_timer) clearTimeout(idle_timer);
    if (stall_timer) clearTimeout(stall_timer);
    events.onDied(session, queue.splice(0), reason);
  };
  child.on("error", (cause) => {
    die(new SourceError("unreachable", "git could not be started; is it installed?", { cause }));
  });
  child.on("close", () => {
    const detail = stderr.trim().split("\n").at(-1) ?? "";
    die(failure ?? new SourceError("unreachable", `The repository cannot be read. ${detail}`.trim()));
  });

  const session: Session = {
    ask(request) {
      request.attempts += 1;
      queue.push(request);
      // What is asked in one go travels in one write.
      if (child.stdin.writableCorked === 0) {
        child.stdin.cork();
        process.nextTick(() => child.stdin.uncork());
      }
      child.stdin.write(`${request.name}\n`);
      if (queue.length === 1) settleIdle();
    },
    end() {
      events.onRetired(session);
      // Callers that wait for the end must be able to see it.
      child.ref();
      child.stdin.end();
      return ended;
    },
  };
  return session;
}

/** Whether a child and its pipes keep this process alive. */
function holdProcess(child: ChildProcessWithoutNullStreams, hold: boolean): void {
  const streams: (Readable | Writable)[] = [child.stdin, child.stdout, child.stderr];
  if (hold) child.ref();
  else child.unref();
  for (const stream of streams) {
    if (!(stream instanceof Socket)) continue;
    if (hold) stream.ref();
    else stream.unref();
  }
}

/** Cuts the output of `cat-file --batch` into objects: a header line, then `size` bytes and a newline. */
function batchParser(max_object_bytes: number, answer: (object: GitObject | null) => void) {
  let header: Buffer[] = [];
  let body: { oid: string; type: string; size: number; left: number; parts: Buffer[] } | null = null;
  return (chunk: Buffer): void => {
    let offset = 0;
    while (offset < chunk.length) {
      if (!body) {
        const end = chunk.indexOf(10, offset);
        header.push(chunk.subarray(offset, end < 0 ? chunk.length : end));
        if (end < 0) return;
        offset = end + 1;
        const match = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(Buffer.concat(header).toString("utf8"));
        header = [];
        const [, oid, type, digits] = match ?? [];
        if (oid === undefined || type === undefined) {
          answer(null);
          continue;
        }
        const size = Number(digits);
        body = { oid, type, size, left: size + 1, parts: [] };
      }
      const normalized = Math.min(body.left, chunk.length - offset);
      if (body.size <= max_object_bytes) body.parts.push(chunk.subarray(offset, offset + normalized));
      body.left -= normalized;
      offset += normalized;
      if (body.left > 0) continue;
      const { oid, type, size, parts } = body;
      body = null;
      const bytes = size <= max_object_bytes ? Buffer.concat(parts, size) : null;
      answer({ oid, type, size, bytes });
    }
  };
}
