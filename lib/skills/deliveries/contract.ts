import { z } from "zod";
import { repositoryNameSchema } from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { ruleCategorySchema } from "@/lib/reviews/fields";
import { DELIVERY_STATUSES, deliveryStatusSchema, lineSchema, skillRefSchema } from "../fields";
import { skillVersionSchema, versionOriginSchema } from "../skills/skill-schema";
import { deliverySchema } from "./delivery-schema";

export const markerSchema = z.object({
  skill_version_id: idSchema,
  at: timeSchema,
  skill: skillRefSchema,
  number: z.int(),
  origin: versionOriginSchema,
  proposal_id: idSchema.nullable(),
  rule_categories: z
    .array(z.string())
    .meta({ description: "The rules whose findings the version addressed" }),
});

export type Marker = z.output<typeof markerSchema>;

/** Most markers that one answer holds. */
export const MAX_MARKERS = 500;

export const skillMarkers = defineContract({
  name: "skill_markers",
  module: "skills",
  summary: "When which skill version was approved: the markers of charts, oldest first",
  effect: "read",
  reads: ["skills"],
  permission: "skills:read",
  reach: "repository",
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
  line: lineSchema.meta({ description: "Where it starts in the current file, or in the skill now" }),
  base: z.string(),
  version: z.string().meta({ description: "These lines in the version, or with the hunk" }),
  file: z.string().meta({ description: "These lines in the current file, or in the skill now" }),
});

export type ConflictRegion = z.output<typeof conflictRegionSchema>;

export const deliveryList = defineContract({
  name: "delivery_list",
  module: "skills",
  summary: "Deliveries of skill versions, newest first",
  effect: "read",
  reads: ["deliveries"],
  permission: "skills:read",
  reach: "repository",
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
  module: "skills",
  summary: "A delivery with its texts and the result of merging them",
  effect: "read",
  reads: ["deliveries"],
  permission: "skills:read",
  reach: "repository",
  http: { method: "GET", path: "/deliveries/{delivery_id}", status: 200 },
  input: z.strictObject({ delivery_id: idSchema }),
  output: deliveryDetailSchema,
});

export const RESOLUTIONS = ["keep_file", "merge", "retry"] as const;

export const deliveryResolve = defineContract({
  name: "delivery_resolve",
  module: "skills",
  summary: "Resolve a delivery whose file was changed, or retry a failed one; the file is never overwritten",
  effect: "write",
  changes: ["deliveries", "skills", "findings", "memories"],
  permission: "proposals:decide",
  reach: "repository",
  http: { method: "POST", path: "/deliveries/{delivery_id}/resolve", status: 200 },
  input: z.strictObject({
    delivery_id: idSchema,
    action: z.enum(RESOLUTIONS).meta({
      description:
        "keep_file: the current file becomes the newest version; merge: version and file are merged, refused " +
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
  module: "skills",
  summary: "Check now whether the branch or the pull request of a delivery was merged or closed",
  effect: "write",
  changes: ["deliveries"],
  permission: "skills:manage",
  reach: "repository",
  http: { method: "POST", path: "/deliveries/{delivery_id}/follow", status: 200 },
  input: z.strictObject({ delivery_id: idSchema }),
  output: deliverySchema,
});

export const pullRequestFollow = defineContract({
  name: "pull_request_follow",
  module: "skills",
  summary: "Report that a pull request was merged, closed or reopened; its delivery is checked at once",
  effect: "write",
  changes: ["deliveries"],
  permission: "skills:manage",
  reach: "repository",
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
