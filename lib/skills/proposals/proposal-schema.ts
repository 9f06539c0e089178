import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
import { repositoryBriefSchema } from "@/lib/citations/citations/contract";
import { idSchema } from "@/lib/kernel/ids";
import { timeSchema } from "@/lib/kernel/time";
import { memoryBriefSchema } from "@/lib/memories/memory/contract";
import { findingSchema } from "@/lib/reviews/findings/finding-schema";
import { conflictRegionSchema } from "../deliveries/contract";
import { lineSchema, skillRefSchema } from "../fields";

export const PROPOSAL_STATUSES = ["open", "approved", "rejected", "superseded"] as const;

export const proposalStatusSchema = z.enum(PROPOSAL_STATUSES);

export type ProposalStatus = z.output<typeof proposalStatusSchema>;

export const HUNK_DECISIONS = ["open", "approved", "rejected"] as const;

export const PROPOSAL_INTENTS = ["except", "demote", "disable", "rewrite"] as const;

export const proposalIntentSchema = z.enum(PROPOSAL_INTENTS).meta({
  description:
    "except: leave out the cases that get rejected; demote: report it as a minor remark only; disable: do not flag it; " +
    "rewrite: restate the rule, with the cases that get rejected as its conditions",
});

export type ProposalIntent = z.output<typeof proposalIntentSchema>;

export const predictionSchema = z.object({
  spared: z.int().meta({ description: "Rejected findings that the edit would have prevented" }),
  rejected: z.int().meta({ description: "All rejected findings of the skill in the period" }),
  touched: z.int().meta({ description: "Implemented findings that it would have hidden too: its price" }),
  implemented: z.int().meta({ description: "All implemented findings of the skill in the period" }),
  days: z.int().meta({ description: "Length of the period, which ends at `at`" }),
  at: timeSchema.meta({ description: "When it was computed" }),
});

export const draftingSchema = z.object({
  prompt_version: z
    .string()
    .nullable()
    .meta({ description: "The version of the language model's instructions" }),
  fallback: z
    .string()
    .nullable()
    .meta({ description: "Why it was written without the language model that the server has" }),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cost_usd: z.number().nullable().meta({ description: "null when none was asked or its price is not set" }),
});

const assigneeSchema = z.object({ id: idSchema, name: z.string() });

export const proposalSchema = z.object({
  id: idSchema,
  skill: skillRefSchema,
  repository: repositoryBriefSchema,
  section: z.string().meta({ description: "Title of the section it edits" }),
  title: z.string(),
  rationale: z.string(),
  confidence: z.number().meta({
    description:
      "0–1: how certain it is that the findings it hides are false alarms: the lower end of the Wilson 95 % " +
      "interval of spared ÷ (spared + touched) of `predicted`; 0 before that was computed",
  }),
  drafter: z.string().meta({
    description: "Who wrote it: deterministic, a language model, or by: and the name of who uploaded it",
  }),
  rule_category: z.string().nullable().meta({ description: "The rule with the most evidence in it" }),
  intents: z
    .record(z.string(), proposalIntentSchema)
    .meta({ description: "By rule, the requested change; rules not named here get exceptions" }),
  evidence_count: z.int().meta({ description: "Rejected findings that support it" }),
  hunk_count: z.int(),
  base_version: z.int().meta({ description: "The skill version it was drafted against" }),
  status: proposalStatusSchema,
  feedback: z.string().nullable(),
  decided_by: actorRefSchema.nullable(),
  decided_at: timeSchema.nullable(),
  applied_version: z.int().nullable().meta({ description: "The skill version its approval made" }),
  created_at: timeSchema,
  updated_at: timeSchema,
  version: z.int().meta({ description: "Send it with a decision; refused if it has changed since" }),
  assignee: assigneeSchema.nullable().meta({ description: "The assignee" }),
  predicted: predictionSchema.nullable().meta({
    description:
      "What it would have done to the findings of the last 30 days, by matching rule, place and title; null before " +
      "it was computed",
  }),
  drafting: draftingSchema,
});

export type Proposal = z.output<typeof proposalSchema>;

export const hunkSchema = z.object({
  id: idSchema,
  position: z.int().meta({ description: "Order in the proposal, from 0" }),
  current_text: z.string().meta({ description: "Text of the section as it is; occurs exactly once in it" }),
  proposed_text: z.string().meta({ description: "The text that replaces it" }),
  edited_text: z
    .string()
    .nullable()
    .meta({ description: "proposed_text as edited by the person who decided, if it was" }),
  rationale: z.string(),
  decision: z.enum(HUNK_DECISIONS),
  feedback: z.string().nullable(),
  spared: z.int().meta({ description: "As `predicted.spared`, by this hunk alone" }),
  touched: z.int().meta({ description: "As `predicted.touched`, by this hunk alone" }),
  rule_categories: z.array(z.string()),
  start_line: lineSchema.nullable().meta({
    description: "Line of current_text in the text shown: base for a decided proposal, else now; null: gone",
  }),
  conflict: z.string().nullable().meta({ description: "Why it cannot be applied now" }),
  three_way: z.object({ reason: z.string(), region: conflictRegionSchema }).nullable().meta({
    description: "Why it cannot be rebased either, with the three texts; null when it can or need not be",
  }),
  findings: z.array(findingSchema),
  memories: z.array(memoryBriefSchema),
});

export type Hunk = z.output<typeof hunkSchema>;

export const commentSchema = z.object({
  id: idSchema,
  hunk_id: idSchema
    .nullable()
    .meta({ description: "The hunk it is about; a hunk that no longer exists is of an earlier draft" }),
  body: z.string(),
  author: actorRefSchema,
  created_at: timeSchema,
});

export type Comment = z.output<typeof commentSchema>;

export const proposalDetailSchema = proposalSchema.extend({
  hunks: z.array(hunkSchema),
  comments: z.array(commentSchema).meta({ description: "Oldest first" }),
  undo_until: timeSchema
    .nullable()
    .meta({ description: "Until when its decision can be undone; null when it cannot" }),
  base_content: z.string().meta({ description: "The skill at base_version" }),
  current_content: z.string().meta({ description: "The skill now" }),
  current_version: z.int().meta({ description: "The skill's current version" }),
  proposed_content: z
    .string()
    .nullable()
    .meta({ description: "current_content with every hunk applied; null on conflict or once decided" }),
  conflict: z
    .boolean()
    .meta({ description: "The skill changed and the section no longer matches: rebase or redraft it" }),
  rebasable: z.boolean().meta({ description: "On conflict: every hunk can be rebased unchanged" }),
});

export type ProposalDetail = z.output<typeof proposalDetailSchema>;
