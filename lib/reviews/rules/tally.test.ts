import { describe, expect, it } from "vitest";
import type { Counts } from "./tally";
import { byEvidence, evidenceOf, isHighRejection, NO_FINDINGS, tallyOf } from "./tally";

const counts = (params: Partial<Counts>): Counts => ({ ...NO_FINDINGS, ...params });

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
  const settings = { high_rejection_rate: 0.3, high_rejection_flagged: 5 };
  const rule = (rule_category: string, params: Partial<Counts>) => {
    const tally = tallyOf(counts(params));
    return { rule_category, ...tally, high_rejection: isHighRejection(tally, settings) };
  };

  it("ranks by the rejections that the sample supports, high-rejection rules first", () => {
    const ranked = [
      rule("none", { clarify: 3 }),
      rule("one_of_one", { reject: 1 }),
      rule("never_b", { implement: 5 }),
      rule("often_right", { reject: 100, implement: 900 }),
      rule("never_a", { implement: 5 }),
      rule("five_of_five", { reject: 5 }),
      rule("many", { reject: 80, implement: 120 }),
    ].sort(byEvidence);
    expect(ranked.map((item) => item.rule_category)).toEqual([
      "many",
      "five_of_five",
      "often_right",
      "one_of_one",
      "never_a",
      "never_b",
      "none",
    ]);
  });

  // Wilson's lower ends of 5 of 5 and 80 of 200 are 0.5655 and 0.3347.
  it("weighs 80 of 200 as 67 rejections and 5 of 5 as 2.8", () => {
    expect(evidenceOf(tallyOf(counts({ reject: 80, implement: 120 })))).toBeCloseTo(66.95, 1);
    expect(evidenceOf(tallyOf(counts({ reject: 5 })))).toBeCloseTo(2.83, 2);
  });
});
