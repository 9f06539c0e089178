import { type Permission, ROLE_PERMISSIONS, ROLES } from "@/lib/kernel/permissions";

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

/** Said where a control would be, to people who may not use it: "Only owners and leads may approve." */
export function whoMay(permission: Permission, verb: string): string {
  const roles = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission));
  return `Only ${LIST.format(roles.map((role) => `${role}s`))} may ${verb}.`;
}
