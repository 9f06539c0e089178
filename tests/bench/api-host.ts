import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agentKeyCreate } from "@/lib/access/contract";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { memoryStore } from "@/lib/memories/contract";
import { webProgram } from "../../bin/programs";
import { startApi, startProgram } from "../support/api-host";
import { freePort } from "../support/free-port";
import { startPostgres, stopPostgres } from "../support/postgres";
import { makePrograms } from "../support/programs";
import { openServerHouse } from "./house";
import { cpuOf } from "./scale/cpu";
import { formatTable } from "./table";

const MEMORIES = 60;
/** Slices alternate, so that what else the machine does meets both. */
const SLICE = 20;
const SECRET = "a-secret-that-only-this-bench-uses-0123456789";

type Request = { name: string; path: string; body?: unknown };

/** Process time on a processor of one request, in milliseconds. */
export type HostFigures = { name: string; requests: number; web_ms: number; api_ms: number };

/**
 * What a request costs the process that serves it: the web process of a build, and the API host as it is installed, on the same
 * database and without an embedder. Requests come one after the other.
 */
export async function measureHosts({ quick }: { quick: boolean }): Promise<HostFigures[]> {
  const own = process.env.DATABASE_URL;
  const fixture = await openServerHouse(own ?? (await startPostgres()));
  const programs = await makePrograms();
  const data_dir = await mkdtemp(join(tmpdir(), "casebook-hosts-"));
  const made = { name: "bench", agent: "main", permissions: [...PERMISSIONS] };
  const { key } = await fixture.run(agentKeyCreate, made, { actor: fixture.owner });
  const ids: string[] = [];
  for (let at = 0; at < MEMORIES; at++) {
    const statement = `Harbour ${at} has a light of colour ${at % 7}, seen for ${at} miles.`;
    const stored = await fixture.run(
      memoryStore,
      { kind: "fact", scope: "global", statement },
      { actor: fixture.owner },
    );
    if (stored.memory) ids.push(stored.memory.id);
  }
  const port = await freePort();
  const settings: Record<string, string> = {
    NODE_ENV: "production",
    DATABASE_URL: fixture.connection_string,
    NEXTAUTH_SECRET: SECRET,
    CASEBOOK_ENCRYPTION_KEY: SECRET,
    CASEBOOK_DATA_DIR: data_dir,
    EMBEDDING_PROVIDER: "none",
    RATE_LIMIT_PER_MINUTE: "10000000",
    HOSTNAME: "127.0.0.1",
  };
  const web = await startProgram(webProgram(), {
    settings: { ...settings, PORT: String(port) },
    isReady: (line) => line.includes("Ready in"),
  });
  const api = await startApi(programs, settings);
  try {
    const hosts = [
      { url: `http://127.0.0.1:${port}`, pid: web.child.pid ?? 0 },
      { url: api.url, pid: api.child.pid ?? 0 },
    ];
    const figures: HostFigures[] = [];
    for (const request of requestsFor(ids[0] ?? "")) {
      const [web_ms = 0, api_ms = 0] = await costs(hosts, { request, key, slices: quick ? 3 : 15 });
      figures.push({ name: request.name, requests: (quick ? 3 : 15) * SLICE, web_ms, api_ms });
    }
    return figures;
  } finally {
    await Promise.all([web.stop(), api.stop()]);
    await programs.remove();
    await fixture.close();
    await rm(data_dir, { recursive: true, force: true });
    if (own === undefined) stopPostgres();
  }
}

const requestsFor = (id: string): Request[] => [
  { name: "health", path: "/api/health/live" },
  { name: "list 1", path: "/api/v1/memories?limit=1" },
  { name: "list 50", path: "/api/v1/memories?limit=50" },
  { name: "get", path: `/api/v1/memories/${id}` },
  { name: "search", path: "/api/v1/memories/search", body: { query: "harbour light colour" } },
  {
    name: "MCP tools/list",
    path: "/api/mcp",
    body: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
  },
];

async function costs(
  hosts: readonly { url: string; pid: number }[],
  { request, key, slices }: { request: Request; key: string; slices: number },
): Promise<number[]> {
  const sums = hosts.map(() => 0);
  // The first slice of each compiles, and is not counted.
  for (let slice = 0; slice <= slices; slice++)
    for (const [at, { url, pid }] of hosts.entries()) {
      const before = cpuOf(pid);
      for (let sent = 0; sent < SLICE; sent++) await ask(url, { request, key });
      if (slice > 0) sums[at] = (sums[at] ?? 0) + cpuOf(pid) - before;
    }
  return sums.map((sum) => sum / (slices * SLICE));
}

async function ask(url: string, { request, key }: { request: Request; key: string }): Promise<void> {
  const method = request.body === undefined ? "GET" : "POST";
  const response = await fetch(`${url}${request.path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: request.body === undefined ? null : JSON.stringify(request.body),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${request.name} was answered with ${response.status} by ${url}`);
}

export function hostTable(figures: readonly HostFigures[]): string {
  return formatTable(
    ["request", "requests", "web CPU ms", "API host CPU ms", "saved"],
    figures.map(({ name, requests, web_ms, api_ms }) => [
      name,
      String(requests),
      web_ms.toFixed(1),
      api_ms.toFixed(1),
      `${(100 * (1 - api_ms / web_ms)).toFixed(0)} %`,
    ]),
    new Set([1, 2, 3, 4]),
  );
}
