import { Gauge, Registry } from "prom-client";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { operations } from "@/lib/registry";
import type { Context } from "@/lib/runtime/operation";
import { type Parts, parts } from "@/lib/runtime/parts";
import { run } from "@/lib/runtime/run";
import { metrics } from "@/lib/telemetry/metrics";
import { authenticateCounted } from "./authenticate";
import { inTurn } from "./limits";
import { problemResponse } from "./problem-response";

/**
 * Prometheus' text format, for keys and people that may look after jobs: what this process counted since it started, and
 * what the organization of the key has now, as far as the key may read it.
 */
export async function handleMetrics(request: Request, params: Parts = parts()): Promise<Response> {
  const request_id = newId();
  try {
    const { actor } = await authenticateCounted(request, params);
    if (!actor.permissions.has("jobs:manage"))
      throw new AppError("permission_denied", "This needs the permission jobs:manage.");
    const { registry } = metrics();
    const both = Registry.merge([
      registry,
      await inTurn(actor, () => gaugesFor({ ...params, actor, request_id })),
    ]);
    return new Response(await both.metrics(), { headers: { "Content-Type": registry.contentType } });
  } catch (error) {
    return problemResponse(error, request_id);
  }
}

/** Read when it is asked for, in a registry that holds no other organization's. */
async function gaugesFor(context: Context): Promise<Registry> {
  const registry = new Registry();
  for (const operation of operations) {
    const { contract } = operation;
    if (!contract.gauges || !context.actor.permissions.has(contract.permission)) continue;
    for (const { name, help, values } of contract.gauges(await run(operation, {}, context))) {
      const labelNames = [...new Set(values.flatMap(({ labels }) => Object.keys(labels)))];
      const gauge = new Gauge({ name: `casebook_${name}`, help, labelNames, registers: [registry] });
      for (const { labels, value } of values) gauge.set(labels, value);
    }
  }
  return registry;
}
