import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "@/lib/db/client";
import { openEmbedded } from "@/lib/db/embedded";
import { memorySearch, memoryStats, memoryStore } from "@/lib/memories/contract";
import { freePort } from "../support/free-port";
import { makeActors, runOn } from "./house";

export type Start = { what: string; value: number; unit: "s" | "MB"; target: number | null };

const START_LIMIT_MS = 10 * 60_000;
const STOP_LIMIT_MS = 60_000;
const EMBED_LIMIT_MS = 120_000;
const POLL_MS = 100;

/**
 * Times `npm start` in a copy of the checkout, from its spawn until /api/health/ready answers, and weighs its processes
 * before and after both models are loaded. The copy has no node_modules at first, as a fresh clone has none.
 */
export async function measureStart(say: (line: string) => void): Promise<Start[]> {
  const folder = await mkdtemp(join(tmpdir(), "casebook-bench-start-"));
  const results: Start[] = [];
  const add = (what: string, value: number, unit: Start["unit"], target: number | null) =>
    results.push({ what, value, unit, target });
  try {
    await copyCheckout(folder);
    say("first start: packages, build, database");
    await during(folder, async ({ seconds }) =>
      add("first start, from a fresh clone without packages", seconds, "s", 180),
    );

    say("a start with packages and a build");
    await during(folder, async ({ seconds, child, address }) => {
      add("later start", seconds, "s", 10);
      for (const [name, size] of weigh(child)) add(`${name}, at rest`, size, "MB", limitOf(name));
      await loadModels(folder, address);
      for (const [name, size] of weigh(child))
        add(`${name}, with its model in use`, size, "MB", limitOf(name));
    });

    say("a start with packages and no build");
    await rm(join(folder, ".next"), { recursive: true, force: true });
    await rm(join(folder, ".casebook"), { recursive: true, force: true });
    await during(folder, async ({ seconds }) => add("first start, packages installed", seconds, "s", 180));
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const limitOf = (name: string) => (name === "web process" ? 500 : null);

/** What git would put into a clone, with what is not committed yet. */
async function copyCheckout(folder: string): Promise<void> {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of listed.split("\0").filter(Boolean)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    // A file that was deleted and is not committed yet is listed too.
    await cp(file, join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
}

type Started = { seconds: number; address: string; child: ChildProcess };

/** Starts the product in a folder, does the work while it runs, and stops it whatever happens. */
async function during(folder: string, work: (started: Started) => Promise<unknown>): Promise<void> {
  const { stop, ...started } = await startIn(folder);
  try {
    await work(started);
  } finally {
    await stop();
  }
}

async function startIn(folder: string): Promise<Started & { stop(): Promise<void> }> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const output: string[] = [];
  const started = performance.now();
  const env = { ...process.env, PORT: String(port), CASEBOOK_DATA_DIR: ".casebook", LOG_LEVEL: "warn" };
  for (const name of ["DATABASE_URL", "NEXTAUTH_URL", "CASEBOOK_REPOSITORY_ROOTS"])
    Reflect.deleteProperty(env, name);
  // A group of its own, so that npm's children end with it.
  const child = spawn("npm", ["start"], {
    cwd: folder,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const keep = (chunk: Buffer) => output.push(chunk.toString());
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    signal(child, "SIGTERM");
    const forced = setTimeout(() => signal(child, "SIGKILL"), STOP_LIMIT_MS);
    await gone;
    clearTimeout(forced);
  };
  while (performance.now() - started < START_LIMIT_MS && child.exitCode === null) {
    const response = await fetch(`${address}/api/health/ready`).catch(() => null);
    if (response?.ok) return { seconds: (performance.now() - started) / 1000, address, child, stop };
    await sleep(POLL_MS);
  }
  await stop();
  throw new Error(`npm start did not become ready:\n${output.join("").slice(-4_000)}`);
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // The group has ended already.
  }
}

/** One search and one store through the API, then until the worker has embedded what was stored. */
async function loadModels(folder: string, address: string): Promise<void> {
  const server = await openEmbedded({ data_dir: join(folder, ".casebook", "database") });
  const db = openDatabase(server.connection_string, 2);
  try {
    const { key } = await makeActors(db, runOn(db));
    const post = async (path: string, body: object) => {
      const response = await fetch(`${address}/api/v1${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return response.json();
    };
    const statement = "The invoice numbers start again at one every year.";
    const answer = memoryStore.output.parse(await post(memoryStore.http.path, { kind: "fact", statement }));
    if (!answer.stored) throw new Error("the memory was not stored");
    const deadline = performance.now() + EMBED_LIMIT_MS;
    // The first questions are answered by words alone, while the model is being loaded.
    for (let index = 0, lexical = true; lexical || index < 10; index++) {
      const query = `how are invoices numbered in year ${index}`;
      lexical = memorySearch.output.parse(await post(memorySearch.http.path, { query })).degraded.length > 0;
      if (performance.now() > deadline) throw new Error("the web process did not load its model in time");
    }
    while (performance.now() < deadline) {
      const stats = await fetch(`${address}/api/v1${memoryStats.http.path}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      if (memoryStats.output.parse(await stats.json()).unembedded === 0) return;
      await sleep(POLL_MS);
    }
    throw new Error("the worker did not embed the memory in time");
  } finally {
    await db.$disconnect();
  }
}

const PARTS: [name: string, pattern: RegExp][] = [
  ["web process", /next-server|next\/dist\/bin\/next/],
  ["worker process", /bin\/worker\.ts/],
  ["database process", /lib\/db\/embedded\/main\.ts/],
];

/** Resident memory in MB of the processes below one, by what they are. */
function weigh({ pid }: ChildProcess): Map<string, number> {
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss=,args="], {
    encoding: "utf8",
    maxBuffer: 16 * 1024 * 1024,
  })
    .split("\n")
    .flatMap((line) => {
      const [, id, parent, rss, args] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      if (id && args) return [{ id: Number(id), parent: Number(parent), kilobytes: Number(rss), args }];
      return [];
    });
  const below = new Set([pid]);
  for (let before = 0; before !== below.size; ) {
    before = below.size;
    for (const { id, parent } of all) if (below.has(parent)) below.add(id);
  }
  const sizes = new Map<string, number>();
  for (const { id, kilobytes, args } of all) {
    const part = below.has(id) ? PARTS.find(([, pattern]) => pattern.test(args)) : undefined;
    if (part) sizes.set(part[0], (sizes.get(part[0]) ?? 0) + kilobytes / 1024);
  }
  return sizes;
}
