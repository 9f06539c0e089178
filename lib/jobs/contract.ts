import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { timeSchema } from "@/lib/kernel/time";

export const JOB_STATES = ["created", "retry", "active", "completed", "failed"] as const;
export const jobStateSchema = z.enum(JOB_STATES).meta({
  description: "created: waiting; retry: failed, will be retried; failed: not retried unless someone does",
});
export type JobState = z.output<typeof jobStateSchema>;

export const jobRecordSchema = z.object({
  id: idSchema,
  name: z.string(),
  state: jobStateSchema,
  subject: z
    .record(z.string(), z.string())
    .meta({ description: "The ids it works on, such as repository_id" }),
  attempts: z.int().meta({ description: "How often it was tried" }),
  attempts_allowed: z.int(),
  error: z.string().nullable().meta({ description: "The error of the last attempt, cut at 500 characters" }),
  created_at: timeSchema,
  started_at: timeSchema.nullable(),
  finished_at: timeSchema.nullable(),
});
export type JobRecord = z.output<typeof jobRecordSchema>;

export const jobList = defineContract({
  name: "job_list",
  module: "jobs",
  summary: "Background jobs of the organization, the newest first; failed ones are kept for 14 days",
  effect: "read",
  reads: ["jobs"],
  permission: "jobs:manage",
  reach: "organization",
  http: { method: "GET", path: "/jobs", status: 200 },
  input: z.strictObject({
    ...pageInput,
    state: z.array(jobStateSchema).min(1).max(JOB_STATES.length).default(["failed"]),
  }),
  output: pageOf(jobRecordSchema),
});

export const jobRetry = defineContract({
  name: "job_retry",
  module: "jobs",
  summary: "Try a failed job again, once",
  effect: "write",
  changes: ["jobs"],
  permission: "jobs:manage",
  reach: "organization",
  http: { method: "POST", path: "/jobs/{job_id}/retry", status: 202 },
  input: z.strictObject({ job_id: idSchema }),
  output: jobRecordSchema,
});
