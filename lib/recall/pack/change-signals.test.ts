import { describe, expect, it } from "vitest";
import type { LineRange } from "@/lib/memories";
import { changeSignals } from "./change-signals";
import { describeChange } from "./triggers";

type Rule = { id: string; globs?: string[]; cites?: string[]; roles?: string[] };

/** Each memory cites lines 100 to 109 of its files. */
function signalsOf(memories: readonly Rule[], changed_files: string[], changed_lines: LineRange[] = []) {
  const signals = changeSignals(
    memories.map(({ id, globs = [], cites = [], roles = [] }) => ({
      id,
      applies_to: { globs, changes: [], roles, origin: "inferred" as const },
      citations: cites.map((path) => ({ path, line_start: 100, line_end: 109 })),
    })),
    {
      changed_files,
      changed_lines,
      change: describeChange({ changedFiles: changed_files, task: "", agentType: "builder" }),
    },
  );
  return (id: string) => signals.get(id);
}

describe("changeSignals", () => {
  it("says less of a memory the more of them apply to the same changed file", () => {
    const of = signalsOf(
      [
        { id: "a", globs: ["**/default.yml"] },
        { id: "b", globs: ["**/default.yml"] },
        { id: "c", globs: ["**/default.yml", "src/cache/**"] },
      ],
      ["config/default.yml", "src/cache/key.ts"],
    );
    expect(of("a")?.changed_glob).toBeCloseTo(1 / 3);
    expect(of("b")?.changed_glob).toBeCloseTo(1 / 3);
    expect(of("c")?.changed_glob).toBe(1);
  });

  it("does not count memories that are for other roles", () => {
    const of = signalsOf(
      [
        { id: "a", globs: ["src/**"] },
        { id: "b", globs: ["src/**"], roles: ["reviewer"] },
      ],
      ["src/a.ts"],
    );
    expect(of("a")?.changed_glob).toBe(1);
    expect(of("b")?.changed_glob).toBe(0);
  });

  it("counts cited code in full, cited documentation half, and a named file where nothing is cited", () => {
    const of = signalsOf(
      [
        { id: "code", cites: ["src/a.ts"] },
        { id: "docs", cites: ["docs/a.md"] },
        { id: "named", globs: ["src/a.ts"] },
        { id: "other", cites: ["src/b.ts"] },
      ],
      ["src/a.ts", "docs/a.md"],
    );
    expect(["code", "docs", "named", "other"].map((id) => of(id)?.cited_file)).toEqual([1, 0.5, 1, 0]);
  });

  it.each([
    ["the cited lines themselves", [104, 104], 1],
    ["lines around them", [90, 120], 1],
    ["the line behind them", [110, 110], 0.87],
    ["lines of the same function", [120, 125], 0.53],
    ["lines far away", [400, 410], 0],
  ])("says how near changed lines are to cited ones: %s", (_, [start = 0, end = 0], expected) => {
    const memories = [
      { id: "a", cites: ["src/b.ts", "src/a.ts"] },
      { id: "b", cites: ["src/c.ts"] },
    ];
    const of = signalsOf(memories, ["src/a.ts"], [{ path: "src/a.ts", start, end }]);
    expect(of("a")?.cited_lines).toBeCloseTo(expected, 1);
    expect(of("b")?.cited_lines).toBe(0);
  });

  it("expects what is usual where the changed lines of a cited file are not known", () => {
    const memories = [
      { id: "cited", cites: ["src/a.ts"] },
      { id: "named", globs: ["src/a.ts"] },
      { id: "other", cites: ["src/b.ts"] },
    ];
    const of = signalsOf(memories, ["src/a.ts"], [{ path: "src/c.ts", start: 1, end: 1 }]);
    expect(["cited", "named", "other"].map((id) => of(id)?.cited_lines)).toEqual([0.24, 0.24, 0]);
  });
});
