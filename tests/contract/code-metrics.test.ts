import { describe, expect, it } from "vitest";
import { measureFile } from "../code/metrics";

const measure = (text: string, path = "lib/example.ts") => measureFile({ path, text });

describe("measuring how a file reads", () => {
  it("counts spreads of literals, and no other spread", () => {
    const { literalSpreads } = measure(
      "const a = { ...{ b }, ...c };\nf(...[d, e], ...g);\nh({\n  ...(i ? { j } : {}),\n  ...({ k }),\n});\n",
    );
    expect(literalSpreads).toEqual([1, 2, 5]);
  });

  it("counts spreads of literals in JSX", () => {
    expect(measure("const a = <A {...{ b }} {...c} />;", "components/a.tsx").literalSpreads).toEqual([1]);
  });

  it("counts a ternary in a branch of another as nested, in parentheses too", () => {
    const { ternaries, nestedTernaries } = measure("const a = b ? c : d;\nconst e = f ? (g ? h : i) : j;\n");
    expect(ternaries).toEqual([1, 2, 2]);
    expect(nestedTernaries).toEqual([2]);
  });

  it("finds banners, and no comment that is a sentence", () => {
    expect(measure("// Reading ----------\n// A reason - with a dash.\n").banners).toEqual([1]);
  });

  it("counts a function's branches, without those of the functions in it", () => {
    const text = "function outer() {\n  if (a && b) return 1;\n  return [].map(() => (c ? d : e ?? f));\n}\n";
    expect(measure(text).functions).toEqual([
      { name: "outer", line: 1, lines: 4, cyclomatic: 3 },
      { name: "(anonymous)", line: 3, lines: 1, cyclomatic: 3 },
    ]);
  });

  it("counts tokens without comments, imports and data", () => {
    const code = "const answer = 42;\n";
    const words = Array.from({ length: 20 }, (_, index) => `"word ${index}"`).join(", ");
    expect(measure(code).tokens).toBe(5);
    expect(measure(`import { a } from "b";\nexport * from "c";\n/** Why. */\n${code}`).tokens).toBe(5);
    expect(measure(`const words = [${words}];\n`).tokens).toBe(4);
  });

  it("leaves blank lines out of the width of a line", () => {
    expect(measure("ab\n\nabcd\n")).toMatchObject({ lines: 3, nonBlankLines: 2, characters: 6 });
  });
});
