import { z } from "zod";
import { agentTypeSchema } from "@/lib/access/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";
import { citationRefSchema } from "@/lib/memories/contract";

const room = "recall";

export const PACK_PARTS = ["own", "others", "reviews", "conventions", "frameworks", "preferences"] as const;
export const RECALL_OUTCOMES = ["served", "empty", "off", "refused", "failed"] as const;

const repositoryRefSchema = text({ max: 200 }).meta({ description: "owner/name of a repository, or its id" });
const pathSchema = text({ max: 1_000 });

// The pack ---------------------------------------------------------------------------------------------------

const questionShape = {
  task: text({ max: 100_000 }).meta({ description: "What the agent is about to do, in its own words" }),
  agent_type: agentTypeSchema.optional(),
  agent_file: text({ max: 1_000 })
    .optional()
    .meta({ description: "The agent's definition, such as architect.md; names its type" }),
  category: text({ max: 100 })
    .optional()
    .meta({ description: "Task category, such as testing. Default: guessed from the task" }),
  repository: repositoryRefSchema.optional(),
  session_id: text({ max: 200 }).optional(),
  changed_files: z.array(pathSchema).max(2_000, "must be at most 2,000 files").default([]),
  developer: text({ max: 200 })
    .optional()
    .meta({ description: "Git author whose preferences count, as developer_id of preferences has it" }),
  goal: text({ max: 4_000 }).optional(),
  issue_title: text({ max: 1_000 }).optional(),
  ref: text({ max: 200 }).optional().meta({
    description: "Branch, tag or commit that cited code is checked at. Default: head of the default branch",
  }),
  token_budget: z.int().min(50).max(8_000).optional().meta({ description: "Default: as the settings say" }),
};

export const contextScoresSchema = z.object({
  vector: z.number().nullable().meta({ description: "Cosine similarity to the task" }),
  bm25: z.number().nullable(),
  trigram: z.number().nullable(),
  by_vector: z.number().meta({ description: "What meaning adds to the fused score" }),
  by_bm25: z.number().meta({ description: "What words add to it" }),
  by_trigram: z.number().meta({ description: "What likeness adds to it" }),
  quality: z.number().meta({ description: "Factor by which its quality moved the score" }),
  recency: z.number(),
  verification: z.number(),
  category: z.number().meta({ description: "Factor for a memory of the guessed category" }),
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
    description: "off: memory is off; refused: this agent is not given packs, or its type is unknown",
  }),
  reason: z.string().nullable().meta({ description: "Why nothing was served" }),
  agent_type: z.string().nullable(),
  category: z.string(),
  category_guessed: z.boolean(),
  context: z.string().meta({ description: "Markdown ready for a prompt; empty when nothing was served" }),
  tokens: z.int().meta({ description: "Of the markdown, counted with o200k_base" }),
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
  http: { method: "POST", path: "/context", status: 200 },
  mcp: {
    title: "memory.context",
    description:
      "Call it once before you start a task: gives the few memories that matter for it, verified against the code, as " +
      "facts to weigh. Say what you are about to do, your agent type, the repository and the files you will change. " +
      "For a question of your own use memory_search.",
    always_load: true,
  },
  input: z.strictObject(questionShape),
  output: contextSchema,
});
/** A question with its defaults filled in; make one with `contextGet.input.parse`. */
export type ContextQuestion = z.output<typeof contextGet.input>;
