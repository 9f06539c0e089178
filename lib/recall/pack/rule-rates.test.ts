import { describe, expect, it } from "vitest";
import { highRejectionRates } from "./rule-rates";

const settings = { high_rejection_rate: 0.3, high_rejection_flagged: 5 };

function rates(
  counts: [rule_category: string, file_pattern: string, rejected: number, flagged: number][],
  changedFiles: string[],
) {
  return highRejectionRates({
    counts: counts.map(([rule_category, file_pattern, rejected, flagged]) => ({
      rule_category,
      file_pattern,
      rejected,
      flagged,
    })),
    changedFiles,
    settings,
  }).map(({ rule_category, rejected, flagged }) => [rule_category, rejected, flagged]);
}

describe("highRejectionRates", () => {
  it("sums what was found in files like the changed ones, and leaves other files out", () => {
    expect(
      rates(
        [
          ["unused_code", "**/*.{ts,tsx}", 20, 40],
          ["unused_code", "*", 9, 10],
          ["unused_code", "**/*.py", 100, 100],
        ],
        ["src/a.tsx"],
      ),
    ).toEqual([["unused_code", 29, 50]]);
  });

  it("leaves out rules below the thresholds of the settings", () => {
    expect(
      rates(
        [
          ["rare", "*", 4, 4],
          ["right", "*", 2, 100],
          ["wrong", "*", 30, 100],
        ],
        ["a.go"],
      ),
    ).toEqual([["wrong", 30, 100]]);
  });

  it("puts the best proven first, not the highest rate", () => {
    const found = rates(
      [
        ["small", "*", 5, 5],
        ["large", "*", 80, 200],
      ],
      ["a.go"],
    );
    expect(found.map(([rule]) => rule)).toEqual(["large", "small"]);
  });

  it("has none without changed files", () => {
    expect(rates([["wrong", "*", 30, 100]], [])).toEqual([]);
  });
});
