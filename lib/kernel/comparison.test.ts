import { describe, expect, it } from "vitest";
import { compareRatios, ratioOf, studentQuantile } from "./comparison";

const means = (values: readonly number[]) => values.map((count) => ({ count, of: 1 }));

describe("quantiles of Student's t", () => {
  it.each([
    [0.95, 5, 2.571],
    [0.95, 30, 2.042],
    [0.99, 10, 3.169],
    [0.99, 20, 2.845],
    [0.99, 120, 2.617],
  ] as const)("at %f with %i degrees of freedom are those of the tables", (level, freedom, expected) => {
    const relative = Math.abs(studentQuantile({ level, freedom }) / expected - 1);
    expect(relative).toBeLessThan(freedom < 10 ? 0.01 : 0.001);
  });
});

describe("ratios over units", () => {
  it("are the ratio of the sums, not the mean of ratios", () => {
    const ratio = ratioOf({
      units: [
        { count: 1, of: 10 },
        { count: 3, of: 10 },
        { count: 2, of: 2 },
      ],
      level: 0.95,
    });
    expect(ratio?.value).toBeCloseTo(6 / 22);
    expect(ratio).toMatchObject({ units: 3, of: 22 });
  });

  it("leave out units in which nothing was counted, and need two of the others", () => {
    expect(ratioOf({ units: [{ count: 0, of: 0 }, ...means([1])], level: 0.95 })).toBeNull();
    expect(ratioOf({ units: [{ count: 0, of: 0 }, ...means([1, 2])], level: 0.95 })?.units).toBe(2);
  });
});

describe("the comparison of two groups", () => {
  it("is Welch's interval where means are compared", () => {
    // Variances 2.5 and 10 of five each: error √2.5, 5.88 degrees of freedom, t = 2.459.
    const compared = compareRatios({
      treated: means([1, 2, 3, 4, 5]),
      control: means([2, 4, 6, 8, 10]),
      level: 0.95,
    });
    expect(compared?.value).toBeCloseTo(-3);
    expect(compared?.low).toBeCloseTo(-3 - 2.459 * Math.sqrt(2.5), 1);
    expect(compared?.high).toBeCloseTo(-3 + 2.459 * Math.sqrt(2.5), 1);
  });

  it("covers the truth about as often as it says, with skewed counts of unequal groups", () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    const skewed = (size: number) => means(Array.from({ length: size }, () => -Math.log(1 - random())));
    const rounds = 1_000;
    let missed = 0;
    for (let round = 0; round < rounds; round++) {
      const compared = compareRatios({ treated: skewed(200), control: skewed(25), level: 0.95 });
      if (!compared || compared.low > 0 || compared.high < 0) missed += 1;
    }
    expect(missed / rounds).toBeGreaterThan(0.02);
    expect(missed / rounds).toBeLessThan(0.1);
  });

  it("is nothing while one group is too small to say how much it varies", () => {
    expect(compareRatios({ treated: means([1, 2, 3]), control: means([1]), level: 0.99 })).toBeNull();
  });
});
