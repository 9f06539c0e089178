import { describe, expect, it } from "vitest";
import {
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
