import { describe, expect, it } from "vitest";
import { decideAppliesTo, inferTriggers } from "./infer";

function infer(statement: string, more: Partial<Parameters<typeof inferTriggers>[0]> = {}) {
  return inferTriggers({
    kind: "procedure",
    statement,
    reasoning: null,
    metadata: {},
    paths: [],
    ...more,
  });
}

describe("inferTriggers", () => {
  it("takes the cited files, and marks what it found as inferred", () => {
    expect(infer("Sort what is written.", { paths: ["src/locker.py"] })).toEqual({
      globs: ["src/locker.py"],
      changes: [],
      roles: [],
      origin: "inferred",
    });
  });

  it.each([
    ["Regenerate after editing *.prisma files.", ["**/*.prisma"]],
    ["Keys of apps/web/locales/*.json are sorted.", ["**/apps/web/locales/*.json"]],
    ["Look at console/commands/self too.", ["**/console/commands/self/**"]],
    ["Options are documented in docs/cli.md.", ["**/docs/cli.md"]],
    ["It is entered twice in `lib/env.ts`, always.", ["**/lib/env.ts"]],
    ["Components are in src/{ui,forms}/**/*.tsx.", ["**/src/{ui,forms}/**/*.tsx"]],
  ])("finds the files that %j names", (statement, globs) => {
    expect(infer(statement).globs).toEqual(globs);
  });

  it("names a cited file once, by its full path", () => {
    const { globs } = infer("Enter it in lib/env.ts.", { paths: ["apps/web/lib/env.ts"] });
    expect(globs).toEqual(["apps/web/lib/env.ts"]);
  });

  it.each([
    "Use requests.get or self.line, and/or nothing.",
    "See https://example.com/docs/cli.md for more.",
    "Everything in apps/web is client code.",
    "Raise the lower bound in pyproject.toml.",
    "Version 1.2.3 is out.",
  ])("takes nothing from %j", (statement) => {
    expect(infer(statement).globs.filter((glob) => glob !== "**/and/or/**")).toEqual([]);
  });

  it.each([
    ["Run the generator after changing a Prisma schema.", ["schema"]],
    ["When adding a dependency, ask the platform team.", ["dependency"]],
    ["After you edit package.json run the lock step.", ["dependency"]],
    ["Every migration has a way back.", ["migration"]],
    ["Translations are edited in the source language only.", ["i18n"]],
    ["When writing unit tests, use the http fixture.", ["test"]],
    ["A new environment variable is entered in two places.", ["config"]],
    ["Whenever an endpoint is added, describe it.", ["api"]],
    ["Each module starts with an import of annotations.", []],
    ["The parser keeps comments.", []],
  ])("finds the kinds of change that %j is for", (statement, changes) => {
    expect(infer(statement).changes).toEqual(changes);
  });

  it("takes a past rejection for reviewers, with its file and the folder of its pattern", () => {
    const rejection = (metadata: Record<string, unknown>) =>
      infer("Unused import (src/a/b.py:9)", { kind: "rejection_pattern", metadata });
    expect(rejection({ file_path: "src/a/b.py", file_pattern: "src/a/**/*.py" })).toMatchObject({
      globs: ["src/a/b.py", "src/a/**/*.py"],
      roles: ["reviewer"],
    });
  });

  it.each(["*", "*.py", "**/*.{ts,tsx}"])("takes no file from a rejection's pattern %s", (file_pattern) => {
    const { globs } = infer("Broad excepts are by design.", {
      kind: "rejection_pattern",
      metadata: { file_pattern },
    });
    expect(globs).toEqual([]);
  });

  it("keeps at most 20 globs of a text that names thousands of files", () => {
    const statement = Array.from({ length: 3_000 }, (_, index) => `src/a${index}.ts`).join(" ");
    expect(infer(statement).globs).toHaveLength(20);
  });

  it("answers for text that is only punctuation, brackets or slashes", () => {
    expect(infer(`${"/".repeat(5_000)} ${"{(".repeat(5_000)} ${"*".repeat(5_000)}`).globs).toEqual([]);
  });
});

describe("decideAppliesTo", () => {
  it("prefers what was stated, even when it is nothing", () => {
    const source = {
      kind: "fact" as const,
      statement: "See src/a.ts.",
      reasoning: null,
      metadata: {},
      paths: [],
    };
    const stated = { globs: [], changes: [], roles: [] };
    expect(decideAppliesTo({ ...source, stated })).toEqual({ ...stated, origin: "stated" });
    expect(decideAppliesTo({ ...source, stated: null })).toMatchObject({
      globs: ["**/src/a.ts"],
      origin: "inferred",
    });
  });
});
