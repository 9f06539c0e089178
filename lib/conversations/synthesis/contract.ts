import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { EMPTY_PAGE, pageInput, pageOf } from "@/lib/kernel/pagination";
import { timeSchema } from "@/lib/kernel/time";
import { memoryBriefSchema } from "@/lib/memories/memory/contract";
import { conversationAgentSchema, daySchema } from "../fields";

export const synthesisSchema = z.object({
  id: idSchema,
  agent: z.string(),
  week: daySchema.meta({ description: "Its Monday" }),
  extractor: z.string().nullable(),
  finished_at: timeSchema.nullable(),
  patterns: z.array(z.object({ statement: z.string(), facts: z.array(memoryBriefSchema) })),
});

export type Synthesis = z.output<typeof synthesisSchema>;

export const synthesisList = defineContract({
  name: "conversation_synthesis",
  module: "conversations",
  summary: "What each agent's conversations of a week have in common, with the facts, the latest first",
  effect: "read",
  reads: ["conversations", "memories"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
  http: { method: "GET", path: "/conversation-syntheses", status: 200 },
  input: z.strictObject({ ...pageInput, agent: conversationAgentSchema.optional() }),
  output: pageOf(synthesisSchema),
});
