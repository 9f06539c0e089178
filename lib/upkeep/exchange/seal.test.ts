import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ExportHeader } from "./contract";
import { ExportSeal, SealCheck } from "./seal";

const header = (version: 1 | 2 = 2): ExportHeader => ({
  casebook_export: version,
  casebook: "0.1.0",
  exported_at: "2026-01-01T00:00:00.000Z",
  organization: { id: "01900000-0000-7000-8000-000000000000", name: "o", settings: {} },
  people: [],
  counts: { memory: 3, recall: 2 },
  left_out: [],
});

const records = [
  { table: "memory", row: { id: "1", statement: "ä" } },
  { table: "memory", row: { id: "2", statement: "second" } },
  { table: "memory", row: { id: "3" } },
  { table: "memory", row: { id: "1", superseded_by: "2" }, later: true as const },
  { table: "recall", row: { id: "4" } },
  { table: "recall", row: { id: "5" } },
];

function sealed(): string[] {
  const seal = new ExportSeal();
  const lines = [seal.header(header()), ...records.map((record) => seal.record(record))];
  return [...lines, seal.end()];
}

function verdictOf(text: string) {
  const check = new SealCheck();
  for (const line of text.split("\n")) check.line(line);
  return check.verdict();
}

describe("a sealed export", () => {
  it("is whole as it was written", () => {
    expect(verdictOf(`${sealed().join("\n")}\n`)).toEqual({ state: "whole" });
  });

  it("is refused wherever it is cut, but before its last line end", () => {
    const text = sealed().join("\n");
    for (let at = (sealed()[0]?.length ?? 0) + 1; at < text.length; at += 1)
      expect(verdictOf(text.slice(0, at)), `${at}`).toMatchObject({ state: "cut" });
  });

  it("says what is missing when it is cut", () => {
    const cut = verdictOf(sealed().slice(0, 3).join("\n"));
    expect(cut).toMatchObject({ problem: expect.stringContaining("Missing: 1 of 3 memory, 2 of 2 recall.") });
  });

  it("is refused when a line was taken out, put in or edited, and says which", () => {
    const lines = sealed();
    const without = verdictOf(lines.toSpliced(5, 1).join("\n"));
    expect(without).toMatchObject({
      state: "changed",
      problem: expect.stringContaining("missing: 1 of 2 recall"),
    });
    const twice = verdictOf(lines.toSpliced(5, 0, lines[5] ?? "").join("\n"));
    expect(twice).toMatchObject({ state: "changed", problem: expect.stringContaining("added: 1 recall") });
    const edited = verdictOf(lines.join("\n").replace("second", "Second"));
    expect(edited).toMatchObject({
      state: "changed",
      problem: expect.stringContaining("text of at least one"),
    });
    expect(verdictOf([...lines, lines[1]].join("\n"))).toMatchObject({ state: "changed" });
  });

  it("is refused with any one character changed", () => {
    const text = sealed().join("\n");
    const start = (sealed()[0]?.length ?? 0) + 1;
    fc.assert(
      fc.property(fc.integer({ min: start, max: text.length - 1 }), (at) => {
        const other = text[at] === "x" ? "y" : "x";
        expect(verdictOf(text.slice(0, at) + other + text.slice(at + 1)).state).not.toBe("whole");
      }),
    );
  });
});

describe("an export of an older Casebook", () => {
  const lines = [JSON.stringify(header(1)), ...records.map((record) => JSON.stringify(record))];

  it("is distinguished: unsealed when its counts agree, cut when records are missing", () => {
    expect(verdictOf(lines.join("\n"))).toEqual({ state: "unsealed" });
    const cut = verdictOf(lines.slice(0, 6).join("\n"));
    expect(cut).toMatchObject({ state: "cut", problem: expect.stringContaining("older Casebook") });
    expect(cut).toMatchObject({ problem: expect.stringContaining("1 of 2 recall") });
  });
});
