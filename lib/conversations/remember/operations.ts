import { invalidField } from "@/lib/kernel/errors";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { agentOf } from "../logs/append";
import { remember } from "./remember";

const conversationContext = defineQuery(contract.conversationContext, {
  read: ({ db, actor, input, ai: { embedder } }) => {
    const { question, include_other_agents } = input;
    if (include_other_agents && actor.repository_ids !== null)
      throw invalidField("/include_other_agents", "is not for keys that are bound to repositories");
    return remember(db, {
      actor,
      agent: agentOf(actor, input.agent),
      question,
      include_other_agents,
      embedder,
    });
  },
});

export const rememberOperations = [conversationContext];
