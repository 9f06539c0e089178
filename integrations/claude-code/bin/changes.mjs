// Which files and lines are being changed: how near they are to what a memory cites says more than words can tell.

import { execFile } from "node:child_process";
import { isAbsolute, relative, resolve } from "node:path";

/** The prompt waits for git, and reading a very large working copy takes longer than a memory is worth. */
const GIT_MS = 400;
/** A branch that changes more than this is about too much for its files to say anything of the next task. */
const MAX_FILES = 50;
/** The server takes no more. */
const MAX_LINES = 1_000;
const MAX_DIFF_BYTES = 4_000_000;
const NOTHING = { files: [], lines: [] };
/** No program that the repository's configuration names is started, and nothing is locked or written. */
const DIFF =
  "-c core.fsmonitor=false -c core.quotePath=false -c diff.noprefix=false -c diff.mnemonicPrefix=false --no-optional-locks " +
  "diff -U0 --no-color --no-ext-diff --no-textconv --ignore-submodules";

/** Of an agent's edits, files and lines with paths from the root of its working copy; what lies outside is left out. */
export function editedIn(edits, { root, cwd }) {
  if (root === undefined) return NOTHING;
  const folder = typeof cwd === "string" ? cwd : root;
  const inside = edits.flatMap(({ path, hunks = [] }) => {
    const short = relative(root, resolve(folder, path)).replaceAll("\\", "/");
    if (short === "" || short.startsWith("../") || isAbsolute(short)) return [];
    return [{ path: short, hunks }];
  });
  return {
    files: inside.map(({ path }) => path),
    lines: inside.flatMap(({ path, hunks }) => hunks.map((hunk) => ({ path, ...hunk }))).slice(0, MAX_LINES),
  };
}

/**
 * What differs, in tracked files, from where the branch left the default branch, or, where that is unknown or too far
 * away, from the last commit. Nothing where git does not answer in time.
 */
export async function changesOf(root) {
  if (root === undefined) return NOTHING;
  const [ofBranch, uncommitted] = await Promise.all([
    diffOf(root, ["--merge-base", "origin/HEAD"]),
    diffOf(root, ["HEAD"]),
  ]);
  const isNear = ofBranch.files.length > 0 && ofBranch.files.length <= MAX_FILES;
  if (isNear) return ofBranch;
  const files = uncommitted.files.slice(0, MAX_FILES);
  return { files, lines: uncommitted.lines.filter(({ path }) => files.includes(path)) };
}

function diffOf(cwd, arguments_) {
  const options = { cwd, timeout: GIT_MS, maxBuffer: MAX_DIFF_BYTES, windowsHide: true };
  return new Promise((done) => {
    execFile("git", [...DIFF.split(" "), ...arguments_], options, (error, stdout) =>
      done(error ? NOTHING : read(stdout)),
    );
  });
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** Files and lines of a diff without context, the lines as they were before it. */
function read(diff) {
  const files = new Set();
  const lines = [];
  let before;
  // Lines of a hunk may look like headers.
  let skip = 0;
  for (const line of diff.split("\n")) {
    if (skip > 0) {
      if (!line.startsWith("\\")) skip--;
      continue;
    }
    const [, side, path] = /^(---|\+\+\+) [ab]\/([^\t]+)/.exec(line) ?? [];
    if (path !== undefined) files.add(path);
    if (line.startsWith("--- ")) before = path;
    else if (side === "+++") before ??= path;
    const [, start, removed = "1", added = "1"] = HUNK.exec(line) ?? [];
    if (start === undefined) continue;
    skip = Number(removed) + Number(added);
    if (before !== undefined && lines.length < MAX_LINES)
      lines.push({ path: before, ...range(start, removed) });
  }
  return { files: [...files], lines };
}

/** The first and the last of some lines; where lines are only added, the one before them. */
export function range(start, count) {
  const first = Math.max(1, Number(start));
  return { start: first, end: first + Math.max(0, Number(count) - 1) };
}
