import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { log } from "@/lib/telemetry/log";
import { sha256 } from "../anchoring/text";

/** Longer files are compared as text alone. In characters. */
export const LONGEST_SOURCE = 512_000;
const MOST_NODES = 400_000;
/** How long a file may take until its parser is asked to stop, and until its thread is ended. */
const PARSE_MS = 1_000;
const KILL_MS = 3_000;
/** Loading the thread and a grammar; a slow disk is no reason to give up. */
const LOAD_MS = 20_000;
/** A thread holds what its largest file took: it is ended when it is not needed for so long. */
const IDLE_MS = 60_000;
const MOST_FAILED_STARTS = 3;
const TREES_KEPT = 300;
/** Of the trees that are kept; what is made of one takes several times as much. In bytes. */
const BYTES_KEPT = 16_000_000;
const REFUSALS_KEPT = 500;

/** Numbers of a node: type, start, end, row of its parent. */
export const STRIDE = 4;

/**
 * A parsed file. `nodes`: of each node, parents first and in the order of the text, the row of its type in `types` (−1
 * minus it for what the grammar only supposed), its start and end in characters, and the row of its parent (−1 for none).
 * Types that begin with a quote are punctuation and keywords.
 */
export interface ParsedTree {
  types: readonly string[];
  nodes: Int32Array;
}

type Request = {
  id: number;
  key: string;
  grammar: string;
  text: string;
  resolve: (tree: ParsedTree | null) => void;
};

export type ParserOptions = {
  /** Starts the thread; replaced only to observe or break it in tests. */
  spawn?: () => Worker;
  kill_ms?: number;
  load_ms?: number;
};

function spawnWorker(): Worker {
  // Written out literally: this is the form that Turbopack finds and bundles. The plain .mjs needs no loader flags.
  return new Worker(new URL("./syntax-worker.mjs", import.meta.url), {
    name: "syntax",
    execArgv: [],
    workerData: { parse_ms: PARSE_MS, most_nodes: MOST_NODES },
  });
}

export type SyntaxParser = ReturnType<typeof createParser>;

/**
 * Parses files in one thread of this process, which is started at the first file. A file that takes too long or breaks
 * the thread is answered with null, and so each time it is asked for; the thread is ended and the next file gets a
 * new one. Nothing that a file holds rejects a call.
 */
export function createParser({
  spawn = spawnWorker,
  kill_ms = KILL_MS,
  load_ms = LOAD_MS,
}: ParserOptions = {}) {
  const trees = new LRUCache<string, ParsedTree>({
    max: TREES_KEPT,
    maxSize: BYTES_KEPT,
    sizeCalculation: ({ nodes }) => nodes.byteLength + 1,
  });
  const refused = new LRUCache<string, true>({ max: REFUSALS_KEPT });
  const waiting: Request[] = [];
  let thread: Worker | null = null;
  let ready = false;
  let failed_starts = 0;
  let current: Request | null = null;
  let timer: NodeJS.Timeout | null = null;
  let next_id = 0;

  function start(): Worker {
    const worker = spawn();
    ready = false;
    worker.on("message", (message: unknown) => {
      if (worker !== thread) return;
      if (isReady(message)) ready = true;
      else if (isAnswer(message) && message.id === current?.id) settle(message.tree);
      advance();
    });
    worker.on("error", (error) => log().warn({ err: error }, "the thread that parses files failed"));
    worker.on("exit", () => {
      if (worker === thread) replace();
    });
    watch(load_ms);
    return worker;
  }

  function settle(tree: ParsedTree | null): void {
    const request = current;
    current = null;
    if (!request) return;
    if (tree) trees.set(request.key, tree);
    else refused.set(request.key, true);
    failed_starts = 0;
    request.resolve(tree);
  }

  /** After a thread that ended or had to be: its file is given up; a thread that never got ready costs all that wait. */
  function replace(): void {
    const broken = thread;
    thread = null;
    void broken?.terminate();
    if (ready) settle(null);
    else failed_starts += 1;
    if (failed_starts >= MOST_FAILED_STARTS) {
      log().warn("files cannot be parsed here; citations are compared as text alone");
      for (const request of waiting.splice(0)) request.resolve(null);
    }
    advance();
  }

  function watch(ms: number): void {
    if (timer) clearTimeout(timer);
    timer = setTimeout(replace, ms);
    timer.unref();
  }

  function advance(): void {
    if (!current && waiting.length > 0 && ready && thread) {
      current = waiting.shift() ?? null;
      if (current) thread.postMessage({ id: current.id, grammar: current.grammar, text: current.text });
      watch(kill_ms);
    }
    if (current || waiting.length > 0) {
      thread ??= start();
      thread.ref();
      return;
    }
    thread?.unref();
    if (thread) rest();
  }

  function rest(): void {
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      const idle = thread;
      thread = null;
      void idle?.terminate();
    }, IDLE_MS);
    timer.unref();
  }

  return {
    /** Null when the file is too long, too deep, or took too long. */
    parse(grammar: string, text: string): Promise<ParsedTree | null> {
      if (text.length > LONGEST_SOURCE || failed_starts >= MOST_FAILED_STARTS) return Promise.resolve(null);
      const key = `${grammar} ${sha256(text)}`;
      const known = trees.get(key);
      if (known) return Promise.resolve(known);
      if (refused.has(key)) return Promise.resolve(null);
      return new Promise((resolve) => {
        waiting.push({ id: next_id++, key, grammar, text, resolve });
        advance();
      });
    },

    async close(): Promise<void> {
      if (timer) clearTimeout(timer);
      const worker = thread;
      thread = null;
      for (const request of [...(current ? [current] : []), ...waiting.splice(0)]) request.resolve(null);
      current = null;
      await worker?.terminate();
    },
  };
}

function isReady(message: unknown): boolean {
  return typeof message === "object" && message !== null && "ready" in message;
}

function isAnswer(message: unknown): message is { id: number; tree: ParsedTree | null } {
  return typeof message === "object" && message !== null && "id" in message && "tree" in message;
}

let shared: SyntaxParser | null = null;

/** The parser of this process. */
export function sharedParser(): SyntaxParser {
  shared ??= createParser();
  return shared;
}
