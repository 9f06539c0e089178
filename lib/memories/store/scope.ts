import type { Actor } from "@/lib/kernel/actor";
import { invalidField } from "@/lib/kernel/errors";
import type { MemoryScope } from "../contract";

/** A person's word may reach the whole organization; an agent's where its key has the right to it. */
export function mayStoreGlobally(actor: Actor): boolean {
  return actor.kind !== "agent" || actor.permissions.has("memories:global");
}

type Asked = {
  actor: Actor;
  scope: MemoryScope | undefined;
  has_repository: boolean;
  agent: string | null;
  session_id: string | null;
  /** Where the memory's fields are in the input, such as `/memories/3`; empty at its root. */
  pointer: string;
};

/**
 * How far a memory reaches: what was asked for, as far as the actor may; by default its repository, else the organization,
 * else (for agents that may not write for all) the agent itself. `notes` says where that differs from what was asked, and
 * `refused` that global scope was not to be had.
 * @throws AppError invalid_input when the scope needs a repository, an agent or a session that is not named.
 */
export function decideScope(asked: Asked): { scope: MemoryScope; notes: string[]; refused: boolean } {
  const { actor, has_repository, agent, session_id, pointer } = asked;
  const global_allowed = mayStoreGlobally(actor);
  const narrowest: MemoryScope = has_repository ? "repository" : "agent";
  const scope = asked.scope ?? (has_repository || !global_allowed ? narrowest : "global");
  if (scope === "global" && !global_allowed) {
    const why = "This key may not store for the whole organization (memories:global)";
    const kept = has_repository
      ? "it was stored for its repository"
      : "it names no repository, so it was stored for this agent";
    const remedy = "Suggest it as global with memory_suggest_global";
    return { scope: narrowest, notes: [`${why}; ${kept}. ${remedy}.`], refused: true };
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
  return { scope, notes: [], refused: false };
}
