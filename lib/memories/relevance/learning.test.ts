import { describe, expect, it } from "vitest";
import { learnShift, MAX_SHIFT, type RelevanceEvidence, type RelevanceOutcome } from "./learning";

const many = (count: number, outcome: RelevanceOutcome, log_odds = 0): RelevanceEvidence[] =>
  Array.from({ length: count }, (_, index) => ({ memory_id: `${outcome}${index}`, log_odds, outcome }));

describe("learnShift", () => {
  it("is 0 without outcomes", () => {
    expect(learnShift([])).toBe(0);
  });

  it("is 0 after a handful of outcomes, whatever they say", () => {
    expect(learnShift(many(3, "wrong"))).toBe(0);
    expect(learnShift(many(5, "ignored"))).toBe(0);
  });

  it("lowers the probability after many reports that what was given was wrong, and never beyond its bound", () => {
    const shift = learnShift([...many(80, "wrong"), ...many(20, "right")]);
    expect(shift).toBeLessThan(-0.3);
    expect(learnShift(many(2_000, "wrong"))).toBe(-MAX_SHIFT);
  });

  it("stays where it is when outcomes agree with the probabilities", () => {
    expect(learnShift([...many(100, "wrong"), ...many(100, "right")])).toBe(0);
  });

  it("never raises the probability", () => {
    expect(learnShift(many(500, "right"))).toBe(0);
    expect(learnShift(many(500, "follows"))).toBe(0);
  });

  it("learns nothing from answers that are silent about what was given beside some that follow it", () => {
    expect(learnShift([...many(300, "ignores"), ...many(30, "follows")])).toBe(0);
  });

  it("counts one memory that is reported again and again as five outcomes", () => {
    const one = many(500, "wrong").map((evidence) => ({ ...evidence, memory_id: "same" }));
    expect(learnShift(one)).toBe(0);
  });

  it("lets expectations of people speak against a higher floor", () => {
    const reports = [...many(60, "wrong"), ...many(20, "right")];
    expect(learnShift([...reports, ...many(60, "expected", -1)])).toBeGreaterThan(learnShift(reports));
  });
});
