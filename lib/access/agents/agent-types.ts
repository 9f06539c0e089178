import { AGENT_TYPES, type Settings } from "../contract";

export type AgentIdentity = { agent_type?: string; agent_file?: string };

/** The type that an agent speaks as: one that is known or that the organization added. */
export type ResolvedAgentType = {
  agent_type: string;
  /** What the caller called itself, as a type is written; null: it named nothing. */
  named: string | null;
  /** The pattern of the settings that mapped the name to the type; null: it is a type itself, or no pattern matches. */
  mapped_by: string | null;
};

/** What an agent is that names no type, or one that nobody knows and no pattern maps. */
export const MAIN_AGENT_TYPE = "main";

/**
 * The agent type that a caller means by `agent_type`, or by the name of an agent's file (`.claude/agents/architect.md` is
 * an architect). A name that is no type is mapped by the settings; every name comes to some type.
 */
export function resolveAgentType(
  { agent_type, agent_file }: AgentIdentity,
  settings: Pick<Settings, "agent_types" | "agent_type_map">,
): ResolvedAgentType {
  const named = agentTypeName(agent_type ?? nameOfFile(agent_file ?? ""));
  if (named === "") return { agent_type: MAIN_AGENT_TYPE, named: null, mapped_by: null };
  const known = knownAgentTypes(settings);
  if (known.has(named)) return { agent_type: named, named, mapped_by: null };
  const mapping = settings.agent_type_map.find(
    ({ pattern, agent_type: target }) => known.has(target) && matches(pattern, named),
  );
  if (mapping) return { agent_type: mapping.agent_type, named, mapped_by: mapping.pattern };
  return { agent_type: MAIN_AGENT_TYPE, named, mapped_by: null };
}

/** True when the settings let this agent be served and learned from: by its name, its type, or what it calls itself. */
export function isAllowed(
  { allowed_agents }: Pick<Settings, "allowed_agents">,
  { agent, agent_type, named }: { agent: string | null; agent_type: string; named: string | null },
): boolean {
  if (allowed_agents === null) return true;
  const names = new Set([agent?.trim().toLowerCase(), agent_type, named]);
  return allowed_agents.some((entry) => {
    const name = entry.trim().toLowerCase();
    // An agent may be called by a name in which a type's form has no place.
    return names.has(name) || (named !== null && agentTypeName(entry) === named);
  });
}

/** The types that are known everywhere, and those of the organization. */
export function knownAgentTypes({ agent_types }: Pick<Settings, "agent_types">): ReadonlySet<string> {
  return new Set([...AGENT_TYPES, ...agent_types]);
}

/** A name in the form of a type: `plugin:Code Reviewer` is `code-reviewer`. At most 100 characters; empty for none. */
export function agentTypeName(name: string): string {
  const last = name.split(":").findLast((part) => part.trim() !== "") ?? "";
  return last
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 100);
}

function nameOfFile(file: string): string {
  const [name = ""] = file.split(/[\\/]/).slice(-1);
  return name.replace(/\.[^.]*$/, "");
}

/**
 * True when a name, as a type is written, matches a pattern of the map: `*` is any characters. The parts between the stars
 * are looked for one after the other, which takes linear time where a regular expression of many stars would not.
 */
function matches(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*").map((part) => part.toLowerCase().replace(/[\s_]+/g, "-"));
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  const end = name.length - last.length;
  let from = first.length;
  for (const part of rest) {
    const at = name.indexOf(part, from);
    if (at < 0 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}
