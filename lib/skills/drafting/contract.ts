import { z } from "zod";
import { repositoryNameSchema } from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";
import { ruleCategorySchema } from "@/lib/reviews/fields";
import { thresholdFilters } from "@/lib/reviews/rules/contract";
import { MAX_SKILL_BYTES, skillRefSchema } from "../fields";
import { proposalIntentSchema, proposalSchema } from "../proposals/proposal-schema";

export const consideredSchema = z.object({
  rule_category: z.string(),
  skill: skillRefSchema.nullable().meta({ description: "null when no skill is known to be responsible" }),
  flagged: z
    .int()
    .meta({ description: "Of the findings that the skill answers for; null: that no skill does" }),
  rejected: z.int(),
  reason: z.string().meta({ description: "Result and reason" }),
  weighed: z
    .object({
      spared: z.int().meta({ description: "Rejected findings that it would have prevented" }),
      hidden: z.int().meta({ description: "Implemented findings that it would have hidden" }),
      days: z.int(),
      text: z.string(),
    })
    .nullable()
    .meta({
      description:
        "An exception that was not proposed because it would hide too many real findings; rule_category with intent except proposes it",
    }),
});

export type Considered = z.output<typeof consideredSchema>;

/** The answer when the evidence asks for no change. */
export const NOTHING_TO_PROPOSE = "No rule requires a skill update";

export const proposalUpload = defineContract({
  name: "proposal_upload",
  module: "skills",
  summary:
    "Propose a skill's text that somebody changed elsewhere, with the reason: one proposal per section",
  effect: "write",
  changes: ["proposals"],
  permission: "skills:manage",
  reach: "repository",
  http: { method: "POST", path: "/skills/{skill_id}/proposals", status: 200 },
  input: z.strictObject({
    skill_id: idSchema,
    content: z
      .string()
      .min(1)
      .max(MAX_SKILL_BYTES)
      .meta({ description: "The whole SKILL.md; headings and frontmatter as they are" }),
    base_version: z
      .int32()
      .min(1)
      .optional()
      .meta({ description: "The version that was changed; default: the current one" }),
    reason: text({ max: 2_000 }).meta({
      description: "Why; it replaces evidence for the people who decide",
    }),
  }),
  output: z.object({
    proposals: z
      .array(proposalSchema.extend({ outcome: z.enum(["created", "updated", "unchanged"]) }))
      .meta({ description: "Empty when the text is that of the version" }),
    refused: z.array(
      z.object({
        section: z.string(),
        proposal_id: idSchema.meta({ description: "The open proposal for it, which must be decided first" }),
        reason: z.string(),
      }),
    ),
  }),
});

export const proposalDraft = defineContract({
  name: "proposal_draft",
  module: "skills",
  summary: "Draft proposals now, from the most rejected rules, or a wanted change of one rule",
  effect: "write",
  changes: ["proposals", "model_use"],
  permission: "skills:manage",
  reach: "repository",
  http: { method: "POST", path: "/proposals/draft", status: 200 },
  mcp: {
    title: "proposal.draft",
    set: "administration",
    description:
      "Have changes of skills drafted from rejected review findings, when your team asks for it: of every rule that is " +
      "rejected too often, or with rule_category and intent to demote, disable or rewrite one rule. People decide what " +
      "is drafted; nothing is applied. Not for submitting findings: use review_evaluate, which drafts automatically.",
  },
  input: z
    .strictObject({
      repository: repositoryNameSchema.optional().meta({ description: "Only for skills of this repository" }),
      skill_id: idSchema.optional().meta({ description: "Only for this skill" }),
      rule_category: ruleCategorySchema
        .optional()
        .meta({ description: "Only this rule, whatever its rate; with an intent" }),
      intent: proposalIntentSchema.optional(),
      ...thresholdFilters,
    })
    .refine(({ rule_category, intent }) => (rule_category === undefined) === (intent === undefined), {
      path: ["intent"],
      error: "goes with rule_category: give both, or neither for all high-rejection rules",
    }),
  output: z.object({
    proposals: z
      .array(proposalSchema.extend({ outcome: z.enum(["created", "updated", "unchanged"]) }))
      .meta({ description: "Open proposals that the evidence supports; one per section" }),
    considered: z.array(consideredSchema).meta({
      description:
        "Every high-rejection rule and its result. A rejected change is not proposed again until the evidence " +
        "has grown by half and by at least 3 findings",
    }),
    message: z
      .string()
      .nullable()
      .meta({ description: `"${NOTHING_TO_PROPOSE}", or null` }),
  }),
});

export type DraftResult = z.output<typeof proposalDraft.output>;
