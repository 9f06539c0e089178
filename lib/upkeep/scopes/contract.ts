import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { memoryBriefSchema, memorySchema, refusedMemorySchema } from "@/lib/memories/contract";

export const MIGRATION_RULES = ["review", "confidence", "unregistered", "category"] as const;

export type MigrationRule = (typeof MIGRATION_RULES)[number];

const countsByRule = z.object({
  review: z.int().meta({ description: "Global from reviews: now of the repository that was reviewed" }),
  confidence: z.int().meta({ description: "Global by confidence: now of the repository that learned it" }),
  unregistered: z
    .int()
    .meta({ description: "Learned where no repository is registered: held, served to nobody" }),
  category: z.int().meta({ description: "Filed under general: now under what its statement is about" }),
});

export const scopeMigrationRun = defineContract({
  name: "scope_migration_run",
  module: "upkeep",
  summary:
    "Bring what earlier versions stored under the present rules of scope and category, or say what that is",
  effect: "write",
  changes: ["memories"],
  permission: "organization:manage",
  reach: "organization",
  http: { method: "POST", path: "/scope-migration", status: 200 },
  input: z.strictObject({
    dry_run: z.boolean().default(true).meta({ description: "true: count, and change nothing" }),
  }),
  output: z.object({
    dry_run: z.boolean(),
    looked_at: z.int(),
    changed: z.int(),
    by_rule: countsByRule,
  }),
});

const placeSchema = memorySchema.pick({ scope: true, pending_repository: true, category: true });

export const scopeMigrationItemSchema = z.object({
  event_id: idSchema,
  at: timeSchema,
  memory: memoryBriefSchema,
  rules: z.array(z.enum(MIGRATION_RULES)),
  reason: z.string().nullable(),
  before: placeSchema,
  after: placeSchema,
  undone: z.boolean(),
});

export const scopeMigrationList = defineContract({
  name: "scope_migration_list",
  module: "upkeep",
  summary: "What was brought under the present rules of scope and category, the last first",
  effect: "read",
  reads: ["memories"],
  permission: "memories:read",
  reach: "organization",
  people_only: true,
  http: { method: "GET", path: "/scope-migration", status: 200 },
  input: z.strictObject({
    ...pageInput,
    undone: z.boolean().optional().meta({ description: "Only what was undone, or only the rest" }),
  }),
  output: pageOf(scopeMigrationItemSchema),
});

export const scopeMigrationUndo = defineContract({
  name: "scope_migration_undo",
  module: "upkeep",
  summary: "Put memories back to where they were before the present rules of scope, all or some",
  effect: "write",
  changes: ["memories"],
  permission: "organization:manage",
  reach: "organization",
  people_only: true,
  http: { method: "POST", path: "/scope-migration/undo", status: 200 },
  input: z.strictObject({
    memory_ids: z
      .array(idSchema)
      .min(1, "must hold an id")
      .max(500, "must be at most 500")
      .optional()
      .meta({ description: "Default: all, 500 at a time, the last first" }),
    reason: text({ max: 2_000 }).optional(),
  }),
  output: z.object({
    undone: z.int(),
    refused: z.array(refusedMemorySchema),
    left: z.int().meta({ description: "How many are not undone; with those that were refused" }),
  }),
});
