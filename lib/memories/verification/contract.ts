import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
import { citationInputSchema, repositoryBriefSchema } from "@/lib/citations/citations/contract";
import { citationFactsSchema, citationStatusSchema, standsAtSchema } from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { EMPTY_PAGE, pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { reasonSchema, statusSchema } from "../fields";

/** What is known of a memory at the moment it is used; see `verifyForUse`. */
export const STANDINGS = ["verified", "failed", "unchecked", "uncited"] as const;

export const standingSchema = z.enum(STANDINGS);

export type Standing = z.output<typeof standingSchema>;

/** Places that are checked at once without a memory. */
const MAX_PLACES = 50;

const placesSchema = z
  .array(citationInputSchema)
  .min(1, "must hold a citation")
  .max(MAX_PLACES, `must be at most ${MAX_PLACES}`);

const verifyRefSchema = text({ max: 200 })
  .optional()
  .meta({ description: "Branch, tag or commit; default: the head of the default branch" });

/** What was found of one citation, of a memory or of none. */
const verifiedShape = {
  path: z.string(),
  line_start: z.int(),
  line_end: z.int(),
  exists: z.boolean(),
  status: citationStatusSchema,
  whitespace_changed: z.boolean(),
  stands_at: standsAtSchema.nullable(),
  facts: citationFactsSchema,
  confidence: z.number().nullable().meta({
    description: "0–1; below 0.5 the status is a guess, which does not count for or against it",
  }),
  content: z.string().nullable().meta({ description: "The lines there now" }),
  error: z.string().nullable().meta({ description: "Why it is not valid" }),
};

const verifiedCountsShape = { valid_count: z.int(), invalid_count: z.int(), unknown_count: z.int() };

export const memoryVerifyCitations = defineContract({
  name: "memory_verify_citations",
  module: "memories",
  summary: "Check the citations of a memory against the code now, and record what was found",
  effect: "write",
  changes: ["memories", "citations"],
  permission: "memories:write",
  reach: "repository",
  when_off: () => ({
    stored: false,
    held: false,
    reason: "memory_off" as const,
    valid: null,
    status: null,
    citations: [],
    valid_count: 0,
    invalid_count: 0,
    unknown_count: 0,
  }),
  http: { method: "POST", path: "/memories/{memory_id}/verify", status: 200 },
  mcp: {
    title: "memory.verify_citations",
    description:
      "Check whether the code that a memory cites is still there unchanged, before you rely on it; when valid is not true, do not use the memory. " +
      "With repository and citations instead of memory_id it checks those places, and stores nothing.",
  },
  input: z
    .strictObject({
      memory_id: idSchema.optional(),
      repository: text({ max: 200 }).optional().meta({ description: "As owner/name, with citations" }),
      citations: placesSchema.optional(),
      ref: verifyRefSchema,
    })
    .superRefine(({ memory_id, repository, citations }, issues) => {
      const named = memory_id !== undefined;
      const refuse = (field: string, message: string) =>
        issues.addIssue({ code: "custom", path: [field], message });
      if (named && repository !== undefined) refuse("repository", "goes with citations, without memory_id");
      if (named && citations !== undefined) refuse("citations", "go with repository, without memory_id");
      if (named || (repository !== undefined && citations !== undefined)) return;
      if (repository !== undefined) refuse("citations", "are missing; name the places to check");
      else if (citations !== undefined) refuse("repository", "is missing; give it as owner/name");
      else refuse("memory_id", "is missing; name a memory, or a repository and citations");
    }),
  output: z
    .object({
      stored: z.boolean().meta({
        description: "false: nothing was recorded",
      }),
      reason: z.literal("memory_off").nullable(),
      valid: z
        .boolean()
        .nullable()
        .meta({ description: "null: nothing to check, a repository could not be read, or `held`" }),
      held: z.boolean().meta({
        description:
          "The result was not recorded: its commit would take a large part of the repository's memories out of service, and a lead decides first",
      }),
      status: statusSchema.nullable().meta({ description: "The memory's status after this check" }),
      citations: z.array(z.object({ id: idSchema.nullable() }).extend(verifiedShape)),
    })
    .extend(verifiedCountsShape),
});

export const citationVerify = defineContract({
  name: "citation_verify",
  module: "memories",
  summary: "Check where cited places of a repository are now, with or without a memory; nothing is stored",
  effect: "read",
  reads: ["repositories"],
  permission: "citations:read",
  reach: "repository",
  http: { method: "POST", path: "/citations/verify", status: 200 },
  input: z.strictObject({
    repository: text({ max: 200 }).meta({ description: "As owner/name" }),
    citations: placesSchema.meta({
      description: "Those with a `sha` are followed from that commit; the others must exist at `ref`",
    }),
    ref: verifyRefSchema,
  }),
  output: z.object({
    commit_sha: z.string().meta({ description: "The commit at which they were checked" }),
    valid: z.boolean().nullable().meta({ description: "null: one could not be read, or is only a guess" }),
    ...verifiedCountsShape,
    citations: z.array(z.object(verifiedShape)).meta({ description: "One for each, in their order" }),
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
  reach: "repository",
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
    "Report that a branch of a repository was pushed: its citations are checked if it is the default branch",
  effect: "write",
  changes: ["repositories", "checks", "jobs"],
  permission: "citations:check",
  reach: "repository",
  http: { method: "POST", path: "/repositories/push", status: 202 },
  example: { repository: "harbor/service", ref: "refs/heads/main", after: "1".repeat(40) },
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
    accepted: z.boolean().meta({ description: "A check was started" }),
    reason: z
      .enum(["other_branch", "branch_deleted", "already_checked"])
      .nullable()
      .meta({ description: "Why there is nothing to check" }),
    repository_id: idSchema,
    check_id: idSchema.nullable(),
  }),
});

export const SUSPICIOUS_HEAD_STATUSES = ["open", "confirmed", "dismissed", "passed"] as const;

const suspiciousHeadStatusSchema = z.enum(SUSPICIOUS_HEAD_STATUSES);

export const suspiciousHeadSchema = z.object({
  id: idSchema,
  repository: repositoryBriefSchema,
  commit_sha: z.string(),
  status: suspiciousHeadStatusSchema.meta({
    description:
      "open: its results are held back until somebody decides. confirmed: they count. dismissed: they do not count. passed: a later commit replaced it",
  }),
  memories: z.int().meta({ description: "Memories it would take out of service" }),
  in_service: z.int().meta({ description: "Memories of the repository that were in service" }),
  since: timeSchema.meta({ description: "When a commit with these results was first found" }),
  found_at: timeSchema,
  decided_at: timeSchema.nullable(),
  decided_by: actorRefSchema.nullable(),
});

export type SuspiciousHead = z.output<typeof suspiciousHeadSchema>;

export const suspiciousHeadList = defineContract({
  name: "suspicious_head_list",
  module: "memories",
  summary:
    "Commits that would take many of a repository's memories out of service, newest first; their results are held back",
  effect: "read",
  reads: ["suspicious_heads"],
  permission: "citations:read",
  reach: "repository",
  http: { method: "GET", path: "/suspicious-heads", status: 200 },
  input: z.strictObject({
    ...pageInput,
    head_id: idSchema.optional().meta({ description: "Only this one" }),
    repository_id: idSchema.optional(),
    status: z.array(suspiciousHeadStatusSchema).min(1).max(SUSPICIOUS_HEAD_STATUSES.length).optional(),
  }),
  output: pageOf(suspiciousHeadSchema),
});

export const heldCitationSchema = z.object({
  citation_id: idSchema,
  status: citationStatusSchema.meta({ description: "The last recorded result" }),
  found: citationStatusSchema.meta({ description: "The result that is held back" }),
  path: z.string(),
  line_start: z.int(),
  line_end: z.int(),
  similarity: z.number().nullable(),
  reason: z.string(),
});

export type HeldCitation = z.output<typeof heldCitationSchema>;

export const heldVerdictSchema = z.object({
  memory_id: idSchema,
  statement: z.string(),
  status: statusSchema.meta({ description: "The memory's status now" }),
  verdict: z.enum(["drifted", "missing"]).meta({ description: "missing: it would become invalid" }),
  citations: z.array(heldCitationSchema),
  held_at: timeSchema,
});

export const heldVerdictList = defineContract({
  name: "held_verdict_list",
  module: "memories",
  summary: "The results held back at a suspicious head, each next to the last recorded result",
  effect: "read",
  reads: ["suspicious_heads", "memories", "citations"],
  permission: "citations:read",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
  http: { method: "GET", path: "/suspicious-heads/{head_id}/verdicts", status: 200 },
  input: z.strictObject({ head_id: idSchema, ...pageInput }),
  output: pageOf(heldVerdictSchema),
});

export const suspiciousHeadDecide = defineContract({
  name: "suspicious_head_decide",
  module: "memories",
  summary:
    "Confirm a suspicious head, so that its memories are checked again, or dismiss its results for good",
  effect: "write",
  changes: ["suspicious_heads", "memories", "citations", "checks", "repositories"],
  permission: "repositories:manage",
  people_only: true,
  reach: "repository",
  http: { method: "POST", path: "/suspicious-heads/{head_id}/decide", status: 200 },
  input: z.strictObject({
    head_id: idSchema,
    decision: z.enum(["confirm", "dismiss"]),
    reason: reasonSchema.optional().meta({ description: "Recorded in the audit" }),
  }),
  output: suspiciousHeadSchema,
});
