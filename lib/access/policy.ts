import type { Actor } from "@/lib/kernel/actor";
import { type Permission, ROLE_PERMISSIONS, ROLES, type Role } from "@/lib/kernel/permissions";

/** True when `role` is at least as powerful as `other`. */
export function outranks(role: Role, other: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(other);
}

/** A person may give or take away only roles up to their own; agents manage nobody. */
export function mayManageRole(actor: Actor, role: Role): boolean {
  return actor.kind === "person" && actor.role !== null && outranks(actor.role, role);
}

/** What a key may do, where, as whom and until when. */
export type Grant = {
  permissions: readonly Permission[];
  /** null: every repository. */
  repository_ids: readonly string[] | null;
  /** null: every agent type. */
  agent_types: readonly string[] | null;
  /** null: it does not expire. */
  expires_at: Date | null;
};

/**
 * Why an actor may not hand out this grant, as the field of it and a sentence; null when it may. A grant is never more than
 * its maker has: in permissions, repositories, agent types and time.
 */
export function whyNotGrantable(actor: Actor, grant: Grant): { field: keyof Grant; detail: string } | null {
  const missing = grant.permissions.filter((permission) => !actor.permissions.has(permission));
  if (missing.length > 0)
    return { field: "permissions", detail: `has permissions that you do not have: ${missing.join(", ")}` };
  if (!isWithin(grant.repository_ids, actor.repository_ids))
    return { field: "repository_ids", detail: "must name only repositories that your own key is bound to" };
  if (!isWithin(grant.agent_types, actor.agent_types))
    return { field: "agent_types", detail: "must name only agent types that your own key may use" };
  const ends = actor.key?.expires_at ?? null;
  if (ends !== null && (grant.expires_at === null || grant.expires_at > ends))
    return { field: "expires_at", detail: `must not be later than your own key's, ${ends.toISOString()}` };
  return null;
}

function isWithin(asked: readonly string[] | null, own: readonly string[] | null): boolean {
  if (own === null) return true;
  return asked?.every((item) => own.includes(item)) ?? false;
}

/** A person manages every key; an agent those that its own key made. */
export function mayManageKey(actor: Actor, { created_by_key }: { created_by_key: string | null }): boolean {
  return actor.kind !== "agent" || (actor.key !== undefined && actor.key.id === created_by_key);
}

export function permissionsOf(role: Role): ReadonlySet<Permission> {
  return new Set(ROLE_PERMISSIONS[role]);
}
