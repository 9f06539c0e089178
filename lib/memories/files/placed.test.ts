import { describe, expect, it } from "vitest";
import type { CheckResult } from "@/lib/citations";
import type { Citation } from "@/lib/citations/contract";
import type { FileMemory } from "./contract";
import { byLine, placed } from "./placed";

const PATH = "src/a.ts";
const citation = (over: Partial<Citation> = {}) =>
  ({
    id: "c",
    path: PATH,
    line_start: 4,
    line_end: 6,
    status: "unchanged",
    facts: [],
    reason: null,
    ...over,
  }) as unknown as Citation;
const result = (over: Partial<CheckResult>) =>
  ({
    status: "moved",
    path: PATH,
    line_start: 9,
    line_end: 11,
    facts: [],
    reason: "Moved.",
    ...over,
  }) as unknown as CheckResult;

describe("where a citation stands at a commit", () => {
  it("is where the check at that commit found it", () => {
    expect(placed(citation(), result({}))).toMatchObject({
      located: "followed",
      status: "moved",
      line_start: 9,
      line_end: 11,
    });
  });

  it("is where it stood last when the commit could not be read, and says so with the reason", () => {
    const unreachable = result({
      status: "unreachable",
      path: null,
      line_start: null,
      reason: "It is down.",
    });
    expect(placed(citation(), unreachable)).toMatchObject({
      located: "recorded",
      status: "unchanged",
      path: PATH,
      line_start: 4,
      reason: "It is down.",
    });
  });

  it("is nowhere when the last check said that it is gone", () => {
    expect(placed(citation({ status: "missing" }), undefined)).toMatchObject({
      located: "recorded",
      status: "missing",
      path: null,
      line_start: null,
    });
  });

  it("orders what is on lines before what is in another file or gone", () => {
    const item = (id: string, path: string | null, line_start: number | null) =>
      ({ citation: { id }, path, line_start }) as unknown as FileMemory;
    const items = [
      item("gone", null, null),
      item("late", PATH, 30),
      item("other", "b.ts", 1),
      item("first", PATH, 2),
    ];
    expect(items.sort(byLine(PATH)).map((each) => each.citation.id)).toEqual([
      "first",
      "late",
      "gone",
      "other",
    ]);
  });
});
