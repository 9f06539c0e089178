import { LRUCache } from "lru-cache";
import { parseOid } from "../repositories/source";
import { fileHistory, log } from "./commit-log";
import { notARepository, resolveGitDir } from "./git-dir";
import { runGit } from "./git-process";
import { createRepository } from "./git-repository";
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
 * `not_a_repository` when the folder does not exist or is no repository; parent folders are not searched.
 */
export async function openLocal(path: string, options: GitOptions = {}): Promise<GitSource> {
  const git_dir = await resolveGitDir(path);
  const known = sources.get(git_dir);
  if (known) return known;
  const probe = await runGit({
    args: [`--git-dir=${git_dir}`, "rev-parse", "--git-dir"],
    inherit: options.inherit ?? {},
    timeout_ms: options.timeout_ms ?? LOCAL_TIMEOUT_MS,
    max_bytes: 8192,
  });
  if (probe.exit_code !== 0) throw notARepository();
  const source = createSource(git_dir, options);
  sources.set(git_dir, source);
  return source;
}

function createSource(git_dir: string, options: GitOptions): GitSource {
  const repository = createRepository(git_dir, options);
  return {
    git_dir,
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
    close: () => repository.reader.close(),
  };
}
