import { describe, expect, it } from "vitest";
import { filesHref, linesHash, linesOfHash, namedFilesHref } from "./files-href";

describe("the address of a file", () => {
  it("names the path, the commit and the lines, whatever characters the path has", () => {
    expect(filesHref("r1", { path: "a b/100%.ts", at: "abc", lines: { start: 2, end: 4 } })).toBe(
      "/citations/repositories/r1/files?path=a+b%2F100%25.ts&at=abc#L2-L4",
    );
    expect(filesHref("r1")).toBe("/citations/repositories/r1/files");
  });

  it("is readable by the repository's name", () => {
    expect(namedFilesHref("acme/shop", { path: "src/a b.ts", at: "abc", lines: { start: 7, end: 7 } })).toBe(
      "/repositories/acme/shop/files/src/a%20b.ts?at=abc#L7",
    );
    expect(namedFilesHref("acme/shop", {})).toBe("/repositories/acme/shop/files");
  });

  it("gives its lines back, in either order, and nothing for what names none", () => {
    expect(linesOfHash(`#${linesHash({ start: 12, end: 18 })}`)).toEqual({ start: 12, end: 18 });
    expect(linesOfHash("#L18-12")).toEqual({ start: 12, end: 18 });
    expect(linesOfHash("#L3")).toEqual({ start: 3, end: 3 });
    for (const other of ["", "#changes", "#L0", "#L999999999", "#L1-x"])
      expect(linesOfHash(other)).toBeNull();
  });
});
