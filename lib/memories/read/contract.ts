import { z } from "zod";
import { citationSchema } from "@/lib/citations/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { EMPTY_PAGE, pageInput, pageOf } from "@/lib/kernel/pagination";
import { valueCountSchema } from "../fields";
import { memoryBriefSchema, memoryEventSchema, memorySchema, qualityPartSchema } from "../memory/contract";
import { filterShape, MEMORY_SORTS, memoryFiltersSchema } from "../search/contract";
import { standingSchema } from "../verification/contract";

export const memoryList = defineContract({
  name: "memory_list",
  module: "memories",
  summary: "Memories that pass the filters, a page at a time, highest first",
  effect: "read",
  reads: ["memories", "citations"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
  http: { method: "GET", path: "/memories", status: 200 },
  input: z.strictObject({
    ...filterShape,
    ...pageInput,
    sort: z
      .enum(MEMORY_SORTS)
      .default("refreshed_at")
      .meta({ description: "reach: by scope (global, repository, agent, session), then by uses" }),
  }),
  output: pageOf(memorySchema),
});

const facetSchema = z.array(valueCountSchema);

export const memoryFacets = defineContract({
  name: "memory_facets",
  module: "memories",
  summary: "How many memories pass the filters, by kind, status, scope, category and repository",
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
  input: memoryFiltersSchema,
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
    "One memory with its citations, what its quality is made of, its history of corrections, and similar ones",
  effect: "read",
  reads: ["memories", "citations"],
  permission: "memories:read",
  reach: "repository",
  when_off: "not_found",
  http: { method: "GET", path: "/memories/{memory_id}", status: 200 },
  mcp: {
    title: "memory.get",
    description:
      "Read one memory in full by its id: cited text, quality, what replaced it, similar ones. " +
      "Use it for a memory that you were given or found; to look for memories use memory_search. " +
      "Rely on it only if its status is active and its standing verified or uncited.",
  },
  input: z.strictObject({ memory_id: idSchema }),
  output: memorySchema.extend({
    citations: z.array(citationSchema),
    quality_parts: z
      .array(qualityPartSchema)
      .meta({ description: "The terms of the quality; their sum, held between 0 and 1, is the quality" }),
    chain: z.array(memoryBriefSchema).meta({
      description: "This memory among what it replaced and what replaced it, oldest first",
    }),
    similar: z.array(z.object({ memory: memoryBriefSchema, similarity: z.number(), duplicate: z.boolean() })),
    standing: standingSchema.nullable().meta({
      description:
        "What its citations were found to be at the head right before this answer to an agent; unchecked: that could not " +
        "be found out in time. null: it is not active, or a person asked, who gets it as it is",
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
  cited: z.int().meta({ description: "Of those, how often one that cites code" }),
  verified: z.int().meta({ description: "Of those, how often with a check at the head on record" }),
  share: z.number().nullable().meta({ description: "verified ÷ cited" }),
};
