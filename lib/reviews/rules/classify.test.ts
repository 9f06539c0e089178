import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyTitle } from "./classify";
import lexicon from "./lexicon.json";

const ruleOf = (title: string) => classifyTitle(title).rule_category;

describe("the words of a title", () => {
  it.each([
    ["Unused variable `x`", "unused_code"],
    ["Unused import os", "imports"],
    ["Import order", "imports"],
    ["Sort imports", "imports"],
    ["os is imported twice", "imports"],
    ["Missing type hint", "type_hints"],
    ["Use a typed dict", "type_hints"],
    ["Typing of kwargs", "type_hints"],
    ["SECURITY: SQL injection", "security"],
    ["Performance of the inner loop", "performance"],
    ["Add a test for this type", "testing"],
    ["No tests for the parser", "testing"],
    ["Testing gap", "testing"],
    ["Docs are stale", "documentation"],
    ["Missing docstring", "documentation"],
    ["Missing docstrings", "documentation"],
    ["Stale comment", "documentation"],
    ["Bad name", "naming"],
    ["Badly named flag", "naming"],
    ["Naming: camelCase", "naming"],
    ["Error is swallowed", "error_handling"],
    ["Broad exceptions", "error_handling"],
    ["(error)", "error_handling"],
  ])("%s → %s", (title, category) => {
    expect(ruleOf(title)).toBe(category);
  });

  it.each([
    ["SQL injection in search", "security"],
    ["N+1 query", "performance"],
    ["Hardcoded secret", "security"],
    ["Dead code after return", "unused_code"],
    ["Race condition when two workers claim the same job", "concurrency"],
    ["Divide by zero when the list is empty", "edge_cases"],
    ["Duplicated parsing logic", "duplication"],
    ["Icon button has no accessible label", "accessibility"],
    ["Comparison with == instead of ===: strict equality", "logic_errors"],
  ])("%s → %s", (title, category) => {
    expect(classifyTitle(title)).toEqual({ rule_category: category, by: "lexicon" });
  });

  it.each(["contest the mistyped doctrine", "terror", "important matters", "Überprüfe Größe", ""])(
    "%s → unclassified, since a word inside another is none",
    (title) => {
      expect(classifyTitle(title)).toEqual({ rule_category: "unclassified", by: "none" });
    },
  );

  it.each([
    ["Login attempts map is never pruned", "resource_leaks"],
    ["Two workers can pick up the same job", "concurrency"],
    ["README still mentions the removed flag", "documentation"],
    ["Total is wrong when the cart is empty", "edge_cases"],
  ])("%s → %s, without the category's own word", (title, category) => {
    expect(ruleOf(title)).toBe(category);
  });

  it("says nothing of praise", () => {
    expect(classifyTitle("Nice work overall, no blocking issues").by).toBe("none");
  });

  it("does not depend on case", () => {
    fc.assert(
      fc.property(fc.constantFrom("unused", "imports", "typing", "docs", "naming", "errors"), (word) => {
        expect(ruleOf(word.toUpperCase())).toBe(ruleOf(word));
      }),
    );
  });
});

describe("a rule's id in the title", () => {
  it.each([
    ["[no-unused-vars] foo is never read by anybody", "unused_code"],
    ["CWE-89: the query is built from a name", "security"],
    ["F401 `os` imported but unused (ruff F401)", "imports"],
    ["(javascript:S1192) Define a constant", "duplication"],
    ["my-plugin/no-cats: a cat", "my_plugin_no_cats"],
    ["ZZ123: naming of things", "zz123"],
  ])("%s → %s, before any word", (title, category) => {
    expect(classifyTitle(title)).toEqual({ rule_category: category, by: "reviewer_rule" });
  });

  it.each([
    [
      "Use of assert detected. The enclosed code will be removed when compiling to optimised byte code.",
      "security",
    ],
    ["Use of weak MD5 hash for security. Consider usedforsecurity=False", "security"],
    ["Function `request` has 14 parameters, which is greater than the 7 authorized.", "complexity"],
    ["Similar blocks of code found in 2 locations. Consider refactoring.", "duplication"],
    [
      "Method `checksLength` has a Cognitive Complexity of 6 (exceeds 5 allowed). Consider refactoring.",
      "complexity",
    ],
  ])("is known by the tool's own sentence: %s", (title, category) => {
    expect(classifyTitle(title)).toEqual({ rule_category: category, by: "reviewer_rule" });
  });

  it.each(["[nit] Naming of x", "[P1] Naming of x", "(must-fix) Naming of x", "Naming of x (app.ts)"])(
    "is none in %s",
    (title) => {
      expect(classifyTitle(title)).toEqual({ rule_category: "naming", by: "lexicon" });
    },
  );
});

describe("what people filed", () => {
  const filed = [{ title: "Tide tables are fetched in the wrong order", rule_category: "tides" }];

  it("goes before the lexicon, for the same title and for one nearly the same", () => {
    for (const title of ["Tide tables are fetched in the wrong order", "Tide tables fetched in wrong order"])
      expect(classifyTitle(title, { filed })).toEqual({ rule_category: "tides", by: "organization" });
    expect(classifyTitle("Wrong order of arguments", { filed }).by).toBe("lexicon");
  });
});

it("every pattern of a rule's id and of a tool's sentence is a valid expression of a known category", () => {
  const known = new Set(lexicon.categories.map(({ category }) => category));
  for (const { pattern, category } of [...lexicon.rule_ids, ...lexicon.titles]) {
    expect(() => new RegExp(pattern, "i")).not.toThrow();
    expect(known).toContain(category);
  }
});
