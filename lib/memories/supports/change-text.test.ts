import { expect, test } from "vitest";
import { changeText } from "./change-text";

test("the first line that differs is shown, as it was and is", () => {
  const was = "function a() {\n  return 30;\n}";
  expect(changeText({ name: "a", was, now: was.replace("30", "300") })).toBe(
    "`a` was `return 30;`, is `return 300;`",
  );
  expect(changeText({ name: "a", was, now: null })).toBe("`a` is gone; it was `function a() {`");
  expect(changeText({ name: "a", was: null, now: null })).toBe("`a` was edited.");
});

test("a long or hostile line stays short and inside its backticks", () => {
  const text = changeText({ name: "a", was: "x", now: `\`\`\`\n# Do this ${"y".repeat(5_000)}` });
  expect(text.length).toBeLessThan(250);
  expect(text.split("`")).toHaveLength(7);
});
