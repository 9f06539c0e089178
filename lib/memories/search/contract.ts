import { z } from "zod";
import { agentTypeSchema } from "@/lib/access/agents/agent-type-schema";
import { CITATION_STATUSES, citationStatusSchema } from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { pageInput } from "@/lib/kernel/pagination";
import { metadataSchema, text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { asOfSchema, asOfShape, sinceMarkSchema } from "../as-of/contract";
import {
  agentNameSchema,
  categorySchema,
  kindSchema,
  MEMORY_SCOPES,
  MEMORY_STATUSES,
  pathSchema,
  repoSchema,
  repositoryRefSchema,
  scopeSchema,
  sessionIdSchema,
  statusSchema,
  tagSchema,
} from "../fields";
import { MEMORY_KINDS } from "../kinds";
import { checkBeforeUseSchema, memorySchema } from "../memory/contract";
import { checkRepository, NO_REPOSITORY, requireRepository } from "../store/contract";
import { memoryConditionSchema } from "./condition-schema";

export const filterShape = {
  repository: repositoryRefSchema.optional(),
  kind: z.array(kindSchema).min(1).max(MEMORY_KINDS.length).optional(),
  scope: z.array(scopeSchema).min(1).max(MEMORY_SCOPES.length).optional(),
  status: z.array(statusSchema).min(1).max(MEMORY_STATUSES.length).optional(),
  category: categorySchema.optional(),
  tag: tagSchema.optional(),
  agent: agentNameSchema.optional(),
  agent_type: agentTypeSchema.optional(),
  user: text({ max: 200 }).optional(),
  session_id: sessionIdSchema.optional(),
  quality_min: z.number().min(0).max(1).optional(),
  path: pathSchema.optional(),
  citation_status: z
    .array(citationStatusSchema)
    .min(1)
    .max(CITATION_STATUSES.length)
    .optional()
    .meta({ description: "With a citation of one of these statuses, by its last check" }),
  created_after: timeSchema.optional(),
  created_before: timeSchema.optional(),
  addressed: z
    .boolean()
    .optional()
    .meta({ description: "Only those that a skill addressed, or only the others" }),
  pinned: z.boolean().optional(),
  suggested: z
    .boolean()
    .optional()
    .meta({ description: "Only those suggested for the whole organization, or only the others" }),
  pending: z
    .boolean()
    .optional()
    .meta({ description: "Only those stored for an unregistered repository, or only the others" }),
  awaiting_safety: z.boolean().optional(),
  deleted: z.boolean().default(false).meta({ description: "The deleted ones instead of the others" }),
};

export const memoryFiltersSchema = z.strictObject(filterShape);

export type MemoryFilters = z.output<typeof memoryFiltersSchema>;

export const MEMORY_SORTS = [
  "refreshed_at",
  "created_at",
  "quality",
  "status_since",
  "usage_count",
  "reach",
  "kind",
] as const;

export type MemorySort = (typeof MEMORY_SORTS)[number];

export const MAX_SEARCH_RESULTS = 100;

const partsSchema = z.object({ vector: z.number(), bm25: z.number(), trigram: z.number() });

export const searchScoresSchema = z.object({
  vector: z.number().nullable().meta({ description: "Cosine similarity; null: not found by meaning" }),
  bm25: z.number().nullable().meta({ description: "BM25 over its words; null: no word in common" }),
  trigram: z.number().nullable().meta({ description: "Word similarity 0–1, of the candidates" }),
  weights: partsSchema.meta({
    description: "How much each of the three counts for this query; they add up to 1",
  }),
  adds: partsSchema.meta({
    description:
      "What each adds: scaled to 0–1 among all that was found, times its weight. The score is their sum times the factors",
  }),
  quality: z.number().meta({ description: "Factor by which its quality moved the score" }),
  recency: z.number().meta({ description: "Factor for how recently it was refreshed" }),
  verification: z.number().meta({ description: "Factor for the last checks of its citations" }),
});

export type SearchScores = z.output<typeof searchScoresSchema>;

/** Filters that agents hardly need: accepted over MCP, and not described there. */
const SELDOM_FILTERED = [
  "repo",
  "scope",
  "tag",
  "agent",
  "user",
  "session_id",
  "quality_min",
  "citation_status",
  "created_after",
  "created_before",
  "addressed",
  "pinned",
  "deleted",
  "metadata",
  "where",
  "as_of",
  "time_zone",
];

export const memorySearch = defineContract({
  name: "memory_search",
  module: "memories",
  summary: "Search memories by meaning and by words",
  effect: "read",
  reads: ["memories", "citations"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => ({
    items: [],
    check_before_use: [],
    degraded: ["memory: off"],
    relevance_floor: 0,
    lists: { vector: 0, text: 0, trigram: 0 },
  }),
  http: { method: "POST", path: "/memories/search", status: 200 },
  mcp: {
    title: "memory.search",
    unlisted: SELDOM_FILTERED,
    description:
      "Search what the team's agents learned, before you decide or change something: ask in plain words or with exact identifiers. " +
      "Each hit has its statement, kind, status, cited lines, id, why it was found and its age; memory_get has the rest. " +
      "They are hypotheses: read the cited lines before relying on one. Not for searching code.",
    always_load: true,
  },
  input: z
    .strictObject({
      query: text({ max: 2_000 }),
      ...filterShape,
      ...asOfShape,
      repo: repoSchema,
      metadata: metadataSchema.optional().meta({ description: "Keys with the values they must have" }),
      where: memoryConditionSchema.optional(),
      limit: z.int().min(1).max(MAX_SEARCH_RESULTS).default(10),
    })
    .superRefine(checkRepository),
  output: z.object({
    items: z.array(
      z.object({
        memory: memorySchema,
        score: z.number(),
        scores: searchScoresSchema,
        relevance: z.number().meta({
          description: "Probability that it matters for the query, 0 to 1, by meaning and words",
        }),
        matched: z.array(z.string()).meta({ description: "Words of the query that it contains, as typed" }),
        word_for_word: z.boolean().meta({
          description: "Its statement has the whole query word for word; a person's search begins with these",
        }),
      }),
    ),
    lists: z
      .object({ vector: z.int(), text: z.int(), trigram: z.int() })
      .meta({ description: "How many candidates each list contributed" }),
    relevance_floor: z.number().meta({
      description: "Below this relevance a memory is not served in packs",
    }),
    degraded: z
      .array(z.string())
      .meta({ description: "Parts that could not be used for this answer, such as `embedding: deadline`" }),
    check_before_use: checkBeforeUseSchema,
    as_of: asOfSchema
      .extend({ marks: z.array(sinceMarkSchema) })
      .optional()
      .meta({ description: "With `as_of`, which only people may use" }),
  }),
});

export type SearchItem = z.output<typeof memorySearch.output>["items"][number];

export const memoryGetRecent = defineContract({
  name: "memory_get_recent",
  module: "memories",
  summary: "The latest refreshed memories, of a repository and global ones, or of all",
  effect: "read",
  reads: ["memories"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => ({ items: [], check_before_use: [], next_cursor: null, markdown: null }),
  http: { method: "GET", path: "/memories/recent", status: 200 },
  mcp: {
    title: "memory.get_recent",
    unlisted: ["repo"],
    description:
      "The memories that were stored or confirmed last, for a first look at a repository. " +
      "When you have a question or a task, memory_search answers better.",
  },
  input: z
    .strictObject({
      repository: repositoryRefSchema.optional(),
      repo: repoSchema,
      kind: filterShape.kind,
      ...pageInput,
      format: z
        .enum(["json", "markdown"])
        .default("json")
        .meta({ description: "markdown: a line for each in `markdown`, and no `items`" }),
    })
    .superRefine(checkRepository),
  output: z.object({
    items: z.array(memorySchema),
    next_cursor: z.string().nullable(),
    markdown: z.string().nullable(),
    check_before_use: checkBeforeUseSchema,
  }),
});

export const memorySearchByPath = defineContract({
  name: "memory_search_by_path",
  module: "memories",
  summary: "Memories that cite a file, or a folder and everything below it, following renames",
  effect: "read",
  reads: ["memories", "citations"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => ({ items: [], check_before_use: [] }),
  http: { method: "GET", path: "/memories/by-path", status: 200 },
  mcp: {
    title: "memory.search_by_path",
    unlisted: ["repo"],
    description:
      "The memories that cite a file you are about to read or change. Send the path from the root of the repository.",
  },
  example: { repository: "harbor/service", path: "src" },
  input: z
    .strictObject({
      repository: repositoryRefSchema
        .optional()
        .meta({ description: "owner/name of a repository, or its id; required" }),
      repo: repoSchema,
      path: pathSchema,
      limit: z.int().min(1).max(200).default(50),
    })
    .refine(requireRepository, NO_REPOSITORY)
    .superRefine(checkRepository),
  output: z.object({ items: z.array(memorySchema), check_before_use: checkBeforeUseSchema }),
});
