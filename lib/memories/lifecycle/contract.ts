import { z } from "zod";
import { commitSchema } from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { metadataSchema, text } from "@/lib/kernel/text";
import { versionSchema } from "@/lib/kernel/version";
import { categorySchema, kindSchema, reasonSchema, statementSchema, tagsSchema } from "../fields";
import { MEMORY_EVENTS, memoryBriefSchema, OFF_ANSWER, writeAnswerSchema } from "../memory/contract";
import { memoryInputShape } from "../store/contract";
import { appliesToInputSchema } from "../triggers/contract";

/** What the changes of one memory have in common. */
const ONE_MEMORY = {
  module: "memories",
  reach: "repository",
  when_off: () => OFF_ANSWER,
  versioned: "memory",
  output: writeAnswerSchema,
} as const;

export const memoryUpdate = defineContract({
  ...ONE_MEMORY,
  name: "memory_update",
  summary: "Change what a memory says about itself; metadata are merged, null removes a key",
  effect: "write",
  changes: ["memories"],
  permission: "memories:write",
  http: { method: "PATCH", path: "/memories/{memory_id}", status: 200 },
  input: z.strictObject({
    memory_id: idSchema,
    version: versionSchema,
    statement: statementSchema.optional(),
    category: categorySchema.optional(),
    tags: tagsSchema.optional(),
    reasoning: text({ max: 4_000 }).nullable().optional(),
    outcome: text({ max: 4_000 }).nullable().optional(),
    metadata: metadataSchema.optional(),
    pinned: z.boolean().optional(),
    applies_to: appliesToInputSchema
      .nullable()
      .optional()
      .meta({ description: "null: infer it again from its citations and text" }),
  }),
});

export const memoryInvalidate = defineContract({
  ...ONE_MEMORY,
  name: "memory_invalidate",
  summary: "Invalidate a wrong memory, with the reason; it is no longer served",
  effect: "write",
  changes: ["memories"],
  permission: "memories:write",
  suggested_without: "memories:decide",
  http: { method: "POST", path: "/memories/{memory_id}/invalidate", status: 200 },
  mcp: {
    title: "memory.invalidate",
    description:
      "Mark a memory as wrong, with what you saw that contradicts it. When you know what is right instead, use memory_supersede. " +
      "One that others stored and whose code has not changed stays until a person decides: reason is suggested then.",
  },
  input: z.strictObject({ memory_id: idSchema, reason: reasonSchema, version: versionSchema }),
});

export const memorySupersede = defineContract({
  ...ONE_MEMORY,
  name: "memory_supersede",
  summary: "Replace a memory with a corrected one; fields left out are taken over from the old one",
  effect: "write",
  changes: ["memories", "citations"],
  permission: "memories:write",
  suggested_without: "memories:decide",
  http: {
    method: "POST",
    path: "/memories/{memory_id}/supersede",
    status: 201,
    created: ({ stored }) => stored,
  },
  mcp: {
    title: "memory.supersede",
    unlisted: [
      "repo",
      "created_by",
      "agent",
      "user",
      "confidence",
      "source",
      "session_id",
      "correction_reason",
    ],
    description:
      "Correct a memory: send the new statement and the lines that prove it. Kind, repository, scope, category and tags are taken over; " +
      "citations are not, so cite the code as it is now. Answers the new memory, or suggested as the reason: then others " +
      "stored the old one, and a person decides.",
  },
  input: z.strictObject({
    memory_id: idSchema,
    version: versionSchema,
    ...memoryInputShape,
    kind: kindSchema.optional(),
    reason: reasonSchema
      .optional()
      .meta({ description: "Why the old one is no longer true. A convention's own reason: metadata.reason" }),
    correction_reason: reasonSchema.optional().meta({ description: "Another name for reason" }),
  }),
});

export const memoryRefresh = defineContract({
  ...ONE_MEMORY,
  name: "memory_refresh",
  summary:
    "Confirm a memory: its citations are checked now, and if they are valid it is active and ranks higher",
  effect: "write",
  changes: ["memories", "citations"],
  permission: "memories:write",
  http: { method: "POST", path: "/memories/{memory_id}/refresh", status: 200 },
  mcp: {
    title: "memory.refresh",
    description:
      "Confirm a memory that you found true in the code, without having applied it; its citations are checked again. " +
      "stored is false with the reason when one is not valid: then supersede or invalidate it. " +
      "When you applied it, use memory_log_applied instead, which refreshes it too.",
  },
  input: z.strictObject({ memory_id: idSchema, version: versionSchema }),
});

export const memoryRecite = defineContract({
  ...ONE_MEMORY,
  name: "memory_recite",
  summary: "Cite edited lines as they are now: by default all of a memory that is still true",
  effect: "write",
  changes: ["memories", "citations"],
  permission: "memories:write",
  http: { method: "POST", path: "/memories/{memory_id}/recite", status: 200 },
  input: z.strictObject({
    memory_id: idSchema,
    version: versionSchema,
    citation_ids: z.array(idSchema).min(1, "must hold an id").max(100, "must be at most 100").optional(),
    shown_at: commitSchema.optional().meta({
      description: "The commit whose lines you read; refused if they have changed since",
    }),
    reason: reasonSchema.optional(),
  }),
});

export const memoryFollow = defineContract({
  ...ONE_MEMORY,
  name: "memory_follow",
  summary: "Cite the copy (`stands_at`) of a text that was removed from its place",
  effect: "write",
  changes: ["memories", "citations"],
  permission: "memories:write",
  http: { method: "POST", path: "/memories/{memory_id}/follow", status: 200 },
  input: z.strictObject({
    memory_id: idSchema,
    version: versionSchema,
    reason: reasonSchema.optional(),
  }),
});

export const memoryDelete = defineContract({
  ...ONE_MEMORY,
  name: "memory_delete",
  summary: "Delete a memory; it can be restored",
  effect: "destroy",
  changes: ["memories"],
  permission: "memories:write",
  suggested_without: "memories:decide",
  http: { method: "DELETE", path: "/memories/{memory_id}", status: 200 },
  input: z.strictObject({ memory_id: idSchema, reason: reasonSchema.optional(), version: versionSchema }),
});

export const memoryRestore = defineContract({
  ...ONE_MEMORY,
  name: "memory_restore",
  summary: "Undo a deletion, invalidation, correction or expiry",
  effect: "write",
  changes: ["memories"],
  permission: "memories:decide",
  people_only: true,
  http: { method: "POST", path: "/memories/{memory_id}/restore", status: 200 },
  input: z.strictObject({ memory_id: idSchema, reason: reasonSchema.optional(), version: versionSchema }),
});

export const memorySuggestGlobal = defineContract({
  ...ONE_MEMORY,
  name: "memory_suggest_global",
  summary: "Suggest that a memory is true in every repository; a lead decides",
  effect: "write",
  changes: ["memories"],
  permission: "memories:write",
  http: { method: "POST", path: "/memories/{memory_id}/suggest-global", status: 200 },
  mcp: {
    title: "Suggest for every repository",
    description:
      "When a memory of one repository turned out to be true in others too. A lead decides; until then its scope stays the same. Not for what may be true only here.",
    set: "administration",
    unlisted: ["version"],
  },
  input: z.strictObject({
    memory_id: idSchema,
    reason: reasonSchema.meta({ description: "Why it is true beyond its repository" }),
    version: versionSchema,
  }),
});

export const memoryDecideGlobal = defineContract({
  name: "memory_decide_global",
  module: "memories",
  summary: "Make a memory global, or dismiss the suggestion; both can be undone",
  effect: "write",
  changes: ["memories"],
  permission: "proposals:decide",
  people_only: true,
  reach: "organization",
  versioned: "memory",
  http: { method: "POST", path: "/memories/{memory_id}/decide-global", status: 200 },
  input: z.strictObject({
    memory_id: idSchema,
    decision: z.enum(["accept", "dismiss"]),
    reason: reasonSchema.optional(),
    version: versionSchema,
  }),
  output: writeAnswerSchema,
});

export const memoryUndo = defineContract({
  name: "memory_undo",
  module: "memories",
  summary:
    "Undo the latest change of a memory, or an earlier one that is still in effect; both stay in its history",
  effect: "write",
  changes: ["memories"],
  permission: "memories:write",
  reach: "repository",
  when_off: () => ({ ...OFF_ANSWER, undone: null }),
  versioned: "memory",
  http: { method: "POST", path: "/memories/{memory_id}/undo", status: 200 },
  input: z.strictObject({
    memory_id: idSchema,
    event_id: idSchema.optional().meta({
      description: "The event of memory_event_list to undo. Default: the latest that can be undone",
    }),
    reason: reasonSchema.optional(),
    version: versionSchema,
  }),
  output: writeAnswerSchema.extend({
    undone: z.enum(MEMORY_EVENTS).nullable().meta({ description: "What was undone" }),
  }),
});

export const EXPIRY_RULES = ["low_quality", "never_recalled", "superseded_by_newer"] as const;

export const memoryExpire = defineContract({
  name: "memory_expire",
  module: "memories",
  summary: "Expire old and unused memories, or only list them; a nightly job does the same",
  effect: "write",
  changes: ["memories"],
  permission: "jobs:manage",
  reach: "organization",
  http: { method: "POST", path: "/memories/expire", status: 200 },
  input: z.strictObject({
    dry_run: z.boolean().default(true).meta({ description: "Only list them" }),
  }),
  output: z.object({
    dry_run: z.boolean(),
    items: z
      .array(
        z.object({
          memory: memoryBriefSchema,
          rule: z.enum(EXPIRY_RULES),
          reason: z.string(),
        }),
      )
      .meta({ description: "Those that were (or would be) expired, at most 500 at once" }),
    total: z.int().meta({ description: "Total number of them" }),
  }),
});

export const memoryRelease = defineContract({
  name: "memory_release",
  module: "memories",
  summary: "Release a quarantined or held memory; a lead decides that its text is harmless",
  effect: "write",
  changes: ["memories"],
  permission: "proposals:decide",
  people_only: true,
  reach: "repository",
  versioned: "memory",
  http: { method: "POST", path: "/memories/{memory_id}/release", status: 200 },
  input: z.strictObject({ memory_id: idSchema, reason: reasonSchema.optional(), version: versionSchema }),
  output: writeAnswerSchema,
});
