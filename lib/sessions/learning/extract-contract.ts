import { z } from "zod";
import { agentTypeNameSchema } from "@/lib/access/agents/agent-type-schema";
import { defineContract } from "@/lib/kernel/contract";
import { text } from "@/lib/kernel/text";
import { kindSchema } from "@/lib/memories/fields";

export const learningExtract = defineContract({
  name: "learning_extract",
  module: "sessions",
  summary:
    "What would be learned from a text, by the rules and by the language model if there is one; nothing is stored",
  effect: "write",
  changes: ["model_use"],
  permission: "memories:write",
  reach: "self",
  when_off: () => ({ extractor: "rules" as const, model: null, problem: null, learnings: [] }),
  http: { method: "POST", path: "/learnings/extract", status: 200 },
  input: z.strictObject({
    text: text({ max: 500_000 }).meta({ description: "An answer or a conversation, in markdown" }),
    agent_type: agentTypeNameSchema.default("main"),
    category: text({ max: 100 }).default("general"),
  }),
  output: z.object({
    extractor: z
      .enum(["rules", "model"])
      .meta({ description: "model: it was used in addition to the rules" }),
    model: z.string().nullable(),
    problem: z.string().nullable().meta({ description: "Why the model was not used" }),
    learnings: z.array(
      z.object({
        kind: kindSchema,
        statement: z.string(),
        reasoning: z.string().nullable(),
        category: z.string(),
        confidence: z.number(),
        metadata: z.record(z.string(), z.string()),
      }),
    ),
  }),
});
