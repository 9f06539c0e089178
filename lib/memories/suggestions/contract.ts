import { z } from "zod";
import { actorRefSchema } from "@/lib/access/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { timeSchema } from "@/lib/kernel/time";
import { versionSchema } from "@/lib/kernel/version";
import { reasonSchema, repositoryRefSchema } from "../fields";
import { memorySchema } from "../memory/contract";

export const SUGGESTED_ACTIONS = ["invalidate", "supersede", "delete"] as const;

export type SuggestedAction = (typeof SUGGESTED_ACTIONS)[number];

export const SUGGESTION_STATUSES = ["open", "accepted", "rejected"] as const;

export const suggestionSchema = z.object({
  id: idSchema,
  status: z.enum(SUGGESTION_STATUSES),
  action: z.enum(SUGGESTED_ACTIONS),
  reason: z.string().nullable(),
  correction: z
    .object({
      statement: z.string(),
      citations: z.array(
        z.object({ path: z.string(), line_start: z.int(), line_end: z.int(), sha: z.string().optional() }),
      ),
    })
    .nullable()
    .meta({ description: "supersede: what would take its place" }),
  memory: memorySchema,
  changed_since: z.boolean().meta({ description: "The memory is not as it was when this was suggested" }),
  suggested_at: timeSchema,
  suggested_by: actorRefSchema,
  decided_at: timeSchema.nullable(),
  decided_by: actorRefSchema.nullable(),
  decision_reason: z.string().nullable(),
  version: z.int(),
});

export type Suggestion = z.output<typeof suggestionSchema>;

export const suggestionList = defineContract({
  name: "suggestion_list",
  module: "memories",
  summary: "What agents would do to memories of others and a person decides, the last suggested first",
  effect: "read",
  reads: ["suggestions", "memories"],
  permission: "memories:read",
  people_only: true,
  reach: "repository",
  http: { method: "GET", path: "/suggestions", status: 200 },
  input: z.strictObject({
    ...pageInput,
    status: z
      .enum(SUGGESTION_STATUSES)
      .default("open")
      .meta({ description: "open: those whose memory is still in use" }),
    repository: repositoryRefSchema.optional(),
  }),
  output: pageOf(suggestionSchema),
});

export const suggestionDecide = defineContract({
  name: "suggestion_decide",
  module: "memories",
  summary: "Accept what an agent suggests about a memory, which does it in your name, or reject it",
  effect: "write",
  changes: ["suggestions", "memories", "citations"],
  permission: "memories:decide",
  people_only: true,
  reach: "repository",
  versioned: "suggestion",
  http: { method: "POST", path: "/suggestions/{suggestion_id}/decide", status: 200 },
  input: z.strictObject({
    suggestion_id: idSchema,
    decision: z.enum(["accept", "reject"]),
    reason: reasonSchema.optional(),
    version: versionSchema,
    memory_version: versionSchema.meta({
      description: "Of the memory as you read it: refused when it changed meanwhile",
    }),
  }),
  output: suggestionSchema,
});

export const suggestionUndo = defineContract({
  name: "suggestion_undo",
  module: "memories",
  summary: "Undo what was decided on a suggestion; it waits again, and its memory is what it was",
  effect: "write",
  changes: ["suggestions", "memories"],
  permission: "memories:decide",
  people_only: true,
  reach: "repository",
  http: { method: "POST", path: "/suggestions/{suggestion_id}/undo", status: 200 },
  input: z.strictObject({ suggestion_id: idSchema, reason: reasonSchema.optional() }),
  output: suggestionSchema,
});
