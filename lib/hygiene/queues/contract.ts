import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { memoryBriefSchema, memorySchema, refusedMemorySchema } from "@/lib/memories/contract";
import { reasonSchema, repositoryRefSchema, stepSchema } from "../conflicts/contract";

export const UNUSED_DAYS = 30;

const countSchema = (description: string) => z.int().min(0).meta({ description });

export const hygieneGet = defineContract({
  name: "hygiene_get",
  module: "hygiene",
  summary: "How much of the memory wants tidying up, by reason",
  effect: "read",
  reads: ["memories", "duplicates", "conflicts", "suggestions"],
  permission: "memories:read",
  reach: "repository",
  people_only: true,
  http: { method: "GET", path: "/hygiene", status: 200 },
  input: z.strictObject({ repository: repositoryRefSchema.optional() }),
  output: z.object({
    exact_duplicates: countSchema("Groups that say the same word for word, for the same reach"),
    near_duplicates: countSchema(
      "Pairs that nearly say the same, by their vectors, and nobody called different",
    ),
    contradictions: countSchema("Conflicts that wait for a decision"),
    suggestions: countSchema("What agents suggest about memories of others, which waits for a decision"),
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
  module: "hygiene",
  summary: "The memories of one queue of hygiene, the most used first",
  effect: "read",
  reads: ["memories"],
  permission: "memories:read",
  reach: "repository",
  people_only: true,
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
  module: "hygiene",
  summary: "Memories that say the same, in groups: word for word, or nearly, the most alike first",
  effect: "read",
  reads: ["duplicates", "memories"],
  permission: "memories:read",
  reach: "repository",
  people_only: true,
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
  module: "hygiene",
  summary: "Merge groups of memories into the first of each; who said each, and how often, is kept",
  effect: "write",
  changes: ["memories", "duplicates"],
  permission: "memories:decide",
  reach: "repository",
  people_only: true,
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
  module: "hygiene",
  summary: "Say that pairs of memories are different, so that they are not suspected again",
  effect: "write",
  changes: ["duplicates"],
  permission: "memories:decide",
  reach: "repository",
  people_only: true,
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
  module: "hygiene",
  summary: "Take steps of a merge or a consolidation back; what was changed since stays and is named",
  effect: "write",
  changes: ["memories", "duplicates", "conflicts"],
  permission: "memories:decide",
  reach: "repository",
  people_only: true,
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
    refused: z.array(refusedMemorySchema),
  }),
});
