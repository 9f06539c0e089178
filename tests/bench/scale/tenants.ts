/**
 * Many organizations of a middle size, on one PostgreSQL and spread over a Citus cluster of a coordinator and two workers:
 * whether both give the same answers, what they serve, and what each server's processors do for it. All of them are on
 * this machine, so it shows what spreading costs and how evenly it falls, not what further machines bring.
 */
import { performance } from "node:perf_hooks";
import pg from "pg";
import { createEmbedder, type Embedder } from "@/lib/ai";
import { distribute } from "@/lib/db/citus/distribute";
import { type Database, openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import { migrateQueues } from "@/lib/jobs";
import type { Actor } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { memorySearch } from "@/lib/memories/contract";
import { settled } from "@/lib/recall";
import { contextGet } from "@/lib/recall/contract";
import { jobs } from "@/lib/registry";
import { citusServers, createClusterDatabase, stopCitus } from "../../support/citus";
import { createOrganization } from "../../support/database";
import { startPostgres, stopPostgres } from "../../support/postgres";
import { dropSlowIndexes } from "../data";
import { runOn } from "../house";
import { percentile } from "../statistics";
import { formatTable } from "../table";
import { makeNotes } from "../texts";
import { cpuOf, parentOf } from "./cpu";
import { buildIndexes, MEMORY_COLUMNS, memoryRow, VECTOR_COLUMNS } from "./data";
import { learnMeaning, makeScaleQuestions, type ScaleQuestion } from "./meaning";
import { type Row, storeRows } from "./rows";

const POOL = 10;
const SHARDS = 32;
const CLIENTS = [1, 8];
/** Slices of one arm and then of the other, so that what else runs on the machine meets both. */
const SLICES = 3;
const OPERATIONS = ["search", "context pack"] as const;
type Operation = (typeof OPERATIONS)[number];

type Size = { organizations: number; memories_each: number; slice_ms: number };

type Arm = {
  name: string;
  db: Database;
  bare: pg.Client;
  /** Of each of its servers the process whose children serve connections. */
  servers: { name: string; pid: number }[];
  agents: Actor[];
};

type Served = { ms: number; times: number[]; unrecorded: number; cpu: Map<string, number> };

/** @returns the tables of it, and where the two answered differently. */
export async function measureTenants(
  size: Size,
  say: (line: string) => void,
): Promise<{ table: string; wrong: string[] }> {
  const embedder = createEmbedder({ provider: "local" });
  try {
    const arms = [await openSingle(), await openCluster(say)];
    say("asking the model for vectors");
    const questions = await makeScaleQuestions(embedder, 40);
    await fill(arms, { ...size, embedder, say });
    say("comparing answers");
    const wrong = await compare(arms, { embedder, questions });
    const rows: string[][] = [];
    for (const operation of OPERATIONS)
      for (const clients of CLIENTS) {
        say(`${operation} from ${clients} at once`);
        rows.push(...(await serve(arms, { operation, clients, embedder, questions, ...size })));
      }
    await settled();
    for (const { db, bare } of arms) {
      await bare.end();
      await db.$disconnect();
    }
    const header = [
      "operation",
      "clients",
      "database",
      "a second",
      "median ms",
      "p95 ms",
      "not recorded",
      "CPU ms a request, by server",
    ];
    return { table: formatTable(header, rows, new Set([1, 3, 4, 5, 6])), wrong };
  } finally {
    stopCitus();
    stopPostgres();
    await embedder.close();
  }
}

async function openSingle(): Promise<Arm> {
  const url = await startPostgres();
  await makeTables(url);
  return openArm("one server", url, [url]);
}

async function openCluster(say: (line: string) => void): Promise<Arm> {
  const cluster = await citusServers();
  const url = await createClusterDatabase(cluster, `casebook_bench_${newId().replaceAll("-", "")}`);
  await makeTables(url);
  say("spreading the tables over the cluster");
  await distribute(url, { shards: SHARDS, onStep: () => {} });
  return openArm("Citus, 2 workers", url, [cluster.url, ...cluster.workers]);
}

async function makeTables(url: string): Promise<void> {
  await migrate(url, "prisma/migrations");
  await migrateQueues(url, jobs);
}

/** @param urls of its servers, that with the tables or the coordinator first */
async function openArm(name: string, url: string, urls: readonly string[]): Promise<Arm> {
  const servers: Arm["servers"] = [];
  for (const [at, each] of urls.entries()) {
    const client = await connect(each);
    servers.push({ name: serverName(at, urls.length), pid: await serverOf(client) });
    await client.end();
  }
  return { name, db: openDatabase(url, POOL), bare: await connect(url), servers, agents: [] };
}

function serverName(at: number, of: number): string {
  if (of === 1) return "server";
  return at === 0 ? "coordinator" : `worker ${at}`;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function serverOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return parentOf(rows[0]?.pid ?? 0);
}

/** The same memories, with the same ids and vectors, in both. */
async function fill(
  arms: readonly Arm[],
  { organizations, memories_each, embedder, say }: Size & { embedder: Embedder; say: (line: string) => void },
): Promise<void> {
  const meaning = await learnMeaning(embedder, 400);
  const notes = makeNotes(memories_each);
  const rebuild: string[][] = [];
  for (const { bare } of arms) rebuild.push(await dropSlowIndexes(bare));
  for (let organization = 0; organization < organizations; organization += 1) {
    if (organization % 10 === 0) say(`storing organization ${organization + 1} of ${organizations}`);
    const of = { organization_id: "", agent_id: "", memories: memories_each, repositories: new Map() };
    const memories = notes.map((note, index) => memoryRow(of, { index, ...note }));
    const vectors = memories.map(({ id }, index) => ({
      memory_id: id,
      embedder_id: embedder.id,
      embedding: meaning.vectorOf(index, notes[index]?.subject ?? 0),
    }));
    for (const { bare, db, agents } of arms) {
      const agent = await (await createOrganization(db)).agent({ name: "bench" });
      agents.push(agent);
      const own = (rows: readonly Row[]) =>
        rows.map((row) => ({ ...row, organization_id: agent.organization_id, created_by_id: agent.id }));
      await storeRows(bare, {
        table: "memory",
        columns: MEMORY_COLUMNS,
        rows: own(memories),
        embedded: false,
      });
      await storeRows(bare, {
        table: "memory_embedding",
        columns: VECTOR_COLUMNS,
        rows: own(vectors),
        embedded: false,
      });
    }
  }
  for (const [at, { name, bare }] of arms.entries()) {
    say(`indexing on ${name}`);
    await buildIndexes(bare, {
      definitions: rebuild[at] ?? [],
      embedder,
      vectors: organizations * memories_each,
    });
    await bare.query("vacuum analyze memory, memory_embedding");
  }
}

type Asked = { embedder: Embedder; questions: readonly ScaleQuestion[] };

/** The ids that an agent gets for a question, and whether that was recorded before the answer left. */
async function ask(
  { db, agents }: Arm,
  { operation, at, embedder, questions }: Asked & { operation: Operation; at: number },
): Promise<{ ids: string[]; recorded: boolean }> {
  const actor = agents[at % agents.length];
  const question = questions[at % questions.length];
  if (!actor || !question) throw new Error("there is nobody to ask");
  const as = { actor, embedder };
  if (operation === "search") {
    const { items } = await runOn(db)(memorySearch, { query: question.text, limit: 10 }, as);
    return { ids: items.map(({ memory }) => memory.id), recorded: true };
  }
  const { memories, recall_id } = await runOn(db)(
    contextGet,
    { agent_type: "main", task: question.text },
    as,
  );
  return { ids: memories.map(({ memory_id }) => memory_id), recorded: recall_id !== null };
}

/** Where the two answer one question differently: other memories, or in another order. */
async function compare(arms: readonly Arm[], asked: Asked): Promise<string[]> {
  const [one, other] = arms;
  if (!one || !other) return [];
  const wrong: string[] = [];
  for (let at = 0; at < 4 * one.agents.length; at += 1)
    for (const operation of OPERATIONS) {
      const expected = (await ask(one, { operation, at, ...asked })).ids.join();
      const found = (await ask(other, { operation, at, ...asked })).ids.join();
      const organization = (at % one.agents.length) + 1;
      if (expected !== found)
        wrong.push(`${operation} in organization ${organization}: ${expected} and ${found}`);
    }
  return wrong;
}

async function serve(
  arms: readonly Arm[],
  {
    operation,
    clients,
    slice_ms,
    ...asked
  }: Asked & { operation: Operation; clients: number; slice_ms: number },
): Promise<string[][]> {
  const served = new Map<Arm, Served>();
  for (let slice = 0; slice < SLICES; slice += 1)
    for (const arm of arms) {
      const sum: Served = served.get(arm) ?? { ms: 0, times: [], unrecorded: 0, cpu: new Map() };
      served.set(arm, sum);
      const before = arm.servers.map(({ pid }) => cpuOf(pid));
      const began = performance.now();
      const client = async (first: number) => {
        for (let at = first; performance.now() - began < slice_ms; at += 7) {
          const asked_at = performance.now();
          const { recorded } = await ask(arm, { operation, at, ...asked });
          if (!recorded) sum.unrecorded += 1;
          sum.times.push(performance.now() - asked_at);
        }
      };
      await Promise.all(Array.from({ length: clients }, (_, at) => client(13 * at + slice)));
      sum.ms += performance.now() - began;
      for (const [at, { name, pid }] of arm.servers.entries())
        sum.cpu.set(name, (sum.cpu.get(name) ?? 0) + cpuOf(pid) - (before[at] ?? 0));
    }
  return [...served].map(([{ name }, { times, unrecorded, ms, cpu }]) => [
    operation,
    String(clients),
    name,
    (times.length / (ms / 1_000)).toFixed(1),
    percentile(times, 0.5).toFixed(1),
    percentile(times, 0.95).toFixed(1),
    String(unrecorded),
    [...cpu].map(([server, spent]) => `${server} ${(spent / times.length).toFixed(1)}`).join(", "),
  ]);
}
