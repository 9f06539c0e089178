import { describe, expect, it } from "vitest";
import { toggleItems, withoutItems } from "./selection";

const selection = new Set(["first-page", "a"]);

describe("a selection over several pages", () => {
  it("adds an item, and removes it again", () => {
    expect(toggleItems({ selection, ids: ["b"] })).toEqual(["first-page", "a", "b"]);
    expect(toggleItems({ selection, ids: ["a"] })).toEqual(["first-page"]);
  });

  it("adds the rest of a page that is selected in part", () => {
    expect(toggleItems({ selection, ids: ["a", "b"] })).toEqual(["first-page", "a", "b"]);
  });

  it("removes a page that is selected as a whole and keeps the other pages", () => {
    const whole = new Set(["first-page", "a", "b"]);
    expect(toggleItems({ selection: whole, ids: ["a", "b"] })).toEqual(["first-page"]);
  });

  it("loses what was decided on, wherever it is", () => {
    expect(withoutItems({ selection, ids: ["first-page", "unknown"] })).toEqual(["a"]);
  });
});
