import { LRUCache } from "lru-cache";
import { parseOid } from "../repositories/source";
import { commitsTouching, fileHistory, log, mergeOf } from "./commit-log";
import { notARepository, resolveGitDir } from "./git-dir";
import { createRepository, type GitRepository, run } from "./git-repository";
import { holdFolder } from "./held-folder";
import type { GitOptions, GitSource } from "./options";
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
  const repository = createRepository(folder, options);
  await checkReadable(repository);
  const source = createSource(repository);
  sources.set(name, source);
  return source;
}

/** No object has this id, so that nothing of the repository must be sound for the answer. */
const NO_OBJECT = "0".repeat(40);

/** By the process that will read its objects; git is asked why only where that one fails. */
async function checkReadable(repository: GitRepository): Promise<void> {
  try {
    await repository.reader.read(NO_OBJECT);
  } catch (error) {
    const { exit_code } = await run(repository, ["rev-parse", "--git-dir"]);
    throw exit_code === 0 ? error : notARepository();
  }
}

function createSource(repository: GitRepository): GitSource {
  return {
    git_dir: repository.git_dir,
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
