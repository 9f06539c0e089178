import { describe, expect, it } from "vitest";
import { judge, judgeAdoption, judgeFalsePositives } from "./effect";

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const sample = (rejected: number, flagged: number) => ({ from: day(1), to: day(15), rejected, flagged });

describe("a version", () => {
  it.each([
    [sample(30, 60), sample(6, 60), "improved", "more than chance"],
    [sample(6, 60), sample(30, 60), "worse", "Revert to the version before it"],
    [sample(30, 60), sample(27, 60), "no_evidence", "which could be chance"],
    [sample(30, 60), sample(0, 9), "no_evidence", "needs 10 flagged on both sides"],
    [sample(0, 0), sample(0, 0), "no_evidence", "0 of 0 flagged"],
  ])("of %o before and %o after is judged %s", (before, after, verdict, words) => {
    const judged = judge(before, after);
    expect(judged.verdict).toBe(verdict);
    expect(judged.reason).toContain(words);
  });

  it("is compared by Newcombe's interval: 56 of 70 and 48 of 80 differ by −0.2 within −0.3339 and −0.0524", () => {
    // Newcombe 1998, table II, method 10, with the samples in our order.
    const { difference } = judge(sample(56, 70), sample(48, 80));
    expect(difference?.difference).toBeCloseTo(-0.2, 10);
    expect(difference?.low).toBeCloseTo(-0.3339, 4);
    expect(difference?.high).toBeCloseTo(-0.0524, 4);
  });
});

describe("the target for false positives", () => {
  it.each([
    [sample(40, 100), sample(20, 100), "met", "fell by 50 %"],
    [sample(40, 100), sample(32, 100), "not_met", "fell by 20 %"],
    [sample(20, 100), sample(40, 100), "not_met", "rose by 100 %"],
    [sample(4, 10), sample(2, 10), "no_evidence", "could be chance"],
    [sample(4, 9), sample(0, 10), "no_evidence", "Too little"],
    [sample(0, 20), sample(2, 20), "no_evidence", "nothing to compare"],
  ])("with %o, then %o, is %s", (before, after, verdict, words) => {
    const judged = judgeFalsePositives({ skill: "code-review", number: 2, before, after });
    expect(judged.verdict).toBe(verdict);
    expect(judged.reason).toContain(words);
  });

  it("is not judged before a version was approved", () => {
    expect(judgeFalsePositives(null)).toMatchObject({ verdict: "no_evidence", version: null, before: null });
  });
});

it.each([
  [6, 10, "met"],
  [5, 10, "not_met"],
  [9, 9, "no_evidence"],
  [0, 0, "no_evidence"],
])("with %i of %i proposals accepted, the target for adoption is judged %s", (approved, decided, verdict) => {
  expect(judgeAdoption(approved, decided).verdict).toBe(verdict);
});
