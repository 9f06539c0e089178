import { z } from "zod";
import {
  actorRefSchema,
  agentTypeNameSchema,
  agentTypeSchema,
  type Settings,
  settingsChangeSchema,
  settingsSchema,
  unknownAgentsSchema,
} from "@/lib/access/contract";
import { repositoryBriefSchema } from "@/lib/citations/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { citationRefSchema, memoryBriefSchema, RECORDED_SIGNALS } from "@/lib/memories/contract";

const room = "recall";

export const PACK_PARTS = ["own", "others", "reviews", "conventions", "frameworks", "preferences"] as const;
export const RECALL_OUTCOMES = [
  "served",
  "empty",
  "degraded",
  "off",
  "refused",
  "failed",
  "held_out",
] as const;

const repositoryRefSchema = text({ max: 200 }).meta({ description: "owner/name of a repository, or its id" });
const pathSchema = text({ max: 1_000 });

// The pack ---------------------------------------------------------------------------------------------------

const MAX_DIFF_CHARACTERS = 5_000_000;
/** JSON escapes the line breaks and quotes of a diff. */
const MAX_QUESTION_BYTES = 8 * 1024 * 1024;

export const taskSchema = text({ max: 100_000 }).refine(
  (task) => task === "" || task.trim() !== "",
  "must not be blank; say what the agent is about to do",
);

/** More are taken than are used, so that a large change is answered and not refused. */
const MAX_CHANGED_FILES = 50_000;
export const changedFilesSchema = z
  .array(pathSchema)
  .max(MAX_CHANGED_FILES, `must be at most ${MAX_CHANGED_FILES.toLocaleString("en")} files`)
  .default([])
  .meta({ description: "The first 2,000 are used" });

const questionShape = {
  task: taskSchema.meta({ description: "What the agent is about to do, in its own words" }),
  agent_type: agentTypeNameSchema.optional(),
  agent_file: text({ max: 1_000 })
    .optional()
    .meta({ description: "The agent's definition, such as architect.md; names its type" }),
  category: text({ max: 100 })
    .optional()
    .meta({ description: "Task category, such as testing. Default: guessed from the task" }),
  repository: repositoryRefSchema.optional(),
  repo: repositoryRefSchema.optional().meta({ description: "Another name for repository" }),
  session_id: text({ max: 200 }).optional(),
  changed_files: changedFilesSchema,
  diff: z
    .string()
    .max(MAX_DIFF_CHARACTERS, `must be at most ${MAX_DIFF_CHARACTERS.toLocaleString("en")} characters`)
    .optional()
    .meta({
      description:
        "Unified diff of the change, for reviews: its files, lines and names are used, and it is not stored. The first 2 MB are read",
    }),
  developer: text({ max: 200 })
    .optional()
    .meta({ description: "Git author whose preferences count, as developer_id of preferences has it" }),
  goal: text({ max: 4_000 }).optional(),
  issue_title: text({ max: 1_000 }).optional(),
  ref: text({ max: 200 }).optional().meta({
    description: "Branch, tag or commit that cited code is checked at. Default: head of the default branch",
  }),
  token_budget: z
    .int()
    .min(50)
    .max(8_000)
    .optional()
    .meta({ description: "Tokens that the pack never exceeds, more or fewer than the settings say" }),
  characters: z
    .int()
    .min(300)
    .max(7_900)
    .optional()
    .meta({ description: "Characters that the pack has, about. Default: by the agent's role" }),
};

export const contributionSchema = z.object({
  signal: z.enum(RECORDED_SIGNALS),
  adds: z.number().meta({ description: "Log-odds of relevance that this signal adds" }),
});

export const contextScoresSchema = z.object({
  relevance: z
    .number()
    .nullable()
    .default(null)
    .meta({ description: "Probability of being relevant to the task, 0 to 1; null in old recalls" }),
  contributions: z
    .array(contributionSchema)
    .default([])
    .meta({ description: "What the probability is made of, the strongest signal first" }),
  model: z.string().nullable().default(null).meta({
    description:
      "The model that judged it, of an embedder or of words alone, with a fingerprint of its weights; null in old recalls",
  }),
  learned: z
    .number()
    .default(0)
    .meta({ description: "What outcomes of the organization add to its log-odds, -0.8 to 0" }),
  vector: z.number().nullable().meta({ description: "Cosine similarity to the task" }),
  bm25: z.number().nullable(),
  trigram: z.number().nullable(),
  quality: z.number().meta({ description: "Factor by which its quality moved the score" }),
  recency: z.number(),
  verification: z.number(),
});
export type ContextScores = z.output<typeof contextScoresSchema>;

export const contextMemorySchema = z.object({
  memory_id: idSchema,
  part: z.enum(PACK_PARTS),
  kind: z.string(),
  category: z.string(),
  agent_type: z.string().nullable(),
  quality: z.number(),
  statement: z.string(),
  outcome: z.string().nullable(),
  citations: z.array(citationRefSchema),
  score: z.number(),
  scores: contextScoresSchema,
  why: z.string().meta({ description: "Why it is in" }),
});
export type ContextMemory = z.output<typeof contextMemorySchema>;

export const contextSchema = z.object({
  recall_id: idSchema
    .nullable()
    .meta({ description: "Give it back with what became of the memories. null: not recorded" }),
  outcome: z.enum(RECALL_OUTCOMES).meta({
    description:
      "empty: nothing is relevant; degraded: nothing was found, but a part was missing; off: memory is off; " +
      "refused: this agent is not given packs; held_out: the session gets no memory, so that it can be compared " +
      "with those that do",
  }),
  reason: z.string().nullable().meta({ description: "Why nothing was served" }),
  agent_type: z.string().nullable(),
  category: z.string(),
  category_guessed: z.boolean(),
  context: z.string().meta({ description: "Markdown ready for a prompt; empty when nothing was served" }),
  tokens: z.int().meta({
    description:
      "Of the markdown, counted with o200k_base; an upper bound while degraded says tokenizer: loading",
  }),
  characters: z.int(),
  memories: z.array(contextMemorySchema),
  check_before_use: z
    .array(contextMemorySchema)
    .meta({ description: "Could not be verified in time: read the cited lines first" }),
  degraded: z
    .array(z.string())
    .meta({ description: "Parts that were missing for this answer, such as `embedding: deadline`" }),
  latency_ms: z.number(),
});
export type Context = z.output<typeof contextSchema>;

export const contextGet = defineContract({
  name: "memory_context",
  room,
  summary: "The few memories that matter for a task, verified, ready for a prompt",
  // What it records is the reading itself.
  effect: "read",
  permission: "memories:read",
  http: { method: "POST", path: "/context", status: 200, max_body_bytes: MAX_QUESTION_BYTES },
  mcp: {
    title: "memory.context",
    unlisted: ["agent_file", "repo", "developer", "goal", "issue_title"],
    description:
      "Call it once before you start a task: gives the few memories that matter for it, verified against the code, as " +
      "facts to weigh. Say what you are about to do, your agent type, the repository and the files you will change. " +
      "detail full adds each memory's id and scores. For a question of your own use memory_search.",
    always_load: true,
  },
  input: z.strictObject(questionShape),
  output: contextSchema,
});
/** A question with its defaults filled in; make one with `contextGet.input.parse`. */
export type ContextQuestion = z.output<typeof contextGet.input>;

// The ledger -------------------------------------------------------------------------------------------------

export const PLACES = ["served", "check_before_use", "out", "held_out"] as const;
export type RecallPlace = (typeof PLACES)[number];
export const USES = ["applied", "ignored", "helpful", "unhelpful", "contradicted"] as const;
export type Use = (typeof USES)[number];

export const INFERRED_OUTCOMES = ["follows", "contradicts", "ignores", "unknown"] as const;
export type InferredOutcome = (typeof INFERRED_OUTCOMES)[number];

export const inferredCountsSchema = z.object({
  follows: z.int(),
  contradicts: z.int(),
  ignores: z.int(),
  unknown: z.int().meta({ description: "About its subject, without saying what became of it" }),
});
export type InferredCounts = z.output<typeof inferredCountsSchema>;

export const inferredSchema = z.object({
  outcome: z.enum(INFERRED_OUTCOMES),
  confidence: z.number().meta({ description: "0–1: how strong the rule is that inferred it" }),
  evidence: z.array(z.string()).meta({ description: "What it rests on, without secrets" }),
  answers: z.int().meta({ description: "Answers that were compared with the memory" }),
  at: timeSchema,
});
export type Inferred = z.output<typeof inferredSchema>;

export const useCountsSchema = z.object({
  applied: z.int(),
  ignored: z.int(),
  helpful: z.int(),
  unhelpful: z.int(),
  contradicted: z.int(),
});
export type UseCounts = z.output<typeof useCountsSchema>;

const recallShape = {
  id: idSchema,
  at: timeSchema,
  door: z.string().meta({ description: "Who asked: context, before_agent, session_start, …" }),
  actor: actorRefSchema,
  agent: z.string().nullable(),
  agent_type: z.string().nullable(),
  repository: repositoryBriefSchema.nullable(),
  session_id: z.string().nullable(),
  task: z.string().meta({ description: "As it was searched with: the first 2,000 characters" }),
  category: z.string(),
  outcome: z.enum(RECALL_OUTCOMES),
  tokens: z.int(),
  characters: z.int(),
  candidate_count: z.int(),
  served_count: z.int(),
  unchecked_count: z.int(),
  latency_ms: z.number().meta({ description: "Until the pack was written, without recording it" }),
  degraded: z.array(z.string()),
  uses: useCountsSchema.meta({ description: "What was said of the memories it served" }),
  inferred: inferredCountsSchema.meta({
    description: "What agents' answers suggest of those that nobody reported on",
  }),
};
export const recallSchema = z.object(recallShape);
export type RecallEntry = z.output<typeof recallSchema>;

export const useSchema = z.object({
  use: z.enum(USES),
  at: timeSchema,
  actor: actorRefSchema,
  reason: z.string().nullable(),
});

export const recallCandidateSchema = z.object({
  memory: memoryBriefSchema,
  part: z.enum(PACK_PARTS),
  place: z.enum(PLACES),
  reason: z.string().meta({ description: "Why it is in or out" }),
  score: z.number(),
  scores: contextScoresSchema,
  tokens: z.int().meta({ description: "That it takes in the pack" }),
  uses: z.array(useSchema),
  inferred: inferredSchema
    .nullable()
    .meta({ description: "What answers suggest became of it; null: nothing, or somebody reported" }),
});
export type RecallCandidate = z.output<typeof recallCandidateSchema>;

const stageSchema = z.object({ name: z.string(), ms: z.number() });

export const RECALLS_HAVING = ["reported", "inferred", "repeated", "disputed"] as const;

const recallFilters = {
  repository: repositoryRefSchema.optional(),
  agent: text({ max: 100 }).optional(),
  agent_type: agentTypeSchema.optional(),
  session_id: text({ max: 200 }).optional(),
  outcome: z.enum(RECALL_OUTCOMES).optional(),
  used: z
    .boolean()
    .optional()
    .meta({ description: "Only those of which something was applied or helpful, or the others" }),
  degraded: z.boolean().optional().meta({ description: "Only those that missed a part, or the others" }),
  having: z.enum(RECALLS_HAVING).optional().meta({
    description:
      "Only those with a memory that somebody reported on, whose outcome was inferred, that its context window had already (repeated), or that was in an open conflict (disputed)",
  }),
  after: timeSchema.optional(),
  before: timeSchema.optional(),
};

export const recallList = defineContract({
  name: "recall_list",
  room,
  summary: "What agents were given, newest first; an agent sees its own",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/recalls", status: 200 },
  input: z.strictObject({ ...recallFilters, ...pageInput }),
  output: pageOf(recallSchema),
});

export const recallGet = defineContract({
  name: "recall_get",
  room,
  summary: "One recall: the pack as given, and every candidate with its scores and why it is in or out",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/recalls/{recall_id}", status: 200 },
  input: z.strictObject({ recall_id: idSchema }),
  output: z.object({
    ...recallShape,
    pack: z.string(),
    question: z.record(z.string(), z.unknown()),
    settings: z.record(z.string(), z.unknown()),
    stages: z.array(stageSchema),
    candidates: z.array(recallCandidateSchema),
  }),
});
export type RecallDetail = z.output<typeof recallGet.output>;

export const recallRate = defineContract({
  name: "recall_rate",
  room,
  summary: "Say what became of the memories that a recall served; their quality follows",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/recalls/{recall_id}/uses", status: 200 },
  input: z.strictObject({
    recall_id: idSchema,
    uses: z
      .array(
        z.strictObject({ memory_id: idSchema, use: z.enum(USES), reason: text({ max: 2_000 }).optional() }),
      )
      .min(1, "must hold a use")
      .max(100, "must be at most 100"),
  }),
  output: z.object({
    recorded: z.int().meta({ description: "How many were new; what was said before is not recorded again" }),
  }),
});

export const memoryRecallList = defineContract({
  name: "memory_recall_list",
  room,
  summary: "Where a memory was used: the recalls that gave it to an agent, newest first",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/memories/{memory_id}/recalls", status: 200 },
  input: z.strictObject({ memory_id: idSchema, ...pageInput }),
  output: pageOf(
    recallSchema.extend({
      became: z
        .object({
          place: z.enum(PLACES).meta({
            description: "check_before_use: the pack named it as one to check first, which is no serving",
          }),
          reported: z.array(z.enum(USES)),
          inferred: z.enum(INFERRED_OUTCOMES).nullable(),
        })
        .meta({ description: "What became of this memory in that recall" }),
    }),
  ),
});

const periodShape = {
  recalls: z.int(),
  recalls_served: z.int().meta({ description: "Of those, how many served something" }),
  recalls_degraded: z.int(),
  memories_served: z.int(),
  used: z.int().meta({ description: "Of the memories served, how many were applied or helpful" }),
  refused: z
    .int()
    .meta({ description: "How many were ignored, unhelpful or contradicted, and nothing else" }),
  unreported: z.int().meta({ description: "How many nobody said anything of" }),
  tokens: z.int(),
  tokens_used: z.int().meta({ description: "Of the memories that were used" }),
};

export const recallStats = defineContract({
  name: "recall_stats",
  room,
  summary: "What recalls were worth and what they wasted, by day",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/recalls/stats", status: 200 },
  input: z.strictObject({
    repository: repositoryRefSchema.optional(),
    agent_type: agentTypeSchema.optional(),
    days: z.int().min(1).max(365).default(30).meta({ description: "Up to now, in UTC" }),
  }),
  output: z.object({
    total: z.object({
      ...periodShape,
      inferred: inferredCountsSchema.meta({
        description: "Of the memories that nobody reported on, by what agents' answers suggest",
      }),
      held_out: z.int().meta({ description: "Recalls of the holdout, which are in no other number" }),
    }),
    days: z.array(
      z.object({ day: z.string(), ...periodShape, latency_p50: z.number(), latency_p95: z.number() }),
    ),
  }),
});
export type RecallStats = z.output<typeof recallStats.output>;

const learnedModelSchema = z.object({
  name: z
    .string()
    .meta({ description: "The embedder whose packs it judges; `words`: those without vectors" }),
  in_use: z.boolean().meta({ description: "It judges the packs of this server's embedder" }),
  floor_measured: z
    .number()
    .meta({ description: "Relevance from which a pack is given, as measured on public projects" }),
  floor_learned: z
    .number()
    .meta({ description: "The measured relevance that a memory needs after what outcomes taught" }),
  shift: z.number().meta({ description: "What outcomes add to the log-odds of relevance, -0.8 to 0" }),
  reported: z.int().meta({ description: "Memories of packs that somebody reported on" }),
  inferred: z.int().meta({ description: "Others, whose outcome was inferred from answers" }),
  expected: z.int().meta({ description: "Expectations of people that were replayed" }),
  right: z.int().meta({ description: "Of reported and inferred, those that were of use" }),
  learned_at: z.iso.datetime().nullable().meta({ description: "null: nothing was learned from yet" }),
});

const relevanceSchema = z.object({
  learning: z.boolean().meta({ description: "The setting relevance_learning: what was learned is in force" }),
  relevance_floor: z
    .number()
    .nullable()
    .meta({ description: "The setting that overrides the floor; null: none" }),
  reset_at: z.iso.datetime().nullable().meta({ description: "Outcomes of packs before it do not count" }),
  models: z.array(learnedModelSchema),
});
export type LearnedRelevance = z.output<typeof relevanceSchema>;

export const relevanceGet = defineContract({
  name: "relevance_get",
  room,
  summary: "The floor of relevance: as measured, and what the organization's outcomes taught",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/recalls/relevance", status: 200 },
  input: z.strictObject({}),
  output: relevanceSchema,
});

export const relevanceReset = defineContract({
  name: "relevance_reset",
  room,
  summary: "Forget what outcomes taught of relevance; outcomes of packs from now on count",
  effect: "write",
  permission: "organization:manage",
  http: { method: "POST", path: "/recalls/relevance/reset", status: 200 },
  input: z.strictObject({}),
  output: relevanceSchema,
});

// Trying out -------------------------------------------------------------------------------------------------

export const recallPreview = defineContract({
  name: "recall_preview",
  room,
  summary: "The pack an agent would get, with everything looked at for it; nothing is recorded",
  effect: "read",
  permission: "memories:read",
  http: { method: "POST", path: "/recalls/preview", status: 200, max_body_bytes: MAX_QUESTION_BYTES },
  input: z.strictObject({
    ...questionShape,
    agent: text({ max: 100 }).optional().meta({ description: "Name of the agent it would be for" }),
    settings: settingsChangeSchema
      .optional()
      .meta({ description: "Instead of the settings in force, to compare" }),
  }),
  output: contextSchema.extend({
    candidates: z.array(recallCandidateSchema),
    stages: z.array(stageSchema),
    settings: settingsSchema.nullable(),
  }),
});
export type RecallPreview = z.output<typeof recallPreview.output>;

// An expectation is kept, and a diff is not.
const { diff: _, ...keptQuestionShape } = questionShape;
const expectationQuestionSchema = z.strictObject({
  ...keptQuestionShape,
  agent: text({ max: 100 }).optional(),
});

export const expectationSchema = z.object({
  id: idSchema,
  name: z.string(),
  question: z.record(z.string(), z.unknown()),
  memory: memoryBriefSchema,
  within: z.int(),
  created_by: actorRefSchema,
  created_at: timeSchema,
  replayed_at: timeSchema.nullable(),
  found_at: z
    .int()
    .nullable()
    .meta({ description: "Its place in the pack at the last replay, from 1; null: not in it" }),
  passed: z.boolean().nullable(),
});
export type Expectation = z.output<typeof expectationSchema>;

export const expectationCreate = defineContract({
  name: "expectation_create",
  room,
  summary: "Keep an expectation: this memory must be among the first so many for this question",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/expectations", status: 201 },
  input: z.strictObject({
    name: text({ max: 200 }),
    question: expectationQuestionSchema,
    memory_id: idSchema,
    within: z.int().min(1).max(50).default(5),
  }),
  output: expectationSchema,
});

export const expectationList = defineContract({
  name: "expectation_list",
  room,
  summary: "Expectations with the result of their last replay, newest first",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/expectations", status: 200 },
  input: z.strictObject({ ...pageInput }),
  output: pageOf(expectationSchema),
});

export const expectationReplay = defineContract({
  name: "expectation_replay",
  room,
  summary: "Ask the questions of expectations again and keep whether each holds",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/expectations/replay", status: 200 },
  input: z.strictObject({
    expectation_ids: z
      .array(idSchema)
      .min(1)
      .max(100)
      .optional()
      .meta({ description: "Default: the newest 100" }),
  }),
  output: z.object({ passed: z.int(), failed: z.int(), items: z.array(expectationSchema) }),
});

export const expectationDelete = defineContract({
  name: "expectation_delete",
  room,
  summary: "Delete an expectation",
  effect: "destroy",
  permission: "memories:write",
  http: { method: "DELETE", path: "/expectations/{expectation_id}", status: 200 },
  input: z.strictObject({ expectation_id: idSchema }),
  output: z.object({ deleted: z.literal(true) }),
});

// Settings of a repository -----------------------------------------------------------------------------------

export const repositorySettingsSchema = z.object({
  repository_id: idSchema,
  own: settingsChangeSchema.meta({ description: "What the repository sets itself" }),
  in_force: settingsSchema.meta({ description: "Those over the organization's" }),
  version: z.int(),
});

export const repositorySettingsGet = defineContract({
  name: "repository_settings_get",
  room,
  summary: "How memory works for a repository: what it sets itself, and what is in force",
  effect: "read",
  permission: "organization:read",
  http: { method: "GET", path: "/repositories/{repository_id}/settings", status: 200 },
  input: z.strictObject({ repository_id: idSchema }),
  output: repositorySettingsSchema,
});

/** What only an organization as a whole can set. */
const OF_ORGANIZATION = {
  recall_retention_days: true,
  language_model_daily_tokens: true,
  agent_types: true,
} as const satisfies Partial<Record<keyof Settings, true>>;
const overridable = settingsChangeSchema.omit(OF_ORGANIZATION);

export const repositorySettingsUpdate = defineContract({
  name: "repository_settings_update",
  room,
  summary: "Let a repository do otherwise than its organization, or as the organization does again",
  effect: "write",
  permission: "organization:manage",
  http: { method: "PATCH", path: "/repositories/{repository_id}/settings", status: 200 },
  input: z.strictObject({
    repository_id: idSchema,
    settings: overridable.default({}),
    inherit: z
      .array(overridable.keyof())
      .max(50)
      .default([])
      .meta({ description: "Settings to take from the organization again" }),
    version: z
      .int()
      .optional()
      .meta({ description: "The version you read; refused when it changed meanwhile" }),
  }),
  output: repositorySettingsSchema.extend({ unknown_agents: unknownAgentsSchema }),
});
