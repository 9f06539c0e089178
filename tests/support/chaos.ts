import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "@/lib/db/client";
import { type EmbeddedDatabase, openEmbedded } from "@/lib/db/embedded";
import { migrate } from "@/lib/db/migrate";
import { migrateQueues } from "@/lib/jobs";
import { newId } from "@/lib/kernel/ids";
import { memoryStoreMany } from "@/lib/memories/contract";
import { jobs } from "@/lib/registry";
import { makeActors, runOn } from "../bench/house";
import { freePort } from "./free-port";
import { killBackend } from "./local-postgres";

const SCRIPT = path.resolve("integrations/claude-code/bin/hook.mjs");
/** The script gives up after four seconds; Node needs to start and to end on a busy machine. */
const LIMIT_MS = 4_000 + 5_000;
const RUNS = 6;
const AT_ONCE = 2;
const START_LIMIT_MS = 90_000;
const SECRET = "a-secret-that-only-this-test-uses-0123456789";

export type ChaosRow = {
  fault: string;
  runs: number;
  /** Ended otherwise than with 0, too late, or printed what is no answer. */
  failed: number;
  /** Were given something. */
  served: number;
  slowest_ms: number;
  /** Writes acknowledged meanwhile. */
  writes: number;
  /** What the script's log, or the ledger, said was missing. */
  said: string[];
};
export type Chaos = { rows: ChaosRow[]; acknowledged: number; lost: string[] };

type Run = { ok: boolean; served: boolean; ms: number; said: string };

/** The parts of a Casebook as processes of their own, each of which can be killed and started again. */
export class Town {
  #data_dir = "";
  /** A PostgreSQL server on this machine instead of the embedded one. */
  readonly #postgres: string | null;
  #embedded: EmbeddedDatabase | null = null;
  #web: ChildProcess | null = null;
  #worker: ChildProcess | null = null;
  #models: Server | null = null;
  #mode: "ok" | "slow" | "dead" = "ok";
  port = 0;
  key = "";

  constructor({ postgres = null }: { postgres?: string | null } = {}) {
    this.#postgres = postgres;
  }

  get connection_string(): string {
    return this.#postgres ?? this.#embedded?.connection_string ?? "";
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async open(): Promise<void> {
    this.#data_dir = await mkdtemp(path.join(tmpdir(), "casebook-chaos-"));
    await mkdir(path.join(this.#data_dir, "database"), { recursive: true });
    this.port = await freePort();
    await this.#startModels();
    const connection_string = await this.startDatabase();
    await migrate(connection_string, "prisma/migrations");
    await migrateQueues(connection_string, jobs);
    await this.#furnish(connection_string);
    await Promise.all([this.startWeb(), this.startWorker()]);
  }

  async #furnish(connection_string: string): Promise<void> {
    const db = openDatabase(connection_string, 2);
    const run = runOn(db);
    const { owner, key } = await makeActors(db, run);
    this.key = key;
    const memories = Array.from({ length: 20 }, (_, at) => ({
      kind: "procedure" as const,
      scope: "global" as const,
      statement: `Berth ${at} is priced by its depth, for example ${at} crowns for each metre below the mark.`,
      reasoning: "The harbour office said so.",
    }));
    const asked_for = {
      kind: "procedure" as const,
      scope: "global" as const,
      statement: "Mooring fees at the lighthouse jetty are waived for rescue vessels during storms.",
    };
    await run(memoryStoreMany, { memories: [...memories, asked_for] }, { actor: owner });
    await db.$disconnect();
  }

  async close(): Promise<void> {
    for (const child of [this.#web, this.#worker]) child?.kill("SIGKILL");
    await this.#embedded?.close();
    await stop(this.#models);
    await rm(this.#data_dir, { recursive: true, force: true });
  }

  async startDatabase(): Promise<string> {
    if (this.#postgres !== null) return this.#postgres;
    this.#embedded = await openEmbedded({ data_dir: path.join(this.#data_dir, "database") });
    return this.#embedded.connection_string;
  }

  get #databasePid(): number {
    const owner: unknown = JSON.parse(
      readFileSync(path.join(this.#data_dir, "database", "server.json"), "utf8"),
    );
    if (owner === null || typeof owner !== "object" || !("pid" in owner) || typeof owner.pid !== "number")
      throw new Error("the database does not say which process it is");
    return owner.pid;
  }

  async killDatabase(): Promise<void> {
    if (this.#postgres !== null) return killBackend(this.#postgres);
    const gone = this.#embedded?.gone;
    try {
      process.kill(this.#databasePid, "SIGKILL");
    } catch {
      // It ended by itself, as it does when it can write no more.
    }
    await gone;
  }

  /** As after a crash of the database: `npm start` ends, and is started again. */
  async startAgain(): Promise<void> {
    // PostgreSQL ends every other backend and recovers by itself.
    if (this.#postgres !== null) return;
    const old = this.#embedded?.connection_string;
    const connection_string = await this.startDatabase();
    if (connection_string === old && this.#web?.exitCode === null && this.#web.signalCode === null) return;
    await Promise.all([this.killWeb(), this.killWorker()]);
    await Promise.all([this.startWeb(), this.startWorker()]);
  }

  /** No file of the database may grow: what a full disk is to it. `EFBIG` stands for `ENOSPC`. */
  fillDisk(): void {
    execFileSync("prlimit", ["--pid", String(this.#databasePid), "--fsize=0:"]);
  }

  get #settings(): Record<string, string> {
    const models = this.#models?.address() as AddressInfo;
    return {
      PORT: String(this.port),
      DATABASE_URL: this.connection_string,
      CASEBOOK_DATA_DIR: this.#data_dir,
      EMBEDDING_PROVIDER: "openai",
      EMBEDDING_BASE_URL: `http://127.0.0.1:${models.port}/v1`,
      EMBEDDING_MODEL: "stand-in",
      EMBEDDING_DIMENSIONS: "8",
      LANGUAGE_MODEL_BASE_URL: `http://127.0.0.1:${models.port}/v1`,
      NEXTAUTH_SECRET: SECRET,
      CASEBOOK_ENCRYPTION_KEY: SECRET,
      RATE_LIMIT_PER_MINUTE: "100000",
      LOG_LEVEL: "error",
    };
  }

  #spawn(file: string, stdio: "ignore" | "pipe"): ChildProcess {
    return spawn(process.execPath, ["--import", "tsx", file], {
      env: { ...process.env, ...this.#settings },
      stdio: ["ignore", stdio, "ignore"],
    });
  }

  async startWeb(): Promise<void> {
    const child = this.#spawn("tests/support/web-process.ts", "ignore");
    this.#web = child;
    await this.untilHealthy();
  }

  async startWorker(): Promise<void> {
    this.#worker = this.#spawn("bin/worker.ts", "ignore");
  }

  killWeb = () => kill(this.#web);
  killWorker = () => kill(this.#worker);

  async untilHealthy(): Promise<void> {
    for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await sleep(100)) {
      const answer = await this.get("/organization").catch(() => null);
      if (answer?.status === 200) return;
    }
    throw new Error("the server did not come back");
  }

  get(place: string): Promise<Response> {
    return fetch(`${this.url}/api/v1${place}`, {
      headers: { Authorization: `Bearer ${this.key}` },
      signal: AbortSignal.timeout(5_000),
    });
  }

  models(mode: "ok" | "slow" | "dead"): void {
    this.#mode = mode;
  }

  async #startModels(): Promise<void> {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => this.#answer(Buffer.concat(parts).toString("utf8"), response));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#models = server;
  }

  #answer(body: string, response: ServerResponse): void {
    if (this.#mode === "dead") {
      response.destroy();
      return;
    }
    if (this.#mode === "slow") {
      setTimeout(() => response.destroy(), 30_000).unref();
      return;
    }
    const { input = [] } = JSON.parse(body) as { input?: string[] };
    const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
  }
}

function vectorOf(text: string): number[] {
  const vector = Array.from({ length: 8 }, () => 0.01);
  for (const word of text.toLowerCase().split(/\W+/)) {
    const at = [...word].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % vector.length;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  return vector;
}

async function kill(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

async function stop(server: Server | null): Promise<void> {
  if (!server) return;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

const FULL_DISK = "disk of the database full";

/** util-linux has `prlimit`; where it is not, that fault is left out of the table. */
const canLimitFiles = () => spawnSync("prlimit", ["--version"]).status === 0;

/** A port at which connections are taken and nothing is ever answered. */
async function openAbyss(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => stop(server) };
}

/** One event of an agent through the plugin's script, as its client runs it. */
function agentRun({
  url,
  key,
  state_home,
  event,
}: {
  url: string;
  key: string;
  event: unknown;
  state_home: string;
}): Promise<Run> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [SCRIPT], {
      env: {
        ...process.env,
        CLAUDE_PLUGIN_OPTION_BASE_URL: url,
        CLAUDE_PLUGIN_OPTION_API_KEY: key,
        XDG_STATE_HOME: state_home,
      },
    });
    let stdout = "";
    let said = "";
    child.stdout.on("data", (part) => {
      stdout += part;
    });
    child.stderr.on("data", (part) => {
      said += part;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      const ms = performance.now() - started;
      resolve({ ok: code === 0 && ms <= LIMIT_MS && isAnswer(stdout), served: stdout.length > 2, ms, said });
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify(event));
  });
}

/** Nothing, or an object that adds to the conversation and does nothing else. */
function isAnswer(stdout: string): boolean {
  if (stdout === "") return true;
  try {
    const value: unknown = JSON.parse(stdout);
    return (
      value !== null &&
      typeof value === "object" &&
      Object.keys(value).every((key) => key === "hookSpecificOutput")
    );
  } catch {
    return false;
  }
}

// No two are the same: the meaning of a question that was asked before is known without a model.
let asked = 0;
const promptOf = (
  session_id: string,
  prompt = `Waive the mooring fees of rescue vessels at the lighthouse jetty during storm ${++asked}`,
) => ({
  hook_event_name: "UserPromptSubmit",
  session_id,
  prompt,
  cwd: tmpdir(),
});
const stopOf = (session_id: string) => ({
  hook_event_name: "Stop",
  session_id,
  cwd: tmpdir(),
  last_assistant_message:
    "## Recommendations\n\n- Always measure the depth of a berth at low tide before you price it again.\n",
});

type Fault = {
  name: string;
  begin?: (town: Town) => Promise<void> | void;
  end?: (town: Town) => Promise<void> | void;
  /** Where the runs go, and with what, when that is the fault. */
  aim?: { url?: string; key?: string; prompt?: string };
};

/**
 * Takes one part after the other away while agents run and others write, and counts what became of it.
 * `say` is called with each fault as it begins.
 */
export async function runChaos(say: (line: string) => void = () => {}): Promise<Chaos> {
  const town = new Town();
  const abyss = await openAbyss();
  const closed = await freePort();
  const faults: Fault[] = [
    { name: "none" },
    { name: "embedding model dead", begin: (t) => t.models("dead"), end: (t) => t.models("ok") },
    { name: "models slow (30 s an answer)", begin: (t) => t.models("slow"), end: (t) => t.models("ok") },
    { name: "worker killed", begin: (t) => t.killWorker(), end: (t) => t.startWorker() },
    { name: "web process killed", begin: (t) => t.killWeb(), end: (t) => t.startWeb() },
    { name: "database killed", begin: (t) => t.killDatabase(), end: (t) => t.startAgain() },
    {
      name: FULL_DISK,
      begin: (t) => t.fillDisk(),
      end: async (t) => {
        await t.killDatabase();
        await t.startAgain();
      },
    },
    { name: "wrong key", aim: { key: "cb_wrong" } },
    { name: "server unreachable", aim: { url: `http://127.0.0.1:${closed}` } },
    { name: "server takes and never answers", aim: { url: abyss.url } },
    { name: "task of 5 MB", aim: { prompt: "x".repeat(5_000_000) } },
    { name: "none, afterwards" },
  ];
  try {
    await town.open();
    const possible = faults.filter(({ name }) => name !== FULL_DISK || canLimitFiles());
    return await endure(town, possible, say);
  } finally {
    await abyss.close();
    await town.close();
  }
}

async function endure(town: Town, faults: readonly Fault[], say: (line: string) => void): Promise<Chaos> {
  const acknowledged: string[] = [];
  const over = new AbortController();
  const writing = write(town, acknowledged, over.signal);
  const rows: ChaosRow[] = [];
  try {
    for (const fault of faults) {
      say(fault.name);
      const since = new Date().toISOString();
      const before = acknowledged.length;
      await fault.begin?.(town);
      const runs = await agentRuns(town, fault);
      await fault.end?.(town);
      await town.untilHealthy();
      const log = runs.flatMap(({ said }) => said.split("\n").filter(Boolean));
      rows.push({
        fault: fault.name,
        runs: runs.length,
        failed: runs.filter(({ ok }) => !ok).length,
        served: runs.filter(({ served }) => served).length,
        slowest_ms: Math.max(...runs.map(({ ms }) => ms)),
        writes: acknowledged.length - before,
        said: [...new Set([...log, ...(await missingIn(town, since))])].map(withoutAddress),
      });
    }
  } finally {
    over.abort();
    await writing;
  }
  const lost: string[] = [];
  for (const id of acknowledged) {
    const answer = await town.get(`/memories/${id}`);
    if (answer.status !== 200) lost.push(id);
  }
  return { rows, acknowledged: acknowledged.length, lost };
}

const withoutAddress = (line: string) =>
  line.replace(/^casebook: /, "").replace(/(http:\/\/)?127\.0\.0\.1:\d+/g, "the server");

/** What the ledger says recalls were answered without, since a moment. */
async function missingIn(town: Town, since: string): Promise<string[]> {
  const answer = await town.get(`/recalls?degraded=true&limit=200&after=${since}`);
  const { items = [] } = (await answer.json()) as { items?: { degraded: string[] }[] };
  return items.flatMap(({ degraded }) => degraded.map((part) => `ledger: without ${part}`));
}

async function agentRuns(town: Town, { aim = {} }: Fault): Promise<Run[]> {
  const { url = town.url, key = town.key, prompt } = aim;
  // A time-out makes the script skip the server for a minute, which is no matter of the next fault.
  const state_home = mkdtempSync(path.join(tmpdir(), "casebook-chaos-state-"));
  const one = (at: number) => {
    // A session of its own: what a session was given in one fault is not delivered to it in the next.
    const session = `chaos-${newId()}`;
    const event = at % 3 === 2 ? stopOf(session) : promptOf(session, prompt);
    return agentRun({ url, key, event, state_home });
  };
  try {
    const runs: Run[] = [];
    for (let at = 0; at < RUNS; at += AT_ONCE)
      runs.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, each) => one(at + each)))));
    return runs;
  } finally {
    // A detached event may still write there.
    rmSync(state_home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Writes one memory after the other; keeps the ids of those that were acknowledged. */
async function write(town: Town, acknowledged: string[], over: AbortSignal): Promise<void> {
  for (let at = 0; !over.aborted; at++) {
    const response = await fetch(`${town.url}/api/v1/memories`, {
      method: "POST",
      headers: { Authorization: `Bearer ${town.key}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        kind: "fact",
        scope: "agent",
        statement: `Buoy ${at} is ${at % 7} metres high.`,
      }),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => null);
    const answer: unknown = response?.status === 201 ? await response.json().catch(() => null) : null;
    const id = idOf(answer);
    if (id !== null) acknowledged.push(id);
    else await sleep(100);
  }
}

function idOf(answer: unknown): string | null {
  if (answer === null || typeof answer !== "object" || !("memory" in answer)) return null;
  const { memory } = answer;
  if (memory === null || typeof memory !== "object" || !("id" in memory)) return null;
  if (typeof memory.id === "string") return memory.id;
  return null;
}
