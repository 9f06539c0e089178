import { z } from "zod";
import { citationStatusSchema } from "@/lib/citations/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";
import { statusSchema } from "../fields";

/** What is known of a memory at the moment it is used; see `verifyForUse`. */
export const STANDINGS = ["verified", "failed", "unchecked", "uncited"] as const;

export const standingSchema = z.enum(STANDINGS);

export type Standing = z.output<typeof standingSchema>;

export const memoryVerifyCitations = defineContract({
  name: "memory_verify_citations",
  module: "memories",
  summary: "Check every citation of a memory against the code now, and record what was found",
  effect: "write",
  changes: ["memories", "citations"],
  permission: "memories:write",
  http: { method: "POST", path: "/memories/{memory_id}/verify", status: 200 },
  mcp: {
    title: "memory.verify_citations",
    description:
      "Check whether the code that a memory cites still stands, before you rely on it. When valid is not true, do not use the memory.",
  },
  input: z.strictObject({
    memory_id: idSchema,
    ref: text({ max: 200 })
      .optional()
      .meta({ description: "Branch, tag or commit; default: the head of the default branch" }),
  }),
  output: z.object({
    stored: z.boolean().meta({ description: "false: memory is off, nothing was checked" }),
    reason: z.literal("memory_off").nullable(),
    valid: z
      .boolean()
      .nullable()
      .meta({ description: "null: nothing to check, or a repository could not be read" }),
    status: statusSchema.nullable().meta({ description: "The memory's status after this check" }),
    citations: z.array(
      z.object({
        id: idSchema,
        path: z.string(),
        line_start: z.int(),
        line_end: z.int(),
        exists: z.boolean(),
        status: citationStatusSchema,
        content: z.string().nullable().meta({ description: "The lines that stand there now" }),
        error: z.string().nullable().meta({ description: "Why it does not hold" }),
      }),
    ),
    valid_count: z.int(),
    invalid_count: z.int(),
    unknown_count: z.int(),
  }),
});

const checkRefSchema = z.object({
  repository_id: idSchema,
  check_id: idSchema.meta({ description: "Watch it with repository_check_get" }),
});

export const repositoryCheck = defineContract({
  name: "repository_check",
  module: "memories",
  summary: "Check the citations into a repository at its newest commit, in the background",
  effect: "write",
  changes: ["checks", "jobs"],
  permission: "citations:check",
  http: { method: "POST", path: "/repositories/{repository_id}/check", status: 202 },
  input: z.strictObject({
    repository_id: idSchema,
    memory_ids: z
      .array(idSchema)
      .min(1, "must hold an id")
      .max(500, "must be at most 500")
      .optional()
      .meta({ description: "Only the citations of these memories. Default: all of them" }),
  }),
  output: checkRefSchema.extend({
    enqueued: z.boolean().meta({ description: "false: it waits or runs already" }),
  }),
});

export const repositoryPush = defineContract({
  name: "repository_push",
  module: "memories",
  summary:
    "Say that a branch of a repository was pushed: its citations are checked if it is the default branch",
  effect: "write",
  changes: ["repositories", "checks", "jobs"],
  permission: "citations:check",
  http: { method: "POST", path: "/repositories/push", status: 202 },
  input: z.strictObject({
    repository: text({ max: 2_000 }).meta({
      description: "owner/name of the repository, its id, or the address it is read from",
    }),
    ref: text({ max: 300 }).meta({ description: "The branch, as main or refs/heads/main" }),
    after: z
      .string()
      .regex(/^([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/, "must be a full commit id of 40 (or 64) hex digits")
      .toLowerCase()
      .meta({ description: "The commit it points to now; all zeros when the branch was deleted" }),
    forced: z.boolean().default(false),
  }),
  output: z.object({
    accepted: z.boolean().meta({ description: "A check is on its way" }),
    reason: z
      .enum(["other_branch", "branch_deleted", "already_checked"])
      .nullable()
      .meta({ description: "Why there is nothing to check" }),
    repository_id: idSchema,
    check_id: idSchema.nullable(),
  }),
});
