import { describe, expect, it } from "vitest";
import type { FileMemory } from "@/lib/memories/contract";
import type { Finding } from "@/lib/reviews/contract";
import type { FailurePlace } from "@/lib/tasks/contract";
import {
  failureMarks,
  findingMarks,
  marksByLine,
  memoryMarks,
  memoryStateAt,
  nextMarked,
  tonesOfLines,
} from "./marks";

const PATH = "src/a.ts";
const NONE: ReadonlySet<string> = new Set();

const cited = (
  id: string,
  {
    start,
    end = start,
    path = PATH,
    ...over
  }: { start: number | null; end?: number | null; path?: string } & Partial<
    Pick<FileMemory, "status" | "facts">
  > & { memory_status?: string },
) =>
  ({
    memory: { id, status: over.memory_status ?? "active" },
    citation: { id },
    status: over.status ?? "unchanged",
    facts: over.facts ?? [],
    path,
    line_start: start,
    line_end: end,
  }) as unknown as FileMemory;

const finding = (id: string, line: number | null, disposition: Finding["disposition"]) =>
  ({ id, line, disposition }) as unknown as Finding;

const inFile = { path: PATH, line_count: 40, disputed: NONE };

describe("how a memory stands", () => {
  it("is by what contradicts it, then by its citation at this commit, then by its status", () => {
    const stands = (item: FileMemory, disputed = NONE) => memoryStateAt(item, disputed);
    expect(stands(cited("a", { start: 1 }))).toBe("holds");
    expect(stands(cited("a", { start: 1, status: "moved" }))).toBe("holds");
    expect(stands(cited("a", { start: 1, status: "edited" }))).toBe("edited");
    expect(stands(cited("a", { start: 1, status: "edited", facts: ["formatting_only"] }))).toBe("holds");
    expect(stands(cited("a", { start: null, status: "missing" }))).toBe("missing");
    expect(stands(cited("a", { start: 1, memory_status: "drifted" }))).toBe("drifted");
    expect(stands(cited("a", { start: 1, memory_status: "quarantined" }))).toBe("quarantined");
    expect(stands(cited("a", { start: 1, status: "unreachable" }))).toBe("unknown");
    expect(stands(cited("a", { start: 1, status: "edited" }), new Set(["a"]))).toBe("disputed");
  });
});

describe("marks of a file", () => {
  it("are grouped by the line on which they begin, the gravest first, memories before findings", () => {
    const marks = [
      ...findingMarks([finding("f1", 4, "reject"), finding("f2", 4, "implement")], 40),
      ...memoryMarks(
        [cited("m1", { start: 4, end: 6 }), cited("m2", { start: 4, status: "missing" })],
        inFile,
      ),
    ];
    expect(
      marksByLine(marks)
        .get(4)
        ?.map(({ key }) => key),
    ).toEqual(["memory-m2", "finding-f1", "memory-m1", "finding-f2"]);
  });

  it("are on no line when their lines are in another file, gone, or beyond the end", () => {
    const marks = [
      ...memoryMarks(
        [cited("gone", { start: null }), cited("other", { start: 3, path: "src/b.ts" })],
        inFile,
      ),
      ...findingMarks([finding("far", 41, "defer"), finding("none", null, "defer")], 40),
      ...failureMarks([{ failure: { id: "x", status: "open" }, line: 0 } as unknown as FailurePlace], 40),
    ];
    expect([...marksByLine(marks).keys()]).toEqual([0]);
    expect(marksByLine(marks).get(0)).toHaveLength(5);
  });

  it("cover the lines of a citation, and the gravest of two is shown where they overlap", () => {
    const marks = memoryMarks(
      [cited("holds", { start: 2, end: 5 }), cited("edited", { start: 5, end: 60, status: "edited" })],
      { ...inFile, line_count: 6 },
    );
    expect([...tonesOfLines(marks)]).toEqual([
      [2, "ok"],
      [3, "ok"],
      [4, "ok"],
      [5, "warn"],
      [6, "warn"],
    ]);
    expect(tonesOfLines(findingMarks([finding("f", 3, "reject")], 6)).size).toBe(0);
  });

  it("are walked through in both directions, and the walk ends at the ends", () => {
    const lines = [3, 9, 20];
    expect(nextMarked(lines, { from: null, step: 1 })).toBe(3);
    expect(nextMarked(lines, { from: null, step: -1 })).toBe(20);
    expect(nextMarked(lines, { from: 3, step: 1 })).toBe(9);
    expect(nextMarked(lines, { from: 10, step: -1 })).toBe(9);
    expect(nextMarked(lines, { from: 20, step: 1 })).toBe(20);
    expect(nextMarked([], { from: null, step: 1 })).toBeNull();
  });
});
