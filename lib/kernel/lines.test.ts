import { describe, expect, it } from "vitest";
import { linesOf } from "./lines";

/** The lines of a text whose bytes come so many at a time. */
async function read(text: string, at_once: number): Promise<string[]> {
  const bytes = new TextEncoder().encode(text);
  async function* parts() {
    for (let from = 0; from < bytes.length; from += at_once) yield bytes.subarray(from, from + at_once);
  }
  const lines: string[] = [];
  for await (const line of linesOf(parts())) lines.push(line);
  return lines;
}

describe.each([1, 2, 3, 7, 1_000])("lines of bytes, %i at a time", (at_once) => {
  it("end at a line feed, and at no other sign that a text may have in it", async () => {
    const text = "a\u2028b\u2029c\u0085d\ve\ff\rg\nnext\n";
    expect(await read(text, at_once)).toEqual(["a\u2028b\u2029c\u0085d\ve\ff\rg", "next"]);
  });

  it("lose the carriage return before the line feed, and keep empty ones", async () => {
    expect(await read("a\r\n\r\n\nb\r\n", at_once)).toEqual(["a", "", "", "b"]);
  });

  it("are whole where a character is cut, and the last one needs no end", async () => {
    expect(await read("größer\n🚢 ahoy", at_once)).toEqual(["größer", "🚢 ahoy"]);
    expect(await read("", at_once)).toEqual([]);
  });
});
