import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { timeSchema } from "@/lib/kernel/time";
import { MAX_HUNK_TEXT, MAX_SKILL_BYTES } from "../fields";

/** Days of findings that a text is tried on. */
export const TRIAL_DAYS = 90;

/** Findings of each list that come with an answer, the latest first. */
export const MAX_TRIAL_FINDINGS = 50;

const triedFindingSchema = z.object({
  id: idSchema,
  title: z.string(),
  file_path: z.string().nullable(),
  rule_category: z.string(),
  found_at: timeSchema,
  by: z.string().meta({ description: "The line of the text that would have applied" }),
});

const triedListSchema = z.object({
  total: z.int(),
  of: z.int().meta({ description: "All findings of the skill with that disposition in the period" }),
  items: z.array(triedFindingSchema),
});

export const skillTrial = defineContract({
  name: "skill_trial",
  module: "skills",
  summary:
    "Try a skill's text on its findings of 90 days: what it would have hidden, what it would have prevented",
  effect: "read",
  reads: ["skills", "findings", "proposals"],
  permission: "skills:read",
  reach: "repository",
  http: { method: "POST", path: "/skills/{skill_id}/trial", status: 200 },
  example: { content: "---\nname: review\ndescription: How to review\n---\n" },
  input: z
    .strictObject({
      skill_id: idSchema,
      content: z.string().min(1).max(MAX_SKILL_BYTES).optional().meta({ description: "The whole SKILL.md" }),
      section: z.string().max(500).optional().meta({ description: "With `edits`: the section they are in" }),
      edits: z
        .array(
          z.strictObject({
            current_text: z.string().max(MAX_HUNK_TEXT),
            proposed_text: z.string().max(MAX_HUNK_TEXT),
          }),
        )
        .max(200)
        .optional()
        .meta({ description: "Hunks to apply to the version, in place of `content`" }),
      version: z
        .int32()
        .min(1)
        .optional()
        .meta({ description: "The skill's version that is changed; left out, the current one" }),
      days: z.int().min(1).max(365).default(TRIAL_DAYS),
    })
    .refine(
      ({ content, section, edits }) =>
        (content === undefined) !== (edits === undefined) &&
        (edits === undefined) === (section === undefined),
      { path: ["content"], error: "give either the whole content, or a section with edits" },
    ),
  output: z.object({
    days: z.int(),
    exceptions: z
      .int()
      .meta({ description: "Lines that the text adds to the skill and that exclude findings" }),
    hidden: triedListSchema.meta({
      description: "Implemented findings that would not have been flagged: the price",
    }),
    prevented: triedListSchema.meta({ description: "Rejected findings that would not have been flagged" }),
    approximate: z
      .boolean()
      .meta({ description: "Matched by rule, place and words, so single findings may be wrong" }),
  }),
});
