import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";

export const vectorStatusSchema = z.object({
  embedder: z.object({ id: z.string(), dimensions: z.int() }).nullable(),
  memories: z.int(),
  embedded: z.int().meta({ description: "How many have a vector of the embedder" }),
  working: z.boolean().meta({ description: "A job that embeds them waits or runs" }),
  problem: z.string().nullable().meta({ description: "The error of the last attempt" }),
  models: z
    .array(z.object({ embedder_id: z.string(), dimensions: z.int(), vectors: z.int(), in_use: z.boolean() }))
    .meta({ description: "All models of which vectors are kept" }),
  index: z.object({
    exists: z.boolean().meta({ description: "Without one, search compares every vector; exact, and slower" }),
    bytes: z.int().nullable(),
  }),
});

export type VectorStatus = z.output<typeof vectorStatusSchema>;

export const vectorStatusGet = defineContract({
  name: "vector_status_get",
  module: "upkeep",
  summary: "How many memories are embedded, and which models' vectors are stored",
  effect: "read",
  reads: ["vectors", "memories"],
  permission: "jobs:manage",
  reach: "organization",
  http: { method: "GET", path: "/vectors", status: 200 },
  input: z.strictObject({}),
  output: vectorStatusSchema,
});

export const vectorRebuild = defineContract({
  name: "vector_rebuild",
  module: "upkeep",
  summary:
    "Embed memories without a vector of the current model, in the background; other models' vectors stay",
  effect: "write",
  changes: ["vectors", "jobs"],
  permission: "jobs:manage",
  reach: "organization",
  http: { method: "POST", path: "/vectors/rebuild", status: 202 },
  input: z.strictObject({}),
  output: vectorStatusSchema,
});

export const vectorClear = defineContract({
  name: "vector_clear",
  module: "upkeep",
  summary: "Delete the vectors of models that are no longer in use",
  effect: "destroy",
  changes: ["vectors"],
  permission: "organization:manage",
  reach: "organization",
  http: { method: "POST", path: "/vectors/clear", status: 200 },
  input: z.strictObject({}),
  output: z.object({ deleted: z.int() }),
});

export const vectorReindex = defineContract({
  name: "vector_reindex",
  module: "upkeep",
  summary: "Rebuild the vector index, in the background; it serves every organization of the server",
  effect: "write",
  changes: ["vectors"],
  permission: "organization:manage",
  reach: "organization",
  http: { method: "POST", path: "/vectors/reindex", status: 202 },
  input: z.strictObject({}),
  output: vectorStatusSchema,
});
