import type { ToolSet } from "./contract";
import type { Permission, Role } from "./permissions";

/**
 * Who acts. Made once by the transport from a login or an agent key, then passed down; nothing below asks again.
 * `repository_ids` is null for an actor that may see every repository of the organization, `agent_types` for one that may
 * speak as every type. `off_repository_ids`: repositories that have memory switched off for agents, so that an agent sees
 * none of what belongs to them; set while an operation runs that reads or writes memory.
 */
export type Actor = {
  organization_id: string;
  kind: "person" | "agent" | "job";
  id: string;
  name: string;
  role: Role | null;
  permissions: ReadonlySet<Permission>;
  agent_types: readonly string[] | null;
  repository_ids: readonly string[] | null;
  off_repository_ids?: readonly string[];
  /** Sets of MCP tools that the agent's key asks for. */
  tool_sets?: readonly ToolSet[];
  /** The key that an agent came with. */
  key?: { id: string; expires_at: Date | null };
  /** The login that a person came with, and the only organization that it reaches; null: all of the person's. */
  login?: { id: string; organization_id: string | null };
};

/** What every query is bound to. */
export type Tenant = { organization_id: string };

/** The organization that an actor belongs to; takes the context of an operation as it is. */
export function tenantOf({ actor }: { actor: Actor }): Tenant {
  return { organization_id: actor.organization_id };
}

/** How an actor is shown and stored beside what it did. */
export type ActorRef = { kind: Actor["kind"]; id: string; name: string };

export function actorRef(actor: Actor): ActorRef {
  return { kind: actor.kind, id: actor.id, name: actor.name };
}

/**
 * True when the actor is not bound to other repositories than this one, which is not switched off for it. A null repository
 * is the whole organization's.
 */
export function maySeeRepository(
  { repository_ids, off_repository_ids = [] }: Actor,
  repository_id: string | null,
): boolean {
  if (repository_id === null) return true;
  if (off_repository_ids.includes(repository_id)) return false;
  return repository_ids === null || repository_ids.includes(repository_id);
}

/**
 * True when a change of what belongs to this repository reaches no further than the actor may. What belongs to none is the
 * whole organization's: a key that is bound to repositories reads it and does not change it.
 */
export function mayChangeIn(actor: Actor, repository_id: string | null): boolean {
  if (repository_id === null) return actor.repository_ids === null;
  return maySeeRepository(actor, repository_id);
}

/** True when the actor may speak as an agent of this type. */
export function mayActAs(actor: Actor, agent_type: string): boolean {
  return actor.kind !== "agent" || actor.agent_types === null || actor.agent_types.includes(agent_type);
}
