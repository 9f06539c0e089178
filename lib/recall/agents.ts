import { AGENT_TYPES } from "@/lib/access/contract";

/**
 * The agent type that a caller means: `agent_type`, or the name of an agent's file (`.claude/agents/architect.md` is an
 * architect). Null when neither names a type that is known or that the organization added.
 */
export function agentTypeOf(
  given: { agent_type?: string | undefined; agent_file?: string | undefined },
  added: readonly string[],
): string | null {
  const named = given.agent_type ?? nameOfFile(given.agent_file ?? "");
  const type = named.trim().toLowerCase();
  return [...AGENT_TYPES, ...added].includes(type) ? type : null;
}

function nameOfFile(file: string): string {
  const [name = ""] = file.split(/[\\/]/).slice(-1);
  return name.replace(/\.[^.]*$/, "");
}

/** An agent type as a heading names it: `api-designer` is an Api Designer Agent, `fix-agent` a Fix Agent. */
export function titleOfAgent(agent_type: string): string {
  const words = agent_type
    .split("-")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(" ");
  return words.endsWith("Agent") ? words : `${words} Agent`;
}
