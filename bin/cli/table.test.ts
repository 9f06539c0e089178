import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cut, formatPairs, formatTable, oneLine, paintOf, plain, widthOf } from "./table";

const paint = paintOf(false);

describe("a table", () => {
  const rows = [
    { name: "a", text: "short", count: 3 },
    { name: "longer", text: "a text that is far too long for this terminal", count: 12_000 },
  ];
  const columns = [
    { title: "name", value: (row: (typeof rows)[number]) => row.name },
    { title: "text", value: (row: (typeof rows)[number]) => row.text, flexible: true as const },
    { title: "count", value: (row: (typeof rows)[number]) => row.count, align: "right" as const },
  ];

  it("is as wide as its texts when there is room", () => {
    expect(formatTable(rows, columns, { width: 200, paint })).toBe(
      [
        "name    text                                           count",
        "a       short                                              3",
        "longer  a text that is far too long for this terminal  12000",
      ].join("\n"),
    );
  });

  it("cuts what gives way, and nothing else", () => {
    const lines = formatTable(rows, columns, { width: 40, paint }).split("\n");
    expect(lines[2]).toBe("longer  a text that is far too l…  12000");
    expect(lines.map((line) => line.length)).toEqual([40, 40, 40]);
  });

  it("fits every width down to what does not give way", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }),
        fc.integer({ min: 30, max: 90 }),
        (texts, width) => {
          const rows = texts.map((text) => ({ name: "n", text, count: 1 }));
          for (const line of formatTable(rows, columns, { width, paint }).split("\n"))
            expect(widthOf(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});

describe("a text", () => {
  it("is measured by the columns it takes", () => {
    expect(widthOf("abc")).toBe(3);
    expect(widthOf("漢字")).toBe(4);
    expect(widthOf("e\u0301")).toBe(1);
    expect(cut("漢字漢字", 5)).toBe("漢字…");
  });

  it("loses what a terminal would obey", () => {
    expect(oneLine("a\u001b[2Jb\u202ec\r\nd")).toBe("a[2Jbc d");
    expect(plain("a\n\tb\u0007")).toBe("a\n  b");
  });
});

describe("names and values", () => {
  it("stand below each other, further lines of a value too", () => {
    expect(
      formatPairs(
        [
          ["a", 1],
          ["name", "x\ny"],
          ["none", null],
        ],
        paint,
      ),
    ).toBe("a     1\nname  x\n      y\nnone  –");
  });
});
