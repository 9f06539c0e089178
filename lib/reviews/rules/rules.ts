import path from "node:path";
import type { Verdict } from "../contract";

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
