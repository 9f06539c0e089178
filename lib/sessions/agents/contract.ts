import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { timeSchema } from "@/lib/kernel/time";
import { repositoryRefSchema } from "@/lib/memories/fields";

export const FIGURES = [
  "pack_precision",
  "pack_precision_inferred",
  "packs_empty",
  "tokens_per_pack",
  "delivered_twice",
  "disputed_served",
  "verified_before_use",
  "verified_in_searches",
  "average_quality",
  "low_quality",
  "with_metadata",
  "agent_types_contributing",
  "invalid_detection",
  "false_alarms",
  "bytes_per_10000",
] as const;

const figureSchema = z.object({
  name: z.enum(FIGURES),
  value: z.number().nullable().meta({ description: "null where nothing was counted; a share is 0–1" }),
  unit: z.enum(["share", "score", "bytes", "tokens"]),
  low: z.number().nullable().meta({ description: "95 % interval; null where there is none" }),
  high: z.number().nullable(),
  count: z.number().nullable().meta({ description: "Number counted, out of `of`" }),
  of: z.number().meta({ description: "The sample" }),
  target: z
    .object({ is: z.enum(["at_least", "above", "at_most", "below"]), value: z.number() })
    .nullable()
    .meta({ description: "null: none is set" }),
  met: z.boolean().nullable(),
});

export type Figure = z.output<typeof figureSchema>;

const milliseconds = z.number().nullable().meta({ description: "Milliseconds; null where there was none" });

const agentFiguresSchema = z.object({
  agent_type: z.string(),
  agents: z.int().meta({ description: "Different agents of this type that asked" }),
  recalls: z.int(),
  recalls_served: z.int().meta({ description: "How many of them served something" }),
  recalls_empty: z.int().meta({ description: "How many were complete and had nothing to serve" }),
  recalls_failed: z.int(),
  recalls_degraded: z.int().meta({ description: "How many were answered with a part missing" }),
  memories_loaded: z.int(),
  query_p50: milliseconds,
  query_p95: milliseconds,
  answers: z.int().meta({ description: "Answers in sessions that were learned from" }),
  memories_stored: z.int().meta({ description: "New memories from them" }),
  storage_p50: milliseconds,
  storage_p95: milliseconds,
  memories: z.int().meta({ description: "Active memories of this agent type now" }),
  average_quality: z.number().nullable(),
  high_quality: z.int().meta({ description: "Quality of 0.7 and more" }),
  low_quality: z.int().meta({ description: "Quality below 0.5" }),
});

export type AgentFigures = z.output<typeof agentFiguresSchema>;

export const agentStats = defineContract({
  name: "agent_stats",
  module: "sessions",
  summary: "What each agent type gets from memory and adds to it, and the figures that have a target",
  effect: "read",
  reads: ["memories", "recalls", "sessions"],
  permission: "memories:read",
  reach: "repository",
  http: { method: "GET", path: "/agents/stats", status: 200 },
  gauges: ({ reuse_rate: reuse }) => {
    const help = "Active memories served or applied more than once, of all active ones, 0–1.";
    return [
      { name: "memory_reuse_rate", help, values: reuse === null ? [] : [{ labels: {}, value: reuse }] },
    ];
  },
  input: z.strictObject({
    repository: repositoryRefSchema.optional(),
    days: z.int().min(1).max(365).default(30).meta({ description: "Up to now" }),
  }),
  output: z.object({
    since: timeSchema,
    agents: z.array(agentFiguresSchema),
    reuse_rate: z
      .number()
      .nullable()
      .meta({ description: "Active memories served or applied more than once, of all active ones, 0–1" }),
    figures: z.array(figureSchema),
  }),
});

export type AgentStats = z.output<typeof agentStats.output>;
