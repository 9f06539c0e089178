import path from "node:path";
import type { Verdict } from "../contract";

// The inflections are listed, not stemmed: "rename", "latest" and "prototype" contain these words and mean none of them.
const RULE_WORDS: readonly (readonly [category: string, words: readonly string[]])[] = [
  ["unused_code", ["unused"]],
  ["imports", ["import", "imports", "imported"]],
  ["type_hints", ["type", "types", "typed", "typing"]],
  ["security", ["security"]],
  ["performance", ["performance"]],
  ["testing", ["test", "tests", "testing"]],
  ["documentation", ["doc", "docs", "docstring", "docstrings", "documentation", "comment", "comments"]],
  ["naming", ["name", "names", "named", "naming"]],
  ["error_handling", ["error", "errors", "exception", "exceptions"]],
];

// Letters, digits and underscores of any script belong to a word, so that `test_data` and `Namé` are words of their own.
const RULES = RULE_WORDS.map(
  ([category, words]) =>
    [
      category,
      new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])(?:${words.join("|")})(?![\\p{L}\\p{M}\\p{N}_])`, "iu"),
    ] as const,
);

/**
 * The rule a finding belongs to when nobody said: the first rule of the table one of whose whole words is in the title,
 * else `general`.
 */
export function inferRuleCategory(title: string): string {
  return RULES.find(([, words]) => words.test(title))?.[0] ?? "general";
}

const PYTHON_TEST = /(^|\/)tests?\/|(^|\/)(test_[^/]*|[^/]*_test|conftest)\.py$/;
const GLOB_SAFE_EXTENSION = /^\.[A-Za-z0-9_+-]{1,16}$/;

/** The glob of the files a finding may speak for, from the path it was found in; `*` when that tells nothing. */
export function inferFilePattern(file_path: string | null | undefined): string {
  const extension = file_path ? path.posix.extname(file_path) : "";
  if (!file_path || !GLOB_SAFE_EXTENSION.test(extension)) return "*";
  switch (extension) {
    case ".py":
      return PYTHON_TEST.test(file_path) ? "tests/**/*.py" : "**/*.py";
    case ".ts":
    case ".tsx":
      return "**/*.{ts,tsx}";
    case ".js":
    case ".jsx":
      return "**/*.{js,jsx}";
    default:
      return `**/*${extension}`;
  }
}

/** `blocked` only when the caller says so; else it follows from whether anything is to be implemented. */
export function verdictOf(said: Verdict | undefined, to_implement: number): Verdict {
  if (said === "blocked") return "blocked";
  if (to_implement > 0) return "needs_fixes";
  return "approved";
}
