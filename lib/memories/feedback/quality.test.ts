import { describe, expect, it } from "vitest";
import { NO_VOTES, type QualityInput, qualityOf, qualityParts } from "./quality";

const plain: QualityInput = {
  kind: "decision",
  statement: "Use UTC",
  reasoning: null,
  outcome: null,
  metadata: {},
  votes: NO_VOTES,
};
const quality = (params: Partial<QualityInput>) => qualityOf(qualityParts({ ...plain, ...params }));

describe("quality", () => {
  it.each<[string, Partial<QualityInput>, number]>([
    ["nothing but a statement", {}, 0.5],
    ["reasoning", { reasoning: "servers differ" }, 0.7],
    ["a convention's reason", { metadata: { reason: "servers differ" } }, 0.7],
    ["blank reasoning", { reasoning: "  " }, 0.5],
    ["an outcome", { outcome: "no bugs" }, 0.65],
    ["an example in words", { statement: "Use UTC, e.g. in logs" }, 0.6],
    ["a code span", { statement: "Use `toISOString`" }, 0.6],
    ["an anti-pattern", { kind: "anti_pattern" }, 0.7],
    ["a task that succeeded", { metadata: { success: true } }, 0.6],
    ["a task that failed", { metadata: { success: false } }, 0.5],
    [
      "everything, capped at 1",
      {
        kind: "anti_pattern",
        reasoning: "a",
        outcome: "b",
        statement: "example: c",
        metadata: { success: true },
      },
      1,
    ],
  ])("with %s is as the table says", (_, params, expected) => {
    expect(quality(params)).toBe(expected);
  });

  it("moves little by few votes, more by many, and up and down alike", () => {
    const votes = (params: Partial<typeof NO_VOTES>) => quality({ votes: { ...NO_VOTES, ...params } });
    expect(votes({ verified_valid: 1 })).toBe(0.56);
    expect(votes({ verified_invalid: 1 })).toBe(0.44);
    expect(votes({ verified_valid: 3, verified_invalid: 3 })).toBe(0.5);
    expect(votes({ applied: 20 })).toBeGreaterThan(votes({ applied: 2 }));
    expect(votes({ applied: 10_000 })).toBeLessThanOrEqual(0.8);
    expect(votes({ verified_valid: 400 })).toBe(votes({ verified_valid: 4 }));
    expect(votes({ recalled: 1_000 })).toBe(0.55);
    expect(votes({ helpful: 1 })).toBe(0.56);
    expect(votes({ unhelpful: 1 })).toBe(0.44);
    expect(votes({ helpful: 0.5, unhelpful: 0.5 })).toBe(0.5);
  });
});
