import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { globProblem, hasWildcard } from "@/lib/kernel/globs";
import { changeKeys, changesOf, triggerKeys } from "@/lib/memories";
import type { AppliesTo } from "@/lib/memories/contract";
import { describeChange, isTriggered, matchTriggers } from "./triggers";

function triggers(change: Partial<AppliesTo>): AppliesTo {
  return { globs: [], changes: [], roles: [], origin: "stated", ...change };
}

function match(globs: string[], changedFiles: string[], task = "") {
  return matchTriggers(triggers({ globs }), describeChange({ changedFiles, task, agentType: null }));
}

describe("matchTriggers", () => {
  it.each([
    ["**/*.prisma", "db/schema.prisma"],
    ["**/*.prisma", "schema.prisma"],
    ["apps/web/locales/*.json", "apps/web/locales/de.json"],
    ["src/{ui,forms}/**/*.tsx", "src/forms/a/b.tsx"],
    ["{src,lib}/*.ts", "lib/a.ts"],
    ["**/console/commands/self/**", "src/console/commands/self/add.py"],
    ["app/(app)/[id]/*.tsx", "app/(app)/[id]/page.tsx"],
    ["src/routes/+page*", "src/routes/+page.svelte"],
    [".github/**", ".github/workflows/ci.yml"],
    ["docs/*", "docs/über uns.md"],
    ["**/$id*.tsx", "routes/$id.edit.tsx"],
  ])("matches %s with %s", (glob, path) => {
    expect(match([glob], ["other.txt", path]).glob).toBe(glob);
  });

  it.each([
    ["**/*.prisma", "schema.prisma.ts"],
    ["apps/web/locales/*.json", "apps/web/locales/a/de.json"],
    ["app/[id]/*.tsx", "app/i/page.tsx"],
    ["src/*.ts", "lib/src/a.ts"],
  ])("does not match %s with %s", (glob, path) => {
    expect(match([glob], [path]).glob).toBeNull();
  });

  it("tells a file it names from a file beside it", () => {
    expect(match(["src/a.ts"], ["src/a.ts"])).toMatchObject({ exact_file: true, folder: true });
    expect(match(["src/a.ts"], ["src/b.ts"])).toMatchObject({ exact_file: false, folder: true });
    expect(match(["src/a.ts"], ["src/sub/b.ts"])).toMatchObject({ exact_file: false, folder: false });
  });

  it("reads changed files that are written with ./ or backslashes", () => {
    expect(match(["src/a.ts"], [".\\src\\a.ts"]).exact_file).toBe(true);
    expect(match(["src/a.ts"], ["./src/a.ts"]).exact_file).toBe(true);
  });

  it("matches a kind of change by the files or by the task's words", () => {
    const dependency = triggers({ changes: ["dependency"] });
    const byFile = describeChange({ changedFiles: ["web/package.json"], task: "", agentType: null });
    const byWords = describeChange({ changedFiles: [], task: "Bump zod", agentType: null });
    expect(matchTriggers(dependency, byFile).change).toBe("dependency");
    expect(matchTriggers(dependency, byWords).change).toBe("dependency");
    expect(
      matchTriggers(dependency, describeChange({ changedFiles: ["a.ts"], task: "Fix it", agentType: null })),
    ).toMatchObject({ change: null });
  });

  it("never misses a memory by its keys that it would match in process", () => {
    const segment = fc.constantFrom("a", "b", "*", "**", "x.ts", "*.ts", "{a,b}", "[id]", "a*");
    const name = fc.constantFrom("a", "b", "x.ts", "[id]", "ab", "b.ts");
    fc.assert(
      fc.property(
        fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")),
        fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")),
        (glob, path) => {
          fc.pre(globProblem(glob) === null);
          const change = describeChange({ changedFiles: [path], task: "", agentType: null });
          const found = matchTriggers(triggers({ globs: [glob] }), change);
          const keys = triggerKeys({ globs: [glob], changes: [] });
          if (found.glob !== null || found.exact_file)
            expect(keys.some((key) => change.files.has(key))).toBe(true);
          if (!hasWildcard(glob)) expect(found.exact_file).toBe(glob === path);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("matches the first 100 of 20,000 changed files, and says so", () => {
    const changedFiles = Array.from({ length: 20_000 }, (_, index) => `src/m${index}/f.ts`);
    expect(match(["src/m99/*.ts"], changedFiles).glob).toBe("src/m99/*.ts");
    expect(match(["src/m100/*.ts"], changedFiles).glob).toBeNull();
    expect(describeChange({ changedFiles, task: "", agentType: null }).degraded).toEqual([
      "triggers: only the first 100 of 20000 changed files were matched",
    ]);
  });
});

describe("isTriggered", () => {
  const change = describeChange({ changedFiles: ["src/a.ts"], task: "", agentType: "builder" });

  it("holds for a file that it names, not for one beside it", () => {
    const named = triggers({ globs: ["src/a.ts"] });
    const beside = triggers({ globs: ["src/b.ts"] });
    expect(isTriggered(named, matchTriggers(named, change))).toBe(true);
    expect(isTriggered(beside, matchTriggers(beside, change))).toBe(false);
  });

  it("holds for the agent types it is for, and not by the agent type alone", () => {
    const reviewers = triggers({ globs: ["src/a.ts"], roles: ["reviewer"] });
    expect(isTriggered(reviewers, matchTriggers(reviewers, change))).toBe(false);
    const builders = triggers({ globs: ["src/a.ts"], roles: ["builder"] });
    expect(isTriggered(builders, matchTriggers(builders, change))).toBe(true);
    const anything = triggers({ roles: ["builder"] });
    expect(isTriggered(anything, matchTriggers(anything, change))).toBe(false);
  });
});

describe("changesOf", () => {
  it("counts tests only when nothing else changes or the task is about them", () => {
    expect(changesOf({ changedFiles: ["src/a.ts", "src/a.test.ts"], task: "Fix a" })).not.toContain("test");
    expect(changesOf({ changedFiles: ["src/a.test.ts"], task: "Fix a" })).toContain("test");
    expect(changesOf({ changedFiles: ["src/a.ts"], task: "Write unit tests for a" })).toContain("test");
  });

  it("has keys of its kinds", () => {
    expect(changeKeys(["ci", "docs"])).toEqual(["c:ci", "c:docs"]);
  });
});
