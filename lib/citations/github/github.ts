import { LRUCache } from "lru-cache";
import { type Github, GithubError, type GithubTree, githubRepository } from "@/lib/github";
import {
  type Commit,
  isFullOid,
  kindOf,
  parseOid,
  parseRef,
  parseRepositoryPath,
  type Rename,
  type RepositorySource,
  SourceError,
  type SourceErrorCode,
  type TreeEntry,
  type TreeFiles,
} from "../repositories/source";
import { guessRenames } from "./renames";

/** What GitHub's refusals mean for a check: nothing about the content, except a rule of ours or a limit of theirs. */
function toSourceError(error: unknown): unknown {
  if (!(error instanceof GithubError)) return error;
  const code: SourceErrorCode =
    error.code === "refused" || error.code === "rejected" ? "refused" : "unreachable";
  return new SourceError(code, error.message, { cause: error });
}

async function asked<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw toSourceError(error);
  });
}

const files_of = new WeakMap<GithubTree, TreeFiles>();

/**
 * The refs that a name may be short for. Branches first: a tag of the same name must not decide what a push to the
 * branch is checked against.
 */
function refsOf(name: string): string[] {
  if (name.startsWith("refs/")) return [name.slice("refs/".length)];
  if (isFullOid(name)) return [];
  return [`heads/${name}`, `tags/${name}`];
}

/** A repository at GitHub, `owner/name`, read through its API. Nothing is asked yet. */
export function openGithub(github: Github, full_name: string): RepositorySource {
  const repository = githubRepository(github, full_name);
  const renames = new LRUCache<string, readonly Rename[]>({ max: 200 });

  /** GitHub says 404 also for what may not be seen: a commit is gone only if the repository itself is there. */
  async function absent(message: string): Promise<SourceError> {
    await asked(repository.defaultBranch());
    return new SourceError("unknown_ref", message);
  }

  async function resolveRef(ref = "HEAD"): Promise<string> {
    const name = parseRef(ref);
    if (name === "HEAD") {
      const branch = await asked(repository.defaultBranch());
      const commit = await asked(repository.commitOfRef(`heads/${branch}`));
      if (commit) return commit;
      throw new SourceError("unknown_ref", "The repository has no commits yet.");
    }
    for (const each of refsOf(name)) {
      const commit = await asked(repository.commitOfRef(each));
      if (commit) return commit;
    }
    const commit = /^[0-9a-f]{7,64}$/.test(name) ? await asked(repository.findCommit(name)) : null;
    return commit ?? Promise.reject(await absent(`The repository has no branch, tag or commit ${name}.`));
  }

  async function treeOf(commit: string): Promise<GithubTree> {
    const tree = await asked(repository.tree(parseOid(commit)));
    return tree ?? Promise.reject(await absent(`The repository has no commit ${commit}.`));
  }

  async function listFiles(commit: string): Promise<TreeFiles> {
    const tree = await treeOf(commit);
    const known = files_of.get(tree);
    if (known) return known;
    const files = new Map([...tree.leaves].map(([path, leaf]) => [path, toEntry(leaf)]));
    files_of.set(tree, files);
    return files;
  }

  async function readBlobs(oids: readonly string[]): Promise<ReadonlyMap<string, Buffer | null>> {
    return asked(repository.blobs(oids.map(parseOid)));
  }

  const readBlob = async (oid: string) => (await readBlobs([oid])).get(oid) ?? null;

  return {
    remote: true,
    resolveRef,
    headCommit: () => resolveRef("HEAD"),
    defaultBranch: () => asked(repository.defaultBranch()),
    listFiles,
    readBlob,
    readBlobs,

    async readFile(commit, path) {
      const plain = parseRepositoryPath(path);
      const { leaves, folders } = await treeOf(commit);
      const folder = folders.get(plain);
      if (folder !== undefined) return { kind: "directory", blob_oid: folder, mode: "040000", bytes: null };
      const leaf = leaves.get(plain);
      if (!leaf) return null;
      const { kind, mode, oid } = toEntry(leaf);
      return { kind, blob_oid: oid, mode, bytes: kind === "submodule" ? null : await readBlob(oid) };
    },

    async blobOid(commit, path) {
      const entry = (await listFiles(commit)).get(parseRepositoryPath(path));
      if (entry && entry.kind !== "submodule") return entry.oid;
      return null;
    },

    async renamesBetween(from, to, by) {
      // The API compares two commits; the renames of each commit between them would cost a request for each.
      if (by === "history") return [];
      const key = `${parseOid(from)}..${parseOid(to)}`;
      const known = renames.get(key);
      if (known) return known;
      const [before, after] = [await listFiles(from), await listFiles(to)];
      const reported = (await asked(repository.renames(from, to))) ?? [];
      const pairs = await guessRenames({ before, after, reported, readBlobs });
      const found = pairs.map((pair) => ({ commit: to, ...pair }));
      renames.set(key, found);
      return found;
    },

    // Code search knows the default branch only, and not at once.
    filesWithText: async () => null,

    async log(count, commit) {
      if (!Number.isInteger(count) || count < 1 || count > 1000)
        throw new SourceError("refused", "Between 1 and 1,000 commits can be listed.");
      const start = commit === undefined ? await resolveRef("HEAD") : parseOid(commit);
      const found: Commit[] = [];
      const seen = new Map<string, Commit>();
      let next: string | undefined = start;
      for (let page = 1; next !== undefined && found.length < count && page <= MAX_PAGES; page += 1) {
        const commits = await asked(repository.commits(start, page));
        for (const each of commits) seen.set(each.commit, each);
        for (let at = seen.get(next); at && found.length < count; at = next ? seen.get(next) : undefined) {
          found.push(at);
          next = at.parents[0];
        }
        if (commits.length < PAGE) break;
      }
      return found;
    },

    async commitsTouching({ from, to, paths, most }) {
      const found: Commit[] = [];
      for (const path of paths) found.push(...(await asked(repository.commits(parseOid(to), 1, path))));
      // The API names no range: what is older than the commit that one asks from comes along.
      return found.filter(({ commit }) => commit !== from).slice(0, most);
    },

    async pullRequestOf(commit) {
      const pulls = await asked(repository.pullRequestsOf(parseOid(commit)));
      const pull = pulls.find(({ merged }) => merged) ?? pulls[0];
      return pull ? { number: pull.number, title: pull.title, url: pull.url } : null;
    },

    close: async () => undefined,
  };
}

const PAGE = 100;
const MAX_PAGES = 30;

function toEntry({ mode, oid, size }: { mode: string; oid: string; size: number | null }): TreeEntry {
  const kind = kindOf(mode);
  return { kind: kind === "directory" ? "file" : kind, mode, oid, ...(size !== null && { size }) };
}
