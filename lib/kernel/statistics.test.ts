import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { meanOf, trend, twoProportions, twoSidedP, wilson } from "./statistics";

const sample = fc
  .tuple(fc.nat(5000), fc.nat(5000))
  .map(([a, b]) => ({ successes: Math.min(a, b), trials: Math.max(a, b) }));

describe("the mean of counts", () => {
  it("has its interval from the sums alone, and none for a single value", () => {
    // 2, 4 and 6: variance 4, error 2 / √3.
    const mean = meanOf({ sum: 12, sum_of_squares: 56, n: 3 });
    expect(mean?.mean).toBe(4);
    expect(mean?.low).toBeCloseTo(4 - 1.96 * (2 / Math.sqrt(3)), 3);
    expect(mean?.high).toBeCloseTo(4 + 1.96 * (2 / Math.sqrt(3)), 3);
    expect(meanOf({ sum: 5, sum_of_squares: 25, n: 1 })).toEqual({ mean: 5, low: null, high: null });
    expect(meanOf({ sum: 0, sum_of_squares: 0, n: 0 })).toBeNull();
  });
});

describe("wilson", () => {
  // Newcombe 1998, Statistics in Medicine 17:857, table I, method 3 (score).
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("gives the published interval of %i of %i", (successes, trials, low, high) => {
    const interval = wilson(successes, trials);
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  it("has a lower end that puts a few findings below many, and five of five above 80 of 200", () => {
    const low = (successes: number, trials: number) => wilson(successes, trials)?.low ?? 0;
    expect(low(80, 200)).toBeGreaterThan(low(2, 3));
    expect(low(80, 200)).toBeGreaterThan(low(1, 1));
    expect(low(5, 5)).toBeGreaterThan(low(80, 200));
  });

  it("is null without trials, and refuses what is no share", () => {
    expect(wilson(0, 0)).toBeNull();
    expect(() => wilson(3, 2)).toThrow(RangeError);
    expect(() => wilson(-1, 2)).toThrow(RangeError);
    expect(() => wilson(0.5, 2)).toThrow(RangeError);
  });

  it("always holds the rate inside 0–1, and mirrors when successes and failures change places", () => {
    fc.assert(
      fc.property(sample, ({ successes, trials }) => {
        const interval = wilson(successes, trials);
        const mirrored = wilson(trials - successes, trials);
        if (interval === null || mirrored === null) return trials === 0;
        expect(interval.low).toBeGreaterThanOrEqual(0);
        expect(interval.low).toBeLessThanOrEqual(interval.rate);
        expect(interval.high).toBeGreaterThanOrEqual(interval.rate);
        expect(interval.high).toBeLessThanOrEqual(1);
        expect(mirrored.low).toBeCloseTo(1 - interval.high, 10);
        return true;
      }),
    );
  });
});

describe("twoProportions", () => {
  // Newcombe 1998, Statistics in Medicine 17:873, table II, method 10.
  it.each([
    [48, 80, 56, 70, 0.0524, 0.3339],
    [3, 10, 9, 10, 0.1705, 0.809],
    [2, 7, 6, 7, 0.0582, 0.8062],
    [0, 29, 5, 56, -0.0381, 0.1926],
    [0, 20, 0, 10, -0.1611, 0.2775],
    [0, 20, 10, 10, 0.6791, 1],
  ])("gives the published interval from %i of %i to %i of %i", (s1, n1, s2, n2, low, high) => {
    const compared = twoProportions({ successes: s1, trials: n1 }, { successes: s2, trials: n2 });
    expect(compared?.difference).toBeCloseTo(s2 / n2 - s1 / n1, 12);
    expect(compared?.low).toBeCloseTo(low, 4);
    expect(compared?.high).toBeCloseTo(high, 4);
  });

  // Pooled z of 56/70 against 48/80 is 2.6501; its tail from the normal table.
  it("gives p of the pooled z test", () => {
    const compared = twoProportions({ successes: 48, trials: 80 }, { successes: 56, trials: 70 });
    expect(compared?.p).toBeCloseTo(0.00805, 4);
  });

  it("finds no difference where nothing varies", () => {
    expect(twoProportions({ successes: 0, trials: 5 }, { successes: 0, trials: 9 })).toMatchObject({
      difference: 0,
      p: 1,
    });
  });

  it("is null when a side has no trials", () => {
    expect(twoProportions({ successes: 0, trials: 0 }, { successes: 1, trials: 2 })).toBeNull();
    expect(twoProportions({ successes: 1, trials: 2 }, { successes: 0, trials: 0 })).toBeNull();
  });

  it("changes only its sign when the samples change places, and holds the difference in its interval", () => {
    fc.assert(
      fc.property(sample, sample, (a, b) => {
        const there = twoProportions(a, b);
        const back = twoProportions(b, a);
        if (there === null || back === null) return there === back;
        expect(back.difference).toBeCloseTo(-there.difference, 12);
        expect(back.low).toBeCloseTo(-there.high, 10);
        expect(back.p).toBeCloseTo(there.p, 10);
        expect(there.low).toBeLessThanOrEqual(there.difference);
        expect(there.high).toBeGreaterThanOrEqual(there.difference);
        expect(there.low).toBeGreaterThanOrEqual(-1 - 1e-12);
        expect(there.high).toBeLessThanOrEqual(1 + 1e-12);
        return true;
      }),
    );
  });
});

describe("twoSidedP", () => {
  // Tables of the normal distribution.
  it.each([
    [0, 1],
    [1, 0.3173105],
    [-1.959964, 0.05],
    [2.575829, 0.01],
    [3.290527, 0.001],
  ])("of z = %f is %f", (z, p) => {
    expect(twoSidedP(z)).toBeCloseTo(p, 6);
  });

  it("keeps its digits far out in the tail", () => {
    expect(twoSidedP(6) / 1.9731753e-9).toBeCloseTo(1, 5);
  });
});

describe("trend", () => {
  const of = (successes: number, trials: number) => ({ successes, trials });

  it("names a direction only when the interval of the difference excludes 0", () => {
    expect(trend(of(60, 100), of(20, 100))?.direction).toBe("falling");
    expect(trend(of(20, 100), of(60, 100))?.direction).toBe("rising");
    expect(trend(of(1, 3), of(2, 3))?.direction).toBe("steady");
    expect(trend(of(0, 0), of(2, 3))).toBeNull();
  });
});
