import { z } from "zod";
import { agentTypeNameSchema } from "@/lib/access/agents/agent-type-schema";
import { text } from "@/lib/kernel/text";
import { repositoryRefSchema } from "@/lib/memories/fields";
import { RECORDED_SIGNALS } from "@/lib/memories/memory/contract";

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

const pathSchema = text({ max: 1_000, blank: true });

const MAX_DIFF_CHARACTERS = 5_000_000;

/** JSON escapes the line breaks and quotes of a diff. */
export const MAX_QUESTION_BYTES = 8 * 1024 * 1024;

export const taskSchema = text({ max: 100_000, blank: true }).refine(
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

export const questionShape = {
  task: taskSchema.meta({ description: "What the agent is about to do, in its own words" }),
  agent_type: agentTypeNameSchema.optional(),
  agent_file: text({ max: 1_000, blank: true })
    .optional()
    .meta({ description: "The agent's definition file, such as architect.md; gives its type" }),
  category: text({ max: 100, blank: true })
    .optional()
    .meta({ description: "Task category, such as testing. Default: guessed from the task" }),
  repository: repositoryRefSchema.optional(),
  repo: repositoryRefSchema.optional().meta({ description: "Another name for repository" }),
  session_id: text({ max: 200, blank: true }).optional(),
  changed_files: changedFilesSchema,
  diff: z
    .string()
    .max(MAX_DIFF_CHARACTERS, `must be at most ${MAX_DIFF_CHARACTERS.toLocaleString("en")} characters`)
    .optional()
    .meta({
      description:
        "Unified diff of the change, for reviews: its files, lines and names are used, and it is not stored. The first 2 MB are read",
    }),
  developer: text({ max: 200, blank: true })
    .optional()
    .meta({ description: "Git author whose preferences count, as in developer_id of preferences" }),
  goal: text({ max: 4_000, blank: true }).optional(),
  issue_title: text({ max: 1_000, blank: true }).optional(),
  ref: text({ max: 200 }).optional().meta({
    description: "Branch, tag or commit that cited code is checked at. Default: head of the default branch",
  }),
  token_budget: z
    .int()
    .min(50)
    .max(8_000)
    .optional()
    .meta({ description: "Maximum number of tokens, overriding the settings" }),
  characters: z
    .int()
    .min(300)
    .max(7_900)
    .optional()
    .meta({ description: "Target length of the pack in characters. Default: depends on the agent's role" }),
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
    .meta({ description: "The signals that make up the probability, the strongest first" }),
  model: z.string().nullable().default(null).meta({
    description:
      "The model that judged it, of an embedder or of words alone, with a fingerprint of its weights; null in old recalls",
  }),
  learned: z
    .number()
    .default(0)
    .meta({ description: "What outcomes in the organization add to its log-odds, -0.8 to 0" }),
  vector: z.number().nullable().meta({ description: "Cosine similarity to the task" }),
  bm25: z.number().nullable(),
  trigram: z.number().nullable(),
  quality: z.number().meta({ description: "Factor by which its quality moved the score" }),
  recency: z.number(),
  verification: z.number(),
});

export type ContextScores = z.output<typeof contextScoresSchema>;
