import type { ReplicaState } from "@/lib/db/replica";
import { type DatabaseState, databaseState, replicaState, warmModels } from "@/lib/runtime/parts";
import { metrics } from "@/lib/telemetry/metrics";
import { isStopping } from "./limits/stopping";

const LIMIT_MS = 2_000;

/** How long an answer holds: probes cost one statement a second, however many there are. */
const HOLDS_MS = 1_000;

type State = { database: DatabaseState; replica: ReplicaState | null };

let latest: { at: number; state: Promise<State> } | undefined;

function currentState(): Promise<State> {
  const now = performance.now();
  if (latest !== undefined && now - latest.at < HOLDS_MS) return latest.state;
  const state = Promise.all([databaseState(), replicaState()]).then(([database, replica]) => ({
    database,
    replica,
  }));
  const late = new Promise<State>((resolve) => {
    setTimeout(() => resolve({ database: "unavailable", replica: null }), LIMIT_MS).unref();
  });
  latest = { at: now, state: Promise.race([state, late]) };
  return latest.state;
}

type Readiness = {
  status: "ok" | "stopping" | "unavailable";
  database: DatabaseState;
  replica?: ReplicaState;
};

function statusOf(database: DatabaseState): Readiness["status"] {
  if (isStopping()) return "stopping";
  if (database === "unavailable") return "unavailable";
  return "ok";
}

/**
 * What this process needs to answer requests, checked within the last second. A database that takes no changes is ready:
 * what is stored can be read. A replica is named where one is configured; nothing needs it.
 */
export async function readiness(): Promise<Readiness> {
  // A caller that asks for readiness is about to send requests; the first search should find the model loaded.
  void warmModels();
  const { database, replica } = await currentState();
  if (database !== "ok") metrics().degraded_total.inc({ part: "database" });
  const report = { status: statusOf(database), database };
  if (replica === null) return report;
  return { ...report, replica };
}
