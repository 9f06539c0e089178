import { z } from "zod";

export const PLACES = ["served", "check_before_use", "out", "held_out"] as const;

export type RecallPlace = (typeof PLACES)[number];

export const stageSchema = z.object({
  name: z.string(),
  at: z.number().nullable().meta({
    description: "Milliseconds from the question until it began; stages overlap. null in old recalls",
  }),
  ms: z.number().meta({ description: "How long it took" }),
});

export type Stage = z.output<typeof stageSchema>;

export const servingSchema = z.object({
  place: z.enum(PLACES),
  reason: z.string().meta({ description: "Why it was in or out" }),
  relevance: z
    .number()
    .nullable()
    .meta({ description: "Probability of being relevant to the task; null: it was not judged" }),
});

/** How a recall treated one memory: served, named as one to check first, or left out. */
export type Serving = z.output<typeof servingSchema>;
