import { z } from "zod";
import { repositoryBriefSchema } from "@/lib/citations/citations/contract";
import { defineContract } from "@/lib/kernel/contract";
import { timeSchema } from "@/lib/kernel/time";
import { repositoryRefSchema } from "@/lib/memories/fields";

export const HOLDOUT_MEASURES = [
  "findings_rejected",
  "retries",
  "errors_met_again",
  "corrections",
  "session_minutes",
] as const;

/** Sessions that each group needs before a difference is said to be there or not. */
export const HOLDOUT_SESSIONS = 20;

export const holdoutGroupSchema = z.object({
  sessions: z.int().meta({ description: "Sessions in which there was something to count" }),
  of: z.number().meta({ description: "What was counted in them: findings, memories learned, or sessions" }),
  value: z.number().nullable().meta({ description: "A share, a number for each session, or minutes" }),
  low: z.number().nullable().meta({ description: "95 % interval; null with fewer than two sessions" }),
  high: z.number().nullable(),
});

export type HoldoutGroup = z.output<typeof holdoutGroupSchema>;

const holdoutMeasureSchema = z.object({
  name: z.enum(HOLDOUT_MEASURES),
  with_memory: holdoutGroupSchema,
  held_out: holdoutGroupSchema,
  difference: z
    .object({ value: z.number(), low: z.number(), high: z.number() })
    .nullable()
    .meta({ description: "With memory minus held out, with its 99 % interval (Welch, over sessions)" }),
  verdict: z.enum(["too_few", "none", "lower", "higher"]).meta({
    description: `With memory it is lower or higher; none: no clear difference yet; too_few: a group has fewer than ${HOLDOUT_SESSIONS} sessions`,
  }),
});

export type HoldoutMeasure = z.output<typeof holdoutMeasureSchema>;

export const holdoutGet = defineContract({
  name: "holdout_get",
  module: "sessions",
  summary: "Whether memory helps: sessions with memory compared with a random share without",
  effect: "read",
  reads: ["sessions", "settings"],
  permission: "memories:read",
  reach: "repository",
  http: { method: "GET", path: "/holdout", status: 200 },
  input: z.strictObject({
    repository: repositoryRefSchema.optional(),
    days: z.int().min(1).max(365).default(30).meta({ description: "Up to now" }),
  }),
  output: z.object({
    since: timeSchema.meta({
      description: "The first day compared: no session is whose recalls may be removed already",
    }),
    repository: repositoryBriefSchema.nullable(),
    share: z.number().meta({ description: "In force for the repository, or for the organization" }),
    with_memory: z
      .int()
      .meta({ description: "Sessions that ended, were assigned to a group and got memory" }),
    held_out: z.int().meta({ description: "Sessions that ended and got none" }),
    open: z.int().meta({ description: "Assigned sessions that have not ended; they are not compared yet" }),
    mixed: z
      .int()
      .meta({ description: "Held out, but served memory after the holdout was switched off; not compared" }),
    measures: z.array(holdoutMeasureSchema),
  }),
});

export type Holdout = z.output<typeof holdoutGet.output>;
