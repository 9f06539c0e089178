import { describe, expect, it } from "vitest";
import { countOnPage, toggleItem, togglePage, withoutItems } from "./selection";

const selection = new Set(["first-page", "a"]);
const page = ["a", "b"];

describe("a selection over several pages", () => {
  it("adds an item, and removes it again", () => {
    expect(toggleItem({ selection, id: "b" })).toEqual(["first-page", "a", "b"]);
    expect(toggleItem({ selection, id: "a" })).toEqual(["first-page"]);
  });

  it("adds the rest of a page that is selected in part", () => {
    expect(togglePage({ selection, page })).toEqual(["first-page", "a", "b"]);
  });

  it("removes a page that is selected as a whole and keeps the other pages", () => {
    expect(togglePage({ selection: new Set(["first-page", "a", "b"]), page })).toEqual(["first-page"]);
  });

  it("counts what is selected of the page alone", () => {
    expect(countOnPage({ selection, page })).toBe(1);
  });

  it("loses what was decided on, wherever it is", () => {
    expect(withoutItems({ selection, ids: ["first-page", "unknown"] })).toEqual(["a"]);
  });
});
