/**
 * Which files a reader opens to follow a request from route to row: those of app/ and lib/ (the kernel apart) that own
 * a function entered on the way, by V8's execution counts of one warm request. The counts may only fall.
 */
import { Session } from "node:inspector/promises";
import { relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it, vi } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { handleRest } from "@/lib/doors/rest";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { setUp } from "../recall/support";
import ceilings from "./trips.json";

vi.stubEnv("NEXTAUTH_SECRET", "a-secret-that-only-this-test-uses-0123456789");

const root = repositoryRoot();
const database = testDatabase();

const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));
const OUTSIDE = /^(lib\/kernel|lib\/db\/generated)\//;

let key: string;
let repository: string;
let embedder: Awaited<ReturnType<typeof setUp>>["embedder"];

beforeAll(async () => {
  const prepared = await setUp(database, root.path);
  ({ repository, embedder } = prepared);
  const created = await run(
    agentKeyCreate,
    { name: "k", agent: "a", permissions: [...PERMISSIONS] },
    prepared.owner,
  );
  key = created.key;
});

async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
  const request = new Request(`http://localhost:3000/api/v1${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const response = await handleRest(request, partsOf(database, { embedder }));
  const answer = await response.json();
  if (!response.ok) throw new Error(`POST ${path}: ${JSON.stringify(answer)}`);
  return answer;
}

function store(statement: string) {
  const citations = [{ path: "src/version.ts", line_start: 3, line_end: 5 }];
  return post("/memories", { kind: "decision", statement, repository, citations });
}

/** The files that own a function which the request entered, sorted. */
async function filesEntered(request: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  try {
    // Counts start again with each taking.
    await session.post("Profiler.takePreciseCoverage");
    await request();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    // The test runner reads each import through a nameless function that it adds to the imported file.
    const entered = result.filter((script) =>
      script.functions.some(({ functionName, ranges }) => functionName !== "" && (ranges[0]?.count ?? 0) > 0),
    );
    const files = entered.map(({ url }) =>
      relative(projectRoot, url.startsWith("file:") ? fileURLToPath(url) : url),
    );
    return files.filter((file) => /^(app|lib)\//.test(file) && !OUTSIDE.test(file)).sort();
  } finally {
    await session.post("Profiler.stopPreciseCoverage");
    session.disconnect();
  }
}

const trips = {
  store: async () => {
    await store("Versions are parsed by number, never by text.");
    return () => store("Invoices are counted from one each year in every country.");
  },
  search: async () => {
    const search = (query: string) => post("/memories/search", { query, repository });
    await search("versions by number");
    return () => search("how are versions parsed");
  },
  verify: async () => {
    const { memory } = (await store("A version has three numbers.")) as { memory: { id: string } };
    const verify = () => post(`/memories/${memory.id}/verify`, {});
    await verify();
    return verify;
  },
  context: async () => {
    const context = (task: string) => post("/context", { task, agent_type: "builder", repository });
    await context("Parse the version by number");
    return () => context("Change how versions are parsed by number");
  },
};

it.each(Object.entries(trips))("%s enters no more files than it did", async (name, prepare) => {
  const request = await prepare();
  // What processes count is shared a second after the first request, beside whatever runs then. On a slow machine the
  // key is looked up again meanwhile: two files, which the ceilings allow for.
  await sleep(1_100);
  const files = await filesEntered(request);
  console.log(`${name}: ${files.length} files\n  ${files.join("\n  ")}`);
  expect(files.length).toBeGreaterThan(0);
  expect(files.length).toBeLessThanOrEqual(ceilings[name as keyof typeof trips]);
});
