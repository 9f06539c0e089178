import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";
import { reasonSchema, refusedMemorySchema, sessionIdSchema } from "../fields";
import { memorySchema } from "../memory/contract";

const recallIdSchema = idSchema
  .optional()
  .meta({ description: "The recall that served it to you, when you know it" });

const useAnswerShape = {
  stored: z.boolean().meta({ description: "false: memory is off, nothing was recorded" }),
  reason: z.literal("memory_off").nullable(),
  memory: memorySchema.nullable(),
  notes: z
    .array(z.string())
    .meta({ description: "What was done differently than asked, and what to do next" }),
};

const NOT_RECORDED = { stored: false, reason: "memory_off" as const, memory: null, notes: [] };

export const memoryLogApplied = defineContract({
  name: "memory_log_applied",
  module: "memories",
  summary:
    "Log that a memory was applied; if its citations are valid at the newest commit it is refreshed too",
  effect: "write",
  changes: ["memories", "citations", "recalls"],
  permission: "memories:write",
  reach: "repository",
  when_off: () => ({ ...NOT_RECORDED, counted: false, refreshed: false, verdict: null }),
  http: { method: "POST", path: "/memories/{memory_id}/applied", status: 200 },
  mcp: {
    title: "memory.log_applied",
    description:
      "Log that you applied a memory: once per task, after you followed it. Its citations are checked, and if they are valid it is refreshed. " +
      "Not for memories that you only read: use memory_feedback for those, or confirm them with memory_refresh.",
  },
  input: z.strictObject({
    memory_id: idSchema,
    session_id: sessionIdSchema
      .optional()
      .meta({ description: "Your session; a memory applied again in the same session is counted once" }),
    task: text({ max: 2_000 }).optional().meta({ description: "What it was applied to, in a sentence" }),
    recall_id: recallIdSchema,
  }),
  output: z.object({
    ...useAnswerShape,
    counted: z.boolean().meta({ description: "false: this session or recall had logged it already" }),
    refreshed: z.boolean(),
    verdict: z
      .enum(["valid", "drifted", "missing", "unknown"])
      .nullable()
      .meta({ description: "Whether its citations are valid at the newest commit; null: it cites nothing" }),
  }),
});

export const memoryRate = defineContract({
  name: "memory_rate",
  module: "memories",
  summary: "Rate how useful a memory was, 0–1; the last rating of an actor for a recall counts",
  effect: "write",
  changes: ["memories", "recalls"],
  permission: "memories:write",
  reach: "repository",
  when_off: () => ({ ...NOT_RECORDED, replaced: false }),
  http: { method: "POST", path: "/memories/{memory_id}/rate", status: 200 },
  input: z.strictObject({
    memory_id: idSchema,
    usefulness: z.number().min(0, "must be 0 to 1").max(1, "must be 0 to 1"),
    recall_id: recallIdSchema,
    reason: reasonSchema.optional(),
  }),
  output: z.object({
    ...useAnswerShape,
    replaced: z.boolean().meta({ description: "It replaced your earlier rating for this recall" }),
  }),
});

export const FEEDBACK = ["helpful", "unhelpful", "contradicted", "ignored"] as const;

export const memoryFeedback = defineContract({
  name: "memory_feedback",
  module: "memories",
  summary: "Rate what a memory was worth for a task, which changes its quality",
  effect: "write",
  changes: ["memories", "recalls"],
  permission: "memories:write",
  reach: "repository",
  when_off: () => ({ ...NOT_RECORDED, recorded: false }),
  http: { method: "POST", path: "/memories/{memory_id}/feedback", status: 200 },
  mcp: {
    title: "memory.feedback",
    description:
      "Rate a memory that you considered: helpful (it decided something), unhelpful (no use, or misleading), " +
      "contradicted (the code says otherwise: then invalidate or supersede it too), ignored (not needed). " +
      "When you followed it, use memory_log_applied instead.",
  },
  input: z.strictObject({
    memory_id: idSchema,
    feedback: z.enum(FEEDBACK),
    recall_id: recallIdSchema,
    reason: reasonSchema.optional(),
  }),
  output: z.object({
    ...useAnswerShape,
    recorded: z.boolean().meta({ description: "false: you had already reported this" }),
  }),
});

export const memoryMarkAddressed = defineContract({
  name: "memory_mark_addressed",
  module: "memories",
  summary: "Mark memories that a skill now contains: left out of context packs, still found by search",
  effect: "write",
  changes: ["memories"],
  permission: "memories:decide",
  reach: "repository",
  when_off: () => ({ count: 0, ids: [] }),
  http: { method: "POST", path: "/memories/addressed", status: 200 },
  mcp: {
    title: "memory.mark_addressed",
    set: "administration",
    description:
      "Mark memories that a skill now contains, so that they are no longer served in addition to it. Needs a key with memories:decide. Answers how many were marked.",
  },
  input: z.strictObject({
    ids: z.array(idSchema).min(1, "must hold an id").max(500, "must be at most 500"),
    addressed: z.boolean().default(true).meta({ description: "false removes the mark" }),
  }),
  output: z.object({
    count: z.int(),
    ids: z.array(idSchema).meta({ description: "Memories that were changed" }),
  }),
});

export const MAX_DECIDED_AT_ONCE = 100;

export const memoryDecideMany = defineContract({
  name: "memory_decide_many",
  module: "memories",
  summary: "Refresh, invalidate or restore up to 100 memories; a failure for one does not affect the others",
  effect: "write",
  changes: ["memories", "citations"],
  permission: "memories:decide",
  reach: "repository",
  when_off: ({ ids }) => ({
    ids: [],
    refused: ids.map((memory_id) => ({ memory_id, detail: "Memory is switched off for agents." })),
  }),
  http: { method: "POST", path: "/memories/decisions", status: 200 },
  input: z
    .strictObject({
      ids: z
        .array(idSchema)
        .min(1, "must hold an id")
        .max(MAX_DECIDED_AT_ONCE, `must be at most ${MAX_DECIDED_AT_ONCE}`),
      decision: z.enum(["refresh", "invalidate", "restore"]),
      reason: reasonSchema.optional().meta({ description: "Needed to invalidate" }),
    })
    .refine(({ decision, reason }) => decision !== "invalidate" || reason !== undefined, {
      path: ["reason"],
      error: "is missing; say what contradicts them",
    }),
  output: z.object({
    ids: z.array(idSchema).meta({ description: "Memories that were changed as asked" }),
    refused: z.array(refusedMemorySchema),
  }),
});
