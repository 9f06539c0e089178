import { describe, expect, it } from "vitest";
import { DEFAULT_AGENT_TYPE_MAP, settingsSchema } from "@/lib/access/contract";
import { mapInLines, mapOfLines, settingsOfTexts, textsOf } from "./agent-settings-text";

describe("the map of names as text", () => {
  it("says the same after it was written and read", () => {
    expect(mapOfLines(mapInLines(DEFAULT_AGENT_TYPE_MAP))).toEqual(DEFAULT_AGENT_TYPE_MAP);
  });

  it.each([
    ["*review* → reviewer", "*review*", "reviewer"],
    ["qa lead=tester", "qa lead", "tester"],
    ["*-ci-* -> ci-diagnostic", "*-ci-*", "ci-diagnostic"],
    ["  explore   main ", "explore", "main"],
    ["explore", "explore", ""],
  ])("takes %j", (line, pattern, agent_type) => {
    expect(mapOfLines(`\n${line}\n\n`)).toEqual([{ pattern, agent_type }]);
  });

  it("keeps every setting that nobody touched", () => {
    const { allowed_agents, agent_types, agent_type_map } = settingsSchema.parse({
      allowed_agents: ["reviewer", "Night Bot"],
      agent_types: ["pilot", "tug"],
    });
    const settings = settingsSchema.parse({ allowed_agents, agent_types, agent_type_map });
    expect(settingsOfTexts(textsOf(settings))).toEqual({ allowed_agents, agent_types, agent_type_map });
  });
});
