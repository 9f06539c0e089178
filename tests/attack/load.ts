/**
 * Agents that ask a running production server all the time, a person who opens pages beside them, and how much memory the
 * server takes. `tests/e2e/load.long.spec.ts` starts it:
 *
 *   node --import tsx tests/attack/load.ts <server file> <report file> [--agents=200] [--seconds=300]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { DEFAULT_AGENT_PERMISSIONS } from "@/lib/kernel/permissions";
import { ask, byKey, enterTarget, type Target } from "./target";

const MS = 1_000;
const PAGE_EVERY_MS = 3 * MS;
const SAMPLE_EVERY_MS = 5 * MS;
const PAGES = ["/memories", "/", "/citations", "/recalls"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    agents: { type: "string", default: "200" },
    seconds: { type: "string", default: "300" },
    pid: { type: "string" },
  },
});
const [serverFile = "", reportFile = ""] = positionals;
const target = await enterTarget({ ...JSON.parse(readFileSync(serverFile, "utf8")), thorough: true });
const until = Date.now() + Number(values.seconds) * MS;

type Timed = { status: number; ms: number; retry_after: string | null };

/** What an agent asks, in the order of its work. */
const ASKED: readonly ((agent: number, round: number) => { path: string; json: unknown })[] = [
  (agent, round) => ({
    path: "/api/v1/context",
    json: {
      task: `Price berth ${round} of pier ${agent}`,
      agent_type: "main",
      session_id: `load-${agent}-${round}`,
    },
  }),
  (agent, round) => ({
    path: "/api/v1/memories/search",
    json: { query: `depth of berth ${agent * round} of the pier` },
  }),
  (agent, round) => ({
    path: "/api/v1/memories",
    json: {
      kind: "fact",
      scope: "agent",
      statement: `Berth ${round} of pier ${agent} has depth ${round % 9} metres.`,
    },
  }),
];

async function agentKeys(count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let agent = 0; agent < count; agent++) {
    const json = { name: `load ${agent}`, agent: `load-${agent}`, permissions: DEFAULT_AGENT_PERMISSIONS };
    const { text } = await ask(
      target.url,
      byKey(target, { method: "POST", path: "/api/v1/agent-keys", json }),
    );
    keys.push(z.object({ key: z.string() }).parse(JSON.parse(text)).key);
  }
  return keys;
}

/** One agent: asks, and where it is refused waits as long as the answer says. */
async function work(own: Pick<Target, "key">, agent: number, answers: Timed[]): Promise<void> {
  for (let round = 0; Date.now() < until; round++) {
    const asked = ASKED[round % ASKED.length]?.(agent, round);
    if (!asked) return;
    const { status, ms, headers } = await ask(
      target.url,
      byKey(own, { method: "POST", limit_ms: 60 * MS, ...asked }),
    );
    const retry_after = headers.get("retry-after");
    answers.push({ status, ms, retry_after });
    if (retry_after !== null) await sleep(Number(retry_after) * MS + Math.random() * MS);
  }
}

async function openPages(pages: Timed[]): Promise<void> {
  for (let at = 0; Date.now() < until; at++) {
    const path = PAGES[at % PAGES.length] ?? "/";
    const { status, ms, headers } = await ask(target.url, { path, headers: { cookie: target.cookie } });
    pages.push({ status, ms, retry_after: headers.get("retry-after") });
    await sleep(PAGE_EVERY_MS);
  }
}

/** Megabytes that the web process holds, over time; nothing where the system does not say. */
async function sampleMemory(samples: number[]): Promise<void> {
  for (; Date.now() < until; await sleep(SAMPLE_EVERY_MS)) {
    const status = values.pid === undefined ? "" : readFileSync(`/proc/${values.pid}/status`, "utf8");
    const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1];
    if (kilobytes !== undefined) samples.push(Math.round(Number(kilobytes) / 1024));
  }
}

function quantile(list: readonly number[], share: number): number {
  const sorted = [...list].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

function timesOf(list: readonly Timed[]) {
  const times = list.map(({ ms }) => ms);
  return {
    count: list.length,
    median_ms: quantile(times, 0.5),
    p95_ms: quantile(times, 0.95),
    slowest_ms: quantile(times, 1),
  };
}

const keys = await agentKeys(Number(values.agents));
const answers: Timed[] = [];
const pages: Timed[] = [];
const memory: number[] = [];
const load: number[] = [];
const sampling = (async () => {
  for (; Date.now() < until; await sleep(SAMPLE_EVERY_MS)) load.push(loadavg()[0] ?? 0);
})();
await Promise.all([
  ...keys.map((key, agent) => work({ key }, agent, answers)),
  openPages(pages),
  sampleMemory(memory),
  sampling,
]);
const isServed = ({ status }: Timed) => status >= 200 && status < 300;
const isEarlyRefusal = ({ status, retry_after }: Timed) =>
  (status === 429 || status === 503) && Number(retry_after) > 0;
const served = answers.filter(isServed);
const refused = answers.filter(isEarlyRefusal);
const other = answers.filter((answer) => !isServed(answer) && !isEarlyRefusal(answer));
const third = Math.floor(memory.length / 3);
const report = {
  agents: keys.length,
  seconds: Number(values.seconds),
  machine_load: Math.round((load.reduce((sum, each) => sum + each, 0) / Math.max(1, load.length)) * 10) / 10,
  served: timesOf(served),
  refused: timesOf(refused),
  other: other.map(({ status }) => status),
  pages: { ...timesOf(pages), failed: pages.filter(({ status }) => status !== 200).length },
  megabytes: {
    second_third: quantile(memory.slice(third, 2 * third), 0.5),
    last_third: quantile(memory.slice(2 * third), 0.5),
  },
};
writeFileSync(reportFile, JSON.stringify(report));
console.log(JSON.stringify(report, null, 2));
process.exit(0);
