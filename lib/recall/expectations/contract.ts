import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
import { settingsChangeSchema, settingsSchema } from "@/lib/access/settings/settings-schema";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { EMPTY_PAGE, pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { asOfSchema, asOfShape } from "@/lib/memories/as-of/contract";
import { memoryBriefSchema } from "@/lib/memories/memory/contract";
import { MAX_QUESTION_BYTES, questionShape } from "../fields";
import { recallCandidateSchema } from "../ledger/contract";
import { stageSchema } from "../ledger/serving-schema";
import { contextSchema } from "../pack/contract";

export const recallPreview = defineContract({
  name: "recall_preview",
  module: "recall",
  summary: "The pack an agent would get, with everything considered for it; nothing is recorded",
  effect: "read",
  reads: ["memories", "citations", "settings", "relevance"],
  permission: "memories:read",
  reach: "repository",
  people_only: true,
  http: { method: "POST", path: "/recalls/preview", status: 200, max_body_bytes: MAX_QUESTION_BYTES },
  input: z.strictObject({
    ...questionShape,
    agent: text({ max: 100 }).optional().meta({ description: "Name of the agent it would be for" }),
    ...asOfShape,
    settings: settingsChangeSchema
      .optional()
      .meta({ description: "Instead of the current settings, to compare" }),
  }),
  output: contextSchema.extend({
    candidates: z.array(recallCandidateSchema),
    stages: z.array(stageSchema),
    settings: settingsSchema.nullable(),
    as_of: asOfSchema
      .optional()
      .meta({ description: "With `as_of`: the pack is chosen from what was known then" }),
  }),
});

export type RecallPreview = z.output<typeof recallPreview.output>;

// An expectation is kept, and a diff is not.
const { diff: _, ...keptQuestionShape } = questionShape;

const expectationQuestionSchema = z.strictObject({
  ...keptQuestionShape,
  agent: text({ max: 100 }).optional(),
});

export const expectationSchema = z.object({
  id: idSchema,
  name: z.string(),
  question: z.record(z.string(), z.unknown()),
  memory: memoryBriefSchema,
  within: z.int(),
  created_by: actorRefSchema,
  created_at: timeSchema,
  replayed_at: timeSchema.nullable(),
  found_at: z
    .int()
    .nullable()
    .meta({ description: "Its place in the pack at the last replay, from 1; null: not in it" }),
  passed: z.boolean().nullable(),
});

export type Expectation = z.output<typeof expectationSchema>;

export const expectationCreate = defineContract({
  name: "expectation_create",
  module: "recall",
  summary: "Save an expectation: this memory must be among the first `within` for this question",
  effect: "write",
  changes: ["expectations"],
  permission: "memories:write",
  reach: "repository",
  people_only: true,
  http: { method: "POST", path: "/expectations", status: 201 },
  input: z.strictObject({
    name: text({ max: 200 }),
    question: expectationQuestionSchema,
    memory_id: idSchema,
    within: z.int().min(1).max(50).default(5),
  }),
  output: expectationSchema,
});

export const expectationList = defineContract({
  name: "expectation_list",
  module: "recall",
  summary: "Expectations with the result of their last replay, newest first",
  effect: "read",
  reads: ["expectations"],
  permission: "memories:read",
  // They quote memories of every agent; a key that may take all of them away may see these too.
  agents_need: "organization:manage",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
  http: { method: "GET", path: "/expectations", status: 200 },
  input: z.strictObject({ ...pageInput }),
  output: pageOf(expectationSchema),
});

export const expectationReplay = defineContract({
  name: "expectation_replay",
  module: "recall",
  summary: "Replay the questions of expectations and record whether each passes",
  effect: "write",
  changes: ["expectations"],
  permission: "memories:write",
  // They quote memories of every agent; a key that may take all of them away may see these too.
  agents_need: "organization:manage",
  reach: "repository",
  when_off: () => ({ passed: 0, failed: 0, items: [] }),
  http: { method: "POST", path: "/expectations/replay", status: 200 },
  input: z.strictObject({
    expectation_ids: z
      .array(idSchema)
      .min(1)
      .max(100)
      .optional()
      .meta({ description: "Default: the newest 100" }),
  }),
  output: z.object({ passed: z.int(), failed: z.int(), items: z.array(expectationSchema) }),
});

export const expectationDelete = defineContract({
  name: "expectation_delete",
  module: "recall",
  summary: "Delete an expectation",
  effect: "destroy",
  changes: ["expectations"],
  permission: "memories:write",
  reach: "repository",
  people_only: true,
  http: { method: "DELETE", path: "/expectations/{expectation_id}", status: 200 },
  input: z.strictObject({ expectation_id: idSchema }),
  output: z.object({ deleted: z.literal(true) }),
});
