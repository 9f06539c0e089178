import { describe, expect, it } from "vitest";
import { differenceOf } from "./audit-difference";

describe("the difference of two texts in the audit", () => {
  it("is both of them where they are short", () => {
    expect(differenceOf("lead", "leader")).toEqual({ start: "", end: "", removed: "lead", added: "leader" });
  });

  it("is the part that differs where they are long", () => {
    const [before, after] = ["a".repeat(100), "z".repeat(100)];
    expect(differenceOf(`${before}old${after}`, `${before}new${after}`)).toEqual({
      start: `…${"a".repeat(30)}`,
      end: `${"z".repeat(30)}…`,
      removed: "old",
      added: "new",
    });
  });

  it("counts no character twice where one text is the other and more", () => {
    const long = "ab".repeat(100);
    const { removed, added } = differenceOf(long, `${long}ab`);
    expect([removed, added]).toEqual(["", "ab"]);
  });
});
