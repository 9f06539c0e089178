import { isDatabaseReady, warmModels } from "@/lib/runtime/parts";
import { metrics } from "@/lib/telemetry/metrics";

const LIMIT_MS = 2_000;

/** How long an answer holds: probes cost one statement a second, however many there are. */
const HOLDS_MS = 1_000;

let latest: { at: number; reached: Promise<boolean> } | undefined;

function isReached(): Promise<boolean> {
  const now = performance.now();
  if (latest !== undefined && now - latest.at < HOLDS_MS) return latest.reached;
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), LIMIT_MS).unref());
  latest = { at: now, reached: Promise.race([isDatabaseReady(), late]) };
  return latest.reached;
}

/** What this process needs to answer requests, checked now. */
export async function readiness(): Promise<{ status: "ok" | "unavailable"; database: "ok" | "unavailable" }> {
  // A caller that asks for readiness is about to send requests; the first search should find the model loaded.
  void warmModels();
  const reached = await isReached();
  if (!reached) metrics().degraded_total.inc({ part: "database" });
  return reached ? { status: "ok", database: "ok" } : { status: "unavailable", database: "unavailable" };
}
