import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { refusedMemorySchema, repositoryRefSchema } from "@/lib/memories/fields";
import { memoryBriefSchema, memorySchema } from "@/lib/memories/memory/contract";
import { reasonSchema, stepSchema } from "../conflicts/contract";

export const UNUSED_DAYS = 30;

const countSchema = (description: string) => z.int().min(0).meta({ description });

export const hygieneGet = defineContract({
  name: "hygiene_get",
  module: "hygiene",
  summary: "How many memories need cleaning up, by reason",
  effect: "read",
  reads: ["memories", "duplicates", "conflicts", "suggestions"],
  permission: "memories:read",
  reach: "repository",
  people_only: true,
  http: { method: "GET", path: "/hygiene", status: 200 },
  input: z.strictObject({ repository: repositoryRefSchema.optional() }),
  output: z.object({
    exact_duplicates: countSchema("Groups with the same scope that say the same word for word"),
    near_duplicates: countSchema(
      "Pairs that nearly say the same, by their vectors, and were not marked as different",
    ),
    contradictions: countSchema("Conflicts that wait for a decision"),
    suggestions: countSchema("Open suggestions of agents about memories of others"),
    never_used: countSchema(`Active, never served or applied, and older than ${UNUSED_DAYS} days`),
    recall_loops: countSchema("Learned in a session that was served a memory that nearly says the same"),
    unverifiable: countSchema("Served, with no citation that a check can read"),
    secret_like: countSchema("In use, with something removed that looked like a secret or personal data"),
    instruction_like: countSchema("Quarantined, because the text gives instructions to AI models"),
    memories: countSchema("Memories in use, active or drifted, that these are counted among"),
  }),
});

export type HygieneCounts = z.output<typeof hygieneGet.output>;

export const HYGIENE_QUEUES = ["never_used", "recall_loop", "unverifiable", "secret_like"] as const;

export const hygieneMemoryList = defineContract({
  name: "hygiene_memory_list",
  module: "hygiene",
  summary: "The memories of one hygiene queue, the most used first",
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
        .meta({ description: "recall_loop: the memory that its session was served" }),
    }),
  ),
});

export const DUPLICATE_KINDS = ["exact", "near"] as const;

export const duplicateSchema = z.object({
  memories: z
    .array(memorySchema)
    .meta({ description: "Memories that say the same; the first is the one to keep" }),
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
  summary: "Memories that say the same, in groups: word for word, or nearly; the most similar first",
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

const MAX_MEMBERS = 50;

const idsSchema = z
  .array(idSchema)
  .min(2, "must hold two ids")
  .max(MAX_MEMBERS, `must be at most ${MAX_MEMBERS} ids`);

export const duplicateMerge = defineContract({
  name: "duplicate_merge",
  module: "hygiene",
  summary: "Merge groups of memories into the first of each; who stored each, and how often, is kept",
  effect: "write",
  changes: ["memories", "duplicates"],
  permission: "memories:decide",
  reach: "repository",
  people_only: true,
  http: { method: "POST", path: "/hygiene/duplicates/merge", status: 200 },
  example: {
    groups: [["01900000-0000-7000-8000-000000000000", "01900000-0000-7000-8000-000000000001"]],
  },
  input: z.strictObject({
    groups: z
      .array(idsSchema)
      .min(1, "must hold a group")
      .max(MAX_GROUPS, `must be at most ${MAX_GROUPS} groups`),
    versions: z
      .array(z.strictObject({ memory_id: idSchema, version: z.int32().min(1) }))
      .max(MAX_GROUPS * MAX_MEMBERS, `must be at most ${MAX_GROUPS * MAX_MEMBERS} versions`)
      .optional()
      .meta({ description: "The versions you compared; a memory that has changed since is left out" }),
  }),
  output: z.object({
    merged: z.int().meta({ description: "How many were merged into another" }),
    steps: z.array(stepSchema).meta({ description: "For hygiene_undo" }),
    refused: z
      .array(refusedMemorySchema)
      .meta({ description: "Those that were left out, because they changed or are not in use any more" }),
  }),
});

export const duplicateDismiss = defineContract({
  name: "duplicate_dismiss",
  module: "hygiene",
  summary: "Mark pairs of memories as different, so that they are not listed as duplicates again",
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
    distinct: z.boolean().default(true).meta({ description: "false removes the mark" }),
  }),
  output: z.object({ count: z.int() }),
});

export const hygieneUndo = defineContract({
  name: "hygiene_undo",
  module: "hygiene",
  summary: "Undo steps of a merge or a consolidation; memories changed since stay and are listed",
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
