import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { inferFilePattern, inferRuleCategory, verdictOf } from "./rules";

describe("inferRuleCategory", () => {
  it.each([
    ["Unused variable `x`", "unused_code"],
    ["Unused import os", "unused_code"],
    ["Import order", "imports"],
    ["Sort imports", "imports"],
    ["os is imported twice", "imports"],
    ["Missing type hint", "type_hints"],
    ["Return types differ", "type_hints"],
    ["Use a typed dict", "type_hints"],
    ["Typing of kwargs", "type_hints"],
    ["SECURITY: SQL injection", "security"],
    ["Performance of the inner loop", "performance"],
    ["Add a test for this type", "type_hints"],
    ["No tests for the parser", "testing"],
    ["Testing gap", "testing"],
    ["Docs are stale", "documentation"],
    ["Missing docstring", "documentation"],
    ["Missing docstrings", "documentation"],
    ["Stale comment", "documentation"],
    ["Bad name", "naming"],
    ["Names of the flags", "naming"],
    ["Badly named flag", "naming"],
    ["Naming: camelCase", "naming"],
    ["Error is swallowed", "error_handling"],
    ["Broad exceptions", "error_handling"],
    ["(error)", "error_handling"],
  ])("%s → %s", (title, category) => {
    expect(inferRuleCategory(title)).toBe(category);
  });

  it.each([
    "rename the latest prototype",
    "important performances",
    "filename too long",
    "contest the mistyped doctrine",
    "test_data is large",
    "terror",
    "Überprüfe Größe",
    "",
  ])("%s → general, since a word inside another is none", (title) => {
    expect(inferRuleCategory(title)).toBe("general");
  });

  it("does not depend on case", () => {
    fc.assert(
      fc.property(fc.constantFrom("unused", "imports", "typing", "docs", "naming", "errors"), (word) => {
        expect(inferRuleCategory(word.toUpperCase())).toBe(inferRuleCategory(word));
      }),
    );
  });
});

describe("inferFilePattern", () => {
  it.each([
    ["tests/unit/parser.py", "tests/**/*.py"],
    ["src/test_parser.py", "tests/**/*.py"],
    ["src/parser_test.py", "tests/**/*.py"],
    ["src/conftest.py", "tests/**/*.py"],
    ["src/latest.py", "**/*.py"],
    ["src/contests/a.py", "**/*.py"],
    ["app/page.tsx", "**/*.{ts,tsx}"],
    ["lib/a.test.ts", "**/*.{ts,tsx}"],
    ["a.jsx", "**/*.{js,jsx}"],
    ["a.js", "**/*.{js,jsx}"],
    ["cmd/main.go", "**/*.go"],
    ["README.md", "**/*.md"],
    ["Makefile", "*"],
    [".gitignore", "*"],
    ["a.{b}", "*"],
    ["a.", "*"],
    ["", "*"],
    [null, "*"],
    [undefined, "*"],
  ])("%s → %s", (file_path, pattern) => {
    expect(inferFilePattern(file_path)).toBe(pattern);
  });

  it("matches the file it was inferred from, unless it is a Python test or tells nothing", () => {
    const name = fc.stringMatching(/^[a-z]{1,8}$/);
    const file = fc
      .tuple(fc.array(name, { maxLength: 3 }), name, fc.constantFrom("go", "ts", "tsx", "js", "rs", "c++"))
      .map(([folders, base, extension]) => [...folders, `${base}.${extension}`].join("/"));
    fc.assert(
      fc.property(file, (file_path) => {
        expect(picomatch.isMatch(file_path, inferFilePattern(file_path))).toBe(true);
      }),
    );
  });
});

describe("verdictOf", () => {
  it("is blocked only when the caller says so, else follows from what is to be implemented", () => {
    expect(verdictOf("blocked", 0)).toBe("blocked");
    expect(verdictOf("approved", 1)).toBe("needs_fixes");
    expect(verdictOf("needs_fixes", 0)).toBe("approved");
    expect(verdictOf(undefined, 3)).toBe("needs_fixes");
    expect(verdictOf(undefined, 0)).toBe("approved");
  });
});
