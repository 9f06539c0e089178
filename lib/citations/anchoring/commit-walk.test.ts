import { describe, expect, it } from "vitest";
import { readFileHistory } from "../git/file-history";
import { anchorAtCreation, type LineRange } from "./anchor";
import { type OldFile, oldFile } from "./cited-text";
import { isDoubtful, type Step, stepLines, type Trail } from "./commit-walk";
import { locate } from "./locate";
import { decodeSource, lineTable, type SourceText, solidHashes } from "./text";

function source(lines: readonly string[]): SourceText {
  const decoded = decodeSource(Buffer.from(`${lines.join("\n")}\n`));
  if (decoded.kind !== "text") throw new Error("not text");
  return decoded;
}

/** One step of lines (1-indexed, inclusive) from one state of a file to the next. */
function step(before: readonly string[], range: LineRange, after: readonly string[], whole = true): Step {
  const table = lineTable(before);
  const at: Trail = { first: range.line_start - 1, last: range.line_end - 1, whole };
  const text = solidHashes(table.loose.subarray(at.first, at.last + 1));
  return stepLines(at, text, table, { lines: after, table: lineTable(after) });
}

const FAIL = "  if (failed) return null;";
const routine = (name: string, ...body: string[]) => [
  `function ${name}(input) {`,
  ...body,
  `  return ${name};`,
  "}",
];

describe("a step of followed lines", () => {
  const before = [...routine("alpha", FAIL), ...routine("beta", FAIL)];
  const OF_ALPHA = { line_start: 2, line_end: 2 };

  it("is sure while every copy stands where it stood among its neighbours", () => {
    const after = ["// top", ...before];
    expect(step(before, OF_ALPHA, after)).toEqual({
      came: "stands",
      sure: true,
      trail: { first: 2, last: 2, whole: true },
    });
  });

  it("is not sure once a copy came or went, so that a smaller one is taken", () => {
    const after = [...before, ...routine("gamma", FAIL)];
    expect(step(before, OF_ALPHA, after)).toMatchObject({ came: "stands", sure: false });
  });

  it("loses lines that are deleted while a copy stays, and keeps the place between their neighbours", () => {
    const after = [...routine("alpha"), ...routine("beta", FAIL)];
    const lost = step(before, OF_ALPHA, after);
    expect(lost).toMatchObject({ came: "lost", trail: { whole: false } });
    if (lost.came === "arrived") throw new Error("arrived");
    expect(lost.trail.last).toBeLessThan(lost.trail.first);
  });

  it("tells where the text came to when it left its place", () => {
    const after = [...routine("alpha"), ...routine("beta", FAIL), ...routine("gamma", FAIL)];
    expect(step(before, OF_ALPHA, after)).toEqual({ came: "arrived", places: [{ first: 8, last: 8 }] });
  });

  it("finds a block that was indented again, and is not drawn to a copy of the old indentation", () => {
    const inner = ["const size = input.length;", "if (size > LIMIT) throw new Error(size);"];
    const indented = (by: string) => inner.map((line) => by + line);
    const loop = ["  for (;;) {", ...indented("    "), "  }"];
    const old = [...routine("one", ...indented("  ")), ...routine("two", ...loop)];
    const next = [...routine("one", ...loop), ...routine("two", ...indented("  "))];
    expect(step(old, { line_start: 2, line_end: 3 }, next)).toMatchObject({
      came: "stands",
      trail: { first: 2, last: 3 },
    });
  });
});

describe("history", () => {
  const judged = (before: readonly string[], range: LineRange, after: readonly string[]): boolean => {
    const made = anchorAtCreation(source(before), range);
    if (!made.ok) throw new Error(made.message);
    const old: OldFile = oldFile(source(before));
    const next = source(after);
    return isDoubtful(made.anchor, old, next, locate(made.anchor, old, next));
  };
  const body = ["  const total = sum(input);", FAIL];
  const before = [...routine("alpha", ...body), ...routine("beta", FAIL)];

  it("is asked about a text of which a copy came or went", () => {
    expect(
      judged(before, { line_start: 3, line_end: 3 }, [...routine("alpha", ...body), ...routine("beta")]),
    ).toBe(true);
  });

  it("is not asked about a text that stands once, nor about copies that all stayed", () => {
    expect(judged(before, { line_start: 2, line_end: 2 }, ["// top", ...before])).toBe(false);
    expect(judged(before, { line_start: 3, line_end: 3 }, ["// top", ...before])).toBe(false);
  });

  it("is asked about a text that says little and stands elsewhere now", () => {
    const brace = [...routine("alpha", "  x = 1;"), ...routine("beta")];
    const moved = [...routine("alpha"), ...routine("beta", "  x = 1;")];
    expect(judged(brace, { line_start: 2, line_end: 2 }, moved)).toBe(true);
  });
});

describe("what git prints of a history", () => {
  const [one, two, three, four] = ["1", "2", "3", "4"].map((digit) => digit.repeat(40));
  const [a, b, c] = ["a", "b", "c"].map((letter) => letter.repeat(40));
  const none = "0".repeat(40);
  const commit = (name: string | undefined, parent: string | undefined, ...changes: string[]) =>
    `\u0001${name} ${parent}\0${changes.map((change) => `\n${change}\0`).join("")}`;
  const output = [
    commit(two, one, `:100644 100644 ${a} ${b} M\0x.ts`, `:000000 100644 ${none} ${c} A\0y.ts`),
    commit(three, two, `:100644 100644 ${b} ${c} R090\0x.ts\0z.ts`),
    commit(four, three, `:100644 120000 ${c} ${a} T\0z.ts`, `:100644 000000 ${c} ${none} D\0y.ts`),
  ].join("");

  it("gives the states of a file under its names, and none for what is no file", () => {
    const history = readFileHistory(output, one ?? "");
    expect(history?.statesAfter(one ?? "", "x.ts")).toEqual([
      { commit: two, path: "x.ts", blob_oid: b },
      { commit: three, path: "z.ts", blob_oid: c },
      { commit: four, path: "z.ts", blob_oid: null },
    ]);
    expect(history?.statesAfter(two ?? "", "y.ts")).toEqual([{ commit: four, path: null, blob_oid: null }]);
    expect(history?.statesAfter(none, "x.ts")).toEqual([]);
    expect(history?.changesOf(two ?? "")).toMatchObject([
      { from: "x.ts", to: "x.ts", blob_before: a, blob_oid: b },
      { from: null, to: "y.ts", blob_before: null, blob_oid: c },
    ]);
  });

  it("is nothing when it does not begin where it was asked to", () => {
    expect(readFileHistory(output, four ?? "")).toBeNull();
  });
});
