import { Gauge, Registry } from "prom-client";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { memoryStats } from "@/lib/memories/contract";
import { implementationOf } from "@/lib/registry";
import type { Context } from "@/lib/runtime/operation";
import { parts } from "@/lib/runtime/parts";
import { run } from "@/lib/runtime/run";
import { agentStats } from "@/lib/sessions/contract";
import { metrics } from "@/lib/telemetry/metrics";
import { authenticate } from "./authenticate";
import { problemResponse } from "./rest";

/**
 * Prometheus' text format, for keys and people that may look after jobs: what this process counted since it started, and
 * what the organization of the key has now.
 */
export async function handleMetrics(request: Request): Promise<Response> {
  const request_id = newId();
  try {
    const { actor } = await authenticate(request, parts().db);
    if (!actor.permissions.has("jobs:manage"))
      throw new AppError("permission_denied", "This needs the permission jobs:manage.");
    const { registry } = metrics();
    const own = actor.permissions.has("memories:read")
      ? await gaugesOf({ ...parts(), actor, request_id })
      : null;
    const both = own === null ? registry : Registry.merge([registry, own]);
    return new Response(await both.metrics(), { headers: { "Content-Type": registry.contentType } });
  } catch (error) {
    return problemResponse(error, request_id);
  }
}

/** What an organization has at this moment; read when it is asked for, so that no other organization's is told. */
async function gaugesOf(context: Context): Promise<Registry> {
  const [stats, { figures }] = await Promise.all([
    run(implementationOf(memoryStats), {}, context),
    run(implementationOf(agentStats), {}, context),
  ]);
  const registry = new Registry();
  const gauge = (name: string, help: string, value: number | null) => {
    if (value !== null) new Gauge({ name: `casebook_${name}`, help, registers: [registry] }).set(value);
  };
  const by = (
    name: string,
    help: string,
    label: string,
    counts: readonly { value: string; count: number }[],
  ) => {
    const labelled = new Gauge({
      name: `casebook_${name}`,
      help,
      labelNames: [label],
      registers: [registry],
    });
    for (const { value, count } of counts) labelled.set({ [label]: value }, count);
  };
  const reuse = figures.find(({ name }) => name === "reuse");
  gauge("total_memories", "Memories, whatever their status.", stats.total);
  by("memories_by_agent_type", "Active memories.", "agent_type", stats.by_agent_type);
  by("memories_by_category", "Active memories.", "category", stats.by_category);
  gauge("avg_memory_quality", "Mean quality of active memories, 0–1.", stats.average_quality);
  gauge(
    "memory_reuse_rate",
    "Active memories served or applied more than once, of all active ones, 0–1.",
    reuse?.value ?? null,
  );
  return registry;
}
