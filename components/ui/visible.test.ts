import { expect, it } from "vitest";
import { visible } from "./visible";

it("a text is shown in the order in which it is stored, with what would turn it written out", () => {
  expect(visible("The\u202eoverride is about payments.")).toBe("The[U+202E]override is about payments.");
  expect(visible("\u2066a\u2069 \u202ab\u202c")).toBe("[U+2066]a[U+2069] [U+202A]b[U+202C]");
});

it("texts of every script stay as they are, and no text is nothing", () => {
  for (const text of ["הנחה של עשרה אחוזים", "می‌خواهم", "two\nlines", "👩‍👧"])
    expect(visible(text)).toBe(text);
  expect(visible(null)).toBe("");
});
