import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { repositoryBriefSchema } from "../citations/contract";
import { refSchema, repositoryNameSchema } from "../fields";
import { probeCountsShape, probePlaceSchema, probeShape, probeStatusSchema } from "./probe-schema";

export {
  PROBE_STATUSES,
  type ProbeExpectation,
  type ProbePlace,
  type ProbeStatus,
  probeCountsShape,
  probePlaceSchema,
  probeShape,
  probeStatusSchema,
} from "./probe-schema";

export const probeTrialSchema = z.object({
  repository: repositoryBriefSchema,
  commit_sha: z.string(),
  status: probeStatusSchema,
  summary: z.string().meta({ description: "Such as: holds (41 of 41), violated (2 places)" }),
  reason: z.string().nullable().meta({ description: "Why the status is unknown" }),
  ...probeCountsShape,
  places: z.array(probePlaceSchema).meta({ description: "The first 100 matches, by path and line" }),
  skipped: z
    .array(z.object({ path: z.string(), reason: z.string() }))
    .meta({ description: "The first 20 files that were not searched, with the reason" }),
  skipped_files: z.int(),
  files_with_errors: z
    .int()
    .meta({ description: "Files with a syntax error: only the parts that can be parsed are searched" }),
});

export type ProbeTrial = z.output<typeof probeTrialSchema>;

export const probeTry = defineContract({
  name: "probe_try",
  module: "citations",
  summary: "Try an ast-grep rule on a repository without storing anything: its matches and what they mean",
  effect: "read",
  reads: ["repositories"],
  permission: "citations:read",
  reach: "repository",
  http: { method: "POST", path: "/probes/try", status: 200 },
  example: {
    repository: "harbor/service",
    rule: "language: ts\nrule: { pattern: eval($X) }",
    expectation: { violations: "none" },
  },
  input: z.strictObject({ repository: repositoryNameSchema, ref: refSchema.optional(), ...probeShape }),
  output: probeTrialSchema,
});
