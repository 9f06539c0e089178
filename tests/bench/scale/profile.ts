import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { formatTable } from "../table";
import { askFor, openClient } from "./clients";
import type { ScaleOperation } from "./operations";
import type { Server } from "./servers";

const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});
type Profile = z.infer<typeof profileSchema>;

const CLIENTS = 4;
const PROFILE_MS = 6_000;
const WRITING_LIMIT_MS = 30_000;
const SHOWN = 20;

export type SelfTime = { operation: string; where: string; ms_per_request: number; share: number };

export const profileFile = () => join(mkdtempSync(join(tmpdir(), "casebook-bench-profile-")), "profile.json");

/** Where the main thread of the web process spends its time while operations are asked for, one after the other. */
export async function profileOperations(
  operations: readonly ScaleOperation[],
  { server, file, keys }: { server: Server; file: string; keys: readonly string[] },
): Promise<SelfTime[]> {
  const clients = keys.slice(0, CLIENTS).map((key) => openClient({ port: server.port, key }));
  const times: SelfTime[] = [];
  try {
    for (const { name, product } of operations) {
      let round = 0;
      const next = () => product(2_000_000 + round++);
      await askFor(clients, { ms: PROFILE_MS / 4, next });
      process.kill(server.pid, "SIGUSR2");
      await sleep(50);
      const { times: served } = await askFor(clients, { ms: PROFILE_MS, next });
      const written = countWritten(server);
      process.kill(server.pid, "SIGUSR2");
      for (const deadline = performance.now() + WRITING_LIMIT_MS; countWritten(server) === written; ) {
        if (performance.now() > deadline) throw new Error("the profile was not written in time");
        await sleep(50);
      }
      const profile = profileSchema.parse(JSON.parse(readFileSync(file, "utf8")));
      times.push(...selfTimes(profile, { operation: name, requests: served.length }));
    }
  } finally {
    for (const { close } of clients) close();
    rmSync(join(file, ".."), { recursive: true, force: true });
  }
  return times;
}

const countWritten = (server: Server) => server.output().split("profile written").length;

/** Time spent in a function itself, by function and by package, greatest first. What is idle is left out. */
export function selfTimes(
  { nodes, samples, timeDeltas }: Profile,
  { operation, requests }: { operation: string; requests: number },
): SelfTime[] {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const functions = new Map<string, number>();
  let busy = 0;
  for (const [at, id] of samples.entries()) {
    const frame = byId.get(id);
    const us = timeDeltas[at] ?? 0;
    if (!frame || frame.functionName === "(idle)") continue;
    busy += us;
    const place = placeOf(frame.url);
    for (const where of [`${frame.functionName || "(anonymous)"} ${place}`, `all of ${ownerOf(place)}`])
      functions.set(where, (functions.get(where) ?? 0) + us);
  }
  return [...functions]
    .sort(([, a], [, b]) => b - a)
    .map(([where, us]) => ({
      operation,
      where,
      ms_per_request: us / 1_000 / Math.max(1, requests),
      share: us / busy,
    }));
}

function placeOf(url: string): string {
  if (url === "") return "(engine)";
  if (!url.startsWith("file:")) return url;
  return relative(process.cwd(), fileURLToPath(url.split("?")[0] ?? url));
}

/** The package or the folder of the product that a file belongs to. */
function ownerOf(place: string): string {
  const [, packaged] = /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(place) ?? [];
  if (packaged !== undefined) return packaged;
  return place.split("/").slice(0, 3).join("/");
}

export function profileTable(times: readonly SelfTime[]): string {
  const operations = [...new Set(times.map(({ operation }) => operation))];
  const rows = operations.flatMap((operation) =>
    times
      .filter((time) => time.operation === operation)
      .slice(0, 2 * SHOWN)
      .map(({ where, ms_per_request, share }) => [
        operation,
        where,
        ms_per_request.toFixed(2),
        `${(100 * share).toFixed(1)} %`,
      ]),
  );
  return formatTable(["operation", "where", "ms a request", "of all"], rows, new Set([2, 3]));
}
