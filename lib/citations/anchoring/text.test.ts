import fc from "fast-check";
import { distance } from "fastest-levenshtein";
import { describe, expect, it } from "vitest";
import { mapLines } from "./line-map";
import {
  collapseWhitespace,
  decodeLineTable,
  decodeSource,
  EXACT_ONLY_LINES,
  encodeLineTable,
  lineTable,
  matchesSha256,
  sha256,
  similarity,
  truncateUtf8,
} from "./text";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("decodeSource", () => {
  it.each<[string, string[], object]>([
    ["", [], { line_ending: "none", final_newline: false }],
    ["a", ["a"], { line_ending: "none", final_newline: false }],
    ["a\n", ["a"], { line_ending: "lf", final_newline: true }],
    ["\n\n", ["", ""], { line_ending: "lf", final_newline: true }],
    ["a\r\nb\r\n", ["a", "b"], { line_ending: "crlf", final_newline: true }],
    ["a\r\nb\nc", ["a", "b", "c"], { line_ending: "mixed", final_newline: false }],
    ["a\rb\n", ["a\rb"], { line_ending: "lf", final_newline: true }],
    ["\ufeffa\nb", ["a", "b"], { byte_order_mark: true }],
  ])("splits %j into %j", (text, lines, facts) => {
    expect(decodeSource(encode(text))).toMatchObject({ kind: "text", encoding: "utf-8", lines, ...facts });
  });

  it("takes a file with a NUL byte for binary, wherever it stands", () => {
    expect(decodeSource(encode(`${"a\n".repeat(10_000)}\0`))).toEqual({ kind: "binary" });
  });

  it("keeps a file that is not UTF-8 byte by byte instead of giving it up", () => {
    const decoded = decodeSource(Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x0a, 0x78]));
    expect(decoded).toMatchObject({ kind: "text", encoding: "latin1", lines: ["café", "x"] });
  });

  it("flags files above one megabyte or 20,000 lines, and only those", () => {
    expect(decodeSource(encode("x\n".repeat(EXACT_ONLY_LINES)))).toMatchObject({ exact_only: false });
    expect(decodeSource(encode("x\n".repeat(EXACT_ONLY_LINES + 1)))).toMatchObject({ exact_only: true });
    expect(decodeSource(encode("x".repeat(1_000_001)))).toMatchObject({ exact_only: true });
  });
});

describe("similarity", () => {
  const text = fc.string({ maxLength: 60, unit: fc.constantFrom("a", "b", "c", " ", "é", "\n") });

  it("is 1 − Levenshtein ÷ longer length on collapsed text, and the floor only cuts off what is below it", () => {
    fc.assert(
      fc.property(text, text, fc.double({ min: 0, max: 1, noNaN: true }), (left, right, floor) => {
        const [a, b] = [collapseWhitespace(left), collapseWhitespace(right)];
        const longest = Math.max(a.length, b.length);
        const exact = longest === 0 ? 1 : 1 - distance(a, b) / longest;
        expect(similarity(left, right)).toBeCloseTo(exact, 12);
        expect(similarity(left, right, floor)).toBeCloseTo(exact < floor ? 0 : exact, 12);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("hashes", () => {
  it("matchesSha256 accepts the ways callers join lines, and no other text", () => {
    for (const variant of ["a\nb", "a\nb\n", "a\r\nb", "a\r\nb\r\n"]) {
      expect(matchesSha256("a\nb", sha256(variant).toUpperCase())).toBe(true);
    }
    expect(matchesSha256("a\nb", sha256("a\nc"))).toBe(false);
    expect(matchesSha256("a\nb", "not a hash")).toBe(false);
  });

  it("a line table survives storage, and foreign bytes are not taken for one", () => {
    const table = lineTable(["", "  a", "b", "🙂"]);
    const bytes = encodeLineTable(table);
    expect(decodeLineTable(bytes)).toEqual(table);
    expect(decodeLineTable(bytes.subarray(0, -1))).toBeNull();
    expect(decodeLineTable(Uint8Array.from([9]))).toBeNull();
    expect(decodeLineTable(new Uint8Array())).toBeNull();
  });

  it("truncateUtf8 never splits a character and never exceeds the limit", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, limit) => {
        const cut = truncateUtf8(text, limit);
        expect(text.startsWith(cut)).toBe(true);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(limit);
        expect(cut).not.toContain("\ufffd");
      }),
    );
  });
});

describe("mapLines", () => {
  const line = fc.constantFrom<string>("a", "b", "  a", "}", "", "c", "d", "e", "f");
  const file = fc.array(line, { maxLength: 30 });

  it("only joins lines that are the same but for white space, and never crosses itself", () => {
    fc.assert(
      fc.property(file, file, (before, after) => {
        const map = mapLines(lineTable(before), lineTable(after));
        let last = -1;
        map.forEach((new_line, old_line) => {
          if (new_line < 0) return;
          expect(new_line).toBeGreaterThan(last);
          expect(after[new_line]?.trim()).toBe(before[old_line]?.trim());
          last = new_line;
        });
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps every line of a file that only grew by foreign lines", () => {
    fc.assert(
      fc.property(file, fc.array(fc.nat(30), { maxLength: 5 }), (before, places) => {
        const after = [...before];
        for (const place of places) after.splice(Math.min(place, after.length), 0, "// added");
        const map = mapLines(lineTable(before), lineTable(after));
        expect(Array.from(map).every((new_line) => new_line >= 0)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
