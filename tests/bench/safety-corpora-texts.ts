import { spawnSync } from "node:child_process";
import { git } from "./citations-git";
import { isAside, type SafetyCase } from "./safety-cases";

export const MOST_CHARACTERS = 8_000;

export const asCase = (family: string, text: string): SafetyCase => ({
  family,
  text: text.slice(0, MOST_CHARACTERS),
  aside: isAside(text),
});

export const filesOf = (git_dir: string, pattern: RegExp): string[] =>
  git(git_dir, "ls-tree", "-r", "--name-only", "HEAD")
    .split("\n")
    .filter((path) => pattern.test(path));

/** The texts of files at the newest commit, in one process of git. */
export function textsOf(git_dir: string, paths: readonly string[]): Map<string, string> {
  const { stdout } = spawnSync("git", [`--git-dir=${git_dir}`, "cat-file", "--batch"], {
    input: paths.map((path) => `HEAD:${path}\n`).join(""),
    maxBuffer: 1_000_000_000,
  });
  const texts = new Map<string, string>();
  let offset = 0;
  for (const path of paths) {
    const end = stdout.indexOf(10, offset);
    const size = Number(stdout.toString("latin1", offset, end).split(" ")[2]);
    if (Number.isNaN(size)) {
      offset = end + 1;
      continue;
    }
    texts.set(path, stdout.toString("utf8", end + 1, end + 1 + size));
    offset = end + 2 + size;
  }
  return texts;
}
