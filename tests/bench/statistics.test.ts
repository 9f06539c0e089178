import { describe, expect, it } from "vitest";
import {
  bootstrapMean,
  mean,
  normalFrom,
  percentile,
  randomFrom,
  recallAt,
  reciprocalRank,
  reciprocalRankFusion,
} from "./statistics";

describe("percentile", () => {
  it("is the middle value of an odd number and halfway between the middle two of an even one, in any order", () => {
    expect(percentile([9, 1, 5], 0.5)).toBe(5);
    expect(percentile([4, 1, 3, 2], 0.5)).toBe(2.5);
  });

  it("interpolates between neighbours and ends at the smallest and the largest value", () => {
    const values = [10, 20, 30, 40, 50];
    expect(percentile(values, 0.95)).toBeCloseTo(48);
    expect(percentile(values, 0)).toBe(10);
    expect(percentile(values, 1)).toBe(50);
    expect(percentile([7], 0.95)).toBe(7);
  });

  it("refuses an empty list, and leaves the one it was given in its order", () => {
    expect(() => percentile([], 0.5)).toThrow("no values");
    expect(() => mean([])).toThrow("no values");
    const values = [3, 1, 2];
    percentile(values, 0.5);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe("the interval of a mean", () => {
  const tenths = (ones: number) => Array.from({ length: 100 }, (_, index) => (index < ones ? 1 : 0));

  it("lies around the mean, as wide as a share of so many values varies", () => {
    const { mean: share, low, high } = bootstrapMean([tenths(30)]);
    expect(share).toBeCloseTo(0.3);
    // The normal approximation: 1.96 √(.3 · .7 ÷ 100) = .09.
    expect(0.3 - low).toBeCloseTo(0.09, 1);
    expect(high - 0.3).toBeCloseTo(0.09, 1);
  });

  it("gives groups the same say, however many values they have", () => {
    const { mean: middle, low, high } = bootstrapMean([[1], Array.from({ length: 50 }, () => 0)]);
    expect([middle, low, high]).toEqual([0.5, 0.5, 0.5]);
  });

  it("excludes 0 for paired differences that all point one way, and is the same in every run", () => {
    const differences = Array.from({ length: 60 }, (_, index) => 0.01 * (1 + (index % 3)));
    const interval = bootstrapMean([differences]);
    expect(interval.low).toBeGreaterThan(0);
    expect(bootstrapMean([differences])).toEqual(interval);
    expect(() => bootstrapMean([[]])).toThrow("no values");
  });
});

describe("what a ranking is worth", () => {
  const ranking = ["a", "b", "c", "d"];

  it("recall counts the relevant ids among the first k, of all that are relevant", () => {
    expect(recallAt(2, ranking, new Set(["a", "d"]))).toBe(0.5);
    expect(recallAt(4, ranking, new Set(["a", "d"]))).toBe(1);
    expect(recallAt(4, ranking, new Set(["x"]))).toBe(0);
    expect(recallAt(4, ["a", "a"], new Set(["a", "b"]))).toBe(0.5);
    expect(() => recallAt(4, ranking, new Set())).toThrow("relevant");
  });

  it("the reciprocal rank is that of the first relevant id, and 0 without one", () => {
    expect(reciprocalRank(ranking, new Set(["d", "b"]))).toBe(0.5);
    expect(reciprocalRank(ranking, new Set(["a"]))).toBe(1);
    expect(reciprocalRank(ranking, new Set(["x"]))).toBe(0);
  });

  it("fusion puts first what several rankings put high, and keeps what only one found", () => {
    expect(
      reciprocalRankFusion(60, [
        ["a", "b"],
        ["c", "b"],
      ]),
    ).toEqual(["b", "a", "c"]);
    expect(reciprocalRankFusion(60, [[], ["z"]])).toEqual(["z"]);
  });
});

describe("the generator of the data", () => {
  it("repeats itself for a seed, differs between seeds and stays within [0, 1)", () => {
    const draw = (seed: number) => {
      const random = randomFrom(seed);
      return Array.from({ length: 2000 }, random);
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    expect(draw(3).every((value) => value >= 0 && value < 1)).toBe(true);
    expect(mean(draw(3))).toBeCloseTo(0.5, 1);
  });

  it("gives normal numbers around 0 with variance 1", () => {
    const random = randomFrom(5);
    const values = Array.from({ length: 5000 }, () => normalFrom(random));
    expect(mean(values)).toBeCloseTo(0, 1);
    expect(mean(values.map((value) => value * value))).toBeCloseTo(1, 1);
  });
});
