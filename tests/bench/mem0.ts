import { agentKeyCreate } from "@/lib/access/contract";
import { handleMem0 } from "@/lib/doors/mem0";
import { handleRest } from "@/lib/doors/rest";
import { applySettings } from "@/lib/env";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { listen } from "../support/listen";
import { partsOf } from "../support/parts";
import type { Fixture } from "./house";
import { percentile } from "./statistics";
import { formatTable } from "./table";

export type Mem0Speed = { what: string; rest: number; mem0: number; rest_p95: number; mem0_p95: number };

type Ask = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

const WARM_UP = 20;
/** What a client of mem0 may take of the time of the same request over REST. */
const TARGET = 1.2;

/**
 * The same requests over REST and over mem0's API, one after the other and each first in every second round, on one
 * database with `memories` memories; milliseconds at the client.
 */
export async function measureMem0(
  fixture: Fixture,
  { memories, rounds }: { memories: number; rounds: number },
): Promise<Mem0Speed[]> {
  applySettings({ RATE_LIMIT_PER_MINUTE: "10000000" });
  const { key } = await fixture.run(
    agentKeyCreate,
    { name: "bench-mem0", agent: "bench-mem0", permissions: [...PERMISSIONS] },
    { actor: fixture.owner },
  );
  const parts = partsOf(fixture);
  const rest = await listen((request) => handleRest(request, parts));
  const mem0 = await listen((request) => handleMem0(request, parts));
  try {
    return await measure({ rest: asker(rest.port, key), mem0: asker(mem0.port, key), memories, rounds });
  } finally {
    await rest.close();
    await mem0.close();
  }
}

function asker(port: number, key: string): Ask {
  return async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { Authorization: `Token ${key}`, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return { ...Object(answer) };
  };
}

const statement = (name: string, number: number) =>
  `Crane ${name} ${number} lifts ${number * 7} boxes of pallets`;

type Asked = { rest: Ask; mem0: Ask; memories: number; rounds: number };

async function measure({ rest, mem0, memories, rounds }: Asked): Promise<Mem0Speed[]> {
  for (let number = 0; number < memories; number += 100)
    await rest("POST", "/api/v1/memories/batch", {
      memories: Array.from({ length: 100 }, (_, at) => ({
        kind: "fact",
        statement: statement("old", number + at),
        user: `user-${at % 10}`,
      })),
    });
  const { memory } = await rest("POST", "/api/v1/memories", { kind: "fact", statement: statement("one", 1) });
  const id = String(Reflect.get(Object(memory), "id"));
  const query = "which crane lifts boxes";
  const where = { field: "user", is: "equal", value: "user-3" };
  const pairs: [what: string, rest: (round: number) => unknown, mem0: (round: number) => unknown][] = [
    [
      "store",
      (round) =>
        rest("POST", "/api/v1/memories", { kind: "fact", statement: statement("rest", round), user: "ana" }),
      (round) =>
        mem0("POST", "/v3/memories/add/", {
          messages: statement("mem0", round),
          user_id: "ana",
          infer: false,
        }),
    ],
    [
      "search",
      () => rest("POST", "/api/v1/memories/search", { query, user: "user-3" }),
      () => mem0("POST", "/v3/memories/search/", { query, filters: { user_id: "user-3" } }),
    ],
    [
      "list 100",
      () => rest("POST", "/api/v1/memories/query", { where }),
      () => mem0("POST", "/v3/memories/", { filters: { user_id: "user-3" } }),
    ],
    ["get", () => rest("GET", `/api/v1/memories/${id}`), () => mem0("GET", `/v1/memories/${id}/`)],
  ];
  const figures: Mem0Speed[] = [];
  for (const [what, overRest, overMem0] of pairs) {
    const times: { rest: number[]; mem0: number[] } = { rest: [], mem0: [] };
    for (let round = 0; round < WARM_UP + rounds; round++) {
      const order = round % 2 === 0 ? (["rest", "mem0"] as const) : (["mem0", "rest"] as const);
      for (const name of order) {
        const started = performance.now();
        await (name === "rest" ? overRest(round) : overMem0(round));
        if (round >= WARM_UP) times[name].push(performance.now() - started);
      }
    }
    figures.push({
      what,
      rest: percentile(times.rest, 0.5),
      mem0: percentile(times.mem0, 0.5),
      rest_p95: percentile(times.rest, 0.95),
      mem0_p95: percentile(times.mem0, 0.95),
    });
  }
  return figures;
}

export function mem0Table(figures: readonly Mem0Speed[]): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const rows = figures.map(({ what, rest, mem0, rest_p95, mem0_p95 }) => [
    what,
    ms(rest),
    ms(mem0),
    (mem0 / rest).toFixed(2),
    ms(rest_p95),
    ms(mem0_p95),
    mem0 / rest <= TARGET ? "met" : "missed",
  ]);
  const header = ["", "REST", "mem0", "ratio", "REST p95", "mem0 p95", `≤ ${TARGET}`];
  return formatTable(header, rows, new Set([1, 2, 3, 4, 5]));
}
