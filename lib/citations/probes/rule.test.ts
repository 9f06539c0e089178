import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/kernel/errors";
import { readProbe } from "./rule";

const NONE = { violations: "none" } as const;
const read = (rule: string, globs: { paths?: string[]; except?: string[] } = {}) =>
  readProbe({ rule, expectation: NONE, paths: [], except: [], ...globs });

const refusal = (rule: string): string => {
  try {
    read(rule);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return "accepted";
};

describe("a probe's rule", () => {
  it.each([
    ["language: cobol\nrule: { pattern: x }", "TypeScript, Tsx"],
    ["rule: { pattern: x }", "language"],
    ["language: ts", "must have a `rule`"],
    ["language: ts\nrule: {}", "must have a `rule`"],
    ["language: ts\nrule: fetch($URL)", "not a list of fields"],
    ["- language: ts", "must be a list of fields"],
    ["language: ts\nrule: { pattern: [", "not valid YAML"],
    ["language: ts\nrule: { pattern: x }\nfiles: [src]", "`paths`"],
    ["language: ts\nrule: { pattern: x }\nfix: y", "changes nothing"],
    [
      `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefgh"
        .split("")
        .map((key, index) => `${key}: &${key} [${Array(9).fill(`*${"abcdefg"[index]}`)}]`)
        .join("\n")}\nlanguage: ts\nrule: { pattern: x }`,
      "too many YAML aliases",
    ],
  ])("is refused with the field and the remedy: %s", (rule, part) => {
    expect(refusal(rule)).toContain("/rule: ");
    expect(refusal(rule)).toContain(part);
  });

  it("speaks about what it matches without its not, beside its conditions or in its all", () => {
    const population = (rule: string) => read(`language: ts\nrule: ${rule}`).population?.rule ?? null;
    expect(population("{ pattern: f($A), not: { has: { pattern: g } } }")).toEqual({ pattern: "f($A)" });
    expect(population("{ all: [{ pattern: f($A) }, { not: { pattern: f(1) } }] }")).toEqual({
      all: [{ pattern: "f($A)" }],
    });
    expect(population("{ pattern: f($A) }")).toBeNull();
    expect(population("{ not: { pattern: f($A) } }")).toBeNull();
  });

  it("covers its globs without the exceptions, in hidden folders too", () => {
    const { covers } = read("language: ts\nrule: { pattern: x }", {
      paths: ["src/**", ".github/**"],
      except: ["src/**/*.test.ts"],
    });
    expect(["src/a.ts", "src/deep/b.ts", ".github/x.ts"].map(covers)).toEqual([true, true, true]);
    expect(["lib/a.ts", "src/a.test.ts"].map(covers)).toEqual([false, false]);
  });

  it("has another digest when its matches could differ, and the same when only comments do", () => {
    const digest = (rule: string, globs = {}) => read(rule, globs).digest;
    const first = digest("language: ts\nrule: { pattern: x }");
    expect(digest("# why\nid: a\nlanguage: TypeScript\nrule:\n  pattern: x\n")).toBe(first);
    expect(digest("language: ts\nrule: { pattern: y }")).not.toBe(first);
    expect(digest("language: js\nrule: { pattern: x }")).not.toBe(first);
    expect(digest("language: ts\nrule: { pattern: x }", { paths: ["src/**"] })).not.toBe(first);
  });
});
