import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
import { citationInputSchema } from "@/lib/citations/citations/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { EMPTY_PAGE, pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { versionSchema } from "@/lib/kernel/version";
import { repositoryRefSchema } from "@/lib/memories/fields";
import { memorySchema } from "@/lib/memories/memory/contract";

const sessionIdSchema = text({ max: 200 }).meta({ description: "The client's own id of the run" });

export const reasonSchema = text({ max: 2_000 });

/** A step that was taken, by which it is undone. */
export const stepSchema = z.object({ memory_id: idSchema, event_id: idSchema });

export const CONFLICT_STATUSES = ["open", "resolved", "dismissed"] as const;

export const CONFLICT_RULES = ["directive", "negation", "choice", "value", "version", "model"] as const;

export const CONFLICT_DECISIONS = ["holds", "both_hold", "invalidate", "correct"] as const;

export type ConflictDecision = (typeof CONFLICT_DECISIONS)[number];

export const conflictSchema = z.object({
  id: idSchema,
  status: z.enum(CONFLICT_STATUSES).meta({
    description: "dismissed: all are true; the pair comes back only when one of them is changed",
  }),
  rule: z.enum(CONFLICT_RULES).meta({ description: "What found it; model: a language model" }),
  subject: z.string(),
  explanation: z.string(),
  session_id: z.string().nullable().meta({ description: "The session whose learning brought it up" }),
  found_at: timeSchema,
  found_by: actorRefSchema,
  decision: z.enum(CONFLICT_DECISIONS).nullable(),
  decided_at: timeSchema.nullable(),
  decided_by: actorRefSchema.nullable(),
  reason: z.string().nullable(),
  kept_id: idSchema.nullable().meta({ description: "The memory that is true, if one was chosen" }),
  memories: z.array(memorySchema).meta({ description: "The contradicting memories, oldest first" }),
  version: z.int(),
});

export type Conflict = z.output<typeof conflictSchema>;

export const conflictList = defineContract({
  name: "conflict_list",
  module: "hygiene",
  summary: "Memories that contradict each other, latest found first",
  effect: "read",
  reads: ["conflicts", "memories"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
  http: { method: "GET", path: "/conflicts", status: 200 },
  mcp: {
    title: "conflict.list",
    set: "administration",
    description:
      "List memories that contradict each other and wait for a decision, each group with its statements and citations. " +
      "Use it when you were served statements that cannot both be true, or when you are asked to clean up. " +
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
  module: "hygiene",
  summary: "One conflict with its memories",
  effect: "read",
  reads: ["conflicts", "memories"],
  permission: "memories:read",
  reach: "repository",
  when_off: "not_found",
  http: { method: "GET", path: "/conflicts/{conflict_id}", status: 200 },
  input: z.strictObject({ conflict_id: idSchema }),
  output: conflictSchema,
});

export const conflictResolve = defineContract({
  name: "conflict_resolve",
  module: "hygiene",
  summary: "Decide which of contradicting memories is true: one, all of them, none, or a corrected statement",
  effect: "write",
  changes: ["conflicts", "memories", "citations"],
  permission: "memories:decide",
  reach: "repository",
  when_off: "not_found",
  http: { method: "POST", path: "/conflicts/{conflict_id}/resolve", status: 200 },
  mcp: {
    title: "conflict.resolve",
    set: "administration",
    description:
      "Decide a conflict after you read the code: holds (memory_id is right, the others are superseded by it), both_hold " +
      "(they apply in different circumstances; say which in reason), invalidate (all are wrong), correct (statement says " +
      "what is true and replaces them). Needs a key with memories:decide. Check the code first; leave it open when you are not sure.",
  },
  input: z.strictObject({
    conflict_id: idSchema,
    decision: z.enum(CONFLICT_DECISIONS),
    memory_id: idSchema.optional().meta({
      description: "holds: the one that is true. correct: the one that is corrected; default: the oldest",
    }),
    statement: text({ max: 8_000 }).optional().meta({
      description: "correct: what is true; one that a person must accept first leaves the conflict open",
    }),
    citations: z.array(citationInputSchema).max(20, "must be at most 20").optional().meta({
      description: "correct: the lines that prove it. Default: the valid citations of the corrected memory",
    }),
    reason: reasonSchema.optional(),
    version: versionSchema,
  }),
  output: conflictSchema,
});

export const conflictUndo = defineContract({
  name: "conflict_undo",
  module: "hygiene",
  summary: "Undo the decision on a conflict; it is open again, and its memories are as before",
  effect: "write",
  changes: ["conflicts", "memories"],
  permission: "memories:decide",
  reach: "repository",
  when_off: "not_found",
  http: { method: "POST", path: "/conflicts/{conflict_id}/undo", status: 200 },
  input: z.strictObject({ conflict_id: idSchema, reason: reasonSchema.optional() }),
  output: conflictSchema,
});
