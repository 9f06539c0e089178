import { isDeepStrictEqual } from "node:util";
import { percentile } from "../statistics";
import { type Answer, type Ask, askFor, type Client, openClient, type Slice } from "./clients";
import { type Counters, type Counts, difference } from "./counters";
import { cpuOf } from "./cpu";
import type { ScaleOperation } from "./operations";

export type Load = {
  clients: number;
  per_second: number;
  /** Milliseconds. */
  median: number;
  p95: number;
  served: number;
  refused: number;
};
/** Milliseconds on a processor for each request. */
type Cpu = { web: number; database: number };
export type SideFigures = { loads: Load[]; cpu: Cpu; counts: Counts };
export type OperationFigures = { operation: string; product: SideFigures; bare: SideFigures };

/** What asks one of the two servers. */
type Side = {
  clients: readonly Client[];
  pid: number;
  slices: Map<number, Slice[]>;
  cpu: Cpu;
  requests: number;
};

export const CLIENTS = [1, 8, 32];
const WARM_UP = 5;
const COMPARED = 15;
const COUNTED = 20;

export type Servers = {
  product: { port: number; pid: number };
  bare: { port: number; pid: number };
  database_pid: number;
  keys: readonly string[];
  counters: Counters;
};

/**
 * Asks the product and the bare server the same in turn, slice by slice, so that what else the machine does meets both
 * alike. First both must give the same answer.
 * @throws Error on a wrong answer.
 */
export async function measureOperation(
  { name, ...asked }: ScaleOperation,
  servers: Servers,
  { rounds, slice_ms }: { rounds: number; slice_ms: number },
): Promise<OperationFigures> {
  const { product, bare, keys } = servers;
  const sideOf = (clients: Client[], pid: number): Side => ({
    clients,
    pid,
    slices: new Map(),
    cpu: { web: 0, database: 0 },
    requests: 0,
  });
  const sides = {
    product: sideOf(
      keys.map((key) => openClient({ port: product.port, key })),
      product.pid,
    ),
    bare: sideOf(
      keys.map(() => openClient({ port: bare.port })),
      bare.pid,
    ),
  };
  const turns = { product: 0, bare: 0 };
  const next = { product: () => asked.product(turns.product++), bare: () => asked.bare(turns.bare++) };
  try {
    await compare({ name, ...asked }, sides);
    const counts = {
      product: await countRequests(sides.product, next.product, servers.counters),
      bare: await countRequests(sides.bare, next.bare, servers.counters),
    };
    for (let round = 0; round < rounds; round++)
      for (const clients of CLIENTS)
        for (const which of round % 2 === 0 ? BOTH : [...BOTH].reverse())
          await addSlice(sides[which], {
            clients,
            ms: slice_ms,
            next: next[which],
            database_pid: servers.database_pid,
          });
    return {
      operation: name,
      product: figuresOf(sides.product, counts.product),
      bare: figuresOf(sides.bare, counts.bare),
    };
  } finally {
    for (const { clients } of Object.values(sides)) for (const { close } of clients) close();
  }
}

const BOTH = ["product", "bare"] as const;

async function askOne({ clients }: Side, asked: Ask): Promise<Answer> {
  const answer = await clients[0]?.ask(asked);
  if (!answer || answer.status < 200 || answer.status > 299)
    throw new Error(`${asked.method} ${asked.path}: ${answer?.status} ${answer?.text.slice(0, 500)}`);
  return answer;
}

/** Also the warm-up of both. @throws Error where they differ, or where the product's answer is wrong by itself. */
async function compare(
  { name, product, bare, compared, check }: ScaleOperation,
  sides: { product: Side; bare: Side },
): Promise<void> {
  const rounds = compared ? COMPARED : WARM_UP;
  for (let round = 0; round < rounds; round++) {
    // Not those that are measured.
    const place = 1_000_000 + round;
    const ours: unknown = JSON.parse((await askOne(sides.product, product(place))).text);
    const theirs: unknown = JSON.parse((await askOne(sides.bare, bare(place))).text);
    const wrong = check(ours);
    if (wrong !== null) throw new Error(`${name}: a wrong answer: ${wrong}`);
    if (!compared) continue;
    const [one, other] = [compared.product(ours), compared.bare(theirs)];
    if (!isDeepStrictEqual(one, other))
      throw new Error(
        `${name}: the product answered ${JSON.stringify(one).slice(0, 600)} where PostgreSQL says ${JSON.stringify(other).slice(0, 600)}`,
      );
  }
}

async function countRequests(side: Side, next: () => Ask, counters: Counters): Promise<Counts> {
  const before = await counters.read();
  for (let count = 0; count < COUNTED; count++) await askOne(side, next());
  return difference(await counters.read(), before, COUNTED);
}

async function addSlice(
  side: Side,
  { clients, ms, next, database_pid }: { clients: number; ms: number; next: () => Ask; database_pid: number },
): Promise<void> {
  const before = { web: cpuOf(side.pid), database: cpuOf(database_pid) };
  const slice = await askFor(side.clients.slice(0, clients), { ms, next });
  side.cpu.web += cpuOf(side.pid) - before.web;
  side.cpu.database += cpuOf(database_pid) - before.database;
  side.requests += slice.times.length;
  side.slices.set(clients, [...(side.slices.get(clients) ?? []), slice]);
}

function figuresOf({ slices, cpu, requests }: Side, counts: Counts): SideFigures {
  const loads = [...slices].map(([clients, parts]): Load => {
    const times = parts.flatMap((part) => part.times);
    const seconds = parts.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
    return {
      clients,
      per_second: times.length / seconds,
      median: times.length > 0 ? percentile(times, 0.5) : Number.NaN,
      p95: times.length > 0 ? percentile(times, 0.95) : Number.NaN,
      served: times.length,
      refused: parts.reduce((sum, { refused }) => sum + refused, 0),
    };
  });
  const per = (ms: number) => ms / Math.max(1, requests);
  return { loads, counts, cpu: { web: per(cpu.web), database: per(cpu.database) } };
}
