import { describe, expect, it } from "vitest";
import { excerptOf } from "./excerpt";

describe("an excerpt", () => {
  it("is a short text as it is, on one line", () => {
    expect(excerptOf("Keep\n  it  short", { words: ["short"], max: 40 })).toBe("Keep it short");
  });

  it("shows where a long text matches", () => {
    const text = `${"before ".repeat(60)}the needle${" after".repeat(60)}`;
    const excerpt = excerptOf(text, { words: ["needle"], max: 100 });
    expect(excerpt).toContain("the needle");
    expect(excerpt).toMatch(/^….*…$/);
    expect(excerpt.length).toBeLessThanOrEqual(100);
  });

  it("shows the beginning where none of the words is in the text", () => {
    expect(excerptOf("x".repeat(200), { words: ["needle"], max: 50 })).toBe(`${"x".repeat(48)}…`);
  });

  it("halves no character", () => {
    for (let max = 50; max < 60; max++)
      expect(excerptOf(`${"😀".repeat(80)}needle${"😀".repeat(80)}`, { words: ["needle"], max })).toSatisfy(
        (excerpt: string) => excerpt.isWellFormed(),
      );
  });
});
