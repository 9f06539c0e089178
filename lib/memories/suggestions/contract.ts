import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
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
    .meta({ description: "supersede: the proposed replacement" }),
  memory: memorySchema,
  changed_since: z.boolean().meta({ description: "The memory has changed since this was suggested" }),
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
  summary: "Changes that agents suggest for memories of others, for a person to decide; latest first",
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
    suggestion_id: idSchema.optional().meta({ description: "Only this one" }),
    repository: repositoryRefSchema.optional(),
  }),
  output: pageOf(suggestionSchema),
});

export const suggestionDecide = defineContract({
  name: "suggestion_decide",
  module: "memories",
  summary: "Accept an agent's suggestion about a memory, which makes the change in your name, or reject it",
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
      description: "Version of the memory you read; refused if it has changed since",
    }),
  }),
  output: suggestionSchema,
});

export const suggestionUndo = defineContract({
  name: "suggestion_undo",
  module: "memories",
  summary: "Undo the decision on a suggestion; it is open again, and its memory is as before",
  effect: "write",
  changes: ["suggestions", "memories"],
  permission: "memories:decide",
  people_only: true,
  reach: "repository",
  http: { method: "POST", path: "/suggestions/{suggestion_id}/undo", status: 200 },
  input: z.strictObject({ suggestion_id: idSchema, reason: reasonSchema.optional() }),
  output: suggestionSchema,
});
