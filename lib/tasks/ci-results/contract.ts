import { z } from "zod";
import { commitSchema } from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { repositoryRefSchema } from "@/lib/memories/fields";
import { NOT_STORED_REASONS } from "../failures/contract";
import { branchSchema, clientTaskIdSchema } from "../fields";

export const REPORT_FORMATS = ["junit", "jest", "pytest", "go"] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Characters of a report. */
export const MAX_REPORT = 8_000_000;

/** Most failing tests of a report that are stored. */
export const MAX_FAILING = 200;

const failedTestSchema = z.object({
  test_name: z.string(),
  failure_id: idSchema,
  signature: z.string(),
  solution: z.string().nullable().meta({ description: "What solved the same error before" }),
});

export const ciResultsStore = defineContract({
  name: "ci_results_store",
  module: "tasks",
  summary: "Import a test report: failing tests become failures, and tests that pass again solve them",
  effect: "write",
  changes: ["failures", "tasks"],
  permission: "memories:write",
  reach: "repository",
  when_off: "refused",
  http: {
    method: "POST",
    path: "/ci/results",
    status: 201,
    max_body_bytes: 12_000_000,
    created: ({ stored }) => stored,
  },
  example: { repository: "harbor/service", commit: "1".repeat(40), report: "<testsuites/>" },
  input: z.strictObject({
    repository: repositoryRefSchema,
    commit: commitSchema.meta({ description: "The full id of the commit that was tested" }),
    branch: branchSchema.optional(),
    report: text({ max: MAX_REPORT }).meta({
      description: "JUnit XML, JSON of vitest or jest, of pytest-json-report, or of go test -json",
    }),
    format: z.enum(REPORT_FORMATS).optional().meta({ description: "Default: detected from the report" }),
    run_id: text({ max: 200 }).optional().meta({
      description:
        "The run that the report is of; further reports of it, of other shards or tools, are stored too",
    }),
    run_at: timeSchema.optional().meta({ description: "When the tests ran; default: now" }),
    task_id: clientTaskIdSchema.optional(),
  }),
  output: z.object({
    stored: z.boolean().meta({ description: "false: this report was imported before, and nothing is new" }),
    id: idSchema,
    format: z.enum(REPORT_FORMATS),
    tests: z.int(),
    passed: z.int(),
    failed: z.int(),
    skipped: z.int(),
    failures: z.array(failedTestSchema),
    not_stored: z.array(
      z.object({ test_name: z.string(), reason: z.enum(NOT_STORED_REASONS), detail: z.string() }),
    ),
    left_out: z.int().meta({ description: `Failing tests beyond the first ${MAX_FAILING}` }),
    solved: z
      .array(z.object({ failure_id: idSchema, signature: z.string() }))
      .meta({ description: "Failures whose tests all pass again" }),
  }),
});
