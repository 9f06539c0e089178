import { z } from "zod";
import { repositoryNameSchema } from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { timeSchema } from "@/lib/kernel/time";
import { skillVersionSchema } from "../skills/skill-schema";

export const EFFECT_VERDICTS = ["improved", "no_evidence", "worse"] as const;

export type EffectVerdict = (typeof EFFECT_VERDICTS)[number];

export const countedSchema = z.object({
  from: timeSchema,
  to: timeSchema,
  days: z.number(),
  flagged: z.int(),
  rejected: z.int(),
  rate: z.number().nullable().meta({ description: "rejected ÷ flagged; null when nothing was flagged" }),
  low: z.number().nullable(),
  high: z.number().nullable().meta({ description: "low–high: the Wilson 95 % interval of the rate" }),
});

export type Counted = z.output<typeof countedSchema>;

export const differenceSchema = z.object({
  difference: z.number().meta({ description: "Later rate − earlier rate, in −1…1" }),
  low: z.number(),
  high: z.number().meta({ description: "low–high: Newcombe's 95 % interval of the difference" }),
  p: z.number(),
});

export const versionEffectSchema = z.object({
  skill_version: skillVersionSchema,
  rule_categories: z.array(z.string()).meta({ description: "The rules whose findings it addressed" }),
  in_force_at: timeSchema.meta({
    description: "When it was delivered; when it was approved, as long as it is not",
  }),
  delivered: z.boolean(),
  before: countedSchema,
  after: countedSchema,
  difference: differenceSchema.nullable(),
  verdict: z.enum(EFFECT_VERDICTS).meta({
    description:
      "improved or worse: the 95 % interval of the difference excludes 0, with at least the least sample on both sides",
  }),
  reason: z.string().meta({ description: "The verdict in a sentence" }),
  suggests_revert_to: z
    .int()
    .nullable()
    .meta({ description: "When it got worse and is still the current text: the version before" }),
});

export type VersionEffect = z.output<typeof versionEffectSchema>;

/** Flagged findings that each side of a comparison needs. */
export const LEAST_SAMPLE = 10;

/** Days before a version that it is compared with, and at most as many after it. */
export const EFFECT_DAYS = 30;

export const skillEffects = defineContract({
  name: "skill_effects",
  module: "skills",
  summary:
    "For each approved version: the rejection rate of its rules before and after, and whether it helped",
  effect: "read",
  reads: ["skills", "findings"],
  permission: "skills:read",
  reach: "repository",
  http: { method: "GET", path: "/skills/{skill_id}/effects", status: 200 },
  input: z.strictObject({
    skill_id: idSchema,
    days: z.int().min(1).max(365).default(EFFECT_DAYS).meta({
      description:
        "Maximum length of both periods; the later one ends where the next version addressed one of its rules",
    }),
  }),
  output: z.object({
    items: z.array(versionEffectSchema).meta({ description: "Newest first, at most 50" }),
    least_sample: z.int(),
  }),
});

export const TARGET_VERDICTS = ["met", "not_met", "no_evidence"] as const;

export const skillTargets = defineContract({
  name: "skill_targets",
  module: "skills",
  summary: "False positives −30 % in two weeks, and more than half of the proposals accepted: met or not",
  effect: "read",
  reads: ["proposals", "findings"],
  permission: "reviews:read",
  reach: "repository",
  http: { method: "GET", path: "/skills/targets", status: 200 },
  input: z.strictObject({ repository: repositoryNameSchema.optional() }),
  output: z.object({
    false_positives: z.object({
      target: z.number().meta({ description: "Relative change of the rejection rate: −0.3" }),
      before: countedSchema.nullable().meta({ description: "Two weeks before the version came into use" }),
      after: countedSchema
        .nullable()
        .meta({ description: "Two weeks after it, as far as they are over; null when none was approved" }),
      version: z.object({ skill: z.string(), number: z.int() }).nullable().meta({
        description: "The latest approved version with enough findings on both sides, else the latest",
      }),
      change: z.number().nullable().meta({ description: "after.rate ÷ before.rate − 1" }),
      difference: differenceSchema.nullable(),
      verdict: z.enum(TARGET_VERDICTS),
      reason: z.string(),
    }),
    adoption: z.object({
      target: z.number().meta({ description: "approved ÷ decided: 0.5" }),
      approved: z.int(),
      decided: z.int(),
      rate: z.number().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      verdict: z.enum(TARGET_VERDICTS),
      reason: z.string(),
    }),
  }),
});

export type SkillTargets = z.output<typeof skillTargets.output>;
