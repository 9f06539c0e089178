import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeTexts } from "./merge";

const base = "one\ntwo\nthree\nfour\nfive\n";

describe("merging", () => {
  it("keeps the changes of both sides when they are apart", () => {
    const version = base.replace("one", "ONE");
    const file = base.replace("five", "FIVE");
    expect(mergeTexts({ base, version, file })).toMatchObject({
      clean: true,
      content: "ONE\ntwo\nthree\nfour\nFIVE\n",
    });
  });

  it("names the lines that both sides changed, and gives no text", () => {
    const version = base.replace("three", "3 of the version");
    const file = base.replace("three", "3 of the file");
    expect(mergeTexts({ base, version, file })).toEqual({
      clean: false,
      content: null,
      conflicts: [{ line: 3, base: "three\n", version: "3 of the version\n", file: "3 of the file\n" }],
    });
  });

  it("takes the same change of both sides once", () => {
    const changed = base.replace("three", "3");
    expect(mergeTexts({ base, version: changed, file: changed })).toMatchObject({ content: changed });
  });

  it("follows the file's line ends when they were changed throughout", () => {
    const version = base.replace("one", "ONE");
    const file = base.replace("five", "FIVE").replaceAll("\n", "\r\n");
    expect(mergeTexts({ base, version, file }).content).toBe("ONE\r\ntwo\r\nthree\r\nfour\r\nFIVE\r\n");
  });

  it("of a side that changed nothing gives the other side, byte for byte", () => {
    const texts = fc
      .array(fc.constantFrom("a", "b", "", "\n", "c\n", "d\n"), { maxLength: 12 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        expect(mergeTexts({ base: one, version: other, file: one }).content).toBe(other);
        expect(mergeTexts({ base: one, version: one, file: other }).content).toBe(other);
      }),
    );
  });
});
