import { z } from "zod";
import { text } from "@/lib/kernel/text";

export const AGENT_TYPES = [
  "architect",
  "builder",
  "reviewer",
  "tester",
  "optimizer",
  "security",
  "database",
  "api-designer",
  "integration",
  "analyzer",
  "cleanup",
  "fix-agent",
  "pre-commit-diagnostic",
  "ci-diagnostic",
  "main",
] as const;

export const agentTypeSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be lower-case letters, digits and hyphens, at most 40")
  .meta({ description: `The agent's role, such as ${AGENT_TYPES.slice(0, 3).join(", ")}` });

/** What an agent calls itself, which need be no type that is known: the settings map it to one. */
export const agentTypeNameSchema = text({ max: 200 }).meta({
  description: `The agent's type, or its name, which the settings map to a type such as ${AGENT_TYPES.slice(0, 3).join(", ")}`,
});

export const agentTypeMappingSchema = z.strictObject({
  pattern: text({ max: 100 }).meta({ description: "An agent's name, with * for any characters" }),
  agent_type: agentTypeSchema,
});

export type AgentTypeMapping = z.output<typeof agentTypeMappingSchema>;

const mapped = (agent_type: (typeof AGENT_TYPES)[number], patterns: readonly string[]): AgentTypeMapping[] =>
  patterns.map((pattern) => ({ pattern, agent_type }));

/**
 * Which type an agent's name means while nobody has changed the map. The first pattern that matches counts, so what an
 * agent does with code (review, test) stands before the part that it does it to (frontend, database).
 */
export const DEFAULT_AGENT_TYPE_MAP: AgentTypeMapping[] = [
  ...mapped("main", ["general-purpose", "explore*", "plan", "planner"]),
  ...mapped("security", ["*secur*", "*vulnerab*", "*pentest*"]),
  ...mapped("pre-commit-diagnostic", ["*pre-commit*"]),
  ...mapped("ci-diagnostic", ["ci", "ci-*", "*-ci", "*-ci-*", "*pipeline*"]),
  ...mapped("reviewer", ["*review*", "*critic*"]),
  ...mapped("tester", ["*test*", "qa", "qa-*", "*-qa", "*-qa-*", "*quality-assurance*"]),
  ...mapped("fix-agent", ["*debug*", "fix*", "*-fix*", "*bugfix*", "*troubleshoot*"]),
  ...mapped("optimizer", ["*perf*", "*optimi*", "*profiler*"]),
  ...mapped("cleanup", ["*refactor*", "*clean*", "*simplif*", "*lint*"]),
  ...mapped("architect", ["*architect*", "*system-design*"]),
  ...mapped("database", ["db", "db-*", "*-db", "*-db-*", "*dba", "*database*", "*sql*", "*schema*"]),
  ...mapped("api-designer", ["api", "api-*", "*-api", "*-api-*", "*graphql*"]),
  ...mapped("integration", ["*integrat*"]),
  ...mapped("analyzer", ["*analy*", "*research*", "*investigat*"]),
  ...mapped("builder", [
    "*frontend*",
    "*backend*",
    "*fullstack*",
    "*full-stack*",
    "*dev",
    "*-dev-*",
    "dev-*",
  ]),
  ...mapped("builder", ["*developer*", "*engineer*", "*coder*", "*coding*", "*programmer*", "*implement*"]),
];

/** Of the answer that saves `allowed_agents`. */
export const unknownAgentsSchema = z.array(z.string()).meta({
  description:
    "Entries of allowed_agents that are not a known agent type or agent's name so far; they are kept, and count once such an agent exists",
});
