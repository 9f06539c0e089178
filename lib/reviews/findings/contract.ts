import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
import { pathSchema } from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text, wordsFilter } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { MAX_PROSE, reviewSchema } from "../evaluations/contract";
import {
  DISPOSITIONS,
  dispositionSchema,
  filePatternFilter,
  ruleCategorySchema,
  whoFilters,
} from "../fields";
import { findingSchema } from "./finding-schema";

export const findingList = defineContract({
  name: "finding_list",
  module: "reviews",
  summary: "Findings of reviews, latest first",
  effect: "read",
  reads: ["findings"],
  permission: "reviews:read",
  reach: "repository",
  http: { method: "GET", path: "/findings", status: 200 },
  mcp: {
    title: "finding.list",
    set: "reviews",
    unlisted: ["file_path"],
    description:
      "List judged findings of code reviews by rule, disposition, path, agent or time: to see what was rejected " +
      "before and why. Not for rates or rankings: use rule_list. Not for lessons to follow: use memory_search.",
  },
  input: z.strictObject({
    ...pageInput,
    ...whoFilters,
    ...filePatternFilter,
    q: wordsFilter.meta({ description: "Words that must all occur in title, reason, path or rule" }),
    review_id: idSchema.optional(),
    rule_category: z.array(ruleCategorySchema).min(1).max(50).optional(),
    disposition: z.array(dispositionSchema).min(1).max(DISPOSITIONS.length).optional(),
    path: pathSchema.optional().meta({ description: "Only findings whose file_path starts with this" }),
    file_path: pathSchema.optional().meta({ description: "Only findings in exactly this file" }),
    found_after: timeSchema.optional().meta({ description: "From this moment on" }),
    found_before: timeSchema.optional().meta({ description: "Before this moment" }),
    addressed: z.boolean().optional().meta({ description: "Whether a skill version addressed the finding" }),
  }),
  output: pageOf(findingSchema),
});

export const findingDetailSchema = findingSchema.extend({ review: reviewSchema });

export type FindingDetail = z.output<typeof findingDetailSchema>;

export const findingGet = defineContract({
  name: "finding_get",
  module: "reviews",
  summary: "One finding with the review it came from",
  effect: "read",
  reads: ["findings"],
  permission: "reviews:read",
  reach: "repository",
  http: { method: "GET", path: "/findings/{finding_id}", status: 200 },
  input: z.strictObject({ finding_id: idSchema }),
  output: findingDetailSchema,
});

export const findingUpdate = defineContract({
  name: "finding_update",
  module: "reviews",
  summary: "Correct a finding's rule or disposition; refused once a skill version addressed it",
  effect: "write",
  changes: ["findings", "memories"],
  permission: "reviews:write",
  reach: "repository",
  http: { method: "PATCH", path: "/findings/{finding_id}", status: 200 },
  example: { rule_category: "unused_code" },
  input: z
    .strictObject({
      finding_id: idSchema,
      rule_category: ruleCategorySchema.optional(),
      disposition: dispositionSchema
        .optional()
        .meta({ description: "What it should have been; its memory is made or withdrawn accordingly" }),
      reason: text({ max: MAX_PROSE })
        .optional()
        .meta({ description: "Why; with a disposition it becomes the finding's own reason" }),
    })
    .refine(
      ({ rule_category, disposition }) => (rule_category === undefined) !== (disposition === undefined),
      {
        path: ["rule_category"],
        error: "give either rule_category or disposition: each is a change of its own",
      },
    ),
  output: findingSchema.extend({
    change_id: idSchema
      .nullable()
      .meta({ description: "For finding_change_undo; null: nothing was changed" }),
  }),
});

/** Most findings that one change may touch. */
export const MAX_MOVED = 1000;

const notMovedSchema = z.array(z.object({ finding_id: idSchema, reason: z.string() }));

export const findingRecategorise = defineContract({
  name: "finding_recategorise",
  module: "reviews",
  summary: "Move findings to one rule, as one change that can be undone",
  effect: "write",
  changes: ["findings", "memories"],
  permission: "reviews:write",
  reach: "repository",
  http: { method: "POST", path: "/findings/recategorise", status: 200 },
  example: { finding_ids: ["01900000-0000-7000-8000-000000000000"], rule_category: "unused_code" },
  input: z.strictObject({
    finding_ids: z.array(idSchema).min(1).max(MAX_MOVED),
    rule_category: ruleCategorySchema,
    reason: text({ max: MAX_PROSE }).optional(),
  }),
  output: z.object({
    change_id: idSchema.nullable().meta({ description: "For finding_change_undo; null: nothing was moved" }),
    moved: z.int(),
    not_moved: notMovedSchema,
  }),
});

export const CHANGED_FIELDS = ["rule_category", "disposition"] as const;

export type ChangedField = (typeof CHANGED_FIELDS)[number];

/** Most changes of a finding that are shown. */
export const MAX_CHANGES = 200;

export const findingChangeSchema = z.object({
  change_id: idSchema.meta({ description: "The decision it was part of, over one finding or many" }),
  finding_id: idSchema,
  field: z.enum(CHANGED_FIELDS),
  from: z.string(),
  to: z.string(),
  reason: z.string().nullable(),
  actor: actorRefSchema,
  undoes: idSchema.nullable().meta({ description: "The change_id that it undid" }),
  at: timeSchema,
});

export type FindingChange = z.output<typeof findingChangeSchema>;

export const findingChangeList = defineContract({
  name: "finding_change_list",
  module: "reviews",
  summary: "Who changed a finding's rule or disposition, when, from what to what; latest first",
  effect: "read",
  reads: ["findings"],
  permission: "reviews:read",
  reach: "repository",
  http: { method: "GET", path: "/findings/{finding_id}/changes", status: 200 },
  input: z.strictObject({ finding_id: idSchema }),
  output: z.object({
    items: z.array(findingChangeSchema).meta({ description: `The latest ${MAX_CHANGES}` }),
  }),
});

export const findingChangeUndo = defineContract({
  name: "finding_change_undo",
  module: "reviews",
  summary: "Undo a change of findings; those changed again since then stay unchanged",
  effect: "write",
  changes: ["findings", "memories"],
  permission: "reviews:write",
  reach: "repository",
  http: { method: "POST", path: "/findings/changes/{change_id}/undo", status: 200 },
  input: z.strictObject({ change_id: idSchema }),
  output: z.object({ change_id: idSchema.nullable(), moved: z.int(), not_moved: notMovedSchema }),
});
