/** The agents of the demo, each with a key of its own and the one role that it speaks as. */
export const AGENTS = {
  "architect-bot": "architect",
  "builder-bot": "builder",
  "review-bot": "reviewer",
  "test-bot": "tester",
  "fix-bot": "fix-agent",
  "harbor-telephone": "main",
  "harbor-client": "main",
} as const;

export type AgentName = keyof typeof AGENTS;
