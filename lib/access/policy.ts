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

/** A key never carries more than its maker has. */
export function mayGrant(actor: Actor, permissions: readonly Permission[]): boolean {
  return permissions.every((permission) => actor.permissions.has(permission));
}

export function permissionsOf(role: Role): ReadonlySet<Permission> {
  return new Set(ROLE_PERMISSIONS[role]);
}
