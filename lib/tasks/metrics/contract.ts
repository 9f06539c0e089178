import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { timeSchema } from "@/lib/kernel/time";
import { repositoryRefSchema } from "@/lib/memories/fields";
import { failureStatusSchema } from "../failures/failure-schema";
import { shareSchema } from "../fields";

export const TOP = 10;

export const taskMetricsSchema = z.object({
  planning_hits_7_days: shareSchema.meta({
    description: "Planning searches that found at least one pattern",
  }),
  planning_hits_30_days: shareSchema,
  passed_with_pattern: shareSchema.meta({
    description: "Of tasks that used a pattern and ended: that passed",
  }),
  passed_without_pattern: shareSchema.meta({
    description: "Of the other tasks that ended; they may differ in more than the pattern",
  }),
  most_used: z.array(
    z.object({
      id: idSchema,
      problem_type: z.string(),
      description: z.string(),
      uses: z.int(),
      success: shareSchema,
    }),
  ),
  most_common: z.array(
    z.object({
      id: idSchema,
      signature: z.string(),
      status: failureStatusSchema,
      occurrence_count: z.int(),
      last_seen_at: timeSchema,
    }),
  ),
  failures_with_solution: shareSchema,
  time_to_solved: z
    .object({
      n: z.int(),
      median_hours: z.number().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
    })
    .meta({
      description:
        "From first seen to solved; median with its 95 % interval by order statistics, from six failures on",
    }),
});

export type TaskMetrics = z.output<typeof taskMetricsSchema>;

export const taskMetricsGet = defineContract({
  name: "task_metrics_get",
  module: "tasks",
  summary: "How often patterns and solutions are found, used and help",
  effect: "read",
  reads: ["tasks", "patterns", "failures"],
  permission: "memories:read",
  reach: "repository",
  http: { method: "GET", path: "/task-metrics", status: 200 },
  input: z.strictObject({ repository: repositoryRefSchema.optional() }),
  output: taskMetricsSchema,
});
