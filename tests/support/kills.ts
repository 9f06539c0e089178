import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { newId } from "@/lib/kernel/ids";
import type { Town } from "./chaos";

const WRITERS = 3;
/** So many are acknowledged between one kill and the next, so that each happens under load. */
const WRITES_BETWEEN = 3;
const MOST_WAIT_MS = 120_000;
const PARTS = ["web", "worker", "database"] as const;

export type Kills = {
  kills: Record<(typeof PARTS)[number], number>;
  acknowledged: number;
  /** Statements that were acknowledged and are not there. */
  lost: string[];
  /** Statements that are there more than once. */
  doubled: string[];
  /** Statuses of what was not acknowledged; 0 where no answer came. */
  refused: Record<number, number>;
  slowest_return_ms: number;
};

/**
 * Kills the parts of a Casebook in turn with SIGKILL while others write, starts each again, and compares what was acknowledged
 * with what is stored. What got no answer is sent again with the same Idempotency-Key.
 */
export async function killParts(town: Town, { count }: { count: number }): Promise<Kills> {
  const found: Kills = {
    kills: { web: 0, worker: 0, database: 0 },
    acknowledged: 0,
    lost: [],
    doubled: [],
    refused: {},
    slowest_return_ms: 0,
  };
  const acknowledged: string[] = [];
  const over = new AbortController();
  const writing = Array.from({ length: WRITERS }, (_, writer) =>
    write({ town, writer, acknowledged, found, over: over.signal }),
  );
  try {
    for (let at = 0; at < count; at++) {
      await untilMore(acknowledged);
      const part = PARTS[at % PARTS.length] ?? "web";
      const began = performance.now();
      await RESTARTS[part](town);
      await town.untilHealthy();
      found.kills[part] += 1;
      found.slowest_return_ms = Math.max(found.slowest_return_ms, performance.now() - began);
    }
    await untilMore(acknowledged);
  } finally {
    over.abort();
    await Promise.all(writing);
  }
  const stored = await storedStatements(town);
  found.acknowledged = acknowledged.length;
  found.lost = acknowledged.filter((statement) => !stored.has(statement));
  found.doubled = [...stored].flatMap(([statement, times]) => (times > 1 ? [statement] : []));
  return found;
}

const RESTARTS: Readonly<Record<(typeof PARTS)[number], (town: Town) => Promise<void>>> = {
  web: async (town) => {
    await town.killWeb();
    await town.startWeb();
  },
  worker: async (town) => {
    await town.killWorker();
    await town.startWorker();
  },
  database: async (town) => {
    await town.killDatabase();
    await town.startAgain();
  },
};

async function untilMore(acknowledged: readonly string[]): Promise<void> {
  const wanted = acknowledged.length + WRITES_BETWEEN;
  for (const until = Date.now() + MOST_WAIT_MS; Date.now() < until; await sleep(20))
    if (acknowledged.length >= wanted) return;
  throw new Error("nothing is written any more");
}

type Writing = { town: Town; writer: number; acknowledged: string[]; found: Kills; over: AbortSignal };

async function write({ town, writer, acknowledged, found, over }: Writing): Promise<void> {
  for (let at = 0; !over.aborted; at++) {
    const statement = `Buoy ${writer}-${at} of channel ${newId()} is ${at % 7} metres high.`;
    const key = newId();
    for (let status = -1; status !== 201 && !over.aborted; ) {
      status = await store({ town, statement, key });
      if (status === 201) acknowledged.push(statement);
      else {
        found.refused[status] = (found.refused[status] ?? 0) + 1;
        await sleep(100);
      }
    }
  }
}

async function store({
  town,
  statement,
  key,
}: {
  town: Town;
  statement: string;
  key: string;
}): Promise<number> {
  try {
    const response = await fetch(`${town.url}/api/v1/memories`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${town.key}`,
        "Content-Type": "application/json",
        "Idempotency-Key": key,
      },
      body: JSON.stringify({ kind: "fact", scope: "agent", statement }),
      signal: AbortSignal.timeout(10_000),
    });
    await response.json();
    return response.status;
  } catch {
    return 0;
  }
}

/** Every statement of the writers in the database, and how often it is there. */
async function storedStatements(town: Town): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: town.connection_string });
  await client.connect();
  try {
    const { rows } = await client.query<{ statement: string; times: number }>(
      "select statement, count(*)::int as times from memory where statement like 'Buoy %' group by 1",
    );
    return new Map(rows.map(({ statement, times }) => [statement, times]));
  } finally {
    await client.end();
  }
}
