import { describe, expect, it } from "vitest";
import type { Actor } from "@/lib/kernel/actor";
import { decideScope } from "./scope";

const actor = (kind: Actor["kind"], agent_types: string[] = []): Actor => ({
  organization_id: "o",
  kind,
  id: "a",
  name: "a",
  role: null,
  permissions: new Set(),
  agent_types,
  repository_ids: null,
});

type Asked = Parameters<typeof decideScope>[0];
const decide = (given: Partial<Asked>) =>
  decideScope({
    actor: actor("person"),
    scope: undefined,
    has_repository: false,
    agent: "a",
    agent_type: null,
    session_id: null,
    pointer: "",
    ...given,
  });

describe("scope", () => {
  it("is by default the repository, else the organization for those who may, else the agent", () => {
    expect(decide({ has_repository: true }).scope).toBe("repository");
    expect(decide({}).scope).toBe("global");
    const architect = { actor: actor("agent", ["architect"]), agent_type: "architect" };
    expect(decide(architect).scope).toBe("global");
    expect(decide({ ...architect, has_repository: true }).scope).toBe("repository");
    const builder = { actor: actor("agent", ["builder"]), agent_type: "builder" };
    expect(decide(builder)).toEqual({ scope: "agent", notes: [] });
  });

  it("is global only for people and for agents whose key is bound to the type they speak as", () => {
    for (const type of ["architect", "security", "reviewer"])
      expect(decide({ actor: actor("agent", [type]), agent_type: type, scope: "global" }).scope).toBe(
        "global",
      );
    const claimed = { actor: actor("agent", ["builder"]), agent_type: "architect", scope: "global" as const };
    expect(decide({ ...claimed, has_repository: true })).toMatchObject({ scope: "repository" });
    const other = {
      actor: actor("agent", ["architect", "builder"]),
      agent_type: "builder",
      scope: "global" as const,
    };
    const narrowed = decide(other);
    expect(narrowed.scope).toBe("agent");
    expect(narrowed.notes).toHaveLength(1);
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
