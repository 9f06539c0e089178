import { z } from "zod";
import { idSchema } from "@/lib/kernel/ids";
import { timeSchema } from "@/lib/kernel/time";

export const EXAMPLE_STATES = ["playing", "ready", "failed", "removing"] as const;

export const exampleProgressSchema = z.object({
  state: z.enum(EXAMPLE_STATES),
  step: z.string().nullable().meta({ description: "What is made now" }),
  done: z.int().meta({ description: "Steps that are done" }),
  steps: z.int(),
  error: z.string().nullable().meta({ description: "Why it failed, and what to do" }),
  started_by: z.object({ id: idSchema, name: z.string() }),
  started_at: timeSchema,
});

export type ExampleProgress = z.output<typeof exampleProgressSchema>;
