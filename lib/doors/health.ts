import { isDatabaseReady, warmModels } from "@/lib/runtime/parts";
import { metrics } from "@/lib/telemetry/metrics";

const LIMIT_MS = 2_000;

/** What this process needs to answer requests, checked now. */
export async function readiness(): Promise<{ status: "ok" | "unavailable"; database: "ok" | "unavailable" }> {
  // A caller that asks for readiness is about to send requests; the first search should find the model loaded.
  void warmModels();
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), LIMIT_MS).unref());
  const reached = await Promise.race([isDatabaseReady(), late]);
  if (!reached) metrics().degraded_total.inc({ part: "database" });
  return reached ? { status: "ok", database: "ok" } : { status: "unavailable", database: "unavailable" };
}
