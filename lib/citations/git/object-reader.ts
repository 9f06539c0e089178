import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { SourceError } from "../repositories/source";
import { environmentOf, type InheritedEnvironment, spawnGit } from "./git-process";
import { type HeldFolder, inFolder } from "./held-folder";

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
      // The process would go on answering from a folder that was moved away, and miss everything in one that was deleted.
      if (current?.isIdle()) inFolder(options.folder, () => undefined);
      current ??= start();
      current.ask(request);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      void current?.end();
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
  /** Whether everything that was asked is answered. */
  isIdle(): boolean;
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
    isIdle: () => queue.length === 0,
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
