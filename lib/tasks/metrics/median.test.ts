import { expect, it } from "vitest";
import { medianOf } from "./median";

it("gives the median, and an interval only where there are values enough for one", () => {
  expect(medianOf([])).toEqual({ n: 0, median: null, low: null, high: null });
  expect(medianOf([3, 1])).toEqual({ n: 2, median: 2, low: null, high: null });
  expect(medianOf([6, 1, 2, 3, 4, 5])).toEqual({ n: 6, median: 3.5, low: 1, high: 6 });
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(medianOf(hundred)).toEqual({ n: 100, median: 50.5, low: 40, high: 61 });
});
