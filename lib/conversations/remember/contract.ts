import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";
import { conversationAgentSchema } from "../fields";

export const conversationContext = defineContract({
  name: "conversation_context",
  module: "conversations",
  summary: "What an agent remembers for a question: five facts that fit and its five latest",
  effect: "read",
  reads: ["memories", "conversations", "settings"],
  permission: "memories:read",
  reach: "self",
  when_off: () => ({ context: "", facts: [], degraded: [] }),
  http: { method: "POST", path: "/conversation-context", status: 200 },
  mcp: {
    title: "conversation.context",
    set: "logs",
    description:
      "Facts you learned in earlier conversations that fit the question, and the latest ones. Call it before you answer somebody.",
  },
  input: z.strictObject({
    agent: conversationAgentSchema.optional().meta({ description: "Default: who calls" }),
    question: text({ max: 8_000 }),
    include_other_agents: z.boolean().default(false),
  }),
  output: z.object({
    context: z.string().meta({ description: "`## What I remember` with bullets; empty: nothing fits" }),
    facts: z.array(
      z.object({
        id: idSchema,
        statement: z.string(),
        agent: z.string().nullable(),
        relevance: z.number().nullable().meta({ description: "null: it is one of the latest" }),
      }),
    ),
    degraded: z.array(z.string()).meta({ description: "Parts that failed or timed out" }),
  }),
});
