import { z } from "zod";
import { agentTypeSchema } from "@/lib/access/agents/agent-type-schema";
import { actorRefSchema } from "@/lib/access/fields";
import { repositoryBriefSchema } from "@/lib/citations/citations/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { EMPTY_PAGE, pageInput, pageOf } from "@/lib/kernel/pagination";
import { text, wordsFilter } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { repositoryRefSchema } from "@/lib/memories/fields";
import { memoryBriefSchema } from "@/lib/memories/memory/contract";
import { contextScoresSchema, PACK_PARTS, RECALL_OUTCOMES } from "../fields";
import { PLACES, servingSchema, stageSchema } from "./serving-schema";

export * from "./serving-schema";

export const USES = ["applied", "ignored", "helpful", "unhelpful", "contradicted"] as const;

export type Use = (typeof USES)[number];

export const INFERRED_OUTCOMES = ["follows", "contradicts", "ignores", "unknown"] as const;

export type InferredOutcome = (typeof INFERRED_OUTCOMES)[number];

export const inferredCountsSchema = z.object({
  follows: z.int(),
  contradicts: z.int(),
  ignores: z.int(),
  unknown: z.int().meta({ description: "About its subject, without showing whether it was used" }),
});

export type InferredCounts = z.output<typeof inferredCountsSchema>;

export const inferredSchema = z.object({
  outcome: z.enum(INFERRED_OUTCOMES),
  confidence: z.number().meta({ description: "0–1: how strong the rule is that inferred it" }),
  evidence: z.array(z.string()).meta({ description: "What it is based on, without secrets" }),
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
  door: z.string().meta({
    description:
      "What asked: context, before_agent, session_start, claude_code (a prompt), edit (a file was edited), …",
  }),
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
  uses: useCountsSchema.meta({ description: "What was reported about the memories it served" }),
  inferred: inferredCountsSchema.meta({
    description: "What agents' answers suggest about those that nobody reported on",
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
  tokens: z.int().meta({ description: "Tokens that it takes in the pack" }),
  uses: z.array(useSchema),
  inferred: inferredSchema
    .nullable()
    .meta({ description: "Whether answers suggest that it was used; null: nothing, or somebody reported" }),
});

export type RecallCandidate = z.output<typeof recallCandidateSchema>;

export const RECALLS_HAVING = ["reported", "inferred", "repeated", "disputed"] as const;

const recallFilters = {
  q: wordsFilter.meta({ description: "Words that must all occur in the question" }),
  repository: repositoryRefSchema.optional(),
  agent: text({ max: 100 }).optional(),
  agent_type: agentTypeSchema.optional(),
  session_id: text({ max: 200 }).optional(),
  memory_id: idSchema.optional().meta({ description: "Only those that served this memory" }),
  place: z.array(z.enum(PLACES)).min(1).max(PLACES.length).optional().meta({
    description: "With memory_id: only recalls where it has this place. Default: served or check_before_use",
  }),
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
  module: "recall",
  summary: "Recalls, newest first; an agent sees its own",
  effect: "read",
  reads: ["recalls"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
  http: { method: "GET", path: "/recalls", status: 200 },
  input: z.strictObject({ ...recallFilters, ...pageInput }),
  output: pageOf(
    recallSchema.extend({
      serving: servingSchema.nullable().meta({
        description: "The place of the memory named by memory_id; null: none was named",
      }),
    }),
  ),
});

export const recallGet = defineContract({
  name: "recall_get",
  module: "recall",
  summary: "One recall: the pack as served, and every candidate with its scores and why it is in or out",
  effect: "read",
  reads: ["recalls"],
  permission: "memories:read",
  reach: "repository",
  when_off: "not_found",
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
  module: "recall",
  summary: "Report how the memories that a recall served were used, which changes their quality",
  effect: "write",
  changes: ["recalls", "memories"],
  permission: "memories:write",
  reach: "repository",
  when_off: () => ({ recorded: 0 }),
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
    recorded: z.int().meta({ description: "How many were new; earlier reports are not recorded again" }),
  }),
});

export const memoryRecallList = defineContract({
  name: "memory_recall_list",
  module: "recall",
  summary: "Where a memory was used: the recalls that served it, newest first",
  effect: "read",
  reads: ["recalls"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
  http: { method: "GET", path: "/memories/{memory_id}/recalls", status: 200 },
  input: z.strictObject({ memory_id: idSchema, ...pageInput }),
  output: pageOf(
    recallSchema.extend({
      became: z
        .object({
          ...servingSchema.shape,
          place: z.enum(PLACES).meta({
            description:
              "check_before_use: the pack listed it to check first, which does not count as served",
          }),
          reported: z.array(z.enum(USES)),
          inferred: z.enum(INFERRED_OUTCOMES).nullable(),
        })
        .meta({ description: "How this memory was used in that recall" }),
    }),
  ),
});

const periodShape = {
  recalls: z.int(),
  recalls_served: z.int().meta({ description: "How many of them served something" }),
  recalls_degraded: z.int(),
  memories_served: z.int(),
  used: z.int().meta({ description: "How many of the served memories were applied or helpful" }),
  refused: z
    .int()
    .meta({ description: "How many were ignored, unhelpful or contradicted, and nothing else" }),
  unreported: z.int().meta({ description: "How many nobody reported on" }),
  tokens: z.int(),
  tokens_used: z.int().meta({ description: "Of the memories that were used" }),
};

export const recallStats = defineContract({
  name: "recall_stats",
  module: "recall",
  summary: "How useful recalls were, by day",
  effect: "read",
  reads: ["recalls"],
  permission: "memories:read",
  reach: "repository",
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
        description: "Memories that nobody reported on, by what agents' answers suggest",
      }),
      held_out: z.int().meta({ description: "Recalls of the holdout, which are not counted elsewhere" }),
    }),
    days: z.array(
      z.object({ day: z.string(), ...periodShape, latency_p50: z.number(), latency_p95: z.number() }),
    ),
  }),
});

export type RecallStats = z.output<typeof recallStats.output>;
