import { describe, expect, it } from "vitest";
import { groupBy } from "./group-by";

describe("groupBy", () => {
  it("keeps the order of the items in each group, and of the groups as their first items stand", () => {
    const groups = groupBy(["beta", "alpha", "bravo", "axis"], (word) => word[0]);
    expect([...groups]).toEqual([
      ["b", ["beta", "bravo"]],
      ["a", ["alpha", "axis"]],
    ]);
  });

  it("has no group for nothing", () => {
    expect(groupBy([], (item) => item).size).toBe(0);
  });
});
