import { ROLES, type Role } from "@/lib/kernel/permissions";

/** One entry of `OIDC_ROLES`; organization null: the server's first one. */
export type RoleRule = { group: string; role: Role; organization: string | null };

const ENTRY = /^(.+)=(owner|lead|developer)(?:@([^@=]+))?$/;

/**
 * The entries of `OIDC_ROLES`.
 * @throws Error that names the first entry that is none.
 */
export function parseRoleRules(entries: readonly string[]): RoleRule[] {
  return entries.map((entry) => {
    const [, group, name, organization] = ENTRY.exec(entry) ?? [];
    const role = ROLES.find((item) => item === name);
    if (group === undefined || role === undefined)
      throw new Error(
        `OIDC_ROLES: "${entry}" is not group=role or group=role@organization, with a role of ${ROLES.join(", ")}`,
      );
    return { group, role, organization: organization ?? null };
  });
}

/** The groups in a claim: a text, or a list of which texts count. */
export function groupsIn(claims: unknown, claim: string): string[] {
  if (claims === null || typeof claims !== "object" || !Object.hasOwn(claims, claim)) return [];
  const value: unknown = Reflect.get(claims, claim);
  const values = Array.isArray(value) ? value : [value];
  return values.filter((item) => typeof item === "string");
}

/**
 * The role that the groups of a person give in every organization that the rules name, the highest of several; null where
 * none of the groups has one.
 */
export function rolesOf(
  rules: readonly RoleRule[],
  { groups, first_organization }: { groups: readonly string[]; first_organization: string },
): Map<string, Role | null> {
  const roles = new Map<string, Role | null>();
  for (const { group, role, organization } of rules) {
    const slug = organization ?? first_organization;
    const before = roles.get(slug) ?? null;
    if (!groups.includes(group)) roles.set(slug, before);
    else if (before === null || ROLES.indexOf(role) < ROLES.indexOf(before)) roles.set(slug, role);
  }
  return roles;
}
