import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { citationRefSchema } from "@/lib/memories/memory/contract";
import {
  contextScoresSchema,
  MAX_QUESTION_BYTES,
  PACK_PARTS,
  questionShape,
  RECALL_OUTCOMES,
} from "../fields";

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
    .meta({ description: "Send it when you report how the memories were used. null: not recorded" }),
  outcome: z.enum(RECALL_OUTCOMES).meta({
    description:
      "empty: nothing is relevant; degraded: nothing was found, but a part was missing; off: memory is off; " +
      "refused: this agent is not served packs; held_out: the session gets no memory, so that it can be compared " +
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
  module: "recall",
  summary: "The few memories that matter for a task, verified, ready for a prompt",
  // What it records is the reading itself.
  effect: "read",
  reads: ["memories", "citations", "settings", "relevance"],
  permission: "memories:read",
  reach: "repository",
  http: { method: "POST", path: "/context", status: 200, max_body_bytes: MAX_QUESTION_BYTES },
  mcp: {
    title: "memory.context",
    unlisted: ["agent_file", "repo", "developer", "goal", "issue_title"],
    description:
      "Call it once before you start a task: returns the few memories that matter for it, verified against the code, as " +
      "facts to weigh. Say what you are about to do, your agent type, the repository and the files you will change. " +
      "detail full adds each memory's id and scores. For a question of your own use memory_search.",
    always_load: true,
  },
  input: z.strictObject(questionShape),
  output: contextSchema,
});

/** A question with its defaults filled in; make one with `contextGet.input.parse`. */
export type ContextQuestion = z.output<typeof contextGet.input>;
