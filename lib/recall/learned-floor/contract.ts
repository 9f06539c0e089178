import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";

const learnedModelSchema = z.object({
  name: z
    .string()
    .meta({ description: "The embedder whose packs it judges; `words`: those without vectors" }),
  in_use: z.boolean().meta({ description: "It is used for the packs of this server's embedder" }),
  floor_measured: z
    .number()
    .meta({ description: "Relevance from which a pack is served, as measured on public projects" }),
  floor_learned: z.number().meta({ description: "The same after learning from outcomes" }),
  joins_measured: z
    .number()
    .meta({ description: "Relevance from which other memories join a pack that is served, as measured" }),
  joins_learned: z.number().meta({ description: "The same after learning from outcomes" }),
  shift: z.number().meta({ description: "What outcomes add to the log-odds of relevance, -0.8 to 0" }),
  reported: z.int().meta({ description: "Memories of packs that somebody reported on" }),
  inferred: z.int().meta({ description: "Others, whose outcome was inferred from answers" }),
  expected: z.int().meta({ description: "Expectations of people that were replayed" }),
  right: z.int().meta({ description: "Reported and inferred ones that were useful" }),
  learned_at: z.iso.datetime().nullable().meta({ description: "null: nothing was learned from yet" }),
});

export const relevanceSchema = z.object({
  learning: z.boolean().meta({ description: "The setting relevance_learning: what was learned is used" }),
  relevance_floor: z
    .number()
    .nullable()
    .meta({ description: "The setting that overrides the floor of a pack; null: none" }),
  reset_at: z.iso.datetime().nullable().meta({ description: "Outcomes of packs before it do not count" }),
  models: z.array(learnedModelSchema),
});

export type LearnedRelevance = z.output<typeof relevanceSchema>;

export const relevanceGet = defineContract({
  name: "relevance_get",
  module: "recall",
  summary: "The relevance floor: as measured, and as learned from the organization's outcomes",
  effect: "read",
  reads: ["relevance", "recalls", "expectations", "settings"],
  permission: "memories:read",
  reach: "organization",
  http: { method: "GET", path: "/recalls/relevance", status: 200 },
  input: z.strictObject({}),
  output: relevanceSchema,
});

export const relevanceReset = defineContract({
  name: "relevance_reset",
  module: "recall",
  summary: "Reset what was learned from outcomes; only outcomes of packs from now on count",
  effect: "write",
  changes: ["relevance"],
  permission: "organization:manage",
  reach: "organization",
  http: { method: "POST", path: "/recalls/relevance/reset", status: 200 },
  input: z.strictObject({}),
  output: relevanceSchema,
});
