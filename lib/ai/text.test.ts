import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { processorMs } from "@/lib/kernel/processor-time";
import { truncateText } from "../text/cut";
import { normalizeText, prepareText, sentenceText, splitIdentifiers } from "./text";

describe("splitIdentifiers", () => {
  test.each([
    ["cloneDeep", "clone Deep cloneDeep"],
    ["CloneDeep", "Clone Deep CloneDeep"],
    ["user_id", "user id user_id"],
    ["MAX_RETRY_COUNT", "MAX RETRY COUNT MAX_RETRY_COUNT"],
    ["get_userName", "get user Name get_userName"],
    ["parseHTTPResponse", "parse HTTP Response parseHTTPResponse"],
    ["userIDs", "user IDs userIDs"],
    ["HTML5Parser", "HTML5 Parser HTML5Parser"],
    ["toUTF8", "to UTF8 toUTF8"],
    ["zählerStand", "zähler Stand zählerStand"],
    ["a.cloneDeep(b)", "a.clone Deep cloneDeep(b)"],
  ])("puts the parts of %s before it", (text, expected) => {
    expect(splitIdentifiers(text)).toBe(expected);
  });

  test.each([
    "clone",
    "Clone",
    "HTTP",
    "URLs",
    "sha256",
    "6638f625a0",
    "v2",
    "__init__",
    "日本語",
    "a b",
    "→ !",
    "",
  ])("leaves %j, which has one part, as it is", (text) => {
    expect(splitIdentifiers(text)).toBe(text);
  });
});

describe("normalizeText", () => {
  test("turns punctuation into single spaces and keeps the underscores inside names", () => {
    expect(normalizeText("  `os.path`, (foo-bar)…\n\t__init__ => user_id! ⚠️ ")).toBe(
      "os path foo bar init user id user_id",
    );
  });

  test("is empty for a text without letters and digits", () => {
    expect(normalizeText("… ⚠️ __ \u0000 \ud800")).toBe("");
  });

  test("does not tell composed from decomposed Unicode", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(normalizeText(text.normalize("NFD"))).toBe(normalizeText(text.normalize("NFC")));
      }),
    );
  });

  test("yields only words parted by single spaces, for any code units", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(normalizeText(text)).toMatch(/^([\p{L}\p{M}\p{N}_]+( (?! )|$))*$/u);
      }),
    );
  });

  const name = fc.stringMatching(/^[a-zA-Z0-9]{1,8}(_[a-zA-Z0-9]{1,8}){0,3}$/);

  test("keeps every name, after parts that spell it exactly", () => {
    fc.assert(
      fc.property(name, (identifier) => {
        const words = normalizeText(identifier).split(" ");
        expect(words.at(-1)).toBe(identifier);
        const parts = words.length > 1 ? words.slice(0, -1) : words;
        expect(parts.join("")).toBe(identifier.replaceAll("_", ""));
      }),
    );
  });

  test("treats a text word by word, so that a document contains what a query for its words becomes", () => {
    fc.assert(
      fc.property(fc.array(name), fc.constantFrom(" ", ", ", "(", "\n", "->"), (names, between) => {
        expect(normalizeText(names.join(between))).toBe(names.map(normalizeText).join(" "));
      }),
    );
  });

  test.each([
    ["underscores", `a${"_".repeat(200_000)}`],
    ["capitals", "A".repeat(200_000)],
    ["underscored letters", "a_".repeat(100_000)],
    ["marks", `a${"\u0301".repeat(200_000)}`],
  ])("takes linear time on a long run of %s", async (_, text) => {
    // A quadratic pattern takes minutes here, a linear one milliseconds.
    expect(await processorMs(() => normalizeText(text))).toBeLessThan(5_000);
  });
});

describe("sentenceText", () => {
  test("keeps the punctuation of sentences and splits identifiers", () => {
    expect(sentenceText("Don't call fetchUser() in a loop; why?\n\nIt's slow.")).toBe(
      "Don't call fetch User fetchUser() in a loop; why? It's slow.",
    );
  });

  test("replaces white space and control characters by one space, and cuts a rule of one symbol to three", () => {
    expect(sentenceText(" a\t\u0000b\n=======\nc ... d ")).toBe("a b === c ... d");
  });

  test("is empty for a text without letters and digits", () => {
    expect(sentenceText("… ⚠️ __ \u0000 \ud800")).toBe("");
  });

  test("does not depend on whether Unicode is composed or decomposed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(sentenceText(text.normalize("NFD"))).toBe(sentenceText(text.normalize("NFC")));
      }),
    );
  });

  test("yields single spaces only, and nothing exactly where full-text search sees nothing, for any code units", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(sentenceText(text)).toMatch(/^(\S+( (?! |$)|$))*$/u);
        expect(sentenceText(text) === "").toBe(normalizeText(text) === "");
      }),
    );
  });

  test.each([
    ["dashes", `a ${"-".repeat(200_000)}`],
    ["alternating symbols", `a ${"-=".repeat(100_000)}`],
    ["spaces", `a${" ".repeat(200_000)}b`],
    ["underscored letters", "a_".repeat(100_000)],
  ])("takes linear time on a long run of %s", async (_, text) => {
    // A quadratic pattern takes minutes here, a linear one milliseconds.
    expect(await processorMs(() => sentenceText(text))).toBeLessThan(5_000);
  });
});

describe("truncateText and prepareText", () => {
  test("a cut text is a prefix, not longer than allowed, and ends in no half surrogate pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, max) => {
        const cut = truncateText(text, max);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, max - 1));
        expect(cut).not.toMatch(/[\ud800-\udbff]$/);
      }),
    );
  });

  test("what is sent to a model is never empty and never over the limit", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 50 }), (text, max) => {
        const sent = prepareText(text, max);
        expect(sent.length).toBeGreaterThan(0);
        expect(sent.length).toBeLessThanOrEqual(max);
      }),
    );
  });

  test("a text without words is sent as a full stop", () => {
    expect(prepareText(" …", 10)).toBe(".");
  });
});
