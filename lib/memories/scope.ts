import type { Actor } from "@/lib/kernel/actor";
import { invalidField } from "@/lib/kernel/errors";
import type { MemoryScope } from "./contract";

/** Agent types whose word counts for the whole organization, when the key is bound to them. */
const GLOBAL_AGENT_TYPES: ReadonlySet<string> = new Set(["architect", "security", "reviewer"]);

export function mayStoreGlobally(actor: Actor, agent_type: string | null): boolean {
  return (
    actor.kind !== "agent" ||
    (agent_type !== null && GLOBAL_AGENT_TYPES.has(agent_type) && actor.agent_types.includes(agent_type))
  );
}

type Asked = {
  actor: Actor;
  scope: MemoryScope | undefined;
  has_repository: boolean;
  agent: string | null;
  agent_type: string | null;
  session_id: string | null;
  /** Where the memory's fields are in the input, such as `/memories/3`; empty at its root. */
  pointer: string;
};

/**
 * How far a memory reaches: what was asked for, as far as the actor may; by default its repository, else the organization,
 * else (for agents that may not write for all) the agent itself. `notes` says where that differs from what was asked.
 * @throws AppError invalid_input when the scope needs a repository, an agent or a session that is not named.
 */
export function decideScope(asked: Asked): { scope: MemoryScope; notes: string[] } {
  const { actor, has_repository, agent, agent_type, session_id, pointer } = asked;
  const global_allowed = mayStoreGlobally(actor, agent_type);
  const narrowest: MemoryScope = has_repository ? "repository" : "agent";
  const scope = asked.scope ?? (has_repository || !global_allowed ? narrowest : "global");
  if (scope === "global" && !global_allowed) {
    const why = "Only people and agents of type architect, security or reviewer store global memories";
    const kept = has_repository
      ? "it was stored for its repository"
      : "it names no repository, so it was stored for this agent";
    return { scope: narrowest, notes: [`${why}; ${kept}.`] };
  }
  if (scope === "repository" && !has_repository)
    throw invalidField(
      `${pointer}/repository`,
      "is missing; a memory of repository scope names its repository",
    );
  if (scope === "session" && session_id === null)
    throw invalidField(`${pointer}/session_id`, "is missing; a memory of session scope names its session");
  if (scope === "agent" && agent === null)
    throw invalidField(`${pointer}/agent`, "is missing; a memory of agent scope names its agent");
  return { scope, notes: [] };
}
