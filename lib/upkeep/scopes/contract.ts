import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { refusedMemorySchema } from "@/lib/memories/fields";
import { memoryBriefSchema, memorySchema } from "@/lib/memories/memory/contract";

export const MIGRATION_RULES = ["review", "confidence", "unregistered", "category"] as const;

export type MigrationRule = (typeof MIGRATION_RULES)[number];

const countsByRule = z.object({
  review: z.int().meta({ description: "Global from reviews: now in the reviewed repository" }),
  confidence: z
    .int()
    .meta({ description: "Global by confidence: now in the repository where it was learned" }),
  unregistered: z.int().meta({ description: "Learned in an unregistered repository: not served" }),
  category: z.int().meta({ description: "Category general: now the category of its statement" }),
});

export const scopeMigrationRun = defineContract({
  name: "scope_migration_run",
  module: "upkeep",
  summary: "Apply the current rules of scope and category to what earlier versions stored, or preview it",
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
  summary: "Memories changed by the current rules of scope and category, latest first",
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
  summary: "Undo the current rules of scope for all memories or some",
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
      .meta({ description: "Default: all, 500 at a time, latest first" }),
    reason: text({ max: 2_000 }).optional(),
  }),
  output: z.object({
    undone: z.int(),
    refused: z.array(refusedMemorySchema),
    left: z.int().meta({ description: "How many are not undone, including those that were refused" }),
  }),
});
