import { describe, expect, it } from "vitest";
import { preferencesOf } from "./taken-up";

const counted = (implement: number, reject: number, defer = 0) => ({
  developer: "dana",
  rule_category: "error_handling",
  implement,
  reject,
  defer,
});

describe("preferencesOf", () => {
  // The lower end of Wilson's interval of 9 of 10 is 0.596, of 5 of 5 it is 0.566.
  it("learns from enough findings that were surely implemented more often than not", () => {
    expect(preferencesOf([counted(9, 1)])).toEqual([
      {
        developer_id: "dana",
        preference_type: "takes_up_findings",
        preference_value: "error_handling",
        statement: "dana usually implements findings about error handling.",
        confidence: 0.6,
        observation_count: 9,
      },
    ]);
    expect(preferencesOf([counted(5, 0)])).toHaveLength(1);
  });

  it.each([
    ["too few", counted(4, 0)],
    ["as often rejected", counted(8, 8)],
    ["mostly put off", counted(6, 0, 9)],
    ["none", counted(0, 0)],
  ])("learns nothing from %s", (_, params) => {
    expect(preferencesOf([params])).toEqual([]);
  });
});
