import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

const held = globalThis as { casebook_metrics?: ReturnType<typeof createMetrics> };

function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    operation_seconds: new Histogram({
      name: "casebook_operation_seconds",
      help: "Duration of operations, by name and outcome (ok or the problem's code).",
      labelNames: ["operation", "outcome"] as const,
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
      registers: [registry],
    }),
    degraded_total: new Counter({
      name: "casebook_degraded_total",
      help: "Times a part was missing and the answer was given without it.",
      labelNames: ["part"] as const,
      registers: [registry],
    }),
  };
}

/** The metrics of this process. One set, also when development reloads this module. */
export function metrics() {
  held.casebook_metrics ??= createMetrics();
  return held.casebook_metrics;
}
