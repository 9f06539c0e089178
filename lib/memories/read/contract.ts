import { z } from "zod";
import { citationSchema } from "@/lib/citations/citations/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { EMPTY_PAGE, pageInput, pageOf } from "@/lib/kernel/pagination";
import { asOfShape, listAsOfSchema, memoryAsOfSchema, sinceSchema } from "../as-of/contract";
import { valueCountSchema } from "../fields";
import { KINDS_AS_READ } from "../kinds";
import { memoryBriefSchema, memoryEventSchema, memorySchema, qualityPartSchema } from "../memory/contract";
import { filterShape, MEMORY_SORTS } from "../search/contract";
import { standingSchema } from "../verification/contract";

export const memoryList = defineContract({
  name: "memory_list",
  module: "memories",
  summary: "Memories that match the filters, a page at a time, highest first",
  effect: "read",
  reads: ["memories", "citations"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
  http: { method: "GET", path: "/memories", status: 200 },
  input: z.strictObject({
    ...filterShape,
    ...asOfShape,
    since: sinceSchema.optional(),
    ...pageInput,
    sort: z
      .enum(MEMORY_SORTS)
      .default("refreshed_at")
      .meta({
        description:
          "reach: by scope (global, repository, agent, session), then by uses. kind: by kind, in the order " +
          `${KINDS_AS_READ.join(", ")}; inside a kind the active ones first, then by quality, then the last confirmed`,
      }),
  }),
  output: pageOf(memorySchema).extend({
    as_of: listAsOfSchema.optional().meta({ description: "Where `as_of` was asked for" }),
  }),
});

const facetSchema = z.array(valueCountSchema);

export const memoryFacets = defineContract({
  name: "memory_facets",
  module: "memories",
  summary: "How many memories match the filters, by kind, status, scope, category and repository",
  effect: "read",
  reads: ["memories"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => ({
    total: 0,
    average_quality: null,
    kind: [],
    status: [],
    scope: [],
    category: [],
    repository: [],
  }),
  http: { method: "GET", path: "/memories/facets", status: 200 },
  input: z.strictObject({ ...filterShape, ...asOfShape, since: sinceSchema.optional() }),
  output: z.object({
    total: z.int(),
    average_quality: z.number().nullable().meta({ description: "0–1; null when none passes" }),
    kind: facetSchema,
    status: facetSchema,
    scope: facetSchema,
    category: facetSchema,
    repository: facetSchema.meta({ description: "By owner/name; memories of no repository are left out" }),
  }),
});

export const memoryGet = defineContract({
  name: "memory_get",
  module: "memories",
  summary:
    "One memory with its citations, the parts of its quality, its history of corrections, and similar ones",
  effect: "read",
  reads: ["memories", "citations"],
  permission: "memories:read",
  reach: "repository",
  when_off: "not_found",
  http: { method: "GET", path: "/memories/{memory_id}", status: 200 },
  mcp: {
    title: "memory.get",
    unlisted: ["as_of", "time_zone"],
    description:
      "Read one memory in full by its id: cited text, quality, what replaced it, similar ones. " +
      "Use it for a memory that you were served or found; to search for memories use memory_search. " +
      "Rely on it only if its status is active and its standing verified or uncited.",
  },
  input: z.strictObject({ memory_id: idSchema, ...asOfShape }),
  output: memorySchema.extend({
    as_of: memoryAsOfSchema
      .optional()
      .meta({ description: "With `as_of`: how it was then; all other fields are as they are now" }),
    citations: z.array(citationSchema),
    quality_parts: z
      .array(qualityPartSchema)
      .meta({ description: "The parts of the quality; their sum, limited to 0–1, is the quality" }),
    chain: z.array(memoryBriefSchema).meta({
      description: "This memory among what it replaced and what replaced it, oldest first",
    }),
    similar: z.array(z.object({ memory: memoryBriefSchema, similarity: z.number(), duplicate: z.boolean() })),
    standing: standingSchema.nullable().meta({
      description:
        "Result of checking its citations at the head right before this answer to an agent; unchecked: that was not " +
        "possible in time. null: it is not active, or a person asked",
    }),
  }),
});

export const memoryEventList = defineContract({
  name: "memory_event_list",
  module: "memories",
  summary: "What happened to a memory, newest first",
  effect: "read",
  reads: ["memories", "citations"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
  http: { method: "GET", path: "/memories/{memory_id}/events", status: 200 },
  input: z.strictObject({ memory_id: idSchema, ...pageInput }),
  output: pageOf(memoryEventSchema),
});

export const verifiedShape = {
  served: z.int().meta({ description: "How often a memory was sent to an agent" }),
  cited: z.int().meta({ description: "How often it was one with citations" }),
  verified: z.int().meta({ description: "How often with a recorded check at the head" }),
  share: z.number().nullable().meta({ description: "verified ÷ cited" }),
};
