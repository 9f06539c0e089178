import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { inferFilePattern, verdictOf } from "./rules";

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
