import { z } from "zod";
import { repositoryBriefSchema } from "@/lib/citations/citations/contract";
import { repositoryNameSchema } from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import {
  agentSchema,
  type Disposition,
  developerSchema,
  dispositionSchema,
  filePathSchema,
  ITEM_LISTS,
  itemLists,
  MAX_LINE,
  name,
  ruleCategorySchema,
  skillSchema,
  VERDICTS,
  verdictSchema,
  whoFilters,
} from "../fields";
import { findingSchema } from "../findings/finding-schema";

/** No review is older; a time before it is a mistake in an import. */
export const OLDEST_REVIEW = "1970-01-01T00:00:00.000Z";

/** Items an evaluation may carry, over its four lists. */
export const MAX_ITEMS = 500;

const MAX_NUMBER = 1_000_000;

/** Characters a finding's title may have; longer text belongs into `original_issue`. */
export const MAX_TITLE = 1000;

/** Characters that reasons, issues and fixes may have. */
export const MAX_PROSE = 10_000;

export const MAX_SUMMARY = 20_000;

export const evaluationItemSchema = z.strictObject({
  number: z
    .int("must be a whole number")
    .min(0)
    .max(MAX_NUMBER, "must be at most 1,000,000")
    .meta({ description: "The item's number in the review; unique over all four lists" }),
  title: text({ max: MAX_TITLE }),
  file_path: filePathSchema.optional(),
  line: z.int("must be a whole number").min(1, "lines count from 1").max(MAX_LINE).optional(),
  disposition: dispositionSchema
    .optional()
    .meta({ description: "May be left out; must agree with the list the item is in" }),
  reason: text({ min: 0, max: MAX_PROSE }).optional().meta({ description: "Why it was decided this way" }),
  original_issue: text({ min: 0, max: MAX_PROSE }).optional().meta({ description: "What the reviewer said" }),
  suggested_fix: text({ min: 0, max: MAX_PROSE }).optional(),
  evidence: text({ min: 0, max: MAX_PROSE })
    .optional()
    .meta({ description: "What proves the decision; default: the reason" }),
  rule_category: ruleCategorySchema.optional().meta({ description: "Default: inferred from the title" }),
});

export type EvaluationItem = z.output<typeof evaluationItemSchema>;

const TOO_MANY = `must be at most ${MAX_ITEMS} items over all four lists; send the rest as another round`;

const itemsSchema = (what: string) =>
  z.array(evaluationItemSchema).max(MAX_ITEMS, TOO_MANY).default([]).meta({ description: what });

export const evaluationSchema = z
  .strictObject({
    workflow_id: name("Identifies the review run; with round, repeating the same body is safe"),
    round: z.int().min(1).max(10_000).default(1),
    summary: text({ max: MAX_SUMMARY }),
    items_to_implement: itemsSchema("Findings that are right and will be fixed"),
    items_rejected: itemsSchema("Findings that were wrong or unwanted: false positives"),
    items_deferred: itemsSchema("Findings postponed"),
    items_needing_clarification: itemsSchema("Findings that cannot be judged yet"),
    repository: repositoryNameSchema.optional().meta({ description: "A registered repository, owner/name" }),
    repo: repositoryNameSchema.optional().meta({ description: "The same as repository" }),
    code_summary: text({ max: MAX_SUMMARY })
      .optional()
      .meta({ description: "What the code does; if sent, the outcome becomes a memory" }),
    issue_summary: text({ max: MAX_SUMMARY }).optional(),
    verdict: verdictSchema.optional().meta({
      description:
        "Only blocked is stored as sent; otherwise needs_fixes if anything is to be implemented, else approved",
    }),
    developer: developerSchema.optional(),
    agent: agentSchema.optional(),
    skill: skillSchema.optional(),
    reviewed_at: timeSchema
      .refine((time) => Date.parse(time) >= Date.parse(OLDEST_REVIEW), "must be 1970 or later")
      .optional()
      .meta({ description: "When it was reviewed; default now; earlier to import a history" }),
  })
  .superRefine((evaluation, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    const firstPlace = new Map<number, string>();
    let items = 0;
    for (const list of itemLists) {
      for (const [index, item] of evaluation[list].entries()) {
        items += 1;
        if (items === MAX_ITEMS + 1) refuse([list], TOO_MANY);
        const place = `/${list}/${index}/number`;
        const first = firstPlace.get(item.number);
        if (first === undefined) firstPlace.set(item.number, place);
        else
          refuse(
            [list, index, "number"],
            `${item.number} is also the number at ${first}; give each item its own`,
          );
        if (item.disposition !== undefined && item.disposition !== ITEM_LISTS[list])
          refuse(
            [list, index, "disposition"],
            `must be ${ITEM_LISTS[list]} in ${list}, or the item belongs in another list`,
          );
      }
    }
    const { repository, repo } = evaluation;
    if (repository !== undefined && repo !== undefined && repository !== repo)
      refuse(["repo"], "differs from repository; give one of them");
  });

export type Evaluation = z.output<typeof evaluationSchema>;

const countsSchema = z.object({
  implement: z.int(),
  reject: z.int(),
  defer: z.int(),
  clarify: z.int(),
}) satisfies z.ZodType<Record<Disposition, number>>;

export const reviewSchema = z.object({
  id: idSchema,
  workflow_id: z.string(),
  round: z.int(),
  repository: repositoryBriefSchema.nullable(),
  summary: z.string(),
  code_summary: z.string().nullable(),
  issue_summary: z.string().nullable(),
  verdict: verdictSchema,
  developer: z.string().nullable(),
  agent: z.string().nullable(),
  skill: z.string().nullable(),
  counts: countsSchema.meta({ description: "Findings by disposition" }),
  outcome_memory_id: idSchema.nullable().meta({ description: "The review_outcome memory, if one was made" }),
  reviewed_at: timeSchema,
  created_at: timeSchema,
});

export type Review = z.output<typeof reviewSchema>;

export const reviewEvaluate = defineContract({
  name: "review_evaluate",
  module: "reviews",
  summary: "Store an evaluated code review: its findings, and the memories made from them",
  effect: "write",
  changes: ["findings", "memories", "citations"],
  permission: "reviews:write",
  reach: "repository",
  http: { method: "POST", path: "/reviews", status: 201 },
  mcp: {
    title: "review.evaluate",
    set: "reviews",
    description:
      "Submit the evaluation of a code review once every finding is decided: to implement, rejected, deferred or " +
      "needing clarification. Rejected findings become rejection patterns that later reviews are warned of, and " +
      "evidence for better skills. Not for raw review comments that nobody has judged, and not for single lessons: " +
      "use memory_store. Safe to repeat: the same workflow_id and round answer with the first result.",
  },
  input: evaluationSchema,
  output: z.object({
    review: reviewSchema,
    findings: z.array(findingSchema),
    memory_ids: z.array(idSchema).meta({ description: "Memories made from it; empty while memory is off" }),
    repeated: z
      .boolean()
      .meta({ description: "This evaluation was already stored; nothing was stored again" }),
  }),
});

export type EvaluationResult = z.output<typeof reviewEvaluate.output>;

export const reviewList = defineContract({
  name: "review_list",
  module: "reviews",
  summary: "Evaluated reviews, latest review first",
  effect: "read",
  reads: ["findings"],
  permission: "reviews:read",
  reach: "repository",
  http: { method: "GET", path: "/reviews", status: 200 },
  input: z.strictObject({
    ...pageInput,
    ...whoFilters,
    workflow_id: name("Only the rounds of this review run").optional(),
    verdict: z.array(verdictSchema).min(1).max(VERDICTS.length).optional(),
    reviewed_after: timeSchema.optional().meta({ description: "From this moment on" }),
    reviewed_before: timeSchema.optional().meta({ description: "Before this moment" }),
  }),
  output: pageOf(reviewSchema),
});

export const reviewGet = defineContract({
  name: "review_get",
  module: "reviews",
  summary: "One evaluated review with its findings in the order of their numbers",
  effect: "read",
  reads: ["findings"],
  permission: "reviews:read",
  reach: "repository",
  http: { method: "GET", path: "/reviews/{review_id}", status: 200 },
  input: z.strictObject({ review_id: idSchema }),
  output: reviewSchema.extend({ findings: z.array(findingSchema) }),
});

export const reviewDelete = defineContract({
  name: "review_delete",
  module: "reviews",
  summary: "Take back a review that was submitted by mistake, with its findings and its memories",
  effect: "destroy",
  changes: ["findings", "memories", "imports"],
  permission: "reviews:write",
  people_only: true,
  reach: "repository",
  http: { method: "DELETE", path: "/reviews/{review_id}", status: 200 },
  input: z.strictObject({
    review_id: idSchema,
    reason: text({ max: MAX_PROSE }).optional().meta({ description: "Kept in the audit" }),
  }),
  output: z.object({
    review_id: idSchema,
    findings: z.int().meta({ description: "Findings that no figure counts any more" }),
    memory_ids: z.array(idSchema).meta({
      description:
        "Memories that no other review stands behind: deleted, and memory_restore brings each back",
    }),
  }),
});
