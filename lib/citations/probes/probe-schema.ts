import { z } from "zod";
import { globsSchema } from "@/lib/kernel/glob-schema";
import { text } from "@/lib/kernel/text";

export const probeExpectationSchema = z.union(
  [
    z.strictObject({ at_least: z.int().min(1).max(10_000) }),
    z.strictObject({ violations: z.literal("none") }),
  ],
  { error: 'must be {"at_least": n} or {"violations": "none"}' },
);

export type ProbeExpectation = z.output<typeof probeExpectationSchema>;

/** A probe as it is written: one ast-grep rule, and what is expected of its matches. */
export const probeShape = {
  rule: text({ max: 8_000 }).meta({
    description: "ast-grep rule as YAML or JSON: language, rule; also constraints, utils",
  }),
  expectation: probeExpectationSchema.meta({
    description: "at_least: this many matches. violations none: every match is a violation",
  }),
  paths: globsSchema.default([]).meta({
    description: "Globs of the files to search. Default: all files in the rule's language",
  }),
  except: globsSchema.default([]).meta({ description: "Globs of files to exclude" }),
};

export const PROBE_STATUSES = ["holds", "violated", "unknown"] as const;

export const probeStatusSchema = z.enum(PROBE_STATUSES);

export type ProbeStatus = z.output<typeof probeStatusSchema>;

export const probePlaceSchema = z.object({
  path: z.string(),
  line_start: z.int(),
  line_end: z.int(),
  text: z.string().meta({ description: "First line of the place, at most 200 characters" }),
});

export type ProbePlace = z.output<typeof probePlaceSchema>;

export const probeCountsShape = {
  matches: z.int().meta({ description: "Places that the rule matches" }),
  support: z
    .int()
    .nullable()
    .meta({ description: "Places that the rule without its `not` matches; null: it has none" }),
  files: z.int().meta({ description: "Files that were searched" }),
};
