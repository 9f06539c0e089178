import { execFileSync } from "node:child_process";
import { cloneOf } from "../clones";
import type { PackExam } from "./data";

const MAX_BYTES = 2_000_000;

/**
 * What the commits of an exam's tasks changed in the files that the tasks name, by task: texts of other people, which stay in
 * their clones. Empty without a clone in the folder; a task whose commit it does not have is left out.
 */
export function diffsOf({ repository, tasks }: PackExam, folder: string | undefined): Map<string, string> {
  const clone = folder === undefined ? null : cloneOf(folder, repository);
  const diffs = new Map<string, string>();
  if (clone === null) return diffs;
  for (const { id, from_commit, changed_files = [] } of tasks) {
    const [commit] = from_commit?.split(" ") ?? [];
    if (!commit || changed_files.length === 0) continue;
    const show = ["show", "--first-parent", "-m", "--format=", commit, "--", ...changed_files];
    try {
      const diff = execFileSync("git", ["-C", clone, ...show], {
        encoding: "utf8",
        maxBuffer: 64 * MAX_BYTES,
        stdio: ["ignore", "pipe", "ignore"],
      });
      if (diff !== "") diffs.set(id, diff.slice(0, MAX_BYTES));
    } catch {
      // The clone ends before this commit.
    }
  }
  return diffs;
}
