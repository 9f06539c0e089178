import { z } from "zod";
import { BUCKETS } from "@/lib/kernel/buckets";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { timeSchema } from "@/lib/kernel/time";
import { filePatternFilter, ruleCategorySchema, whoFilters } from "../fields";

const rateFields = {
  flagged: z.int().meta({ description: "implemented + rejected + deferred; clarify is counted separately" }),
  implemented: z.int(),
  rejected: z.int(),
  deferred: z.int(),
  clarify: z.int(),
  rate: z.number().nullable().meta({ description: "rejected ÷ flagged, 0–1; null when nothing was flagged" }),
  low: z.number().nullable().meta({ description: "Lower end of the Wilson 95 % interval of the rate" }),
  high: z.number().nullable().meta({ description: "Upper end of the Wilson 95 % interval of the rate" }),
};

export const tallySchema = z.object(rateFields);

export type Tally = z.output<typeof tallySchema>;

export const ruleTrendSchema = z.object({
  direction: z.enum(["rising", "falling", "steady"]).meta({
    description: "steady: the 95 % interval of the difference (Newcombe 1998, method 10) includes 0",
  }),
  difference: z.number().meta({ description: "Later rate − earlier rate, in −1…1" }),
  low: z.number(),
  high: z.number(),
  p: z.number().meta({ description: "Two-sided p of the two-proportion z test" }),
  since: timeSchema.meta({ description: "Where the later period starts; both are equally long" }),
  earlier_flagged: z.int(),
  later_flagged: z.int(),
});

export type RuleTrend = z.output<typeof ruleTrendSchema>;

export const ruleSchema = z.object({
  rule_category: z.string(),
  ...rateFields,
  evidence: z.number().meta({
    description:
      "low × flagged: the rejected findings that the sample supports at least; what rules are ranked by",
  }),
  total: tallySchema.meta({ description: "The same over all findings, those already addressed included" }),
  addressed_at: timeSchema
    .nullable()
    .meta({ description: "When a skill version last addressed findings of it; null: never" }),
  high_rejection: z.boolean().meta({
    description: "Rate and flagged reach the organization's high_rejection_rate and high_rejection_flagged",
  }),
  trend: ruleTrendSchema.nullable().meta({
    description:
      "Last 30 days (UTC, with the last) against the 30 before; null unless both have flagged findings",
  }),
  last_found_at: timeSchema.nullable(),
});

export type Rule = z.output<typeof ruleSchema>;

export const ruleRowSchema = ruleSchema.extend({
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })).meta({
    description: "Why its findings were rejected, the most frequent first, at most 5; of the latest 50",
  }),
  file_patterns: z
    .array(z.string())
    .meta({ description: "Of these findings, the most frequent first, at most 5" }),
  memory_ids: z.array(z.string()).meta({ description: "Memories made from these findings, at most 20" }),
});

export const thresholdFilters = {
  min_rejection_rate: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: "Counts as high rejection from this rate; default: the organization's setting" }),
  min_samples: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .meta({ description: "… and from so many flagged findings; default: the organization's setting" }),
};

const periodFilters = {
  from: timeSchema.optional().meta({ description: "Findings from this moment on" }),
  to: timeSchema.optional().meta({ description: "Findings before this moment; default now" }),
};

const ORDERED = { path: ["to"], error: "must be after from" };

const isOrdered = ({ from, to }: { from?: string; to?: string }) =>
  from === undefined || to === undefined || Date.parse(from) < Date.parse(to);

/** Most rules that `rule_list` answers with. */
export const MAX_RULES = 200;

export const ruleList = defineContract({
  name: "rule_list",
  module: "reviews",
  summary: "Rejection rate of every rule, strongest evidence of rejection first",
  effect: "read",
  reads: ["findings", "settings"],
  permission: "reviews:read",
  reach: "repository",
  http: { method: "GET", path: "/rules", status: 200 },
  mcp: {
    title: "rule.list",
    set: "reviews",
    description:
      "See which review rules get rejected, before reviewing or before changing a skill: per rule the findings " +
      "flagged, implemented, rejected, deferred, and the rejection rate with its 95 % interval. Leaves out findings " +
      "that a skill version addressed (total has all). High-rejection rules first, then ranked by evidence " +
      "(lower end of the interval × flagged), so that 80 of 200 outranks 5 of 5. Not for the findings themselves: use " +
      "finding_list.",
  },
  input: z
    .strictObject({
      ...whoFilters,
      ...filePatternFilter,
      ...periodFilters,
      ...thresholdFilters,
      limit: z.int().min(1).max(MAX_RULES).default(MAX_RULES),
    })
    .refine(isOrdered, ORDERED),
  output: z.object({
    items: z.array(ruleRowSchema),
    total: z.int().meta({ description: "How many rules match; the items are the first of them" }),
    thresholds: z.object({ high_rejection_rate: z.number(), high_rejection_flagged: z.int() }),
  }),
});

export type RuleList = z.output<typeof ruleList.output>;

/** Most groups that `rule_unclassified` answers with, and most findings of each. */
export const MAX_GROUPS = 50;

export const MAX_GROUP_FINDINGS = 200;

export const CLASSIFIED_BY = ["reviewer_rule", "organization", "lexicon", "meaning", "none"] as const;

export const ruleUnclassified = defineContract({
  name: "rule_unclassified",
  module: "reviews",
  summary: "Findings without a known rule, grouped by title, each group with suggested rules",
  effect: "read",
  reads: ["findings"],
  permission: "reviews:read",
  reach: "repository",
  http: { method: "GET", path: "/rules/unclassified", status: 200 },
  input: z.strictObject({
    repository: whoFilters.repository,
    limit: z.int().min(1).max(MAX_GROUPS).default(MAX_GROUPS),
  }),
  output: z.object({
    items: z
      .array(
        z.object({
          title: z.string().meta({ description: "Of the latest of the group" }),
          finding_ids: z.array(idSchema).meta({
            description: "For finding_recategorise, after which similar titles get the same rule",
          }),
          rejected: z.int(),
          last_found_at: timeSchema,
          suggestions: z
            .array(
              z.object({
                rule_category: z.string(),
                by: z.enum(CLASSIFIED_BY).meta({
                  description:
                    "organization: people put similar titles there; lexicon: its words; meaning: its words and what they mean",
                }),
              }),
            )
            .meta({ description: "The likeliest first, at most 3" }),
        }),
      )
      .meta({ description: "The largest groups first" }),
    total: z.int().meta({ description: "Findings that wait, at most the latest 1,000" }),
    rules: z.array(z.string()).meta({ description: "Rules to choose from: those in use and the lexicon's" }),
  }),
});

export type RuleUnclassified = z.output<typeof ruleUnclassified.output>;

export const bucketSchema = z.enum(BUCKETS);

/** Most buckets of a series, and most rules it is split into. */
export const MAX_BUCKETS = 400;

export const MAX_SERIES = 12;

const ruleSeriesBucketSchema = z.object({
  at: timeSchema.meta({
    description: "Start of the bucket, in UTC, or of the period within it; weeks start on Monday",
  }),
  until: timeSchema.meta({ description: "Start of the next bucket, or end of the period" }),
  ...rateFields,
});

export const ruleSeries = defineContract({
  name: "rule_series",
  module: "reviews",
  summary: "Rejection rate over time, per day, week or month, of all rules together or of each",
  effect: "read",
  reads: ["findings"],
  permission: "reviews:read",
  reach: "repository",
  http: { method: "GET", path: "/rules/series", status: 200 },
  input: z
    .strictObject({
      ...whoFilters,
      ...filePatternFilter,
      ...periodFilters,
      bucket: bucketSchema.default("week"),
      rule_category: z.array(ruleCategorySchema).min(1).max(50).optional(),
      per_rule: z
        .boolean()
        .default(false)
        .meta({ description: `One series a rule, the ${MAX_SERIES} most flagged; else one over all` }),
    })
    .refine(isOrdered, ORDERED),
  output: z.object({
    bucket: bucketSchema,
    from: timeSchema.meta({
      description: "Start of the period; default: of the twelfth bucket from its end",
    }),
    to: timeSchema.meta({ description: "End of the period, at most that of today in UTC" }),
    series: z.array(
      z.object({
        rule_category: z.string().nullable().meta({ description: "null: all that match together" }),
        ...rateFields,
        total: tallySchema.meta({ description: "As in rule_list: those already addressed included" }),
        buckets: z.array(ruleSeriesBucketSchema).meta({
          description:
            "Every bucket in order, of all findings of the period in it; rate null where nothing was flagged",
        }),
      }),
    ),
  }),
});

export type RuleSeries = z.output<typeof ruleSeries.output>;

export const BREAKDOWNS = ["skill", "repository", "agent", "developer", "file_pattern"] as const;

export const breakdownBySchema = z.enum(BREAKDOWNS);

export type BreakdownBy = z.output<typeof breakdownBySchema>;

/** Most parts, and most rules, of a breakdown. */
export const MAX_PARTS = 50;

const partFields = {
  ...rateFields,
  open_rejected: z.int().meta({ description: "Rejected ones that no skill version addressed yet" }),
};

export const ruleBreakdown = defineContract({
  name: "rule_breakdown",
  module: "reviews",
  summary: "Rejection rate of every rule by skill, repository, agent, developer or file pattern",
  effect: "read",
  reads: ["findings"],
  permission: "reviews:read",
  reach: "repository",
  http: { method: "GET", path: "/rules/breakdown", status: 200 },
  input: z
    .strictObject({
      ...whoFilters,
      ...filePatternFilter,
      ...periodFilters,
      by: breakdownBySchema,
      rule_category: z.array(ruleCategorySchema).min(1).max(50).optional(),
      limit: z.int().min(1).max(MAX_PARTS).default(12),
    })
    .refine(isOrdered, ORDERED),
  output: z.object({
    by: breakdownBySchema,
    total: z.object({ parts: z.int().meta({ description: "How many parts there are" }), ...rateFields }),
    parts: z
      .array(
        z.object({ part: z.string().nullable().meta({ description: "null: none named" }), ...partFields }),
      )
      .meta({ description: "The most flagged first" }),
    rules: z.array(z.object({ rule_category: z.string(), ...partFields })),
    cells: z
      .array(z.object({ rule_category: z.string(), part: z.string().nullable(), ...partFields }))
      .meta({ description: "Where rules and parts of this answer meet; without findings there is none" }),
  }),
});

export type RuleBreakdown = z.output<typeof ruleBreakdown.output>;
