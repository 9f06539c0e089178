import type { Refusal, RefusalKind } from "@/lib/access/contract";

/** What a refusal is called, and what changes it. */
export const REFUSAL_WORDS: Record<RefusalKind, { title: string; remedy: string }> = {
  agent_not_allowed: {
    title: "Not served and not learned from",
    remedy: "Add its type or name to the allowed agents in the settings.",
  },
  agent_type_not_allowed: {
    title: "Not learned from as this type",
    remedy: "Its key is bound to other agent types; create a key for every agent type.",
  },
  repository_not_allowed: {
    title: "Not learned from in this repository",
    remedy: "Its key is bound to other repositories.",
  },
  global_not_allowed: {
    title: "Not stored for the whole organization",
    remedy:
      "Its key lacks memories:global, so the memory has a narrower scope; a lead can make a single memory global.",
  },
};

/** "explore-bot as main, called Explore". */
export function refusedInWords({ agent, agent_type, named }: Refusal): string {
  const called = named === null || named === agent_type ? "" : `, called ${named}`;
  return `${agent ?? "a person"} as ${agent_type}${called}`;
}
