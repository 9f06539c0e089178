import { expect, it } from "vitest";
import { coverOf } from "./file-patterns";

it.each([
  ["*.py", "tools/deep/run.py", true],
  ["src/*.ts", "src/a.ts", true],
  ["src/*.ts", "src/deep/a.ts", false],
  ["src/**", "src/.hidden/a.ts", true],
])("%s covers %s: %s, as the first and as a later file", (pattern, path, covers) => {
  expect(coverOf(pattern)(path)).toBe(covers);
  expect(["elsewhere.go", path].some(coverOf(pattern))).toBe(covers);
});
