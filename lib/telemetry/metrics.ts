import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

const MILLISECONDS = [5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000];

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
    reads_total: new Counter({
      name: "casebook_reads_total",
      help: "Queries where a replica is configured, by where they were sent: primary, replica or replica_only.",
      labelNames: ["from"] as const,
      registers: [registry],
    }),
    refused_total: new Counter({
      name: "casebook_refused_total",
      help: "Requests refused by a limit: rate, queue, size, host or method.",
      labelNames: ["limit"] as const,
      registers: [registry],
    }),
    memories_loaded: new Counter({
      name: "casebook_memories_loaded",
      help: "Memories served in context packs.",
      labelNames: ["agent_type"] as const,
      registers: [registry],
    }),
    memories_stored: new Counter({
      name: "casebook_memories_stored",
      help: "New memories learned from agents' answers.",
      labelNames: ["agent_type"] as const,
      registers: [registry],
    }),
    memory_query_time_ms: new Histogram({
      name: "casebook_memory_query_time_ms",
      help: "Milliseconds to build a context pack and record it.",
      buckets: MILLISECONDS,
      registers: [registry],
    }),
    memory_storage_time_ms: new Histogram({
      name: "casebook_memory_storage_time_ms",
      help: "Milliseconds to learn from an agent's answer.",
      buckets: MILLISECONDS,
      registers: [registry],
    }),
    memory_query_failures: new Counter({
      name: "casebook_memory_query_failures",
      help: "Context packs that could not be built.",
      registers: [registry],
    }),
    memory_storage_failures: new Counter({
      name: "casebook_memory_storage_failures",
      help: "Answers of agents that could not be learned from.",
      registers: [registry],
    }),
    session_memories_total: new Counter({
      name: "casebook_session_memories_total",
      help: "New memories of sessions that stopped.",
      registers: [registry],
    }),
    session_memories_high_quality: new Counter({
      name: "casebook_session_memories_high_quality",
      help: "New memories of sessions that stopped, with a quality of 0.7 or more.",
      registers: [registry],
    }),
    session_memories_global: new Counter({
      name: "casebook_session_memories_global",
      help: "New memories of sessions that stopped, reaching the whole organization.",
      registers: [registry],
    }),
    session_agents_with_memory: new Counter({
      name: "casebook_session_agents_with_memory",
      help: "Agent types that were served something, summed over sessions that stopped.",
      registers: [registry],
    }),
  };
}

/** The metrics of this process. One set, also when development reloads this module. */
export function metrics() {
  held.casebook_metrics ??= createMetrics();
  return held.casebook_metrics;
}
