import { describe, expect, it } from "vitest";
import { settingsSchema } from "../contract";
import { isAllowed, resolveAgentType } from "./agent-types";

const settings = settingsSchema.parse({ agent_types: ["pilot"] });
const typeOf = (agent_type: string) => resolveAgentType({ agent_type }, settings).agent_type;

describe("an agent's type", () => {
  it.each([
    ["builder", "builder"],
    ["Reviewer", "reviewer"],
    ["pilot", "pilot"],
    ["general-purpose", "main"],
    ["Explore", "main"],
    ["Plan", "main"],
    ["code-reviewer", "reviewer"],
    ["pr-review-toolkit:code-reviewer", "reviewer"],
    ["security-reviewer", "security"],
    ["Frontend Developer", "builder"],
    ["frontend-dev", "builder"],
    ["backend_engineer", "builder"],
    ["test-automator", "tester"],
    ["qa-expert", "tester"],
    ["debugger", "fix-agent"],
    ["bug-fixer", "fix-agent"],
    ["performance-engineer", "optimizer"],
    ["sql-pro", "database"],
    ["database-optimizer", "optimizer"],
    ["db-admin", "database"],
    ["software-architect", "architect"],
    ["graphql-architect", "architect"],
    ["api-documenter", "api-designer"],
    ["poet", "main"],
    ["dbt-modeler", "main"],
    ["審査官", "main"],
    ["🚢", "main"],
    ["  ", "main"],
  ])("of %j is %s while nobody has changed the map", (name, agent_type) => {
    expect(typeOf(name)).toBe(agent_type);
  });

  it("comes from the name of the agent's file where none is named", () => {
    const file = (agent_file: string) => resolveAgentType({ agent_file }, settings);
    expect(file(".claude/agents/architect.md")).toMatchObject({ agent_type: "architect", mapped_by: null });
    expect(file("C:\\agents\\code-reviewer.md")).toEqual({
      agent_type: "reviewer",
      named: "code-reviewer",
      mapped_by: "*review*",
    });
    expect(resolveAgentType({}, settings)).toEqual({ agent_type: "main", named: null, mapped_by: null });
  });

  it("is that of the first pattern that matches and names a known type", () => {
    const agent_type_map = [
      { pattern: "Deploy Bot", agent_type: "integration" },
      { pattern: "*bot", agent_type: "gone" },
      { pattern: "*bot*", agent_type: "pilot" },
      { pattern: "*", agent_type: "analyzer" },
    ];
    const mapped = (agent_type: string) =>
      resolveAgentType({ agent_type }, { agent_types: ["pilot"], agent_type_map }).agent_type;
    expect(mapped("deploy-bot")).toBe("integration");
    expect(mapped("tug-bot")).toBe("pilot");
    expect(mapped("tug")).toBe("analyzer");
  });

  it("is found for patterns of nothing but stars, and of parts that would overlap", () => {
    const by = (pattern: string, agent_type: string) =>
      resolveAgentType(
        { agent_type },
        { agent_types: [], agent_type_map: [{ pattern, agent_type: "tester" }] },
      ).agent_type;
    expect(by(`${"*a".repeat(49)}*`, `${"a".repeat(99)}b`)).toBe("tester");
    expect(by(`${"*a".repeat(49)}*z`, "a".repeat(100))).toBe("main");
    expect(by("aba*aba", "ababa")).toBe("main");
    expect(by("aba*aba", "abaaba")).toBe("tester");
    expect(by("qa", "qa-lead")).toBe("main");
  });
});

describe("an agent is allowed", () => {
  const allowed = (allowed_agents: string[] | null, one: Partial<Parameters<typeof isAllowed>[1]>) =>
    isAllowed({ allowed_agents }, { agent: null, agent_type: "main", named: null, ...one });

  it("where the settings name no agents", () => {
    expect(allowed(null, {})).toBe(true);
    expect(allowed([], {})).toBe(false);
  });

  it.each([
    ["its key's name", { agent: "Review-Bot" }, "review-bot"],
    ["a name in any characters", { agent: "審査 bot" }, "審査 BOT"],
    ["its type", { agent: "somebody", agent_type: "reviewer" }, "reviewer"],
    ["what it calls itself", { agent_type: "reviewer", named: "code-reviewer" }, "Code Reviewer"],
  ])("by %s", (_, one, entry) => {
    expect(allowed([entry], one)).toBe(true);
    expect(allowed(["another"], one)).toBe(false);
  });
});
