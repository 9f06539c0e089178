import { describe, expect, it } from "vitest";
import type { Counts } from "./tally";
import { byEvidence, isHighRejection, NO_FINDINGS, tallyOf } from "./tally";

const counts = (given: Partial<Counts>): Counts => ({ ...NO_FINDINGS, ...given });

describe("tallyOf", () => {
  it("divides the rejected by what was judged, and counts clarify apart", () => {
    const tally = tallyOf({ implement: 6, reject: 3, defer: 1, clarify: 20 });
    expect(tally).toMatchObject({
      flagged: 10,
      implemented: 6,
      rejected: 3,
      deferred: 1,
      clarify: 20,
      rate: 0.3,
    });
  });

  it("has no rate where nothing was judged", () => {
    expect(tallyOf(counts({ clarify: 4 }))).toMatchObject({ flagged: 0, rate: null, low: null, high: null });
  });
});

describe("isHighRejection", () => {
  const settings = { high_rejection_rate: 0.3, high_rejection_flagged: 5 };

  it("needs both the rate and the sample, each reached exactly", () => {
    expect(isHighRejection(tallyOf(counts({ reject: 3, implement: 7 })), settings)).toBe(true);
    expect(isHighRejection(tallyOf(counts({ reject: 5 })), settings)).toBe(true);
    expect(isHighRejection(tallyOf(counts({ reject: 4 })), settings)).toBe(false);
    expect(isHighRejection(tallyOf(counts({ reject: 29, implement: 71 })), settings)).toBe(false);
    expect(isHighRejection(tallyOf(counts({ clarify: 9 })), settings)).toBe(false);
  });
});

describe("byEvidence", () => {
  it("ranks by what the sample supports, not by the raw rate", () => {
    const rule = (rule_category: string, given: Partial<Counts>) => ({
      rule_category,
      ...tallyOf(counts(given)),
    });
    const ranked = [
      rule("none", { clarify: 3 }),
      rule("one_of_one", { reject: 1 }),
      rule("many", { reject: 80, implement: 120 }),
      rule("never_b", { implement: 5 }),
      rule("never_a", { implement: 5 }),
      rule("five_of_five", { reject: 5 }),
    ].sort(byEvidence);
    expect(ranked.map((item) => item.rule_category)).toEqual([
      "five_of_five",
      "many",
      "one_of_one",
      "never_a",
      "never_b",
      "none",
    ]);
  });
});
