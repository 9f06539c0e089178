import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isBuilt } from "@/bin/build";
import { webProgram } from "@/bin/programs";
import type { Embedder } from "@/lib/ai";
import { SAFETY_VERSION } from "@/lib/memories";
import { freePort } from "../../support/free-port";
import type { Fixture } from "../house";
import type { BareSettings } from "./bare-statements";

const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 20_000;
const POLL_MS = 100;

export type Server = {
  /** "npm start": the production build; "sources": the REST handler without one. */
  what: "npm start" | "sources" | "bare";
  port: number;
  pid: number;
  /** What it printed. */
  output(): string;
  stop(): Promise<void>;
};

type Started = { child: ChildProcess; output(): string; stop(): Promise<void> };

function start(args: readonly string[], env: Record<string, string>): Started {
  const inherited = { ...process.env };
  for (const name of ["DATABASE_URL", "NODE_OPTIONS"]) Reflect.deleteProperty(inherited, name);
  const child = spawn(process.execPath, args, {
    env: { ...inherited, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => lines.push(chunk.toString()));
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    child,
    output: () => lines.join(""),
    async stop() {
      child.kill("SIGTERM");
      const forced = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
      await gone;
      clearTimeout(forced);
    },
  };
}

async function until(started: Started, what: string, isReady: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline && started.child.exitCode === null) {
    if (await isReady().catch(() => false)) return;
    await sleep(POLL_MS);
  }
  await started.stop();
  throw new Error(`${what} did not start:\n${started.output().slice(-4_000)}`);
}

/** The web process as `npm start` runs it, without a worker; where no build of these sources is, its REST handler. */
export async function startProduct(
  fixture: Fixture,
  {
    root,
    key,
    embedded,
    from,
    profile,
  }: {
    root: string;
    key: string;
    embedded: boolean;
    from: "build" | "sources";
    /** The file that a profile is written into, see profiled-web.ts; only from sources. */
    profile?: string;
  },
): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const built = from === "build" && existsSync(webProgram().at(-1) ?? "") && (await isBuilt());
  const sources =
    profile === undefined ? "tests/support/web-process.ts" : "tests/bench/scale/profiled-web.ts";
  const program = built ? webProgram() : ["--import", "tsx", sources];
  const started = start(program, {
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: String(port),
    HOSTNAME: "127.0.0.1",
    DATABASE_URL: fixture.connection_string,
    // The embedded server runs one statement at a time; `npm start` opens as many on it.
    DATABASE_POOL_SIZE: embedded ? "5" : "10",
    NEXTAUTH_URL: url,
    NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
    CASEBOOK_ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    CASEBOOK_PUBLIC_URL: url,
    CASEBOOK_DATA_DIR: `${root}/data`,
    CASEBOOK_REPOSITORY_ROOTS: root,
    CASEBOOK_ONNXRUNTIME_DIR: process.cwd(),
    RATE_LIMIT_PER_MINUTE: "10000000",
    LOG_LEVEL: "warn",
    CASEBOOK_BENCH_PROFILE: profile ?? "",
  });
  await until(started, "the product", async () => {
    const response = await fetch(`${url}/api/v1/memories/search`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ query: "is the model loaded" }),
    });
    const { degraded }: { degraded?: string[] } = Object(await response.json());
    return response.ok && degraded?.length === 0;
  });
  return { what: built ? "npm start" : "sources", port, pid: started.child.pid ?? 0, ...started };
}

/** A process of its own that answers the same questions by one prepared statement each. */
export async function startBare(
  fixture: Fixture,
  { embedder, embedded }: { embedder: Embedder; embedded: boolean },
): Promise<Server> {
  const settings: BareSettings & { database_url: string; pool: number } = {
    organization_id: fixture.agent.organization_id,
    embedder: { id: embedder.id, dimensions: embedder.dimensions },
    safety_version: SAFETY_VERSION,
    database_url: fixture.connection_string,
    pool: embedded ? 5 : 10,
  };
  const started = start(["--import", "tsx", "tests/bench/scale/bare-server.ts"], {
    NODE_ENV: "production",
    CASEBOOK_BENCH_BARE: JSON.stringify(settings),
  });
  const portOf = () => Number(/listening on (\d+)/.exec(started.output())?.[1] ?? 0);
  await until(started, "the bare server", async () => portOf() > 0);
  return { what: "bare", port: portOf(), pid: started.child.pid ?? 0, ...started };
}
