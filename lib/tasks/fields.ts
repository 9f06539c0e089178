import { z } from "zod";
import { text } from "@/lib/kernel/text";

export const TASK_STATUSES = ["open", "passed", "failed", "cancelled"] as const;
export const taskStatusSchema = z.enum(TASK_STATUSES);
export type TaskStatus = z.output<typeof taskStatusSchema>;

export const PHASES = ["planning", "reflecting"] as const;
export const phaseSchema = z.enum(PHASES);
export type Phase = z.output<typeof phaseSchema>;

export const clientTaskIdSchema = text({ max: 200 }).meta({
  description: "The caller's own id of the task, unique in its repository",
});

export const branchSchema = text({ max: 250 }).meta({ description: "Branch that was tested" });

export const testNameSchema = text({ max: 1_000 });

/** Characters of an output that are read; more is refused. */
export const MAX_OUTPUT = 1_000_000;

/** What a search gives unless it asks otherwise. */
export const SEARCH_RESULTS = 5;

export const limitSchema = z.int().min(1).max(50).default(SEARCH_RESULTS);

export const minSimilaritySchema = z.number().min(0).max(1).optional().meta({
  description: "Least cosine; default: what was measured for the embedder",
});

export const similaritySchema = z
  .number()
  .nullable()
  .meta({ description: "Cosine to the query; null: found by words or by its signature" });

/** A share with its 95 % interval (Wilson) and its sample. */
export const shareSchema = z.object({
  n: z.int(),
  successes: z.int(),
  rate: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

export type Share = z.output<typeof shareSchema>;
