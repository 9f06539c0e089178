import { expect, test } from "vitest";
import { lowerBound, upperBound } from "./sorted";

const numbers = [2, 4, 4, 7];

test.each([
  [1, 0, 0],
  [2, 0, 1],
  [4, 1, 3],
  [5, 3, 3],
  [8, 4, 4],
])(
  "%i is bounded by the first number that is not below it, and the first above it",
  (value, lower, upper) => {
    expect(lowerBound(numbers, value)).toBe(lower);
    expect(upperBound(numbers, value)).toBe(upper);
  },
);

test("both bounds of no numbers are 0", () => {
  expect(lowerBound(new Int32Array(), 1)).toBe(0);
  expect(upperBound(new Int32Array(), 1)).toBe(0);
});
