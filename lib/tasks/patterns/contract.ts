import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
import { citationInputSchema, repositoryBriefSchema } from "@/lib/citations/citations/contract";
import { citationStatusSchema } from "@/lib/citations/fields";
import { defineContract, MEMORY_OFF } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { EMPTY_PAGE, pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { repositoryRefSchema } from "@/lib/memories/fields";
import {
  clientTaskIdSchema,
  limitSchema,
  minSimilaritySchema,
  phaseSchema,
  shareSchema,
  similaritySchema,
  taskStatusSchema,
} from "../fields";

const MAX_CODE = 100_000;

export const SEVERITIES = ["low", "medium", "high", "critical"] as const;

export const PATTERN_REFUSALS = [
  "credentials",
  "high_severity",
  "one_off",
  "task_failed",
  "task_unfinished",
  "suspicious_text",
  "known",
] as const;

export type PatternRefusal = (typeof PATTERN_REFUSALS)[number];

export const PATTERN_STATUSES = ["active", "drifted", "retired"] as const;

export type PatternStatus = (typeof PATTERN_STATUSES)[number];

const problemTypeSchema = text({ max: 100 }).meta({
  description: "Such as pagination, retry or file upload",
});
const dependencySchema = text({ max: 200 });
const dependenciesSchema = z.array(dependencySchema).max(50);

export const patternSchema = z.object({
  id: idSchema,
  repository: repositoryBriefSchema.nullable(),
  task_record_id: idSchema.nullable(),
  problem_type: z.string(),
  description: z.string(),
  language: z.string().nullable(),
  code: z.string(),
  template: z.string().meta({ description: "The code without comments, literals generalised" }),
  template_note: z.string().nullable().meta({ description: "Why the template is the same as the code" }),
  tests: z.string().nullable(),
  dependencies: z.array(z.string()),
  path: z.string().nullable(),
  line_start: z.int().nullable(),
  line_end: z.int().nullable(),
  commit_sha: z.string().nullable(),
  status: z.enum(PATTERN_STATUSES).meta({
    description:
      "drifted: the nightly check found its lines changed or gone; retired: by a person. Searches find neither",
  }),
  status_reason: z.string().nullable(),
  created_by: actorRefSchema,
  created_at: timeSchema,
  updated_at: timeSchema,
  success: shareSchema.meta({ description: "Of the distinct tasks that used it and ended: how many passed" }),
  uses: z.int().meta({ description: "Distinct tasks that used it" }),
});

export type Pattern = z.output<typeof patternSchema>;

export const citedNowSchema = z.object({
  status: citationStatusSchema,
  path: z.string(),
  line_start: z.int(),
  line_end: z.int(),
  reason: z.string().nullable(),
});

export type CitedNow = z.output<typeof citedNowSchema>;

const standsSchema = citedNowSchema.nullable().meta({
  description: "Status of the lines it came from; null: none are cited, or they could not be read",
});

export const patternStore = defineContract({
  name: "pattern_store",
  module: "tasks",
  summary: "Store how a passed task was solved, for similar tasks; refused with the reason",
  effect: "write",
  changes: ["patterns", "tasks"],
  permission: "memories:write",
  reach: "repository",
  when_off: () => ({ stored: false, reason: "memory_off" as const, detail: MEMORY_OFF, pattern: null }),
  http: { method: "POST", path: "/patterns", status: 201, created: ({ stored }) => stored },
  mcp: {
    title: "pattern.store",
    set: "tasks",
    description:
      "After a task passed its tests, store its solution if others will need it: code, tests and dependencies. Refused for " +
      "credentials, findings of high severity, one-offs and tasks that failed. Not for rules or facts: use memory_store.",
  },
  input: z.strictObject({
    task_id: clientTaskIdSchema.meta({ description: "The recorded task that passed" }),
    repository: repositoryRefSchema.optional(),
    problem_type: problemTypeSchema,
    description: text({ max: 2_000 }).meta({ description: "Which problem it solves, and how" }),
    code: text({ max: MAX_CODE }),
    language: text({ max: 40 })
      .optional()
      .meta({ description: "Such as python; default: by the cited path" }),
    tests: text({ max: MAX_CODE }).optional(),
    dependencies: dependenciesSchema.default([]).meta({ description: "Packages that it needs" }),
    citation: citationInputSchema.optional().meta({ description: "The lines it came from" }),
    security_findings: z
      .array(z.strictObject({ severity: z.enum(SEVERITIES), title: text({ max: 300 }) }))
      .max(100)
      .default([]),
    one_off: z.boolean().default(false),
  }),
  output: z.object({
    stored: z.boolean(),
    reason: z.enum([...PATTERN_REFUSALS, "memory_off"]).nullable(),
    detail: z.string().nullable(),
    pattern: patternSchema.nullable(),
  }),
});

export const patternSearch = defineContract({
  name: "pattern_search",
  module: "tasks",
  summary: "Search solution patterns for a problem, by meaning, words and dependencies",
  effect: "read",
  reads: ["patterns"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => ({ items: [] }),
  http: { method: "POST", path: "/patterns/search", status: 200 },
  mcp: {
    title: "pattern.search",
    set: "tasks",
    description:
      "While planning, search whether a similar task was solved before: code, tests, and how often it worked. Name those " +
      "that you follow in patterns_used of task_record. Not for errors: use failure_search.",
    unlisted: ["min_similarity", "phase"],
  },
  input: z.strictObject({
    query: text({ max: 4_000 }).meta({ description: "The problem to solve" }),
    repository: repositoryRefSchema.optional().meta({ description: "Default: all you see" }),
    problem_type: problemTypeSchema.optional(),
    dependencies: dependenciesSchema.default([]).meta({ description: "Those that share one come first" }),
    limit: limitSchema,
    min_similarity: minSimilaritySchema,
    task_id: clientTaskIdSchema.optional(),
    phase: phaseSchema.default("planning"),
  }),
  output: z.object({
    items: z.array(
      z.object({
        pattern: patternSchema,
        similarity: similaritySchema,
        shared_dependencies: z.array(z.string()),
        cited: standsSchema,
      }),
    ),
  }),
});

export const patternList = defineContract({
  name: "pattern_list",
  module: "tasks",
  summary: "Solution patterns, the newest first",
  effect: "read",
  reads: ["patterns"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
  http: { method: "GET", path: "/patterns", status: 200 },
  input: z.strictObject({
    ...pageInput,
    repository: repositoryRefSchema.optional(),
    problem_type: problemTypeSchema.optional(),
    dependency: dependencySchema.optional(),
    status: z.enum(PATTERN_STATUSES).optional().meta({ description: "Default: any" }),
  }),
  output: pageOf(patternSchema),
});

export const patternDetailSchema = patternSchema.extend({
  cited: standsSchema,
  used_by: z
    .array(
      z.object({
        task_record_id: idSchema,
        task_id: z.string(),
        status: taskStatusSchema,
        used_at: timeSchema,
      }),
    )
    .meta({ description: "Tasks that used it, the latest 50" }),
});

export type PatternDetail = z.output<typeof patternDetailSchema>;

export const patternGet = defineContract({
  name: "pattern_get",
  module: "tasks",
  summary: "One pattern with where it was used, and the status of the lines it came from",
  effect: "read",
  reads: ["patterns", "tasks"],
  permission: "memories:read",
  reach: "repository",
  when_off: "not_found",
  http: { method: "GET", path: "/patterns/{pattern_id}", status: 200 },
  input: z.strictObject({ pattern_id: idSchema }),
  output: patternDetailSchema,
});

export const patternUpdate = defineContract({
  name: "pattern_update",
  module: "tasks",
  summary: "Retire a pattern, or put it back into use, with a reason",
  effect: "write",
  changes: ["patterns"],
  permission: "memories:decide",
  reach: "repository",
  when_off: "refused",
  http: { method: "PATCH", path: "/patterns/{pattern_id}", status: 200 },
  input: z.strictObject({
    pattern_id: idSchema,
    status: z.enum(PATTERN_STATUSES).exclude(["drifted"]),
    reason: text({ max: 2_000 }).optional(),
  }),
  output: patternSchema,
});
