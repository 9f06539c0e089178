import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
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

export function environmentOf(
  inherited: InheritedEnvironment,
  config: readonly Setting[],
): NodeJS.ProcessEnv {
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

/** Starts git in the folder, or in none when `args` name one. */
export function spawnGit(folder: HeldFolder | null, args: readonly string[], { env, detached }: Spawning) {
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
