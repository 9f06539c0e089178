import { describe, expect, test } from "vitest";
import { countChanges, diffHunks, linesOf, splitRows } from "./line-diff";

const text = (...lines: string[]) => `${lines.join("\n")}\n`;

describe("diffHunks", () => {
  test("equal texts have no hunks, whatever their line ends and final newline", () => {
    expect(diffHunks("a\r\nb\r\n", "a\nb")).toEqual([]);
  });

  test("every line carries the number it has in its own file", () => {
    const [hunk] = diffHunks(text("a", "b", "c"), text("a", "x", "b", "c"), {
      old_first_line: 40,
      new_first_line: 50,
    });
    expect(hunk?.lines.map(({ type, old_line, new_line }) => [type, old_line, new_line])).toEqual([
      ["context", 40, 50],
      ["added", null, 51],
      ["context", 41, 52],
      ["context", 42, 53],
    ]);
  });

  test("changes further apart than their context are separate hunks", () => {
    const before = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    const after = before.with(2, "first").with(25, "second");
    expect(diffHunks(text(...before), text(...after))).toHaveLength(2);
  });

  test("in a reworded line only the changed words are marked", () => {
    const [hunk] = diffHunks(text("flag every unused export"), text("flag every unused import"));
    expect(hunk?.lines.map(({ segments }) => segments.filter(({ changed }) => changed))).toEqual([
      [{ text: "export", changed: true }],
      [{ text: "import", changed: true }],
    ]);
  });

  test("lines with little in common are not marked word by word", () => {
    const [hunk] = diffHunks(text("alpha beta gamma"), text("one two three four"));
    expect(hunk?.lines.flatMap(({ segments }) => segments).some(({ changed }) => changed)).toBe(false);
  });

  test("the segments of a line always join to the line", () => {
    const [hunk] = diffHunks(text("  const a = 1;"), text("  const b  = 1;"));
    expect(hunk?.lines.map(({ segments }) => segments.map((part) => part.text).join(""))).toEqual([
      "  const a = 1;",
      "  const b  = 1;",
    ]);
  });

  test("from an empty text everything is added", () => {
    expect(countChanges(diffHunks("", text("a", "b")))).toEqual({ added: 2, removed: 0 });
  });
});

describe("splitRows", () => {
  test("removed lines stand beside the added ones that replace them, and the longer side goes on alone", () => {
    const [hunk] = diffHunks(text("k", "a", "b", "z"), text("k", "c", "z"));
    const rows = splitRows(hunk?.lines ?? []);
    expect(rows.map(({ before, after }) => [before?.old_line ?? null, after?.new_line ?? null])).toEqual([
      [1, 1],
      [2, 2],
      [3, null],
      [4, 3],
    ]);
  });
});

test("a line stands beside the one it became, though others were added before it", () => {
  const before = text("for (const chunk of request) chunks.push(chunk);");
  const after = text("let size = 0;", "for (const chunk of request) {", "size += chunk.length;", "}");
  const [hunk] = diffHunks(before, after);
  expect(
    splitRows(hunk?.lines ?? []).map((row) => [row.before?.old_line ?? null, row.after?.new_line]),
  ).toEqual([
    [null, 1],
    [1, 2],
    [null, 3],
    [null, 4],
  ]);
  const marked = hunk?.lines.filter(({ segments }) => segments.some(({ changed }) => changed)) ?? [];
  expect(marked.map(({ old_line, new_line }) => old_line ?? new_line)).toEqual([1, 2]);
});

test("a long rewritten run is paired in order, and in time", () => {
  const many = (word: string) => text(...Array.from({ length: 2_000 }, (_, line) => `${word} ${line}`));
  const [hunk] = diffHunks(many("was"), many("is"));
  expect(splitRows(hunk?.lines ?? [])).toHaveLength(2_000);
});

test("a final newline does not make an empty last line", () => {
  expect(linesOf("a\nb\n")).toEqual(["a", "b"]);
  expect(linesOf("")).toEqual([]);
});
