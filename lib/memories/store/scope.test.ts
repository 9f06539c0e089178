import { describe, expect, it } from "vitest";
import type { Actor } from "@/lib/kernel/actor";
import type { Permission } from "@/lib/kernel/permissions";
import { decideScope } from "./scope";

const actor = (kind: Actor["kind"], permissions: Permission[] = []): Actor => ({
  organization_id: "o",
  kind,
  id: "a",
  name: "a",
  role: null,
  permissions: new Set(permissions),
  agent_types: null,
  repository_ids: null,
});

type Asked = Parameters<typeof decideScope>[0];
const decide = (params: Partial<Asked>) =>
  decideScope({
    actor: actor("person"),
    scope: undefined,
    has_repository: false,
    agent: "a",
    session_id: null,
    pointer: "",
    ...params,
  });

describe("scope", () => {
  it("is by default the repository, else the organization for those who may, else the agent", () => {
    expect(decide({ has_repository: true }).scope).toBe("repository");
    expect(decide({}).scope).toBe("global");
    const trusted = { actor: actor("agent", ["memories:global"]) };
    expect(decide(trusted).scope).toBe("global");
    expect(decide({ ...trusted, has_repository: true }).scope).toBe("repository");
    expect(decide({ actor: actor("agent") })).toEqual({ scope: "agent", notes: [], refused: false });
  });

  it("is global only for people and for agents whose key has the right to it, and says where it is not", () => {
    const asked = { scope: "global" as const };
    expect(decide({ ...asked, actor: actor("person") }).scope).toBe("global");
    expect(decide({ ...asked, actor: actor("agent", ["memories:global"]) }).scope).toBe("global");
    const narrowed = decide({ ...asked, actor: actor("agent"), has_repository: true });
    expect(narrowed).toMatchObject({ scope: "repository", refused: true });
    expect(narrowed.notes.join()).toContain("memories:global");
    expect(decide({ ...asked, actor: actor("agent") })).toMatchObject({ scope: "agent", refused: true });
  });

  it.each([
    ["repository", "/memories/2/repository"],
    ["session", "/memories/2/session_id"],
    ["agent", "/memories/2/agent"],
  ] as const)("%s is refused with a pointer when nothing says which", (scope, pointer) => {
    expect(() => decide({ scope, agent: null, pointer: "/memories/2" })).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ pointer })] }),
    );
  });
});
