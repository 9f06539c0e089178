// Which files are being changed: memories that are about them matter more than words can tell.

import { execFile } from "node:child_process";
import { isAbsolute, relative, resolve } from "node:path";

/** The prompt waits for git, and reading a very large working copy takes longer than a memory is worth. */
const GIT_MS = 400;
/** A branch that changes more than this is about too much for its files to say anything of the next task. */
const MAX_CHANGED = 50;
/** No program that the repository's configuration names is started, and nothing is locked or written. */
const DIFF = [
  "-c",
  "core.fsmonitor=false",
  "--no-optional-locks",
  "diff",
  "--name-only",
  "-z",
  "--ignore-submodules",
];

/** Of an agent's edits, the files as paths from the root of its working copy; others are left out. */
export function editedFiles(edits, { root, cwd }) {
  if (root === undefined) return [];
  const folder = typeof cwd === "string" ? cwd : root;
  return edits
    .map(({ path }) => relative(root, resolve(folder, path)).replaceAll("\\", "/"))
    .filter((path) => path !== "" && !path.startsWith("../") && !isAbsolute(path));
}

/**
 * The tracked files that differ from where the branch left the default branch, or, where that is unknown or too far
 * away, from the last commit. None where git does not answer in time.
 */
export async function changedFiles(root) {
  if (root === undefined) return [];
  const [ofBranch, uncommitted] = await Promise.all([
    diffOf(root, ["--merge-base", "origin/HEAD"]),
    diffOf(root, ["HEAD"]),
  ]);
  const isNear = ofBranch.length > 0 && ofBranch.length <= MAX_CHANGED;
  return isNear ? ofBranch : uncommitted.slice(0, MAX_CHANGED);
}

function diffOf(cwd, arguments_) {
  return new Promise((done) => {
    execFile("git", [...DIFF, ...arguments_], { cwd, timeout: GIT_MS, windowsHide: true }, (error, stdout) =>
      done(error ? [] : stdout.split("\0").filter(Boolean)),
    );
  });
}
