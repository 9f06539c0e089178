import { LRUCache } from "lru-cache";
import { parseOid } from "../repositories/source";
import { commitsTouching, fileHistory, log, mergeOf } from "./commit-log";
import { notARepository, resolveGitDir } from "./git-dir";
import { runGit } from "./git-process";
import { createRepository } from "./git-repository";
import { type HeldFolder, holdFolder } from "./held-folder";
import { type GitOptions, type GitSource, LOCAL_TIMEOUT_MS } from "./options";
import { defaultBranch, isAncestor, isOnBranch, resolveRef } from "./refs";
import { renamesBetween } from "./renames";
import { filesWithText, indexOf } from "./text-search";
import { blobOid, listFiles, readBlob, readBlobs, readFile } from "./trees";
import { linesWithWords } from "./word-search";

const sources = new LRUCache<string, GitSource>({
  max: 64,
  dispose: (source) => {
    void source.close();
  },
});

/**
 * Opens a bare or working repository by the absolute path of its top folder. Opening it again gives the same source.
 * `not_a_repository` when the folder does not exist, is no repository, or its git folder is not allowed; parent folders are not
 * searched.
 */
export async function openLocal(path: string, options: GitOptions = {}): Promise<GitSource> {
  const git_dir = await resolveGitDir(path);
  if (options.isAllowed && !(await options.isAllowed(git_dir))) throw notARepository();
  const folder = holdFolder(git_dir);
  // Another folder at the same path is another repository.
  const name = `${git_dir}\0${folder.id}`;
  const known = sources.get(name);
  if (known) return known;
  const probe = await runGit({
    args: ["rev-parse", "--git-dir"],
    folder,
    inherit: options.inherit ?? {},
    timeout_ms: options.timeout_ms ?? LOCAL_TIMEOUT_MS,
    max_bytes: 8192,
  });
  if (probe.exit_code !== 0) throw notARepository();
  const source = createSource(folder, options);
  sources.set(name, source);
  return source;
}

function createSource(folder: HeldFolder, options: GitOptions): GitSource {
  const repository = createRepository(folder, options);
  return {
    git_dir: folder.path,
    resolveRef: (ref) => resolveRef(repository, ref),
    headCommit: () => resolveRef(repository, "HEAD"),
    defaultBranch: () => defaultBranch(repository),
    listFiles: (commit) => listFiles(repository, commit),
    readFile: (commit, path) => readFile(repository, commit, path),
    blobOid: (commit, path) => blobOid(repository, commit, path),
    readBlob: (oid) => readBlob(repository, oid),
    readBlobs: (oids) => readBlobs(repository, oids),

    async renamesBetween(from, to, by) {
      parseOid(from);
      parseOid(to);
      return renamesBetween(repository, { from, to, by });
    },

    isAncestor: (ancestor, commit) => isAncestor(repository, { ancestor, commit }),
    isOnBranch: (commit) => isOnBranch(repository, commit),
    fileHistory: (from, to) => fileHistory(repository, from, to),

    async similarFiles(commit, table, most) {
      return (await indexOf(repository, commit))?.alike(table, most) ?? null;
    },

    filesWithText: (commit, lines) => filesWithText(repository, commit, lines),
    linesWithWords: (commit, words) => linesWithWords(repository, commit, words),
    log: (count, commit) => log(repository, count, commit),
    commitsTouching: (asked) => commitsTouching(repository, asked),
    mergeOf: (commit, to) => mergeOf(repository, { commit, to }),
    close: () => repository.reader.close(),
  };
}
