import { type DatabaseState, databaseState, warmModels } from "@/lib/runtime/parts";
import { metrics } from "@/lib/telemetry/metrics";

const LIMIT_MS = 2_000;

/** How long an answer holds: probes cost one statement a second, however many there are. */
const HOLDS_MS = 1_000;

let latest: { at: number; state: Promise<DatabaseState> } | undefined;

function currentState(): Promise<DatabaseState> {
  const now = performance.now();
  if (latest !== undefined && now - latest.at < HOLDS_MS) return latest.state;
  const late = new Promise<"unavailable">((resolve) => {
    setTimeout(() => resolve("unavailable"), LIMIT_MS).unref();
  });
  latest = { at: now, state: Promise.race([databaseState(), late]) };
  return latest.state;
}

/**
 * What this process needs to answer requests, checked within the last second. A database that takes no changes is ready:
 * what is stored can be read.
 */
export async function readiness(): Promise<{ status: "ok" | "unavailable"; database: DatabaseState }> {
  // A caller that asks for readiness is about to send requests; the first search should find the model loaded.
  void warmModels();
  const database = await currentState();
  if (database !== "ok") metrics().degraded_total.inc({ part: "database" });
  return { status: database === "unavailable" ? "unavailable" : "ok", database };
}
