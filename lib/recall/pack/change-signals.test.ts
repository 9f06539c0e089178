import { describe, expect, it } from "vitest";
import { changeSignals } from "./change-signals";
import { describeChange } from "./triggers";

type Rule = { id: string; globs?: string[]; cites?: string[]; roles?: string[] };

function signalsOf(memories: readonly Rule[], changed_files: string[]) {
  const signals = changeSignals(
    memories.map(({ id, globs = [], cites = [], roles = [] }) => ({
      id,
      applies_to: { globs, changes: [], roles, origin: "inferred" as const },
      citations: cites.map((path) => ({ path })),
    })),
    {
      changed_files,
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
});
