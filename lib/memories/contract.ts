import { z } from "zod";
import { actorRefSchema, agentTypeNameSchema, agentTypeSchema } from "@/lib/access/contract";
import {
  CITATION_STATUSES,
  citationCountsSchema,
  citationInputSchema,
  citationSchema,
  citationStatusSchema,
  repositoryBriefSchema,
} from "@/lib/citations/contract";
import { defineContract, type Gauge } from "@/lib/kernel/contract";
import { globProblem, normalizeGlob } from "@/lib/kernel/globs";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { metadataSchema, text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { fromShortForm, kindIssues, MEMORY_KINDS, type ShortForm } from "./kinds";

export {
  CITED_KINDS,
  type KindMetadata,
  kindMetadataSchemas,
  MEMORY_KINDS,
  type MemoryKind,
} from "./kinds";

const room = "memories";

// A memory ---------------------------------------------------------------------------------------------------

/** What the probability of being relevant to a task is made of; see lib/memories/relevance/signals.ts. */
export const RELEVANCE_SIGNALS = [
  "meaning",
  "words",
  "coverage",
  "rare_words",
  "cited_file",
  "changed_glob",
  "kind_of_change",
  "agent_type",
  "category",
] as const;
export type RelevanceSignal = (typeof RELEVANCE_SIGNALS)[number];

/** Signals of recalls that are kept, with those that earlier models had. */
export const RECORDED_SIGNALS = [...RELEVANCE_SIGNALS, "cited_folder", "subject_of_change"] as const;
export type RecordedSignal = (typeof RECORDED_SIGNALS)[number];

export const MEMORY_SCOPES = ["global", "repository", "agent", "session"] as const;
export type MemoryScope = (typeof MEMORY_SCOPES)[number];

/** What a memory is kept for whose repository nobody knows; no repository can have this name. */
export const UNKNOWN_REPOSITORY = "(unknown)";

export const MEMORY_STATUSES = [
  "active",
  "drifted",
  "quarantined",
  "superseded",
  "invalid",
  "expired",
] as const;
export type MemoryStatus = (typeof MEMORY_STATUSES)[number];

export const MEMORY_EVENTS = [
  "created",
  "observed",
  "updated",
  "retrieved",
  "verified_valid",
  "verified_invalid",
  "corrected",
  "refreshed",
  "superseded",
  "merged",
  "unmerged",
  "promoted",
  "rescoped",
  "attached",
  "global_suggested",
  "global_dismissed",
  "invalidated",
  "applied",
  "rated",
  "ignored",
  "addressed",
  "unaddressed",
  "expired",
  "restored",
  "quarantined",
  "released",
  "deleted",
] as const;
export type MemoryEventType = (typeof MEMORY_EVENTS)[number];

export const SOURCE_KINDS = ["api", "session", "review", "finding", "conversation", "import"] as const;

export const kindSchema = z.enum(MEMORY_KINDS);
export const scopeSchema = z.enum(MEMORY_SCOPES).meta({
  description: "How far it reaches: global (the organization), repository, agent (one named agent), session",
});
export const statusSchema = z.enum(MEMORY_STATUSES);
const agentNameSchema = text({ max: 100 });
const sessionIdSchema = text({ max: 200 });
const categorySchema = text({ max: 100 });
const tagSchema = text({ max: 60 });
const tagsSchema = z.array(tagSchema).max(30, "must be at most 30 tags");
const statementSchema = text({ max: 8_000 });
const reasonSchema = text({ max: 2_000 });
const repositoryRefSchema = text({ max: 200 }).meta({ description: "owner/name of a repository, or its id" });
const repoSchema = repositoryRefSchema.optional().meta({ description: "Another name for repository" });
const pathSchema = text({ max: 1_000 }).meta({
  description: "A cited file, or a folder and all below it; renames are followed",
});
const sourceSchema = z.strictObject({
  kind: z.enum(SOURCE_KINDS),
  id: text({ max: 200 }).nullable().default(null),
});

/** A cited place as it travels with every memory: enough to go and read it. */
export const citationRefSchema = citationSchema.pick({
  id: true,
  repository: true,
  path: true,
  line_start: true,
  line_end: true,
  commit_sha: true,
  status: true,
  checked_at: true,
  checked_commit: true,
});

export const redactionSchema = z.object({
  type: z.string().meta({ description: "Placeholder that stands there now, such as EMAIL" }),
  field: z.string().meta({ description: "RFC 6901 pointer into the memory" }),
  start: z.int().meta({ description: "Offset of the placeholder in the stored text, in UTF-16 code units" }),
});
export type Redaction = z.output<typeof redactionSchema>;

/** Kinds of change that a memory may apply to; `lib/memories/triggers/changes.ts` says how each is recognized. */
export const CHANGE_KINDS = [
  "add_file",
  "dependency",
  "migration",
  "schema",
  "test",
  "docs",
  "ci",
  "config",
  "i18n",
  "api",
  "release",
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const MAX_GLOBS = 20;

const globSchema = text({ max: 1_000 })
  .transform(normalizeGlob)
  .superRefine((glob, context) => {
    const problem = globProblem(glob);
    if (problem !== null) context.addIssue({ code: "custom", message: problem, input: glob });
  });

const unique = <T>(values: T[]): T[] => [...new Set(values)];

const appliesToShape = {
  globs: z
    .array(globSchema)
    .max(MAX_GLOBS, `must be at most ${MAX_GLOBS} globs`)
    .transform(unique)
    .default([])
    .meta({
      description:
        "Changed files it applies to, from the repository's root: *, **, ? and {a,b} are wildcards, all else is literal",
    }),
  changes: z.array(z.enum(CHANGE_KINDS)).max(50).transform(unique).default([]).meta({
    description: "Kinds of change it applies to, such as dependency or migration",
  }),
  roles: z.array(agentTypeSchema).max(20, "must be at most 20 roles").transform(unique).default([]).meta({
    description: "Agent types it applies to. Default: all",
  }),
};

/** When a memory applies, as a caller states it: to changed files, to kinds of change, for agent types. */
export const appliesToInputSchema = z.strictObject(appliesToShape);
export type AppliesToInput = z.output<typeof appliesToInputSchema>;

export const appliesToSchema = z.object({
  globs: z.array(z.string()),
  changes: z.array(z.enum(CHANGE_KINDS)),
  roles: z.array(z.string()),
  origin: z.enum(["inferred", "stated"]).meta({
    description:
      "inferred: read from its citations and text when it was stored; stated: a caller or a person said so",
  }),
});
export type AppliesTo = z.output<typeof appliesToSchema>;

export const memorySchema = z.object({
  id: idSchema,
  kind: kindSchema,
  scope: scopeSchema,
  repository: repositoryBriefSchema.nullable(),
  pending_repository: z.string().nullable().meta({
    description:
      "Name of the repository, not registered yet, that it is kept for: until then no agent is given it",
  }),
  session_id: z.string().nullable(),
  statement: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  category: z.string(),
  tags: z.array(z.string()),
  agent: z.string().nullable(),
  agent_type: z.string().nullable(),
  user: z.string().nullable(),
  created_by: actorRefSchema,
  reasoning: z.string().nullable(),
  outcome: z.string().nullable(),
  confidence: z.number().nullable().meta({ description: "0–1, of whoever extracted it" }),
  quality: z.number().meta({ description: "0–1; high from 0.7, low below 0.5" }),
  usage_count: z.int().meta({
    description:
      "How often a pack or memory_get sent it to an agent, or it was applied without that in the last 24 hours; searches and lists do not count",
  }),
  verification_count: z.int().meta({ description: "How often its citations were found valid" }),
  observation_count: z.int().meta({ description: "How often it was stored" }),
  source: z.object({ kind: z.string(), id: z.string().nullable() }),
  status: statusSchema,
  status_reason: z.string().nullable(),
  status_since: timeSchema,
  superseded_by: idSchema.nullable(),
  pinned: z.boolean(),
  redactions: z.array(redactionSchema),
  applies_to: appliesToSchema
    .nullable()
    .meta({ description: "The changes it applies to. null: not determined yet" }),
  safety_version: z.int().meta({ description: "Version of the safety rules that looked it over last" }),
  citations: z.array(citationRefSchema),
  refreshed_at: timeSchema,
  addressed_at: timeSchema.nullable(),
  deleted_at: timeSchema.nullable(),
  suggested_at: timeSchema
    .nullable()
    .meta({ description: "Since when it waits for a lead to let it reach the whole organization" }),
  created_at: timeSchema,
  updated_at: timeSchema,
  version: z.int().meta({ description: "Give it back with an update to be told when it changed meanwhile" }),
});
export type Memory = z.output<typeof memorySchema>;

/** A memory in one line: for chains and lists of similar ones. */
export const memoryBriefSchema = memorySchema.pick({
  id: true,
  kind: true,
  statement: true,
  status: true,
  status_reason: true,
  status_since: true,
  created_at: true,
  superseded_by: true,
});
export type MemoryBrief = z.output<typeof memoryBriefSchema>;

/** A memory of which it could not be found out in time whether its code still says so. */
export const unverifiedMemorySchema = memorySchema.pick({
  id: true,
  kind: true,
  statement: true,
  citations: true,
});
export type UnverifiedMemory = z.output<typeof unverifiedMemorySchema>;

const checkBeforeUseSchema = z.array(unverifiedMemorySchema).meta({
  description:
    "Found too, but whether their code still says so could not be checked in time: read the cited lines before using one. Empty for people",
});

export const qualityPartSchema = z.object({ label: z.string(), value: z.number() });

export const memoryEventSchema = z.object({
  id: idSchema,
  memory_id: idSchema,
  type: z.enum(MEMORY_EVENTS),
  at: timeSchema,
  actor: actorRefSchema,
  reason: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});
export type MemoryEvent = z.output<typeof memoryEventSchema>;

/**
 * The answer of every write. `stored` is false, with a `reason`, when nothing was changed as asked:
 * - `memory_off`: the organization has memory switched off for agents; `memory` is null.
 * - `citations_invalid`, `citations_unreachable`: a refresh needs a check that holds; the check was recorded.
 */
export const writeAnswerSchema = z.object({
  stored: z.boolean(),
  reason: z.enum(["memory_off", "citations_invalid", "citations_unreachable"]).nullable(),
  memory: memorySchema.nullable(),
  duplicate_of: idSchema
    .nullable()
    .meta({ description: "The memory that already said so, now observed again" }),
  notes: z.array(z.string()).meta({ description: "What was done otherwise than asked" }),
});
export type WriteAnswer = z.output<typeof writeAnswerSchema>;

// Storing ----------------------------------------------------------------------------------------------------

const MAX_CITATIONS = 20;

const memoryInputShape = {
  kind: kindSchema.optional().meta({ description: "Default: convention, when a fact is given" }),
  subject: text({ max: 200 }).optional().meta({ description: "Of a convention: what it is about" }),
  fact: text({ max: 4_000 }).optional().meta({ description: "Of a convention: what holds" }),
  reason: text({ max: 4_000 }).optional().meta({ description: "Of a convention: why it holds" }),
  created_by: text({ max: 200 }).optional().meta({
    description:
      "Who learned it, in your words; kept in metadata. The memory's own created_by is always who called",
  }),
  statement: statementSchema.optional().meta({
    description:
      "What was learned, in one statement. Default: what the kind's metadata says (a convention's fact)",
  }),
  repository: repositoryRefSchema.optional(),
  repo: repoSchema,
  scope: scopeSchema.optional().meta({ description: "Default: repository when one is given" }),
  citations: z.array(citationInputSchema).max(MAX_CITATIONS, `must be at most ${MAX_CITATIONS}`).default([]),
  category: categorySchema
    .optional()
    .meta({ description: "Task category, such as testing. Default: general" }),
  tags: tagsSchema.optional(),
  agent: agentNameSchema.optional().meta({ description: "Agent it came from. Default: the one that calls" }),
  agent_type: agentTypeNameSchema.optional(),
  user: text({ max: 200 }).optional().meta({ description: "Person it is about or came from" }),
  reasoning: text({ max: 4_000 }).optional(),
  outcome: text({ max: 4_000 }).optional().meta({ description: "What came of it, in words" }),
  confidence: z.number().min(0).max(1).optional(),
  metadata: metadataSchema.default({}).meta({
    description:
      "What the kind carries, e.g. convention: subject, fact, reason; error_solution: error, solution; further keys are free",
  }),
  session_id: sessionIdSchema.optional(),
  source: sourceSchema.optional(),
  applies_to: appliesToInputSchema.optional().meta({
    description:
      "Changes it applies to, for rules that no question resembles. Default: inferred from its citations and text",
  }),
};

type Named = { repository?: string | undefined; repo?: string | undefined };
type KindChecked = ShortForm & Named & { citations: readonly unknown[] };

function checkKind(memory: KindChecked, context: z.core.$RefinementCtx) {
  const { kind, ...rest } = fromShortForm(memory);
  const issues =
    kind === undefined
      ? [
          {
            path: ["kind"],
            message: "is missing; only a memory with a fact is a convention without saying so",
          },
        ]
      : kindIssues({ ...rest, kind, citations: memory.citations });
  const short = memory.subject !== undefined || memory.fact !== undefined;
  for (const { path, message } of issues)
    context.addIssue({
      code: "custom",
      path: short && path[0] === "metadata" && path.length > 1 ? path.slice(1) : path,
      message,
      input: memory,
    });
  for (const field of ["subject", "fact"] as const)
    if (memory[field] !== undefined && (memory.metadata[field] ?? memory[field]) !== memory[field])
      context.addIssue({
        code: "custom",
        path: [field],
        message: `differs from metadata.${field}; leave one out`,
        input: memory[field],
      });
  checkRepository(memory, context);
}

function checkRepository({ repository, repo }: Named, context: z.core.$RefinementCtx) {
  if (repository !== undefined && repo !== undefined && repo !== repository)
    context.addIssue({
      code: "custom",
      path: ["repo"],
      message: "names another repository than `repository`; leave one out",
      input: repo,
    });
}

const requireRepository = ({ repository, repo }: Named) => repository !== undefined || repo !== undefined;
const NO_REPOSITORY = { path: ["repository"], error: "is missing; name a repository as owner/name" };

export const memoryInputSchema = z.strictObject(memoryInputShape).superRefine(checkKind);
export type MemoryInput = z.output<typeof memoryInputSchema>;

export const memoryStore = defineContract({
  name: "memory_store",
  room,
  summary: "Store one memory",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/memories", status: 201, created: ({ stored }) => stored },
  mcp: {
    title: "memory.store",
    unlisted: ["repo", "created_by", "agent", "user", "confidence", "source"],
    description:
      "Store one durable thing you learned: a convention, decision, procedure, anti-pattern, error with its solution. " +
      "Cite the lines that show it. Not for workarounds, TODOs, one-time fixes, status updates or anything that will be untrue next week. " +
      "Storing what is known already is harmless: it counts as an observation. Secrets and personal data are redacted.",
  },
  input: memoryInputSchema,
  output: writeAnswerSchema,
});

export const MAX_BATCH = 100;

export const memoryStoreMany = defineContract({
  name: "memory_store_many",
  room,
  summary: "Store up to 100 memories in one transaction",
  effect: "write",
  permission: "memories:write",
  http: {
    method: "POST",
    path: "/memories/batch",
    status: 201,
    created: ({ results }) => results.some(({ stored }) => stored),
  },
  input: z.strictObject({
    memories: z
      .array(memoryInputSchema)
      .min(1, "must hold a memory")
      .max(MAX_BATCH, `must be at most ${MAX_BATCH}`),
  }),
  output: z.object({
    results: z.array(writeAnswerSchema).meta({ description: "One for each memory, in their order" }),
    stored: z.int().meta({ description: "How many are new; duplicates are not counted" }),
  }),
});

// Reading ----------------------------------------------------------------------------------------------------

const filterShape = {
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
    .meta({ description: "Only those whose lesson went into a skill, or only the others" }),
  pinned: z.boolean().optional(),
  suggested: z
    .boolean()
    .optional()
    .meta({ description: "Only those suggested for the whole organization, or only the others" }),
  pending: z
    .boolean()
    .optional()
    .meta({ description: "Only those kept for a repository that is not registered, or only the others" }),
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
] as const;
export type MemorySort = (typeof MEMORY_SORTS)[number];

export const memoryList = defineContract({
  name: "memory_list",
  room,
  summary: "Memories that pass the filters, a page at a time, highest first",
  effect: "read",
  permission: "memories:read",
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

const facetSchema = z.array(z.object({ value: z.string(), count: z.int() }));

export const memoryFacets = defineContract({
  name: "memory_facets",
  room,
  summary: "How many memories pass the filters, by kind, status, scope, category and repository",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/memories/facets", status: 200 },
  input: memoryFiltersSchema,
  output: z.object({
    total: z.int(),
    kind: facetSchema,
    status: facetSchema,
    scope: facetSchema,
    category: facetSchema,
    repository: facetSchema.meta({ description: "By owner/name; memories of no repository are left out" }),
  }),
});

/** What is known of a memory at the moment it is used; see `verifyForUse`. */
export const STANDINGS = ["verified", "failed", "unchecked", "uncited"] as const;
const standingSchema = z.enum(STANDINGS);
export type Standing = z.output<typeof standingSchema>;

export const memoryGet = defineContract({
  name: "memory_get",
  room,
  summary:
    "One memory with its citations, what its quality is made of, its history of corrections, and similar ones",
  effect: "read",
  permission: "memories:read",
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
  room,
  summary: "What happened to a memory, newest first",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/memories/{memory_id}/events", status: 200 },
  input: z.strictObject({ memory_id: idSchema, ...pageInput }),
  output: pageOf(memoryEventSchema),
});

export const MAX_SEARCH_RESULTS = 100;

export const searchScoresSchema = z.object({
  vector: z.number().nullable().meta({ description: "Cosine similarity; null: not found by meaning" }),
  bm25: z.number().nullable().meta({ description: "BM25 over its words; null: no word in common" }),
  trigram: z.number().nullable().meta({ description: "Word similarity 0–1, of the candidates" }),
  quality: z.number().meta({ description: "Factor by which its quality moved the score" }),
  recency: z.number().meta({ description: "Factor for how lately it was refreshed" }),
  verification: z.number().meta({ description: "Factor for what its citations' last checks said" }),
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
];

export const memorySearch = defineContract({
  name: "memory_search",
  room,
  summary: "Search memories by meaning and by words",
  effect: "read",
  permission: "memories:read",
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
      repo: repoSchema,
      metadata: metadataSchema.optional().meta({ description: "Keys with the values they must have" }),
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
      }),
    ),
    lists: z
      .object({ vector: z.int(), text: z.int(), trigram: z.int() })
      .meta({ description: "How many candidates each list gave" }),
    relevance_floor: z.number().meta({
      description: "Below this relevance a memory is not given to an agent unasked: it hardly matters here",
    }),
    degraded: z
      .array(z.string())
      .meta({ description: "Parts that could not be used for this answer, such as `embedding: deadline`" }),
    check_before_use: checkBeforeUseSchema,
  }),
});
export type SearchItem = z.output<typeof memorySearch.output>["items"][number];

export const memoryGetRecent = defineContract({
  name: "memory_get_recent",
  room,
  summary: "The memories refreshed last, of a repository and the global ones, or of all",
  effect: "read",
  permission: "memories:read",
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
  room,
  summary: "Memories that cite a file, or a folder and all below it, following renames",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/memories/by-path", status: 200 },
  mcp: {
    title: "memory.search_by_path",
    unlisted: ["repo"],
    description:
      "The memories that cite a file you are about to read or change. Give the path from the root of the repository.",
  },
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

const countsSchema = z.array(z.object({ value: z.string(), count: z.int() }));

const gauge = (name: string, help: string, value: number | null): Gauge => ({
  name,
  help,
  values: value === null ? [] : [{ labels: {}, value }],
});
const gaugesBy = (
  label: string,
  name: string,
  help: string,
  counts: z.output<typeof countsSchema>,
): Gauge => ({
  name,
  help,
  values: counts.map(({ value, count }) => ({ labels: { [label]: value }, value: count })),
});

const verifiedShape = {
  served: z.int().meta({ description: "How often a memory was sent to an agent" }),
  cited: z.int().meta({ description: "Of those, how often one that cites code" }),
  verified: z.int().meta({ description: "Of those, how often with a check at the head on record" }),
  share: z.number().nullable().meta({ description: "verified ÷ cited" }),
};

export const memoryStats = defineContract({
  name: "memory_stats",
  room,
  summary:
    "How many memories there are, of which sort, how they are used, and how many of their citations hold",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/memories/stats", status: 200 },
  mcp: {
    title: "memory.stats",
    unlisted: ["repo"],
    description: "Counts of what is remembered and how much of it is verified. Not needed to find a memory.",
  },
  gauges: ({ total, by_agent_type, by_category, average_quality }) => [
    gauge("total_memories", "Memories, whatever their status.", total),
    gaugesBy("agent_type", "memories_by_agent_type", "Active memories.", by_agent_type),
    gaugesBy("category", "memories_by_category", "Active memories.", by_category),
    gauge("avg_memory_quality", "Mean quality of active memories, 0–1.", average_quality),
  ],
  input: z
    .strictObject({ repository: repositoryRefSchema.optional(), repo: repoSchema })
    .superRefine(checkRepository),
  output: z.object({
    total: z.int(),
    by_status: countsSchema,
    by_kind: countsSchema.meta({ description: "Of the active ones, as all that follows" }),
    by_agent_type: countsSchema,
    by_category: countsSchema,
    cited: z.int().meta({ description: "Active memories that cite code" }),
    verified: z.int().meta({ description: "Of those, how many had every citation hold at its last check" }),
    verified_share: z.number().nullable().meta({ description: "verified ÷ cited" }),
    citations_by_status: citationCountsSchema.meta({ description: "Of all memories, by their last check" }),
    checks_by_status: citationCountsSchema
      .omit({ unchecked: true })
      .meta({ description: "Checks on record of the citations of all memories, by what each found" }),
    verified_before_use: z
      .object({
        days: z.int(),
        ...verifiedShape,
        searches: z.object(verifiedShape).meta({ description: "The same of what agents' searches sent" }),
      })
      .meta({ description: "Over the last days, of packs and of memories that agents asked for by id" }),
    uses: z
      .object({
        total: z.int().meta({ description: "How often they were served or applied" }),
        memories_used: z.int().meta({ description: "How many of them were, at least once" }),
        applied: z.int().meta({ description: "How often an agent logged that it applied one" }),
        rated: z.int().meta({ description: "Ratings that count: the last of each actor and recall" }),
        average_usefulness: z.number().nullable().meta({ description: "0–1, of those ratings" }),
      })
      .meta({ description: "Of all memories" }),
    average_quality: z.number().nullable(),
    low_quality: z.int().meta({ description: "Quality below 0.5" }),
    high_quality: z.int().meta({ description: "Quality of 0.7 and more" }),
    addressed: z.int(),
    unembedded: z.int().meta({ description: "Not yet found by meaning, only by words" }),
  }),
});

// Changing ---------------------------------------------------------------------------------------------------

const versionSchema = z
  .int()
  .min(1)
  .optional()
  .meta({ description: "The version you read; refused when it changed meanwhile" });

export const memoryUpdate = defineContract({
  name: "memory_update",
  room,
  summary: "Change what a memory says about itself; metadata are merged, null removes a key",
  effect: "write",
  permission: "memories:write",
  http: { method: "PATCH", path: "/memories/{memory_id}", status: 200 },
  input: z.strictObject({
    memory_id: idSchema,
    version: versionSchema,
    statement: statementSchema.optional(),
    category: categorySchema.optional(),
    tags: tagsSchema.optional(),
    reasoning: text({ max: 4_000 }).nullable().optional(),
    outcome: text({ max: 4_000 }).nullable().optional(),
    metadata: metadataSchema.optional(),
    pinned: z.boolean().optional(),
    applies_to: appliesToInputSchema
      .nullable()
      .optional()
      .meta({ description: "null: infer it again from its citations and text" }),
  }),
  output: writeAnswerSchema,
});

export const memoryInvalidate = defineContract({
  name: "memory_invalidate",
  room,
  summary: "Say that a memory is wrong, with the reason; it is not served any more",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/memories/{memory_id}/invalidate", status: 200 },
  mcp: {
    title: "memory.invalidate",
    description:
      "Say that a memory is wrong, with what you saw that contradicts it. When you know what is right instead, use memory_supersede.",
  },
  input: z.strictObject({ memory_id: idSchema, reason: reasonSchema, version: versionSchema }),
  output: writeAnswerSchema,
});

export const memorySupersede = defineContract({
  name: "memory_supersede",
  room,
  summary: "Replace a memory by a corrected one; what is not given is taken over from the old one",
  effect: "write",
  permission: "memories:write",
  http: {
    method: "POST",
    path: "/memories/{memory_id}/supersede",
    status: 201,
    created: ({ stored }) => stored,
  },
  mcp: {
    title: "memory.supersede",
    unlisted: [
      "repo",
      "created_by",
      "agent",
      "user",
      "confidence",
      "source",
      "session_id",
      "correction_reason",
    ],
    description:
      "Correct a memory: give the new statement and the lines that show it. Kind, repository, scope, category and tags are taken over; " +
      "citations are not, so cite the code as it is now. Answers the new memory.",
  },
  input: z.strictObject({
    memory_id: idSchema,
    version: versionSchema,
    ...memoryInputShape,
    kind: kindSchema.optional(),
    reason: reasonSchema
      .optional()
      .meta({ description: "Why the old one no longer holds. A convention's own reason: metadata.reason" }),
    correction_reason: reasonSchema.optional().meta({ description: "Another name for reason" }),
  }),
  output: writeAnswerSchema,
});

export const memoryRefresh = defineContract({
  name: "memory_refresh",
  room,
  summary:
    "Confirm a memory: its citations are checked now, and when they hold it is active and ranks higher",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/memories/{memory_id}/refresh", status: 200 },
  mcp: {
    title: "memory.refresh",
    description:
      "Confirm a memory that you found true in the code, without having applied it; its citations are checked again. " +
      "stored is false with the reason when they do not hold: then supersede or invalidate it. " +
      "When you applied it, use memory_log_applied instead, which refreshes it too.",
  },
  input: z.strictObject({ memory_id: idSchema, version: versionSchema }),
  output: writeAnswerSchema,
});

export const memoryDelete = defineContract({
  name: "memory_delete",
  room,
  summary: "Delete a memory; it can be restored",
  effect: "destroy",
  permission: "memories:write",
  http: { method: "DELETE", path: "/memories/{memory_id}", status: 200 },
  input: z.strictObject({ memory_id: idSchema, reason: reasonSchema.optional(), version: versionSchema }),
  output: writeAnswerSchema,
});

export const memoryRestore = defineContract({
  name: "memory_restore",
  room,
  summary: "Undo a deletion, invalidation, correction or expiry",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/memories/{memory_id}/restore", status: 200 },
  input: z.strictObject({ memory_id: idSchema, reason: reasonSchema.optional(), version: versionSchema }),
  output: writeAnswerSchema,
});

export const memorySuggestGlobal = defineContract({
  name: "memory_suggest_global",
  room,
  summary: "Suggest that a memory holds in every repository; it waits for a lead to decide",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/memories/{memory_id}/suggest-global", status: 200 },
  mcp: {
    title: "Suggest for every repository",
    description:
      "When a memory of one repository was seen to hold in others too. A lead decides; until then it stays where it is. Not for what may only hold here.",
    set: "administration",
    unlisted: ["version"],
  },
  input: z.strictObject({
    memory_id: idSchema,
    reason: reasonSchema.meta({ description: "Why it holds beyond its repository" }),
    version: versionSchema,
  }),
  output: writeAnswerSchema,
});

export const memoryDecideGlobal = defineContract({
  name: "memory_decide_global",
  room,
  summary: "Let a memory reach every repository, or dismiss the suggestion; both can be undone",
  effect: "write",
  permission: "memories:global",
  http: { method: "POST", path: "/memories/{memory_id}/decide-global", status: 200 },
  input: z.strictObject({
    memory_id: idSchema,
    decision: z.enum(["accept", "dismiss"]),
    reason: reasonSchema.optional(),
    version: versionSchema,
  }),
  output: writeAnswerSchema,
});

export const memoryUndo = defineContract({
  name: "memory_undo",
  room,
  summary:
    "Take back the last thing that was done to a memory, or one that still stands; both stay in its history",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/memories/{memory_id}/undo", status: 200 },
  input: z.strictObject({
    memory_id: idSchema,
    event_id: idSchema
      .optional()
      .meta({ description: "The event of memory_event_list to undo. Default: the last that can be" }),
    reason: reasonSchema.optional(),
    version: versionSchema,
  }),
  output: writeAnswerSchema.extend({
    undone: z.enum(MEMORY_EVENTS).nullable().meta({ description: "What was undone" }),
  }),
});

export const EXPIRY_RULES = ["low_quality", "never_recalled", "superseded_by_newer"] as const;

export const memoryExpire = defineContract({
  name: "memory_expire",
  room,
  summary: "Expire memories whose time is over, or only list them; a nightly job does the same",
  effect: "write",
  permission: "jobs:manage",
  http: { method: "POST", path: "/memories/expire", status: 200 },
  input: z.strictObject({
    dry_run: z.boolean().default(true).meta({ description: "Only list them" }),
  }),
  output: z.object({
    dry_run: z.boolean(),
    items: z
      .array(
        z.object({
          memory: memoryBriefSchema,
          rule: z.enum(EXPIRY_RULES),
          reason: z.string(),
        }),
      )
      .meta({ description: "Those that were (or would be) expired, at most 500 at once" }),
    total: z.int().meta({ description: "How many there were in all" }),
  }),
});

export const memoryRelease = defineContract({
  name: "memory_release",
  room,
  summary: "Release a quarantined memory; a lead decides that its text is harmless",
  effect: "write",
  permission: "proposals:decide",
  http: { method: "POST", path: "/memories/{memory_id}/release", status: 200 },
  input: z.strictObject({ memory_id: idSchema, reason: reasonSchema.optional(), version: versionSchema }),
  output: writeAnswerSchema,
});

// Quarantine -------------------------------------------------------------------------------------------------

export const suspicionSchema = z.object({
  rule: z.string().meta({ description: "Such as override, markup or hidden_text" }),
  reason: z.string().meta({ description: 'Why it is quarantined, after "because it"' }),
  field: z.string().meta({ description: "RFC 6901 pointer into the memory" }),
  start: z.int().meta({ description: "Where it begins in that text, in UTF-16 code units" }),
  end: z.int().meta({ description: "Where it ends, exclusive" }),
  reveals: z.string().nullable().meta({ description: "What it says when it is decoded" }),
});
export type Suspicion = z.output<typeof suspicionSchema>;

export const REACH_DAYS = 7;

export const memoryReachSchema = z.object({
  agents: z.int().meta({ description: "Different agents among those recalls" }),
  recalls: z.int().meta({
    description:
      "Recalls of the last 7 days that it could have been in: its scope reaches them, and their packs are made of such memories",
  }),
  candidate: z.int().meta({ description: "Recalls of that time that did look at it" }),
  served: z.int().meta({ description: "Of those, how many gave it to an agent" }),
});
export type MemoryReach = z.output<typeof memoryReachSchema>;

export const quarantinedSchema = z.object({
  memory: memorySchema,
  suspicions: z
    .array(suspicionSchema)
    .meta({ description: "What the rules in force find and nobody released; empty when they find nothing" }),
  texts: z
    .array(z.object({ field: z.string(), text: z.string() }))
    .meta({ description: "Every text in which something was found, by its pointer" }),
  by: actorRefSchema.nullable().meta({ description: "Who or what quarantined it" }),
  reach: memoryReachSchema,
});
export type Quarantined = z.output<typeof quarantinedSchema>;

export const QUARANTINE_SORTS = ["status_since", "reach"] as const;

export const quarantineList = defineContract({
  name: "quarantine_list",
  room,
  summary: "Quarantined memories with what the rules found in them and where they would reach; for leads",
  effect: "read",
  permission: "proposals:decide",
  http: { method: "GET", path: "/quarantine", status: 200 },
  input: z.strictObject({
    ...pageInput,
    repository: repositoryRefSchema.optional(),
    kind: z.array(kindSchema).min(1).max(MEMORY_KINDS.length).optional(),
    agent_type: agentTypeSchema.optional(),
    sort: z.enum(QUARANTINE_SORTS).default("status_since"),
  }),
  output: pageOf(quarantinedSchema),
});

export const quarantineDecide = defineContract({
  name: "quarantine_decide",
  room,
  summary:
    "Release up to 100 quarantined memories, or reject them as invalid; what does not apply to one leaves the others done",
  effect: "write",
  permission: "proposals:decide",
  http: { method: "POST", path: "/quarantine/decisions", status: 200 },
  input: z.strictObject({
    ids: z.array(idSchema).min(1, "must hold an id").max(100, "must be at most 100"),
    decision: z.enum(["release", "reject"]),
    reason: reasonSchema.meta({ description: "Kept in the history of each" }),
  }),
  output: z.object({
    ids: z.array(idSchema).meta({ description: "Those that were decided as asked" }),
    refused: z.array(z.object({ memory_id: idSchema, detail: z.string() })),
  }),
});

const recallIdSchema = idSchema
  .optional()
  .meta({ description: "The recall that served it to you, when you know it" });
const useAnswerShape = {
  stored: z.boolean().meta({ description: "false: memory is off, nothing was recorded" }),
  reason: z.literal("memory_off").nullable(),
  memory: memorySchema.nullable(),
  notes: z.array(z.string()).meta({ description: "What was done otherwise than asked, and what to do next" }),
};

export const memoryLogApplied = defineContract({
  name: "memory_log_applied",
  room,
  summary: "Log that a memory was applied; when its citations hold at the newest commit it is refreshed too",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/memories/{memory_id}/applied", status: 200 },
  mcp: {
    title: "memory.log_applied",
    description:
      "Say that you applied a memory: once per task, after you followed it. Its citations are checked, and when they hold it is refreshed. " +
      "Not for memories that you only read: use memory_feedback for those, or confirm them with memory_refresh.",
  },
  input: z.strictObject({
    memory_id: idSchema,
    session_id: sessionIdSchema
      .optional()
      .meta({ description: "Your run; a memory applied again in the same one is counted once" }),
    task: text({ max: 2_000 }).optional().meta({ description: "What it was applied to, in a sentence" }),
    recall_id: recallIdSchema,
  }),
  output: z.object({
    ...useAnswerShape,
    counted: z.boolean().meta({ description: "false: this session or recall had logged it already" }),
    refreshed: z.boolean(),
    verdict: z
      .enum(["valid", "drifted", "missing", "unknown"])
      .nullable()
      .meta({ description: "What its citations say at the newest commit; null: it cites nothing" }),
  }),
});

export const memoryRate = defineContract({
  name: "memory_rate",
  room,
  summary: "Rate how useful a memory was, 0–1; the last rating of an actor for a recall counts",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/memories/{memory_id}/rate", status: 200 },
  input: z.strictObject({
    memory_id: idSchema,
    usefulness: z.number().min(0, "must be 0 to 1").max(1, "must be 0 to 1"),
    recall_id: recallIdSchema,
    reason: reasonSchema.optional(),
  }),
  output: z.object({
    ...useAnswerShape,
    replaced: z.boolean().meta({ description: "It took the place of your earlier rating for this recall" }),
  }),
});

export const FEEDBACK = ["helpful", "unhelpful", "contradicted", "ignored"] as const;

export const memoryFeedback = defineContract({
  name: "memory_feedback",
  room,
  summary: "Say what a memory was worth for a task; its quality follows",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/memories/{memory_id}/feedback", status: 200 },
  mcp: {
    title: "memory.feedback",
    description:
      "Say what a memory that you looked at was worth: helpful (it decided something), unhelpful (no use, or misleading), " +
      "contradicted (the code says otherwise: then invalidate or supersede it too), ignored (not needed). " +
      "When you followed it, use memory_log_applied instead.",
  },
  input: z.strictObject({
    memory_id: idSchema,
    feedback: z.enum(FEEDBACK),
    recall_id: recallIdSchema,
    reason: reasonSchema.optional(),
  }),
  output: z.object({
    ...useAnswerShape,
    recorded: z.boolean().meta({ description: "false: you had said so already" }),
  }),
});

export const memoryMarkAddressed = defineContract({
  name: "memory_mark_addressed",
  room,
  summary: "Mark memories whose lesson went into a skill: left out of context packs, still found by search",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/memories/addressed", status: 200 },
  mcp: {
    title: "memory.mark_addressed",
    set: "administration",
    description:
      "Mark memories whose lesson is now written in a skill, so that they are no longer served on top of it. Answers how many were marked.",
  },
  input: z.strictObject({
    ids: z.array(idSchema).min(1, "must hold an id").max(500, "must be at most 500"),
    addressed: z.boolean().default(true).meta({ description: "false takes the mark back" }),
  }),
  output: z.object({ count: z.int(), ids: z.array(idSchema).meta({ description: "Those that changed" }) }),
});

export const MAX_DECIDED_AT_ONCE = 100;

export const memoryDecideMany = defineContract({
  name: "memory_decide_many",
  room,
  summary:
    "Refresh, invalidate or restore up to 100 memories; what does not apply to one leaves the others done",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/memories/decisions", status: 200 },
  input: z
    .strictObject({
      ids: z
        .array(idSchema)
        .min(1, "must hold an id")
        .max(MAX_DECIDED_AT_ONCE, `must be at most ${MAX_DECIDED_AT_ONCE}`),
      decision: z.enum(["refresh", "invalidate", "restore"]),
      reason: reasonSchema.optional().meta({ description: "Needed to invalidate" }),
    })
    .refine(({ decision, reason }) => decision !== "invalidate" || reason !== undefined, {
      path: ["reason"],
      error: "must say what contradicts them",
    }),
  output: z.object({
    ids: z.array(idSchema).meta({ description: "Those that were changed as asked" }),
    refused: z.array(z.object({ memory_id: idSchema, detail: z.string() })),
  }),
});

// Verifying --------------------------------------------------------------------------------------------------

export const memoryVerifyCitations = defineContract({
  name: "memory_verify_citations",
  room,
  summary: "Check every citation of a memory against the code now, and record what was found",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/memories/{memory_id}/verify", status: 200 },
  mcp: {
    title: "memory.verify_citations",
    description:
      "Check whether the code that a memory cites still stands, before you rely on it. When valid is not true, do not use the memory.",
  },
  input: z.strictObject({
    memory_id: idSchema,
    ref: text({ max: 200 })
      .optional()
      .meta({ description: "Branch, tag or commit; default: the head of the default branch" }),
  }),
  output: z.object({
    stored: z.boolean().meta({ description: "false: memory is off, nothing was checked" }),
    reason: z.literal("memory_off").nullable(),
    valid: z
      .boolean()
      .nullable()
      .meta({ description: "null: nothing to check, or a repository could not be read" }),
    status: statusSchema.nullable().meta({ description: "The memory's status after this check" }),
    citations: z.array(
      z.object({
        id: idSchema,
        path: z.string(),
        line_start: z.int(),
        line_end: z.int(),
        exists: z.boolean(),
        status: citationStatusSchema,
        content: z.string().nullable().meta({ description: "The lines that stand there now" }),
        error: z.string().nullable().meta({ description: "Why it does not hold" }),
      }),
    ),
    valid_count: z.int(),
    invalid_count: z.int(),
    unknown_count: z.int(),
  }),
});

const checkRefSchema = z.object({
  repository_id: idSchema,
  check_id: idSchema.meta({ description: "Watch it with repository_check_get" }),
});

export const repositoryCheck = defineContract({
  name: "repository_check",
  room,
  summary: "Check the citations into a repository at its newest commit, in the background",
  effect: "write",
  permission: "citations:check",
  http: { method: "POST", path: "/repositories/{repository_id}/check", status: 202 },
  input: z.strictObject({
    repository_id: idSchema,
    memory_ids: z
      .array(idSchema)
      .min(1, "must hold an id")
      .max(500, "must be at most 500")
      .optional()
      .meta({ description: "Only the citations of these memories. Default: all of them" }),
  }),
  output: checkRefSchema.extend({
    enqueued: z.boolean().meta({ description: "false: it waits or runs already" }),
  }),
});

export const repositoryPush = defineContract({
  name: "repository_push",
  room,
  summary:
    "Say that a branch of a repository was pushed: its citations are checked if it is the default branch",
  effect: "write",
  permission: "citations:check",
  http: { method: "POST", path: "/repositories/push", status: 202 },
  input: z.strictObject({
    repository: text({ max: 2_000 }).meta({
      description: "owner/name of the repository, its id, or the address it is read from",
    }),
    ref: text({ max: 300 }).meta({ description: "The branch, as main or refs/heads/main" }),
    after: z
      .string()
      .regex(/^([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/, "must be a full commit id of 40 (or 64) hex digits")
      .toLowerCase()
      .meta({ description: "The commit it points to now; all zeros when the branch was deleted" }),
    forced: z.boolean().default(false),
  }),
  output: z.object({
    accepted: z.boolean().meta({ description: "A check is on its way" }),
    reason: z
      .enum(["other_branch", "branch_deleted", "already_checked"])
      .nullable()
      .meta({ description: "Why there is nothing to check" }),
    repository_id: idSchema,
    check_id: idSchema.nullable(),
  }),
});

// Framework packs --------------------------------------------------------------------------------------------

export const FRAMEWORKS = ["react", "next", "fastapi", "django", "express"] as const;
export const frameworkSchema = z.enum(FRAMEWORKS);

const packEntrySchema = z.object({
  pattern_name: z.string(),
  description: z.string(),
  correct_usage: z.string(),
  common_mistakes: z.array(z.string()),
  source: z.string().meta({ description: "The page of the official documentation that says so" }),
});
const frameworkPackSchema = z.object({
  framework: frameworkSchema,
  title: z.string(),
  entries: z.array(packEntrySchema),
});
export type FrameworkPack = z.output<typeof frameworkPackSchema>;

export const PACK_ENTRY_STATES = ["absent", "loaded", "outdated", "changed", "removed", "deleted"] as const;
export const packEntryStateSchema = z.enum(PACK_ENTRY_STATES).meta({
  description:
    "absent: not here; loaded: as the pack has it; outdated: the pack says it otherwise now; changed: people corrected " +
    "it or decided about it, so it is theirs; removed: taken away with its pack; deleted: by itself, so it stays away",
});
export type PackEntryState = z.output<typeof packEntryStateSchema>;

export const frameworkPackList = defineContract({
  name: "framework_pack_list",
  room,
  summary: "Starter packs of framework knowledge: what each says, with sources, and what of it is here",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/framework-packs", status: 200 },
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      frameworkPackSchema.extend({
        entries: z.array(
          packEntrySchema.extend({
            state: packEntryStateSchema,
            memory_id: idSchema.nullable().meta({ description: "The memory made of it; null when absent" }),
          }),
        ),
        loaded: z.int().meta({ description: "Entries that are memories in force here" }),
        to_load: z
          .int()
          .meta({ description: "Entries that loading the pack would add, bring back or bring up to date" }),
      }),
    ),
  }),
});

export const frameworkPackLoad = defineContract({
  name: "framework_pack_load",
  room,
  summary:
    "Take a starter pack in as memories, or bring it up to date; what people changed or deleted stays so",
  effect: "write",
  permission: "skills:manage",
  http: { method: "POST", path: "/framework-packs/{framework}/load", status: 200 },
  input: z.strictObject({ framework: frameworkSchema }),
  output: z.object({
    framework: frameworkSchema,
    stored: z.int().meta({ description: "Entries that are new here" }),
    updated: z.int().meta({ description: "Entries that say now what the pack says" }),
    restored: z.int().meta({ description: "Entries that are back after the pack was removed" }),
    known: z.int().meta({ description: "Entries left as they are: the same already, or people's own" }),
    memory_ids: z.array(idSchema).meta({ description: "Memories stored, updated or brought back" }),
  }),
});

export const frameworkPackRemove = defineContract({
  name: "framework_pack_remove",
  room,
  summary: "Take a starter pack away again; what people changed stays, and loading it brings the rest back",
  effect: "write",
  permission: "skills:manage",
  http: { method: "POST", path: "/framework-packs/{framework}/remove", status: 200 },
  input: z.strictObject({ framework: frameworkSchema }),
  output: z.object({
    framework: frameworkSchema,
    removed: z.int(),
    kept: z.int().meta({ description: "Entries that people changed; delete them singly if need be" }),
  }),
});

// Developer preferences --------------------------------------------------------------------------------------

const gitAuthorSchema = text({ max: 200 }).meta({
  description: "A name under which evaluations know a developer: a git author or a login",
});
/** Most git authors that a person goes by beside name and e-mail address. */
export const MAX_GIT_AUTHORS = 10;

export const preferenceSchema = z.object({
  memory_id: idSchema,
  developer_id: z.string(),
  preference_type: z.string(),
  preference_value: z.string(),
  statement: z.string(),
  confidence: z
    .number()
    .nullable()
    .meta({ description: "0–1; learned ones: the least share taken up, surely" }),
  observation_count: z.int().nullable().meta({ description: "Findings it was learned from" }),
  learned: z.boolean().meta({ description: "From implemented findings; else somebody stored it" }),
  corrected: z.boolean().meta({ description: "A person corrected it; learning leaves it alone" }),
  deleted: z.boolean().meta({ description: "It is not learned again; memory_restore brings it back" }),
  updated_at: timeSchema,
  version: z.int(),
});
export type Preference = z.output<typeof preferenceSchema>;

const preferencesSchema = z.object({
  known_as: z.array(z.string()).meta({ description: "Name and e-mail address of the account" }),
  git_authors: z.array(z.string()).meta({ description: "Further names that the person goes by" }),
  items: z.array(preferenceSchema).meta({ description: "Those in force first, then deleted ones" }),
});

export const preferenceList = defineContract({
  name: "preference_list",
  room,
  summary: "What agents believe the person who asks prefers; nobody else's",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/preferences", status: 200 },
  input: z.strictObject({}),
  output: preferencesSchema,
});

export const preferenceAuthorsSet = defineContract({
  name: "preference_authors_set",
  room,
  summary: "Say by which git authors the person who asks goes; each belongs to one person",
  effect: "write",
  permission: "memories:write",
  http: { method: "PUT", path: "/preferences/authors", status: 200 },
  input: z.strictObject({ git_authors: z.array(gitAuthorSchema).max(MAX_GIT_AUTHORS) }),
  output: preferencesSchema,
});
