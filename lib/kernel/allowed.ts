import type { Actor } from "./actor";
import type { Contract } from "./contract";

/**
 * Why an actor may not call an operation at all, as a sentence that names what is missing; null when it may. Which rows
 * it may read or change is decided by the operation.
 */
export function whyNotAllowed(
  actor: Pick<Actor, "kind" | "permissions" | "repository_ids">,
  {
    permission,
    reach,
    people_only,
    agents_need,
  }: Pick<Contract, "permission" | "reach" | "people_only" | "agents_need">,
): string | null {
  if (!actor.permissions.has(permission)) return `This needs the permission ${permission}.`;
  if (people_only && actor.kind === "agent") return "Only people may do this; an agent key may not.";
  if (agents_need !== undefined && actor.kind === "agent" && !actor.permissions.has(agents_need))
    return `An agent key needs the permission ${agents_need} for this.`;
  if (reach === "organization" && actor.repository_ids !== null)
    return "This affects the whole organization, and this key is bound to repositories. Use a key that is not bound to repositories.";
  return null;
}
