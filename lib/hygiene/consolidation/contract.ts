import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { memoryBriefSchema } from "@/lib/memories/memory/contract";
import { stepSchema } from "../conflicts/contract";

export const consolidationSchema = z.object({
  merges: z
    .array(
      z.object({
        kept: memoryBriefSchema,
        merged: z.array(memoryBriefSchema),
        why: z.enum(["exact", "near"]),
      }),
    )
    .meta({ description: "What says the same, at most 500 groups" }),
  promotions: z.array(z.object({ memory: memoryBriefSchema, why: z.enum(["high_quality", "applied"]) })),
  endings: z
    .array(memoryBriefSchema)
    .meta({ description: "Memories of ended sessions that are not worth keeping" }),
  conflicts: z.int().meta({ description: "Contradictions found that were not known" }),
});

export type Consolidation = z.output<typeof consolidationSchema>;

export const memoryConsolidate = defineContract({
  name: "memory_consolidate",
  module: "hygiene",
  summary:
    "Merge memories that say the same, keep or end session memories, and search for contradictions; or only preview it",
  effect: "write",
  changes: ["memories", "duplicates", "conflicts", "model_use"],
  permission: "jobs:manage",
  reach: "organization",
  http: { method: "POST", path: "/memories/consolidate", status: 200 },
  input: z.strictObject({
    dry_run: z.boolean().default(true).meta({ description: "Only preview what would be done" }),
  }),
  output: consolidationSchema.extend({
    dry_run: z.boolean(),
    steps: z.array(stepSchema).meta({ description: "For hygiene_undo" }),
  }),
});
