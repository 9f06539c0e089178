import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
import { repositoryBriefSchema } from "@/lib/citations/citations/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { EMPTY_PAGE, pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { repositoryRefSchema } from "@/lib/memories/fields";
import { failureStatusSchema } from "../failures/failure-schema";
import { clientTaskIdSchema, phaseSchema, taskStatusSchema } from "../fields";

export const MAX_ITERATIONS = 100;
const MAX_USED = 20;

const iterationInputSchema = z.strictObject({
  number: z.int().min(1).max(10_000),
  phase: phaseSchema,
  patterns_found: z.int().min(0).max(1_000).default(0),
  patterns_used: z
    .array(idSchema)
    .max(MAX_USED)
    .default([])
    .meta({ description: "Patterns that the work followed, not only found" }),
  output: text({ max: 20_000 }).optional().meta({ description: "Its result" }),
});

export type IterationInput = z.output<typeof iterationInputSchema>;

export const taskIterationSchema = z.object({
  id: idSchema,
  number: z.int(),
  phase: phaseSchema,
  patterns_found: z.int(),
  patterns_used: z.array(idSchema),
  output: z.string().nullable(),
  at: timeSchema,
});

export type TaskIteration = z.output<typeof taskIterationSchema>;

export const taskSchema = z.object({
  id: idSchema,
  task_id: z.string(),
  description: z.string(),
  status: taskStatusSchema,
  repository: repositoryBriefSchema.nullable(),
  session_id: z.string().nullable(),
  created_by: actorRefSchema,
  created_at: timeSchema,
  updated_at: timeSchema,
  finished_at: timeSchema.nullable(),
});

export type Task = z.output<typeof taskSchema>;

export const taskRecord = defineContract({
  name: "task_record",
  module: "tasks",
  summary: "Record a task, or its progress: its status and its iterations",
  effect: "write",
  changes: ["tasks", "patterns"],
  permission: "memories:write",
  reach: "repository",
  when_off: "refused",
  http: { method: "POST", path: "/tasks", status: 200 },
  mcp: {
    title: "task.record",
    set: "tasks",
    description:
      "Record a task when you begin it, after each iteration, and when it passed or failed: patterns get their " +
      "success rate from it. Not for what you learned: use memory_store.",
  },
  input: z.strictObject({
    task_id: clientTaskIdSchema,
    description: text({ max: 4_000 }).optional().meta({ description: "Needed the first time" }),
    status: taskStatusSchema.optional(),
    repository: repositoryRefSchema.optional(),
    session_id: text({ max: 200 }).optional(),
    iterations: z
      .array(iterationInputSchema)
      .max(MAX_ITERATIONS)
      .default([])
      .meta({ description: "Added to the recorded ones; the same number and phase replaces an earlier one" }),
  }),
  output: taskSchema,
});

export const taskDetailSchema = taskSchema.extend({
  iterations: z.array(taskIterationSchema),
  patterns: z.array(
    z.object({ id: idSchema, problem_type: z.string(), description: z.string(), used_at: timeSchema }),
  ),
  failures: z.array(
    z.object({
      failure_id: idSchema,
      signature: z.string(),
      status: failureStatusSchema,
      iteration: z.int().nullable(),
      at: timeSchema,
    }),
  ),
});

export type TaskDetail = z.output<typeof taskDetailSchema>;

export const taskGet = defineContract({
  name: "task_get",
  module: "tasks",
  summary: "One task with its iterations, the patterns it used and its failures",
  effect: "read",
  reads: ["tasks", "patterns", "failures"],
  permission: "memories:read",
  reach: "repository",
  when_off: "not_found",
  http: { method: "GET", path: "/tasks/{task_record_id}", status: 200 },
  input: z.strictObject({ task_record_id: idSchema }),
  output: taskDetailSchema,
});

export const taskList = defineContract({
  name: "task_list",
  module: "tasks",
  summary: "Tasks, last changed first",
  effect: "read",
  reads: ["tasks"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
  http: { method: "GET", path: "/tasks", status: 200 },
  input: z.strictObject({
    ...pageInput,
    repository: repositoryRefSchema.optional(),
    status: taskStatusSchema.optional(),
    task_id: clientTaskIdSchema.optional(),
  }),
  output: pageOf(taskSchema),
});
