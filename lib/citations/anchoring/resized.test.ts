import { describe, expect, it } from "vitest";
import { anchorAtCreation } from "./anchor";
import { oldFile } from "./cited-text";
import { locate } from "./locate";
import { decodeSource, type SourceText } from "./text";

const above = [
  "export const LIMIT = 40;",
  "",
  "export function first(): number {",
  "  return LIMIT;",
  "}",
  "",
];
const below = ["", "export function last(): string {", '  return "the last one";', "}"];

function sourceOf(lines: readonly string[]): SourceText {
  const source = decodeSource(Buffer.from(`${[...above, ...lines, ...below].join("\n")}\n`));
  if (source.kind !== "text") throw new Error("the lines are text");
  return source;
}

/** Where a text between two functions is found that became another one. */
function follow(was: readonly string[], now: readonly string[]) {
  const then = sourceOf(was);
  const range = { line_start: above.length + 1, line_end: above.length + was.length };
  const result = anchorAtCreation(then, range);
  if (!result.ok) throw new Error(result.message);
  return locate(result.anchor, oldFile(then), sourceOf(now));
}

const ARGUMENTS = Array.from({ length: 12 }, (_, index) => `  argumentNumber${index},`);
const TALL = ["callWithMany(", ...ARGUMENTS, ");"];
const FLAT = `callWithMany(${ARGUMENTS.map((line) => line.trim().replace(",", "")).join(", ")});`;

describe("a text that changed its height", () => {
  it("of 14 lines that became one is found there", () => {
    const [first, last] = [above.length + 1, above.length + 1];
    expect(follow(TALL, [FLAT])).toMatchObject({ status: "edited", line_start: first, line_end: last });
  });

  it("of one line that became 14 is found there", () => {
    expect(follow([FLAT.replace("12", "")], TALL)).toMatchObject({
      status: "edited",
      line_start: above.length + 1,
      line_end: above.length + TALL.length,
    });
  });

  it("that grew is shown from its one surviving neighbour to the other", () => {
    const was = ["export function price(net: number): number {", "  return net * 1.19;", "}"];
    const now = [
      "/** With tax. */",
      "export function price(net: number, country: Country): number {",
      "  const rate = RATES.get(country);",
      "  if (rate === undefined) throw new Error(country);",
      "  const gross = net * (1 + rate);",
      "  audit(gross);",
      "  return Math.round(gross * 100) / 100;",
      "}",
    ];
    expect(follow(was, now)).toMatchObject({
      status: "edited",
      line_start: above.length + 1,
      line_end: above.length + now.length,
    });
  });
});
