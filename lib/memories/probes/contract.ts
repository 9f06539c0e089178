import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
import { repositoryBriefSchema } from "@/lib/citations/citations/contract";
import {
  probeCountsShape,
  probePlaceSchema,
  probeShape,
  probeStatusSchema,
} from "@/lib/citations/probes/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { EMPTY_PAGE, pageInput, pageOf } from "@/lib/kernel/pagination";
import { timeSchema } from "@/lib/kernel/time";

export const memoryProbePlaceSchema = probePlaceSchema.extend({
  since_commit: z.string().meta({ description: "The first checked commit in which it was found" }),
  since: timeSchema,
});

export type MemoryProbePlace = z.output<typeof memoryProbePlaceSchema>;

export const memoryProbeSchema = z.object({
  id: idSchema,
  memory_id: idSchema,
  repository: repositoryBriefSchema,
  rule: probeShape.rule,
  expectation: probeShape.expectation,
  paths: z.array(z.string()),
  except: z.array(z.string()),
  status: probeStatusSchema,
  summary: z.string().meta({ description: "Such as: holds (41 of 41), violated (2 places)" }),
  reason: z.string().nullable().meta({ description: "Why the status is unknown" }),
  ...probeCountsShape,
  places: z.array(memoryProbePlaceSchema).meta({ description: "The first 100 matches, by path and line" }),
  files_url: z
    .url()
    .nullable()
    .meta({ description: "Web address of the checked commit's files, at GitHub or GitLab" }),
  checked_commit: z.string(),
  checked_at: timeSchema,
  violated_commit: z
    .string()
    .nullable()
    .meta({ description: "The first checked commit in which it was violated; null while it holds" }),
  violated_since: timeSchema.nullable(),
  problem: z.string().nullable().meta({
    description: "Why the latest search had no result; the other fields are of the search before it",
  }),
  created_by: actorRefSchema,
  created_at: timeSchema,
  updated_at: timeSchema,
});

export type MemoryProbe = z.output<typeof memoryProbeSchema>;

export const probeCheckSchema = z.object({
  id: idSchema,
  commit_sha: z.string(),
  status: probeStatusSchema,
  summary: z.string(),
  ...probeCountsShape,
  checked_at: timeSchema,
});

export type ProbeCheck = z.output<typeof probeCheckSchema>;

export const memoryProbeGet = defineContract({
  name: "memory_probe_get",
  module: "memories",
  summary: "The probe of a memory with its places, and the changes of its result, newest first",
  effect: "read",
  reads: ["probes", "memories"],
  permission: "memories:read",
  reach: "repository",
  when_off: "not_found",
  http: { method: "GET", path: "/memories/{memory_id}/probe", status: 200 },
  input: z.strictObject({ memory_id: idSchema }),
  output: z.object({ probe: memoryProbeSchema.nullable(), checks: z.array(probeCheckSchema) }),
});

export const memoryProbeSet = defineContract({
  name: "memory_probe_set",
  module: "memories",
  summary: "Add a probe to a memory, after trying it; refused while it is violated unless that is accepted",
  effect: "write",
  changes: ["probes", "memories"],
  permission: "memories:write",
  reach: "repository",
  when_off: "refused",
  http: { method: "PUT", path: "/memories/{memory_id}/probe", status: 200 },
  input: z.strictObject({
    memory_id: idSchema,
    ...probeShape,
    accept_violated: z
      .boolean()
      .default(false)
      .meta({ description: "Store it although it is violated, to follow how that changes" }),
  }),
  output: memoryProbeSchema,
});

export const memoryProbeRemove = defineContract({
  name: "memory_probe_remove",
  module: "memories",
  summary: "Remove the probe of a memory, with its history",
  effect: "destroy",
  changes: ["probes", "memories"],
  permission: "memories:write",
  reach: "repository",
  when_off: ({ memory_id }) => ({ memory_id, removed: false }),
  http: { method: "DELETE", path: "/memories/{memory_id}/probe", status: 200 },
  input: z.strictObject({ memory_id: idSchema }),
  output: z.object({ memory_id: idSchema, removed: z.boolean() }),
});

export const listedProbeSchema = memoryProbeSchema
  .omit({ rule: true, places: true })
  .extend({ statement: z.string(), first_place: memoryProbePlaceSchema.nullable() });

export type ListedProbe = z.output<typeof listedProbeSchema>;

export const probeList = defineContract({
  name: "probe_list",
  module: "memories",
  summary: "Probes of memories in use, the newest first",
  effect: "read",
  reads: ["probes", "memories"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
  http: { method: "GET", path: "/probes", status: 200 },
  input: z.strictObject({
    ...pageInput,
    repository_id: idSchema.optional(),
    status: probeStatusSchema.optional(),
  }),
  output: pageOf(listedProbeSchema),
});

export const MAX_EROSION_DAYS = 365;

export const probeErosionSchema = z.object({
  points: z
    .array(
      z.object({
        day: z.iso.date(),
        holds: z.int(),
        violated: z.int(),
        unknown: z.int(),
        violations: z.int().meta({ description: "Places of probes that expect none" }),
      }),
    )
    .meta({ description: "Results of probes at the end of each day (UTC), oldest first" }),
});

export type ProbeErosion = z.output<typeof probeErosionSchema>;

export const probeErosionGet = defineContract({
  name: "probe_erosion_get",
  module: "memories",
  summary: "How many probes held and were violated, day by day, from recorded results",
  effect: "read",
  reads: ["probes", "memories"],
  permission: "memories:read",
  reach: "repository",
  http: { method: "GET", path: "/probes/erosion", status: 200 },
  input: z.strictObject({
    repository_id: idSchema.optional(),
    days: z.int().min(1).max(MAX_EROSION_DAYS).default(90),
  }),
  output: probeErosionSchema,
});
