import { expect, test } from "vitest";
import { textRunsOf } from "./code-text";
import { languageOf, tokenize } from "./highlight";

test("a line is cut where a change or a colour begins, and joins to itself", () => {
  const runs = textRunsOf(
    [
      { text: "const a = ", changed: false },
      { text: "10", changed: true },
      { text: ";", changed: false },
    ],
    [
      { text: "const", part: "keyword" },
      { text: " a ", part: null },
      { text: "=", part: "keyword" },
      { text: " 1", part: "constant" },
      { text: "0;", part: null },
    ],
  );
  expect(runs.map(({ text }) => text).join("")).toBe("const a = 10;");
  expect(runs.filter(({ changed }) => changed)).toEqual([
    { text: "1", changed: true, part: "constant" },
    { text: "0", changed: true, part: null },
  ]);
});

test("tokens of another text colour nothing", () => {
  expect(textRunsOf([{ text: "now", changed: false }], [{ text: "then", part: "keyword" }])).toEqual([
    { text: "now", changed: false, part: null },
  ]);
});

test("an empty line has no runs", () => {
  expect(textRunsOf([{ text: "", changed: false }], [])).toEqual([]);
});

test("the language follows the extension, or the name of the file", () => {
  expect(languageOf("src/a.b.TSX")).toBe("tsx");
  expect(languageOf("deploy/Dockerfile")).toBe("docker");
  expect(languageOf("LICENSE")).toBeNull();
  expect(languageOf("constructor")).toBeNull();
});

test("code is split into its parts, and every line joins to itself", async () => {
  const text = '/* a\n   b */\nexport const price = "9 €"; // 😀\n';
  const lines = await tokenize("src/price.ts", text);
  expect(lines?.map((line) => line.map((token) => token.text).join("")).join("\n")).toBe(text);
  const partOf = (word: string) => lines?.flat().find((token) => token.text.includes(word))?.part;
  expect(partOf("b */")).toBe("comment");
  expect(partOf("const")).toBe("keyword");
  expect(partOf("9 €")).toMatch(/^string/);
});

test("what is too long, or of no known language, stays plain", async () => {
  expect(await tokenize("a.ts", "x".repeat(60_001))).toBeNull();
  expect(await tokenize("a.unknown", "x")).toBeNull();
});
