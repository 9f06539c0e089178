import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
import { repositoryBriefSchema } from "@/lib/citations/citations/contract";
import {
  citationFactsSchema,
  citationStatusSchema,
  supportKindSchema,
  symbolPathSchema,
} from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { timeSchema } from "@/lib/kernel/time";
import { kindSchema, reasonSchema, repositoryRefSchema, statusSchema } from "../fields";

export const SUPPORT_DECISIONS = ["holds", "stale"] as const;

export const supportDecisionSchema = z.enum(SUPPORT_DECISIONS).meta({
  description: "holds: the memory is still true; stale: it is no longer true, and becomes invalid",
});

export type SupportDecision = z.output<typeof supportDecisionSchema>;

/** What a language model says of a change, as a suggestion: somebody decides. */
export const supportOpinionSchema = z.object({
  holds: z.boolean(),
  quote: z.string().meta({ description: "Words of the definition, before or after, that it is based on" }),
  reason: z.string(),
  model: z.string(),
});

export type SupportOpinion = z.output<typeof supportOpinionSchema>;

export const memorySupportSchema = z.object({
  id: idSchema,
  memory: z.object({ id: idSchema, statement: z.string(), kind: kindSchema, status: statusSchema }),
  repository: repositoryBriefSchema,
  kind: supportKindSchema.meta({
    description: "named: in its statement; constant, callee: a value or a function that its cited lines use",
  }),
  name: z.string(),
  symbol_path: symbolPathSchema,
  path: z.string(),
  line_start: z.int(),
  line_end: z.int(),
  commit_sha: z.string(),
  status: citationStatusSchema,
  facts: citationFactsSchema,
  reason: z.string().nullable(),
  changed_at: timeSchema
    .nullable()
    .meta({ description: "Since when it differs; null when it does not, or somebody decided" }),
  heard: z.boolean().meta({
    description: "false: changes of its kind were almost never confirmed here, so nobody is asked about them",
  }),
  was: z.string().nullable().meta({ description: "null: only its hashes are stored" }),
  now: z
    .object({ path: z.string(), line_start: z.int(), line_end: z.int(), text: z.string().nullable() })
    .nullable()
    .meta({ description: "Its current text if it was edited; null when it is gone" }),
  opinion: supportOpinionSchema.nullable().meta({ description: "What a language model suggests" }),
  decision: supportDecisionSchema.nullable(),
  decided_at: timeSchema.nullable(),
  decided_by: actorRefSchema.nullable(),
  checked_at: timeSchema.nullable(),
  checked_commit: z.string().nullable(),
});

export type MemorySupport = z.output<typeof memorySupportSchema>;

export const SUPPORT_STATES = ["changed", "decided"] as const;

export const memorySupportList = defineContract({
  name: "memory_support_list",
  module: "memories",
  summary:
    "Definitions that memories depend on in addition to their citations, such as a constant that cited lines use",
  effect: "read",
  reads: ["memory_supports", "memories"],
  permission: "memories:read",
  people_only: true,
  reach: "repository",
  http: { method: "GET", path: "/memory-supports", status: 200 },
  input: z.strictObject({
    ...pageInput,
    memory_id: idSchema.optional(),
    repository: repositoryRefSchema.optional(),
    state: z.enum(SUPPORT_STATES).optional().meta({
      description: "changed: wait for a decision, of active memories and kinds that people are asked about",
    }),
  }),
  output: pageOf(memorySupportSchema),
});

export const memorySupportDecide = defineContract({
  name: "memory_support_decide",
  module: "memories",
  summary: "Decide whether a memory is still true although a definition that it depends on changed",
  effect: "write",
  changes: ["memory_supports", "memories"],
  permission: "memories:decide",
  people_only: true,
  reach: "repository",
  http: { method: "POST", path: "/memory-supports/{support_id}/decide", status: 200 },
  input: z.strictObject({
    support_id: idSchema,
    decision: supportDecisionSchema,
    changed_at: timeSchema.meta({
      description: "Version of the change you read; refused if it changed again",
    }),
    reason: reasonSchema.optional(),
  }),
  output: memorySupportSchema,
});

export const memorySupportUndo = defineContract({
  name: "memory_support_undo",
  module: "memories",
  summary: "Undo the decision on a changed definition; it is open again, and its memory is as before",
  effect: "write",
  changes: ["memory_supports", "memories"],
  permission: "memories:decide",
  people_only: true,
  reach: "repository",
  http: { method: "POST", path: "/memory-supports/{support_id}/undo", status: 200 },
  input: z.strictObject({ support_id: idSchema, reason: reasonSchema.optional() }),
  output: memorySupportSchema,
});
