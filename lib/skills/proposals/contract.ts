import { z } from "zod";
import { repositoryNameSchema } from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { ruleCategorySchema } from "@/lib/reviews/fields";
import { deliverySchema } from "../deliveries/delivery-schema";
import { feedbackSchema, lineSchema, MAX_HUNK_TEXT, proposalVersionSchema } from "../fields";
import { skillVersionSchema } from "../skills/skill-schema";
import {
  commentSchema,
  PROPOSAL_STATUSES,
  proposalDetailSchema,
  proposalSchema,
  proposalStatusSchema,
} from "./proposal-schema";

export const proposalList = defineContract({
  name: "proposal_list",
  module: "skills",
  summary:
    "Proposals: those that people uploaded first, then by the rejected findings that they would prevent, evidence and age",
  effect: "read",
  reads: ["proposals", "skills"],
  permission: "proposals:read",
  reach: "repository",
  http: { method: "GET", path: "/proposals", status: 200 },
  mcp: {
    title: "proposal.list",
    set: "administration",
    description:
      "List proposed changes of skills and what people decided about them, to see whether a recurring objection is " +
      "already being addressed. Not for the skills' text: use skill_get. Agents do not decide proposals.",
  },
  input: z.strictObject({
    ...pageInput,
    status: z
      .array(proposalStatusSchema)
      .min(1)
      .max(PROPOSAL_STATUSES.length)
      .optional()
      .meta({ description: "Approved and rejected ones alone come with the latest decision first" }),
    skill_id: idSchema.optional(),
    repository: repositoryNameSchema.optional(),
    rule_category: ruleCategorySchema.optional(),
    assignee: z
      .union([z.enum(["me", "nobody"]), idSchema])
      .optional()
      .meta({ description: "me, nobody, or a person's id" }),
  }),
  output: pageOf(proposalSchema),
});

export const proposalGet = defineContract({
  name: "proposal_get",
  module: "skills",
  summary: "A proposal with its hunks, their evidence, and the skill then and now",
  effect: "read",
  reads: ["proposals", "skills"],
  permission: "proposals:read",
  reach: "repository",
  http: { method: "GET", path: "/proposals/{proposal_id}", status: 200 },
  input: z.strictObject({ proposal_id: idSchema }),
  output: proposalDetailSchema,
});

const hunkFeedbackSchema = z
  .array(z.strictObject({ hunk_id: idSchema, feedback: feedbackSchema }))
  .min(1)
  .max(200)
  .optional()
  .meta({ description: "Hunks with their own reason, which the next draft considers" });

export const proposalApprove = defineContract({
  name: "proposal_approve",
  module: "skills",
  summary:
    "Approve a proposal or some of its hunks, edited if need be: makes a new skill version and delivers it",
  effect: "write",
  changes: ["proposals", "skills", "deliveries", "findings", "memories", "jobs"],
  permission: "proposals:decide",
  reach: "repository",
  http: { method: "POST", path: "/proposals/{proposal_id}/approve", status: 200 },
  input: z.strictObject({
    proposal_id: idSchema,
    hunks: z
      .array(
        z.strictObject({
          hunk_id: idSchema,
          proposed_text: text({ max: MAX_HUNK_TEXT })
            .optional()
            .meta({ description: "Your wording instead of the drafted one" }),
        }),
      )
      .min(1, "must name a hunk; use proposal_reject to approve none")
      .max(200)
      .optional()
      .meta({ description: "The hunks to approve, default all; the others are rejected" }),
    feedback: feedbackSchema.optional(),
    hunk_feedback: hunkFeedbackSchema,
    version: proposalVersionSchema,
  }),
  output: z.object({
    proposal: proposalSchema,
    skill_version: skillVersionSchema,
    delivery: deliverySchema,
    memories_addressed: z.int(),
    findings_addressed: z.int(),
  }),
});

export const proposalReject = defineContract({
  name: "proposal_reject",
  module: "skills",
  summary:
    "Reject a proposal; none of its hunks is proposed again until its evidence has grown by half and 3 findings",
  effect: "write",
  changes: ["proposals"],
  permission: "proposals:decide",
  reach: "repository",
  http: { method: "POST", path: "/proposals/{proposal_id}/reject", status: 200 },
  input: z.strictObject({
    proposal_id: idSchema,
    feedback: feedbackSchema,
    hunk_feedback: hunkFeedbackSchema,
    version: proposalVersionSchema,
  }),
  output: proposalSchema,
});

export const proposalRedraft = defineContract({
  name: "proposal_redraft",
  module: "skills",
  summary: "Draft an open proposal again from the same evidence, against the skill as it is now",
  effect: "write",
  changes: ["proposals", "model_use"],
  permission: "skills:manage",
  reach: "repository",
  http: { method: "POST", path: "/proposals/{proposal_id}/redraft", status: 200 },
  input: z.strictObject({ proposal_id: idSchema, version: proposalVersionSchema }),
  output: proposalSchema,
});

export const proposalRebase = defineContract({
  name: "proposal_rebase",
  module: "skills",
  summary:
    "Rebase an open proposal onto the skill as it is now, three-way; refused where both changed a line",
  effect: "write",
  changes: ["proposals"],
  permission: "skills:manage",
  reach: "repository",
  http: { method: "POST", path: "/proposals/{proposal_id}/rebase", status: 200 },
  input: z.strictObject({ proposal_id: idSchema, version: proposalVersionSchema }),
  output: proposalSchema,
});

/** Minutes in which a decision can be undone. */
export const UNDO_MINUTES = 30;

export const proposalUndo = defineContract({
  name: "proposal_undo",
  module: "skills",
  summary: `Undo a decision within ${UNDO_MINUTES} minutes; an approved text is undone with a new version`,
  effect: "write",
  changes: ["proposals", "skills", "deliveries", "findings", "memories", "jobs"],
  permission: "proposals:decide",
  reach: "repository",
  http: { method: "POST", path: "/proposals/{proposal_id}/undo", status: 200 },
  input: z.strictObject({ proposal_id: idSchema, version: proposalVersionSchema }),
  output: z.object({
    proposal: proposalSchema,
    skill_version: skillVersionSchema
      .nullable()
      .meta({ description: "The version that restores the earlier text; null when nothing was approved" }),
  }),
});

export const proposalAssign = defineContract({
  name: "proposal_assign",
  module: "skills",
  summary: "Assign a proposal to a person, or to nobody",
  effect: "write",
  changes: ["proposals", "notifications"],
  permission: "proposals:decide",
  reach: "repository",
  http: { method: "POST", path: "/proposals/{proposal_id}/assign", status: 200 },
  input: z.strictObject({
    proposal_id: idSchema,
    person_id: idSchema.nullable().meta({ description: "A member of the organization; null: nobody" }),
  }),
  output: proposalSchema,
});

export const proposalComment = defineContract({
  name: "proposal_comment",
  module: "skills",
  summary: "Comment on a proposal or one of its hunks, for the people who decide",
  effect: "write",
  changes: ["proposals", "notifications"],
  permission: "reviews:write",
  reach: "repository",
  http: { method: "POST", path: "/proposals/{proposal_id}/comments", status: 201 },
  input: z.strictObject({
    proposal_id: idSchema,
    hunk_id: idSchema.optional(),
    body: feedbackSchema,
  }),
  output: commentSchema,
});

export const codeSnippetSchema = z.object({
  path: z.string(),
  commit: z.string(),
  committed_at: z.string().meta({ description: "When the commit was made, with its author's offset" }),
  first_line: lineSchema,
  line: lineSchema.nullable(),
  text: z.string(),
});

export const evidenceCode = defineContract({
  name: "evidence_code",
  module: "skills",
  summary: "The code that a finding was about, at the last commit before it was found",
  effect: "read",
  reads: ["findings"],
  permission: "reviews:read",
  reach: "repository",
  http: { method: "GET", path: "/findings/{finding_id}/code", status: 200 },
  input: z.strictObject({ finding_id: idSchema }),
  output: z.object({
    snippet: codeSnippetSchema.nullable(),
    problem: z.string().nullable().meta({ description: "Why there is no code to show" }),
  }),
});
