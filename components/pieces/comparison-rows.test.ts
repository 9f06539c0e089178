import { describe, expect, test } from "vitest";
import { type ComparedRow, compareRows, firstLine, unifiedRows, wholeText } from "./comparison-rows";

const then = { start_line: 10, text: "a\nb\nc", before: "x\ny", after: "z" };
const numbers = (rows: readonly ComparedRow[]) =>
  rows.map((row) => [row.was?.line ?? null, row.now?.line ?? null]);

describe("compareRows", () => {
  test("the lines around stand beside each other from the cited text outwards, unmarked", () => {
    const rows = compareRows(then, { start_line: 20, text: "a\nb\nc", before: "y", after: "z\nw" });
    expect(numbers(rows)).toEqual([
      [8, null],
      [9, 19],
      [10, 20],
      [11, 21],
      [12, 22],
      [13, 23],
      [null, 24],
    ]);
    expect(rows.every(({ was: line }) => line === null || line.type === "context")).toBe(true);
    expect(rows.filter(({ was: line }) => line?.cited).length).toBe(3);
  });

  test("a changed line stands beside what it became, its changed words marked", () => {
    const rows = compareRows(
      { start_line: 1, text: "const limit = 6;" },
      { start_line: 4, text: "const limit = 8;" },
    );
    expect(numbers(rows)).toEqual([[1, 4]]);
    expect(rows[0]?.was?.segments.filter(({ changed }) => changed)).toEqual([{ text: "6", changed: true }]);
    expect(rows[0]?.now?.segments.filter(({ changed }) => changed)).toEqual([{ text: "8", changed: true }]);
  });

  test("where only part was found again, what replaced the rest is compared, and not called cited", () => {
    const rows = compareRows(
      { start_line: 6, text: "limit() {\n  return LIMIT;\n}", after: "end" },
      { start_line: 6, text: "limit() {", after: "  return min(LIMIT);\n}\nend" },
    );
    expect(numbers(rows)).toEqual([
      [6, 6],
      [7, 7],
      [8, 8],
      [9, 9],
    ]);
    expect(rows.map(({ now }) => now?.type)).toEqual(["context", "added", "context", "context"]);
    expect(rows.map(({ now }) => now?.cited)).toEqual([true, false, false, false]);
  });

  test("every line knows its place in the text that is coloured", () => {
    const now = { start_line: 12, text: "a\nB!\nc", before: "x\ny", after: "" };
    const lines = wholeText(now).split("\n");
    for (const { now: line } of compareRows(then, now))
      if (line) {
        expect(lines[line.index]).toBe(line.segments.map(({ text }) => text).join(""));
        expect(line.line).toBe(firstLine(now) + line.index);
      }
  });

  test("lines kept without those around them are compared with a place that has some", () => {
    const rows = compareRows({ start_line: 5, text: "a" }, { ...then, text: "a" });
    expect(numbers(rows)).toEqual([
      [null, 8],
      [null, 9],
      [5, 10],
      [null, 11],
    ]);
  });
});

test("in one column what was removed comes before what was added, and nothing is lost", () => {
  const rows = unifiedRows(
    compareRows({ start_line: 1, text: "k\na\nb\nz" }, { start_line: 1, text: "k\nc\nd\ne\nz" }),
  );
  expect(numbers(rows)).toEqual([
    [1, 1],
    [2, null],
    [3, null],
    [null, 2],
    [null, 3],
    [null, 4],
    [4, 5],
  ]);
});
