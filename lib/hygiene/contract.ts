import { z } from "zod";
import { actorRefSchema } from "@/lib/access/contract";
import { citationInputSchema } from "@/lib/citations/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { memoryBriefSchema, memorySchema } from "@/lib/memories/contract";

const room = "hygiene";

const repositoryRefSchema = text({ max: 200 }).meta({ description: "owner/name of a repository, or its id" });
const sessionIdSchema = text({ max: 200 }).meta({ description: "The client's own id of the run" });
const reasonSchema = text({ max: 2_000 });
const versionSchema = z
  .int()
  .optional()
  .meta({ description: "The version you read; refused when it changed meanwhile" });

/** A step that was taken, by which it is taken back. */
const stepSchema = z.object({ memory_id: idSchema, event_id: idSchema });

// Conflicts --------------------------------------------------------------------------------------------------

export const CONFLICT_STATUSES = ["open", "resolved", "dismissed"] as const;
export const CONFLICT_RULES = ["directive", "negation", "choice", "value", "version", "model"] as const;
export const CONFLICT_DECISIONS = ["holds", "both_hold", "invalidate", "correct"] as const;
export type ConflictDecision = (typeof CONFLICT_DECISIONS)[number];

export const conflictSchema = z.object({
  id: idSchema,
  status: z.enum(CONFLICT_STATUSES).meta({
    description: "dismissed: they hold together; the pair comes back only when one of them is changed",
  }),
  rule: z.enum(CONFLICT_RULES).meta({ description: "What saw it; model: a language model" }),
  subject: z.string(),
  explanation: z.string(),
  session_id: z.string().nullable().meta({ description: "The session whose learning brought it up" }),
  found_at: timeSchema,
  found_by: actorRefSchema,
  decision: z.enum(CONFLICT_DECISIONS).nullable(),
  decided_at: timeSchema.nullable(),
  decided_by: actorRefSchema.nullable(),
  reason: z.string().nullable(),
  kept_id: idSchema.nullable().meta({ description: "The memory that holds, when one does" }),
  memories: z.array(memorySchema).meta({ description: "Those that contradict each other, oldest first" }),
  version: z.int(),
});
export type Conflict = z.output<typeof conflictSchema>;

export const conflictList = defineContract({
  name: "conflict_list",
  room,
  summary: "Memories that contradict each other, those found last first",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/conflicts", status: 200 },
  mcp: {
    title: "conflict.list",
    set: "administration",
    description:
      "List memories that contradict each other and wait for a decision, each group with its statements and citations. " +
      "Read it when you were given statements that cannot both hold, or when you are asked to tidy up. " +
      "To look for memories about a topic use memory_search.",
  },
  input: z.strictObject({
    ...pageInput,
    status: z.enum(CONFLICT_STATUSES).default("open"),
    repository: repositoryRefSchema.optional(),
    memory_id: idSchema.optional().meta({ description: "Only conflicts of this memory" }),
    session_id: sessionIdSchema.optional(),
    rule: z.enum(CONFLICT_RULES).optional(),
  }),
  output: pageOf(conflictSchema),
});

export const conflictGet = defineContract({
  name: "conflict_get",
  room,
  summary: "One conflict with its memories",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/conflicts/{conflict_id}", status: 200 },
  input: z.strictObject({ conflict_id: idSchema }),
  output: conflictSchema,
});

export const conflictResolve = defineContract({
  name: "conflict_resolve",
  room,
  summary: "Decide which of contradicting memories holds: one, all of them, none, or a corrected statement",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/conflicts/{conflict_id}/resolve", status: 200 },
  mcp: {
    title: "conflict.resolve",
    set: "administration",
    description:
      "Decide a conflict after you read the code: holds (memory_id is right, the others are superseded by it), both_hold " +
      "(they apply in different circumstances; say which in reason), invalidate (all are wrong), correct (statement says " +
      "what is true and replaces them). Not without having looked: leave it open when you are not sure.",
  },
  input: z.strictObject({
    conflict_id: idSchema,
    decision: z.enum(CONFLICT_DECISIONS),
    memory_id: idSchema.optional().meta({
      description: "holds: the one that is right. correct: the one that is corrected; default: the oldest",
    }),
    statement: text({ max: 8_000 }).optional().meta({ description: "correct: what is true" }),
    citations: z.array(citationInputSchema).max(20, "must be at most 20").optional().meta({
      description: "correct: the lines that show it. Default: those of the corrected memory that hold",
    }),
    reason: reasonSchema.optional(),
    version: versionSchema,
  }),
  output: conflictSchema,
});

export const conflictUndo = defineContract({
  name: "conflict_undo",
  room,
  summary: "Take back what was decided on a conflict; it is open again, and its memories are what they were",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/conflicts/{conflict_id}/undo", status: 200 },
  input: z.strictObject({ conflict_id: idSchema, reason: reasonSchema.optional() }),
  output: conflictSchema,
});

// Hygiene ----------------------------------------------------------------------------------------------------

export const UNUSED_DAYS = 30;

const countSchema = (description: string) => z.int().min(0).meta({ description });

export const hygieneGet = defineContract({
  name: "hygiene_get",
  room,
  summary: "How much of the memory wants tidying up, by reason",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/hygiene", status: 200 },
  input: z.strictObject({ repository: repositoryRefSchema.optional() }),
  output: z.object({
    exact_duplicates: countSchema("Groups that say the same word for word, for the same reach"),
    near_duplicates: countSchema(
      "Pairs that nearly say the same, by their vectors, and nobody called different",
    ),
    contradictions: countSchema("Conflicts that wait for a decision"),
    never_used: countSchema(
      `Active, never given to an agent nor applied, and older than ${UNUSED_DAYS} days`,
    ),
    recall_loops: countSchema("Learned in a session that had been given one that nearly says the same"),
    unverifiable: countSchema("Given to agents, with no citation that a check can read"),
    secret_like: countSchema("In use, and something that looks like a secret or personal data was taken out"),
    instruction_like: countSchema("Quarantined, because the text addresses the model that reads it"),
    memories: countSchema("Memories in use, active or drifted, that these are counted among"),
  }),
});
export type HygieneCounts = z.output<typeof hygieneGet.output>;

export const HYGIENE_QUEUES = ["never_used", "recall_loop", "unverifiable", "secret_like"] as const;

export const hygieneMemoryList = defineContract({
  name: "hygiene_memory_list",
  room,
  summary: "The memories of one queue of hygiene, the most used first",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/hygiene/memories", status: 200 },
  input: z.strictObject({
    ...pageInput,
    queue: z.enum(HYGIENE_QUEUES),
    repository: repositoryRefSchema.optional(),
  }),
  output: pageOf(
    z.object({
      memory: memorySchema,
      source: memoryBriefSchema
        .nullable()
        .meta({ description: "recall_loop: the memory that its session had been given" }),
    }),
  ),
});

export const DUPLICATE_KINDS = ["exact", "near"] as const;

export const duplicateSchema = z.object({
  memories: z.array(memorySchema).meta({ description: "That say the same; the one to keep is the first" }),
  similarity: z
    .number()
    .nullable()
    .meta({ description: "Cosine of their vectors; null: word for word the same" }),
  safe: z.boolean().meta({
    description:
      "No number, name, negation or opposite is in one and not in the other, so consolidation may merge them",
  }),
});
export type Duplicate = z.output<typeof duplicateSchema>;

export const duplicateList = defineContract({
  name: "duplicate_list",
  room,
  summary: "Memories that say the same, in groups: word for word, or nearly, the most alike first",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/hygiene/duplicates", status: 200 },
  input: z.strictObject({
    ...pageInput,
    kind: z.enum(DUPLICATE_KINDS),
    repository: repositoryRefSchema.optional(),
  }),
  output: pageOf(duplicateSchema),
});

const MAX_GROUPS = 100;
const idsSchema = z.array(idSchema).min(2, "must hold two ids").max(50, "must be at most 50 ids");

export const duplicateMerge = defineContract({
  name: "duplicate_merge",
  room,
  summary: "Merge groups of memories into the first of each; who said each, and how often, is kept",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/hygiene/duplicates/merge", status: 200 },
  input: z.strictObject({
    groups: z
      .array(idsSchema)
      .min(1, "must hold a group")
      .max(MAX_GROUPS, `must be at most ${MAX_GROUPS} groups`),
  }),
  output: z.object({
    merged: z.int().meta({ description: "How many were folded into another" }),
    steps: z.array(stepSchema).meta({ description: "For hygiene_undo" }),
  }),
});

export const duplicateDismiss = defineContract({
  name: "duplicate_dismiss",
  room,
  summary: "Say that pairs of memories are different, so that they are not suspected again",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/hygiene/duplicates/dismiss", status: 200 },
  input: z.strictObject({
    pairs: z
      .array(z.strictObject({ one: idSchema, other: idSchema }))
      .min(1, "must hold a pair")
      .max(MAX_GROUPS, `must be at most ${MAX_GROUPS} pairs`),
    distinct: z.boolean().default(true).meta({ description: "false takes it back" }),
  }),
  output: z.object({ count: z.int() }),
});

export const hygieneUndo = defineContract({
  name: "hygiene_undo",
  room,
  summary: "Take steps of a merge or a consolidation back; what was changed since stays and is named",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/hygiene/undo", status: 200 },
  input: z.strictObject({
    steps: z
      .array(z.strictObject(stepSchema.shape))
      .min(1, "must hold a step")
      .max(500, "must be at most 500 steps"),
    reason: reasonSchema.optional(),
  }),
  output: z.object({
    undone: z.int(),
    refused: z.array(z.object({ memory_id: idSchema, detail: z.string() })),
  }),
});

// Consolidation ----------------------------------------------------------------------------------------------

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
  endings: z.array(memoryBriefSchema).meta({ description: "Of sessions that ended, and not worth keeping" }),
  conflicts: z.int().meta({ description: "Contradictions found that were not known" }),
});
export type Consolidation = z.output<typeof consolidationSchema>;

export const memoryConsolidate = defineContract({
  name: "memory_consolidate",
  room,
  summary:
    "Merge what says the same, keep or end sessions' memories, look for contradictions; or only say what",
  effect: "write",
  permission: "jobs:manage",
  http: { method: "POST", path: "/memories/consolidate", status: 200 },
  input: z.strictObject({
    dry_run: z.boolean().default(true).meta({ description: "Only say what would be done" }),
  }),
  output: consolidationSchema.extend({
    dry_run: z.boolean(),
    steps: z.array(stepSchema).meta({ description: "For hygiene_undo" }),
  }),
});
