import { describe, expect, it } from "vitest";
import { nextItem } from "./next-item";

const items = ["a", "b", "c", "d"];
const nextAfter = (open: string, decided: readonly string[]) =>
  nextItem({ items, index: items.indexOf(open), isDecided: (item) => decided.includes(item) });

describe("the item after a decision", () => {
  it("is the next one below", () => {
    expect(nextAfter("b", ["b"])).toBe("c");
  });

  it("is the open one when others were decided", () => {
    expect(nextAfter("b", ["a", "c"])).toBe("b");
  });

  it("skips what was decided with it", () => {
    expect(nextAfter("b", ["b", "c"])).toBe("d");
  });

  it("is the nearest one above at the end of the page", () => {
    expect(nextAfter("d", ["d"])).toBe("c");
    expect(nextAfter("d", ["c", "d"])).toBe("b");
  });

  it("is the first that remains when what was decided is not on the page", () => {
    expect(nextAfter("elsewhere", ["elsewhere"])).toBe("a");
    expect(nextAfter("elsewhere", ["elsewhere", "a"])).toBe("b");
  });

  it("is absent once the whole page is decided", () => {
    expect(nextAfter("b", items)).toBeUndefined();
  });
});
