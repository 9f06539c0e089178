import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * The repository (owner/name of its remote) and the commit of the folder that the agent works in, read from git's own
 * files: starting git takes longer than everything else here. Outside a repository: an empty object.
 */
export function placeOf(folder) {
  try {
    const { git, common } = gitFolders(startOf(folder));
    const config = readFileSync(join(common, "config"), "utf8");
    const remotes = [...config.matchAll(/^\[remote "([^"]+)"\]\s*\n((?:(?!\[).*\n?)*)/gm)];
    const remote = remotes.find(([, name]) => name === "origin") ?? remotes[0];
    const address = remote && /^\s*url\s*=\s*(\S+)\s*$/m.exec(remote[2])?.[1];
    const repository = address && /([^/:\\]+\/[^/:\\]+?)(?:\.git)?\/?$/.exec(address)?.[1];
    const commit = commitOf(git, common);
    return { ...(repository && { repository }), ...(commit && { ref: commit }) };
  } catch {
    return {};
  }
}

/** The topmost folder of the working copy that a folder is in; undefined outside of one. */
export function rootOf(folder) {
  try {
    return gitFolders(startOf(folder)).root;
  } catch {
    return undefined;
  }
}

const startOf = (folder) => resolve(typeof folder === "string" ? folder : ".");

/** The working copy of a folder, its git folder, and the one it shares with others when it is a linked working tree. */
function gitFolders(start) {
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, ".git");
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) return { root: folder, git: path, common: path };
    if (found?.isFile()) {
      const git = resolve(
        folder,
        readFileSync(path, "utf8")
          .replace(/^gitdir:\s*/, "")
          .trim(),
      );
      return { root: folder, git, common: resolve(git, readIfThere(join(git, "commondir")) ?? ".") };
    }
    if (dirname(folder) === folder) throw new Error("not in a git repository");
  }
}

function commitOf(git, common) {
  const head = readIfThere(join(git, "HEAD"));
  const name = head && /^ref: (\S+)$/.exec(head)?.[1];
  if (!name) return head;
  const packed = readIfThere(join(common, "packed-refs"));
  return (
    readIfThere(join(git, name)) ??
    readIfThere(join(common, name)) ??
    packed
      ?.split("\n")
      .find((line) => line.endsWith(` ${name}`))
      ?.slice(0, 40)
  );
}

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}
