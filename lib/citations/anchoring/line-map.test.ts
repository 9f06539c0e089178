import { describe, expect, it } from "vitest";
import { mapLines } from "./line-map";
import { lineTable } from "./text";

const mapped = (before: string, after: string): number[] => [
  ...mapLines(lineTable(before.split("\n")), lineTable(after.split("\n"))),
];

describe("of lines that can be said to have gone or come at several places", () => {
  it("the last ones were deleted", () => {
    expect(mapped("top\n}\n}", "top\n}")).toEqual([0, 1, -1]);
    expect(mapped("a\nx\ny\nx\ny\nb", "a\nx\ny\nb")).toEqual([0, 1, 2, -1, -1, 3]);
  });

  it("the last ones were added", () => {
    expect(mapped("open\n  one\nend", "open\n  one\nend\nopen\n  two\nend")).toEqual([0, 1, 2]);
    expect(mapped("x", "x\nx\nx")).toEqual([0]);
  });

  it("nothing is moved where lines were replaced", () => {
    expect(mapped("a\nx\nb\nx\nc", "a\nnew\nx\nc")).toEqual([0, -1, -1, 2, 3]);
  });
});
