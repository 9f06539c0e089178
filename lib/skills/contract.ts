import { z } from "zod";
import { actorRefSchema } from "@/lib/access/contract";
import { pathSchema, repositoryBriefSchema, repositoryNameSchema } from "@/lib/citations/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { memoryBriefSchema } from "@/lib/memories/contract";
import { findingSchema, ruleCategorySchema } from "@/lib/reviews/contract";

const room = "skills";

// Skills -----------------------------------------------------------------------------------------------------

/** Folders in which skills are looked for, at any depth below them. */
export const SKILL_FOLDERS = [".claude/skills", ".github/skills", ".agents/skills"] as const;
/** The largest SKILL.md that is taken in: about three times what agentskills.io recommends. */
export const MAX_SKILL_BYTES = 65_536;

export const DELIVERY_MODES = ["working_copy", "branch", "pull_request", "none"] as const;
export const deliveryModeSchema = z.enum(DELIVERY_MODES).meta({
  description:
    "working_copy: versions are written into the repository's folder; branch: committed on a branch of the repository " +
    "on this server; pull_request: proposed at GitHub; none: agents fetch them here",
});
export type DeliveryMode = z.output<typeof deliveryModeSchema>;

export const DELIVERY_STATUSES = [
  "pending",
  "open",
  "delivered",
  "conflict",
  "failed",
  "closed",
  "superseded",
] as const;
export const deliveryStatusSchema = z.enum(DELIVERY_STATUSES).meta({
  description:
    "open: on its branch or in its pull request, not merged yet; conflict: the file changed underneath and was left " +
    "alone; closed: the pull request was closed without merging; superseded: a later version or a resolution took its " +
    "place",
});
export type DeliveryStatus = z.output<typeof deliveryStatusSchema>;

/** What a person must look at: the file does not hold the approved text, and nothing will change that by itself. */
export const UNRESOLVED_DELIVERIES = [
  "conflict",
  "failed",
  "closed",
] as const satisfies readonly DeliveryStatus[];

export const VERSION_ORIGINS = ["registered", "observed", "approved", "reverted", "merged"] as const;
export const versionOriginSchema = z.enum(VERSION_ORIGINS).meta({
  description:
    "registered: first seen; observed: the file was changed by others; approved: from a proposal; " +
    "reverted: an older version again; merged: a proposal and a change of the file put together",
});
export type VersionOrigin = z.output<typeof versionOriginSchema>;

export const skillRefSchema = z.object({ id: idSchema, name: z.string(), path: z.string() });
const lineSchema = z.int().meta({ description: "Counted from 1" });

export const sectionSchema = z.object({
  title: z.string().meta({ description: "The heading's text" }),
  depth: z.int().meta({ description: "1–6" }),
  line_start: lineSchema,
  line_end: lineSchema,
  editable: z.boolean().meta({ description: "false when another section has the same title" }),
});
export type Section = z.output<typeof sectionSchema>;

export const skillSchema = z.object({
  id: idSchema,
  repository: repositoryBriefSchema,
  path: z.string(),
  name: z.string(),
  description: z.string(),
  current_version: z.int(),
  delivery_mode: deliveryModeSchema,
  delivery_status: deliveryStatusSchema
    .nullable()
    .meta({ description: "Of the latest delivery; null when there was none" }),
  open_proposals: z.int(),
  created_at: timeSchema,
  updated_at: timeSchema,
  version: z.int().meta({ description: "Counts every change of the record; not the number of the text" }),
});
export type Skill = z.output<typeof skillSchema>;

export const skillVersionSchema = z.object({
  id: idSchema,
  skill_id: idSchema,
  number: z.int(),
  content_sha256: z.string(),
  origin: versionOriginSchema,
  proposal_id: idSchema.nullable(),
  created_by: actorRefSchema,
  note: z.string().nullable(),
  created_at: timeSchema,
});
export type SkillVersion = z.output<typeof skillVersionSchema>;

export const skillVersionDetailSchema = skillVersionSchema.extend({ content: z.string() });
export type SkillVersionDetail = z.output<typeof skillVersionDetailSchema>;

export const deliverySchema = z.object({
  id: idSchema,
  skill: skillRefSchema,
  repository: repositoryBriefSchema,
  version_number: z.int(),
  mode: deliveryModeSchema,
  status: deliveryStatusSchema,
  error: z.string().nullable().meta({ description: "What went wrong and the remedy" }),
  base_sha256: z.string().meta({ description: "SHA-256 of the file that the version was made for" }),
  found_sha256: z.string().nullable().meta({ description: "SHA-256 of the file found instead" }),
  attempts: z.int(),
  branch: z.string().nullable().meta({ description: "The branch that holds it" }),
  commit_sha: z.string().nullable(),
  url: z.string().nullable().meta({ description: "Its pull request" }),
  pull_request: z.int().nullable(),
  followed_at: timeSchema.nullable().meta({ description: "When it was last looked at whether it is merged" }),
  created_at: timeSchema,
  finished_at: timeSchema.nullable(),
});
export type Delivery = z.output<typeof deliverySchema>;

export const skillDetailSchema = skillSchema.extend({
  content: z.string().meta({ description: "The whole file in its current version, frontmatter included" }),
  content_sha256: z.string(),
  sections: z.array(sectionSchema),
  current: skillVersionSchema,
  deliveries: z.array(deliverySchema).meta({ description: "The last 10, newest first" }),
});
export type SkillDetail = z.output<typeof skillDetailSchema>;

export const skillRegister = defineContract({
  name: "skill_register",
  room,
  summary: "Register SKILL.md files of a repository; doing it again takes in a changed file as a new version",
  effect: "write",
  permission: "skills:manage",
  http: { method: "POST", path: "/skills", status: 201 },
  input: z.strictObject({
    repository: repositoryNameSchema.meta({ description: "A registered repository, owner/name" }),
    path: pathSchema.optional().meta({
      description: `The SKILL.md; default: all below ${SKILL_FOLDERS.join(", ")}`,
    }),
  }),
  output: z.object({
    skills: z.array(skillSchema.extend({ outcome: z.enum(["registered", "observed", "unchanged"]) })),
    refused: z
      .array(z.object({ path: z.string(), reason: z.string() }))
      .meta({ description: "Files that were found but are no valid skills; empty when a path was given" }),
  }),
});

export const skillDiscover = defineContract({
  name: "skill_discover",
  room,
  summary: "SKILL.md files of a repository, registered or not",
  effect: "read",
  permission: "skills:read",
  http: { method: "GET", path: "/skills/discover", status: 200 },
  input: z.strictObject({
    repository: repositoryNameSchema.meta({ description: "A registered repository, owner/name" }),
  }),
  output: z.object({
    items: z.array(
      z.object({
        path: z.string(),
        name: z.string().nullable(),
        description: z.string().nullable(),
        skill_id: idSchema.nullable().meta({ description: "null while it is not registered" }),
        problem: z.string().nullable().meta({ description: "Why it cannot be registered as it is" }),
      }),
    ),
  }),
});

export const skillList = defineContract({
  name: "skill_list",
  room,
  summary: "Skills by name",
  effect: "read",
  permission: "skills:read",
  http: { method: "GET", path: "/skills", status: 200 },
  mcp: {
    title: "skill.list",
    set: "administration",
    description:
      "List the registered skills (SKILL.md files) with their current version: to find the one for your work, or to see " +
      "whether yours is out of date. Not for the text itself: use skill_get.",
  },
  input: z.strictObject({
    ...pageInput,
    repository: repositoryNameSchema.optional(),
    name: text({ max: 64 }).optional().meta({ description: "Exactly this name" }),
  }),
  output: pageOf(skillSchema),
});

export const skillGet = defineContract({
  name: "skill_get",
  room,
  summary: "A skill's current text, its sections and deliveries",
  effect: "read",
  permission: "skills:read",
  http: { method: "GET", path: "/skills/{skill_id}", status: 200 },
  mcp: {
    title: "skill.get",
    set: "administration",
    description:
      "Read the current approved text of a skill, when your copy of its SKILL.md may be older than the version shown by " +
      "skill_list. Not for finding a skill: use skill_list.",
  },
  input: z.strictObject({ skill_id: idSchema }),
  output: skillDetailSchema,
});

export const skillUpdate = defineContract({
  name: "skill_update",
  room,
  summary: "Choose how versions of a skill reach its file, from the next version on",
  effect: "write",
  permission: "skills:manage",
  http: { method: "PATCH", path: "/skills/{skill_id}", status: 200 },
  input: z.strictObject({
    skill_id: idSchema,
    delivery_mode: deliveryModeSchema,
    version: z
      .int()
      .optional()
      .meta({ description: "The skill's `version` you read; refused when it changed meanwhile" }),
  }),
  output: skillSchema,
});

export const skillRaw = defineContract({
  name: "skill_raw",
  room,
  summary: "A skill's current text as the file itself, with an ETag",
  effect: "read",
  permission: "skills:read",
  http: {
    method: "GET",
    path: "/skills/{skill_id}/raw",
    status: 200,
    file: { content_type: "text/markdown; charset=utf-8", content: "content", etag: "content_sha256" },
  },
  input: z.strictObject({ skill_id: idSchema }),
  output: z.object({ content: z.string(), content_sha256: z.string() }),
});

export const skillVersionList = defineContract({
  name: "skill_version_list",
  room,
  summary: "A skill's versions, newest first",
  effect: "read",
  permission: "skills:read",
  http: { method: "GET", path: "/skills/{skill_id}/versions", status: 200 },
  input: z.strictObject({ skill_id: idSchema, ...pageInput }),
  output: pageOf(skillVersionSchema),
});

export const skillVersionGet = defineContract({
  name: "skill_version_get",
  room,
  summary: "One version of a skill with its text",
  effect: "read",
  permission: "skills:read",
  http: { method: "GET", path: "/skills/{skill_id}/versions/{number}", status: 200 },
  input: z.strictObject({ skill_id: idSchema, number: z.int().min(1) }),
  output: skillVersionDetailSchema,
});

export const skillRevert = defineContract({
  name: "skill_revert",
  room,
  summary: "Bring back an older text of a skill as a new version, and deliver it",
  effect: "write",
  permission: "proposals:decide",
  http: { method: "POST", path: "/skills/{skill_id}/revert", status: 200 },
  input: z.strictObject({
    skill_id: idSchema,
    number: z.int().min(1).meta({ description: "The version whose text comes back" }),
    note: text({ max: 2000 }).optional().meta({ description: "Why" }),
    version: z
      .int()
      .optional()
      .meta({ description: "The skill's `version` you read; refused when it changed meanwhile" }),
  }),
  output: z.object({ skill: skillSchema, skill_version: skillVersionSchema, delivery: deliverySchema }),
});

export const markerSchema = z.object({
  skill_version_id: idSchema,
  at: timeSchema,
  skill: skillRefSchema,
  number: z.int(),
  origin: versionOriginSchema,
  proposal_id: idSchema.nullable(),
  rule_categories: z.array(z.string()).meta({ description: "The rules whose findings the version took up" }),
});
export type Marker = z.output<typeof markerSchema>;

/** Most markers that one answer holds. */
export const MAX_MARKERS = 500;

export const skillMarkers = defineContract({
  name: "skill_markers",
  room,
  summary: "When which skill version was approved: the markers of charts, oldest first",
  effect: "read",
  permission: "skills:read",
  http: { method: "GET", path: "/skills/markers", status: 200 },
  input: z.strictObject({
    from: timeSchema.optional().meta({ description: "From this moment on" }),
    to: timeSchema.optional().meta({ description: "Before this moment" }),
    repository: repositoryNameSchema.optional(),
    rule_category: ruleCategorySchema.optional(),
  }),
  output: z.object({
    items: z.array(markerSchema).meta({ description: `The latest ${MAX_MARKERS} of the period` }),
  }),
});

export const conflictRegionSchema = z.object({
  line: lineSchema.meta({ description: "Where it starts in the file found, or in the skill now" }),
  base: z.string(),
  version: z.string().meta({ description: "These lines in the version, or as the hunk would have them" }),
  file: z.string().meta({ description: "These lines in the file found, or in the skill now" }),
});
export type ConflictRegion = z.output<typeof conflictRegionSchema>;

// Proposals --------------------------------------------------------------------------------------------------

export const PROPOSAL_STATUSES = ["open", "approved", "rejected", "superseded"] as const;
export const proposalStatusSchema = z.enum(PROPOSAL_STATUSES);
export type ProposalStatus = z.output<typeof proposalStatusSchema>;

export const HUNK_DECISIONS = ["open", "approved", "rejected"] as const;

export const PROPOSAL_INTENTS = ["except", "demote", "disable", "rewrite"] as const;
export const proposalIntentSchema = z.enum(PROPOSAL_INTENTS).meta({
  description:
    "except: leave out the cases that get rejected; demote: report it as a minor remark only; disable: do not flag it; " +
    "rewrite: say the rule anew, with the cases that get rejected as its conditions",
});
export type ProposalIntent = z.output<typeof proposalIntentSchema>;
/** Characters a hunk's text may have. */
export const MAX_HUNK_TEXT = 20_000;

export const predictionSchema = z.object({
  spared: z.int().meta({ description: "Rejected findings that the edit would have kept from being flagged" }),
  rejected: z.int().meta({ description: "All rejected findings of the skill in the period" }),
  touched: z
    .int()
    .meta({ description: "Implemented findings that it would have kept from being flagged too: its price" }),
  implemented: z.int().meta({ description: "All implemented findings of the skill in the period" }),
  days: z.int().meta({ description: "Length of the period, which ends at `at`" }),
  at: timeSchema.meta({ description: "When it was computed" }),
});

export const draftingSchema = z.object({
  prompt_version: z.string().nullable().meta({ description: "What the language model was told" }),
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
      "0–1: lower end of the Wilson 95 % interval of the rule's rejection rate; of several rules the lowest",
  }),
  drafter: z.string().meta({
    description: "Who wrote it: deterministic, a language model, or by: and the name of who uploaded it",
  }),
  rule_category: z.string().nullable().meta({ description: "The rule with the most evidence in it" }),
  intents: z
    .record(z.string(), proposalIntentSchema)
    .meta({ description: "By rule, what somebody asked for; rules not named here get exceptions" }),
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
  version: z.int().meta({ description: "Give it back with a decision; refused when it changed meanwhile" }),
  assignee: assigneeSchema.nullable().meta({ description: "The person who looks at it" }),
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
  proposed_text: z.string().meta({ description: "What stands in its place" }),
  edited_text: z
    .string()
    .nullable()
    .meta({ description: "What the decider made of proposed_text, if anything" }),
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
    .meta({ description: "The hunk it is about; one that is no hunk any more: of an earlier draft" }),
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
    .meta({ description: "Until when its decision can be taken back; null when it cannot" }),
  base_content: z.string().meta({ description: "The skill at base_version" }),
  current_content: z.string().meta({ description: "The skill now" }),
  current_version: z.int().meta({ description: "The skill's current version" }),
  proposed_content: z
    .string()
    .nullable()
    .meta({ description: "current_content with every hunk applied; null on conflict or once decided" }),
  conflict: z
    .boolean()
    .meta({ description: "The skill moved and the section no longer matches: rebase or redraft it" }),
  rebasable: z.boolean().meta({ description: "On conflict: every hunk can be carried over as it is" }),
});
export type ProposalDetail = z.output<typeof proposalDetailSchema>;

export const consideredSchema = z.object({
  rule_category: z.string(),
  skill: skillRefSchema
    .nullable()
    .meta({ description: "null when no skill could be told to be responsible" }),
  flagged: z.int(),
  rejected: z.int(),
  reason: z.string().meta({ description: "What became of it and why" }),
});
export type Considered = z.output<typeof consideredSchema>;

/** The answer when the evidence asks for no change. */
export const NOTHING_TO_PROPOSE = "No rule requires a skill update";

const versionSchema = z
  .int()
  .meta({ description: "The proposal's version you decided on; refused when it changed meanwhile" });
const feedbackSchema = text({ max: 4000 });

const OWN = "by:";
/** The `drafter` of a change that somebody wrote and uploaded. */
export const ownDrafter = (name: string): string => `${OWN}${name}`;
/** Who wrote an uploaded change; null for what was drafted from evidence. */
export const uploaderOf = (drafter: string): string | null =>
  drafter.startsWith(OWN) ? drafter.slice(OWN.length) : null;

export const proposalUpload = defineContract({
  name: "proposal_upload",
  room,
  summary: "Propose a skill's text as somebody changed it elsewhere, with the reason: one proposal a section",
  effect: "write",
  permission: "skills:manage",
  http: { method: "POST", path: "/skills/{skill_id}/proposals", status: 200 },
  input: z.strictObject({
    skill_id: idSchema,
    content: z
      .string()
      .min(1)
      .max(MAX_SKILL_BYTES)
      .meta({ description: "The whole SKILL.md; headings and frontmatter as they are" }),
    base_version: z
      .int()
      .min(1)
      .optional()
      .meta({ description: "The version that was changed; default: the current one" }),
    reason: text({ max: 2_000 }).meta({
      description: "Why; it stands in the place of evidence, for whoever decides",
    }),
  }),
  output: z.object({
    proposals: z
      .array(proposalSchema.extend({ outcome: z.enum(["created", "updated", "unchanged"]) }))
      .meta({ description: "Empty when the text is that of the version" }),
    refused: z.array(
      z.object({
        section: z.string(),
        proposal_id: idSchema.meta({ description: "The open proposal for it, which is to be decided first" }),
        reason: z.string(),
      }),
    ),
  }),
});

export const proposalDraft = defineContract({
  name: "proposal_draft",
  room,
  summary: "Draft proposals now, from the rules that get rejected most, or what is wanted of one rule",
  effect: "write",
  permission: "skills:manage",
  http: { method: "POST", path: "/proposals/draft", status: 200 },
  mcp: {
    title: "proposal.draft",
    set: "administration",
    description:
      "Have changes of skills drafted from rejected review findings, when your team asks for it: of every rule that is " +
      "rejected too often, or with rule_category and intent to demote, disable or rewrite one rule. People decide what " +
      "is drafted; nothing is applied. Not for handing in findings: use review_evaluate, which drafts by itself.",
  },
  input: z
    .strictObject({
      repository: repositoryNameSchema.optional().meta({ description: "Only for skills of this repository" }),
      skill_id: idSchema.optional().meta({ description: "Only for this skill" }),
      rule_category: ruleCategorySchema
        .optional()
        .meta({ description: "Only this rule, whatever its rate; with an intent" }),
      intent: proposalIntentSchema.optional(),
    })
    .refine(({ rule_category, intent }) => (rule_category === undefined) === (intent === undefined), {
      path: ["intent"],
      error: "goes with rule_category: give both, or neither for all high-rejection rules",
    }),
  output: z.object({
    proposals: z
      .array(proposalSchema.extend({ outcome: z.enum(["created", "updated", "unchanged"]) }))
      .meta({ description: "Open proposals that the evidence supports; one a section" }),
    considered: z.array(consideredSchema).meta({
      description:
        "Every high-rejection rule and what became of it. What was rejected is not proposed again until the evidence " +
        "has grown by half and by at least 3 findings",
    }),
    message: z
      .string()
      .nullable()
      .meta({ description: `"${NOTHING_TO_PROPOSE}", or null` }),
  }),
});
export type DraftResult = z.output<typeof proposalDraft.output>;

export const proposalList = defineContract({
  name: "proposal_list",
  room,
  summary:
    "Proposals, those that people uploaded first, then by the rejected findings that they would spare, evidence and age",
  effect: "read",
  permission: "proposals:read",
  http: { method: "GET", path: "/proposals", status: 200 },
  mcp: {
    title: "proposal.list",
    set: "administration",
    description:
      "List proposed changes of skills and what people decided about them, to see whether a recurring objection is " +
      "already being taken care of. Not for the skills' text: use skill_get. Agents do not decide proposals.",
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
  room,
  summary: "A proposal with its hunks, their evidence, and the skill then and now",
  effect: "read",
  permission: "proposals:read",
  http: { method: "GET", path: "/proposals/{proposal_id}", status: 200 },
  input: z.strictObject({ proposal_id: idSchema }),
  output: proposalDetailSchema,
});

export const proposalApprove = defineContract({
  name: "proposal_approve",
  room,
  summary:
    "Approve a proposal or some of its hunks, edited if need be: makes a new skill version and delivers it",
  effect: "write",
  permission: "proposals:decide",
  http: { method: "POST", path: "/proposals/{proposal_id}/approve", status: 200 },
  input: z.strictObject({
    proposal_id: idSchema,
    hunks: z
      .array(
        z.strictObject({
          hunk_id: idSchema,
          proposed_text: text({ max: MAX_HUNK_TEXT })
            .optional()
            .meta({ description: "Your wording in place of the drafted one" }),
        }),
      )
      .min(1, "must name a hunk; use proposal_reject to approve none")
      .max(200)
      .optional()
      .meta({ description: "The hunks to approve, default all; the others are rejected" }),
    feedback: feedbackSchema.optional(),
    version: versionSchema,
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
  room,
  summary:
    "Reject a proposal; its evidence proposes nothing again until it has grown by half and by 3 findings",
  effect: "write",
  permission: "proposals:decide",
  http: { method: "POST", path: "/proposals/{proposal_id}/reject", status: 200 },
  input: z.strictObject({ proposal_id: idSchema, feedback: feedbackSchema, version: versionSchema }),
  output: proposalSchema,
});

export const proposalRedraft = defineContract({
  name: "proposal_redraft",
  room,
  summary: "Draft an open proposal anew from the same evidence, against the skill as it is now",
  effect: "write",
  permission: "skills:manage",
  http: { method: "POST", path: "/proposals/{proposal_id}/redraft", status: 200 },
  input: z.strictObject({ proposal_id: idSchema, version: versionSchema }),
  output: proposalSchema,
});

export const proposalRebase = defineContract({
  name: "proposal_rebase",
  room,
  summary:
    "Carry an open proposal over to the skill as it is now, three-way; refused where both changed a line",
  effect: "write",
  permission: "skills:manage",
  http: { method: "POST", path: "/proposals/{proposal_id}/rebase", status: 200 },
  input: z.strictObject({ proposal_id: idSchema, version: versionSchema }),
  output: proposalSchema,
});

/** Minutes in which a decision can be taken back. */
export const UNDO_MINUTES = 30;

export const proposalUndo = defineContract({
  name: "proposal_undo",
  room,
  summary: `Take a decision back within ${UNDO_MINUTES} minutes; an approved text goes as a new version`,
  effect: "write",
  permission: "proposals:decide",
  http: { method: "POST", path: "/proposals/{proposal_id}/undo", status: 200 },
  input: z.strictObject({ proposal_id: idSchema, version: versionSchema }),
  output: z.object({
    proposal: proposalSchema,
    skill_version: skillVersionSchema
      .nullable()
      .meta({ description: "The version that has the text from before; null when nothing was approved" }),
  }),
});

export const proposalAssign = defineContract({
  name: "proposal_assign",
  room,
  summary: "Say who looks at a proposal, or that nobody does",
  effect: "write",
  permission: "proposals:decide",
  http: { method: "POST", path: "/proposals/{proposal_id}/assign", status: 200 },
  input: z.strictObject({
    proposal_id: idSchema,
    person_id: idSchema.nullable().meta({ description: "A member of the organization; null: nobody" }),
  }),
  output: proposalSchema,
});

export const proposalComment = defineContract({
  name: "proposal_comment",
  room,
  summary: "Say something about a proposal or one of its hunks, for those who decide",
  effect: "write",
  permission: "reviews:write",
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
  room,
  summary: "The code that a finding was about, at the last commit before it was found",
  effect: "read",
  permission: "reviews:read",
  http: { method: "GET", path: "/findings/{finding_id}/code", status: 200 },
  input: z.strictObject({ finding_id: idSchema }),
  output: z.object({
    snippet: codeSnippetSchema.nullable(),
    problem: z.string().nullable().meta({ description: "Why there is no code to show" }),
  }),
});

// Did it work? -----------------------------------------------------------------------------------------------

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
  rule_categories: z.array(z.string()).meta({ description: "The rules whose findings it took up" }),
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
  room,
  summary:
    "For each approved version: the rejection rate of its rules before and after, and whether it helped",
  effect: "read",
  permission: "skills:read",
  http: { method: "GET", path: "/skills/{skill_id}/effects", status: 200 },
  input: z.strictObject({
    skill_id: idSchema,
    days: z.int().min(1).max(365).default(EFFECT_DAYS).meta({
      description:
        "Length of both periods at most; the later one ends where the next version took up a rule of it",
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
  room,
  summary: "False positives −30 % in two weeks, and more than half of the proposals accepted: met or not",
  effect: "read",
  permission: "reviews:read",
  http: { method: "GET", path: "/skills/targets", status: 200 },
  input: z.strictObject({ repository: repositoryNameSchema.optional() }),
  output: z.object({
    false_positives: z.object({
      target: z.number().meta({ description: "Relative change of the rejection rate: −0.3" }),
      before: countedSchema,
      after: countedSchema,
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

// Deliveries -------------------------------------------------------------------------------------------------

export const deliveryList = defineContract({
  name: "delivery_list",
  room,
  summary: "Deliveries of skill versions, newest first",
  effect: "read",
  permission: "skills:read",
  http: { method: "GET", path: "/deliveries", status: 200 },
  input: z.strictObject({
    ...pageInput,
    status: z.array(deliveryStatusSchema).min(1).max(DELIVERY_STATUSES.length).optional(),
    skill_id: idSchema.optional(),
  }),
  output: pageOf(deliverySchema),
});

export const deliveryDetailSchema = deliverySchema.extend({
  base_content: z.string().nullable().meta({ description: "The file that the version was made for" }),
  version_content: z.string().meta({ description: "The skill's current version" }),
  file_content: z
    .string()
    .nullable()
    .meta({ description: "The file now; null when it cannot be read: see file_problem" }),
  file_problem: z.string().nullable(),
  merge: z
    .object({
      clean: z.boolean(),
      content: z.string().nullable().meta({ description: "What `merge` would write; null unless clean" }),
      conflicts: z.array(conflictRegionSchema),
    })
    .nullable()
    .meta({ description: "The three-way merge of version and file; null when there is nothing to merge" }),
});
export type DeliveryDetail = z.output<typeof deliveryDetailSchema>;

export const deliveryGet = defineContract({
  name: "delivery_get",
  room,
  summary: "A delivery with the texts that meet in it and what merging them would give",
  effect: "read",
  permission: "skills:read",
  http: { method: "GET", path: "/deliveries/{delivery_id}", status: 200 },
  input: z.strictObject({ delivery_id: idSchema }),
  output: deliveryDetailSchema,
});

export const RESOLUTIONS = ["keep_file", "merge", "retry"] as const;

export const deliveryResolve = defineContract({
  name: "delivery_resolve",
  room,
  summary:
    "Resolve a delivery that met a changed file, or try a failed one again; the file is never overwritten",
  effect: "write",
  permission: "proposals:decide",
  http: { method: "POST", path: "/deliveries/{delivery_id}/resolve", status: 200 },
  input: z.strictObject({
    delivery_id: idSchema,
    action: z.enum(RESOLUTIONS).meta({
      description:
        "keep_file: the file as found becomes the newest version; merge: version and file are put together, refused " +
        "when they change the same lines; retry: try the same delivery again",
    }),
  }),
  output: z.object({
    delivery: deliverySchema.meta({ description: "The one resolved, as it is now" }),
    skill_version: skillVersionSchema.nullable().meta({ description: "The version made, if any" }),
    next_delivery: deliverySchema.nullable().meta({ description: "The delivery of a merged version" }),
  }),
});

export const deliveryFollow = defineContract({
  name: "delivery_follow",
  room,
  summary: "See now whether the branch or the pull request of a delivery was merged or closed",
  effect: "write",
  permission: "skills:manage",
  http: { method: "POST", path: "/deliveries/{delivery_id}/follow", status: 200 },
  input: z.strictObject({ delivery_id: idSchema }),
  output: deliverySchema,
});

export const pullRequestFollow = defineContract({
  name: "pull_request_follow",
  room,
  summary: "Hear that a pull request was merged, closed or opened again; its delivery is looked at at once",
  effect: "write",
  permission: "skills:manage",
  http: { method: "POST", path: "/deliveries/pull-requests", status: 202 },
  input: z.strictObject({
    repository: text({ max: 500 }).meta({ description: "Its name here, or its address" }),
    pull_request: z.int().min(1).max(10_000_000),
  }),
  output: z.object({
    accepted: z.boolean(),
    delivery_id: idSchema.nullable().meta({ description: "null: no delivery is on that pull request" }),
  }),
});
