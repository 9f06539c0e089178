import { describe, expect, it } from "vitest";
import { globProblem, hasWildcard, normalizeGlob } from "./globs";

describe("normalizeGlob", () => {
  it.each([
    ["./apps/web/env.ts", "apps/web/env.ts"],
    ["/src//api/", "src/api/**"],
    ["src\\api\\*.ts", "src/api/*.ts"],
  ])("writes %s as %s", (written, normal) => {
    expect(normalizeGlob(written)).toBe(normal);
  });
});

describe("globProblem", () => {
  it.each([
    "package.json",
    "**/*.prisma",
    "apps/web/app/(app)/[id]/page.tsx",
    "a/{b,c}/*.ts",
    "naïve file.ts",
  ])("accepts %s", (glob) => {
    expect(globProblem(glob)).toBeNull();
  });

  it.each([
    ["", /must not be empty/],
    ["**/*", /matches every file/],
    ["*.*", /matches every file/],
    ["!src/**", /must not start with !/],
    ["../secrets/*.ts", /must not contain \.\./],
    ["src/{a,{b,c}}.ts", /braces/],
    ["src/{a.ts", /braces/],
    ["src/\u0007.ts", /control characters/],
    ["a*b*c*d*e.ts", /at most 3 wildcards between two slashes/],
    ["a*/b*/c*/d*/e*/f*/g*.ts", /at most 6 wildcards/],
    ["x".repeat(301), /at most 300 characters/],
  ])("refuses %j with words that say why", (glob, words) => {
    expect(globProblem(glob)).toMatch(words);
  });
});

describe("hasWildcard", () => {
  it("takes brackets and parentheses as part of a path", () => {
    expect(hasWildcard("app/(app)/[id]/page.tsx")).toBe(false);
    expect(hasWildcard("app/*/page.tsx")).toBe(true);
  });
});
