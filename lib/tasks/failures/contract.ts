import { z } from "zod";
import { pathSchema } from "@/lib/citations/fields";
import { defineContract, MEMORY_OFF } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { EMPTY_PAGE, pageInput, pageOf } from "@/lib/kernel/pagination";
import { text, wordsFilter } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { versionSchema } from "@/lib/kernel/version";
import { repositoryRefSchema } from "@/lib/memories/fields";
import {
  branchSchema,
  clientTaskIdSchema,
  limitSchema,
  MAX_OUTPUT,
  minSimilaritySchema,
  phaseSchema,
  similaritySchema,
  testNameSchema,
} from "../fields";
import {
  failureLanguageSchema,
  failureSchema,
  failureStatusSchema,
  occurrenceSchema,
} from "./failure-schema";

export const commitIdSchema = z
  .string()
  .regex(/^[0-9a-fA-F]{7,64}$/, "must be a commit id of 7 to 64 hex digits")
  .toLowerCase();

const solutionSchema = text({ max: 10_000 }).meta({ description: "What was wrong and what fixed it" });

export const NOT_STORED_REASONS = ["syntax_error", "interrupted", "infrastructure"] as const;

export const failureRecord = defineContract({
  name: "failure_record",
  module: "tasks",
  summary: "Record an error from a test or a run; answers with its solution if it is known",
  effect: "write",
  changes: ["failures", "tasks"],
  permission: "memories:write",
  reach: "repository",
  when_off: () => ({ stored: false, reason: "memory_off" as const, detail: MEMORY_OFF, failure: null }),
  http: {
    method: "POST",
    path: "/failures",
    status: 201,
    created: ({ stored }) => stored,
  },
  mcp: {
    title: "failure.record",
    set: "tasks",
    description:
      "Record the output of a failing test or run. Answers with the solution if the same error was solved before. " +
      "Syntax errors, interruptions and failures of the infrastructure are answered with the reason and not stored.",
    unlisted: ["error_type", "language", "branch", "at", "file_path", "line"],
  },
  input: z.strictObject({
    output: text({ max: MAX_OUTPUT }).meta({ description: "The error as it was printed, with its stack" }),
    repository: repositoryRefSchema.optional(),
    language: failureLanguageSchema.optional().meta({ description: "Default: detected from the output" }),
    error_type: text({ max: 100 }).optional(),
    test_name: testNameSchema.optional(),
    file_path: pathSchema.optional(),
    line: z.int().min(1).max(10_000_000).optional(),
    commit: commitIdSchema.optional(),
    branch: branchSchema.optional(),
    task_id: clientTaskIdSchema.optional(),
    iteration: z.int().min(1).max(10_000).optional(),
    solution: solutionSchema.optional(),
    at: timeSchema.optional().meta({ description: "When it was seen; default: now" }),
  }),
  output: z.object({
    stored: z.boolean(),
    reason: z.enum([...NOT_STORED_REASONS, "memory_off"]).nullable(),
    detail: z.string().nullable().meta({ description: "Why it was not stored" }),
    failure: failureSchema.nullable(),
  }),
});

export const failureSolve = defineContract({
  name: "failure_solve",
  module: "tasks",
  summary: "Attach a solution to a failure, for all its occurrences",
  effect: "write",
  changes: ["failures"],
  permission: "memories:write",
  reach: "repository",
  when_off: "refused",
  versioned: "failure",
  http: { method: "POST", path: "/failures/{failure_id}/solve", status: 200 },
  mcp: {
    title: "failure.solve",
    set: "tasks",
    description: "Attach the solution to a failure once it is fixed: what was wrong, and what you changed.",
  },
  input: z.strictObject({
    failure_id: idSchema,
    solution: solutionSchema,
    commit: commitIdSchema.optional().meta({ description: "The commit that fixed it" }),
    version: versionSchema,
  }),
  output: failureSchema,
});

export const failureReopen = defineContract({
  name: "failure_reopen",
  module: "tasks",
  summary: "Reopen a solved failure; its solution is removed, unless it only came back",
  effect: "write",
  changes: ["failures"],
  permission: "memories:write",
  reach: "repository",
  when_off: "refused",
  versioned: "failure",
  http: { method: "POST", path: "/failures/{failure_id}/reopen", status: 200 },
  input: z.strictObject({
    failure_id: idSchema,
    came_back: z
      .boolean()
      .default(false)
      .meta({ description: "It keeps its solution and waits among those that came back" }),
    version: versionSchema,
  }),
  output: failureSchema,
});

export const FOUND_BY = ["signature", "meaning", "words"] as const;

export const failureSearch = defineContract({
  name: "failure_search",
  module: "tasks",
  summary: "Search failures similar to an error; only those with a solution unless asked otherwise",
  effect: "read",
  reads: ["failures"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => ({ items: [], signature: "" }),
  http: { method: "POST", path: "/failures/search", status: 200 },
  mcp: {
    title: "failure.search",
    set: "tasks",
    description:
      "When something fails, send the error as printed, or describe it: finds similar failures and what solved them. " +
      "Not for how to build something: use pattern_search.",
    unlisted: ["min_similarity", "language", "phase"],
  },
  input: z.strictObject({
    query: text({ max: MAX_OUTPUT }).meta({ description: "The error's output, or a description of it" }),
    repository: repositoryRefSchema.optional().meta({ description: "Default: all you see" }),
    language: failureLanguageSchema.optional(),
    include_open: z.boolean().default(false).meta({ description: "Also those without a solution" }),
    limit: limitSchema,
    min_similarity: minSimilaritySchema,
    task_id: clientTaskIdSchema.optional(),
    phase: phaseSchema.default("reflecting"),
  }),
  output: z.object({
    items: z.array(
      z.object({ failure: failureSchema, similarity: similaritySchema, found_by: z.enum(FOUND_BY) }),
    ),
    signature: z.string().meta({ description: "What the query was read as" }),
  }),
});

export const failureList = defineContract({
  name: "failure_list",
  module: "tasks",
  summary: "Failures grouped by signature and repository, last seen first",
  effect: "read",
  reads: ["failures"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
  http: { method: "GET", path: "/failures", status: 200 },
  input: z.strictObject({
    ...pageInput,
    repository: repositoryRefSchema.optional(),
    q: wordsFilter.meta({ description: "Words that must all occur in error, message or solution" }),
    status: z.array(failureStatusSchema).min(1).max(3).optional(),
    language: failureLanguageSchema.optional(),
    signature: text({ max: 500 }).optional().meta({ description: "Exactly this one" }),
  }),
  output: pageOf(failureSchema),
});

export const TREND_DAYS = 30;

export const failureDetailSchema = failureSchema.extend({
  occurrences: z.array(occurrenceSchema).meta({ description: "The latest 50" }),
  trend: z
    .array(z.object({ day: z.iso.date(), occurrences: z.int() }))
    .meta({ description: "Occurrences of each of the last 30 days (UTC), oldest first" }),
  elsewhere: z
    .array(failureSchema)
    .meta({ description: "The same signature in other repositories; at most 20" }),
});

export type FailureDetail = z.output<typeof failureDetailSchema>;

export const failureGet = defineContract({
  name: "failure_get",
  module: "tasks",
  summary: "One failure with its occurrences, its trend and where else it is",
  effect: "read",
  reads: ["failures"],
  permission: "memories:read",
  reach: "repository",
  when_off: "not_found",
  http: { method: "GET", path: "/failures/{failure_id}", status: 200 },
  input: z.strictObject({ failure_id: idSchema }),
  output: failureDetailSchema,
});
