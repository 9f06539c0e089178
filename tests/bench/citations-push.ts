/**
 * A push to a repository that many memories cite: 20,000 citations, 20 files of which change. Measured through the product
 * as its job does it, with the first check after the push beside later ones.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inProcess } from "./citations-product";
import type { TrueRepository } from "./citations-truth-file";

export type PushTask = {
  git_dir: string;
  /** The head that is cited. */
  from: string;
  citations: number;
  files: number;
  /** The address of a PostgreSQL server; null: the embedded database. */
  server: string | null;
};

/** What the process that checks is told by the one that stored. */
export type PushCheckTask = {
  connection_string: string;
  root: string;
  repository_id: string;
  git_dir: string;
  /** A first push, after which every single memory is checked. */
  warming: string;
  pushed: string;
  files: number;
  /** Memories that cite a file which the push changes, one citation each. */
  singles: string[];
};

export type PushFigures = {
  citations: number;
  files: number;
  /** Of the citations, those whose verdict is not `unchanged`. */
  changed: number;
  first_sweep_seconds: number;
  push_sweep_seconds: number;
  first_check_ms: number;
  later_check_median_ms: number;
  later_check_p95_ms: number;
  later_checks: number;
};

const CITATIONS = 20_000;
const FILES = 20;

/** Minutes: most of them store the memories. Null when nothing is known of its commits. */
export async function measurePush(
  git_dir: string,
  { pairs }: TrueRepository,
  server: string | null,
): Promise<PushFigures | null> {
  const head = pairs.at(-1)?.to;
  if (!head) return null;
  const task: PushTask = { git_dir, from: head, citations: CITATIONS, files: FILES, server };
  return inProcess("tests/bench/citations-push-store.ts", task);
}

/** Writes a commit in which the middle line of each file reads differently and a line was put above the first. */
export function commitEdits(git_dir: string, parent: string, paths: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "casebook-bench-index-"));
  const env = {
    ...process.env,
    GIT_INDEX_FILE: join(folder, "index"),
    GIT_AUTHOR_NAME: "bench",
    GIT_AUTHOR_EMAIL: "bench@example.com",
    GIT_COMMITTER_NAME: "bench",
    GIT_COMMITTER_EMAIL: "bench@example.com",
  };
  const git = (args: readonly string[], input?: string) =>
    execFileSync("git", [`--git-dir=${git_dir}`, ...args], { env, input, encoding: "utf8" }).trim();
  try {
    git(["read-tree", parent]);
    for (const path of paths) {
      const lines = git(["show", `${parent}:${path}`]).split("\n");
      const middle = Math.floor(lines.length / 2);
      const edited = lines.map((line, index) => (index === middle ? `${line} edited_by_the_push` : line));
      const blob = git(
        ["hash-object", "-w", "--stdin"],
        `${["first line of the push", ...edited].join("\n")}\n`,
      );
      git(["update-index", "--cacheinfo", `100644,${blob},${path}`]);
    }
    return git(["commit-tree", git(["write-tree"]), "-p", parent, "-m", "Edit twenty files"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
