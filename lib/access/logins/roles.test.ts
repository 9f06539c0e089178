import { describe, expect, it } from "vitest";
import { groupsIn, parseRoleRules, rolesOf } from "./roles";

describe("rules of roles by groups", () => {
  it("name a group, a role and perhaps an organization", () => {
    expect(parseRoleRules(["admins=owner", "cn=all,staff=developer@harbor"])).toEqual([
      { group: "admins", role: "owner", organization: null },
      { group: "cn=all,staff", role: "developer", organization: "harbor" },
    ]);
  });

  it.each(["admins", "admins=king", "=owner", "admins=owner@"])("refuse %s", (entry) => {
    expect(() => parseRoleRules([entry])).toThrow(/OIDC_ROLES/);
  });

  it("give the highest role of several groups, and null where no group has one", () => {
    const rules = parseRoleRules(["everyone=developer", "leads=lead", "admins=owner@harbor"]);
    const of = (groups: string[]) =>
      Object.fromEntries(rolesOf(rules, { groups, first_organization: "team" }));
    expect(of(["leads", "everyone"])).toEqual({ team: "lead", harbor: null });
    expect(of(["everyone", "leads", "admins"])).toEqual({ team: "lead", harbor: "owner" });
    expect(of(["Leads"])).toEqual({ team: null, harbor: null });
  });
});

it.each([
  [{ groups: ["a", 1, "b"] }, ["a", "b"]],
  [{ groups: "a" }, ["a"]],
  [{ groups: { a: true } }, []],
  [{}, []],
  [null, []],
])("takes groups of %j as texts", (claims, groups) => {
  expect(groupsIn(claims, "groups")).toEqual(groups);
  expect(groupsIn(claims, "constructor")).toEqual([]);
});
