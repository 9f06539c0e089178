import { LRUCache } from "lru-cache";
import {
  type Commit,
  type FileHistory,
  parseOid,
  parseRepositoryPath,
  SourceError,
} from "../repositories/source";
import { FILE_HISTORY_FORMAT, type HeldHistory, readFileHistory } from "./file-history";
import { failureOf, type GitRepository, run, runChecked } from "./git-repository";
import { resolveRef } from "./refs";
import { RENAME_LIMIT } from "./renames";

/** What commits did to files; keys are the repository and both commits. */
const histories = new LRUCache<string, HeldHistory>({
  maxSize: 200_000,
  sizeCalculation: ({ changes }) => changes + 1,
});
const HISTORY_BYTES = 24_000_000;

export async function fileHistory(
  repository: GitRepository,
  from: string,
  to: string,
): Promise<FileHistory | null> {
  const key = `${repository.git_dir}\0${parseOid(from)}..${parseOid(to)}`;
  const known = histories.get(key);
  if (known) return known;
  if (from === to) return null;
  const args = ["log", ...FILE_HISTORY_FORMAT, "-M", `-l${RENAME_LIMIT}`, `${from}..${to}`, "--"];
  const outcome = await run(repository, args, HISTORY_BYTES);
  if (outcome.exit_code !== 0) throw failureOf(outcome);
  const { stdout } = outcome;
  const read = readFileHistory(stdout.toString("utf8"), from);
  if (read) histories.set(key, read);
  return read;
}

export async function log(repository: GitRepository, count: number, commit?: string): Promise<Commit[]> {
  if (!Number.isInteger(count) || count < 1 || count > 1000) {
    throw new SourceError("refused", "Between 1 and 1,000 commits can be listed.");
  }
  const start = commit === undefined ? await resolveRef(repository, "HEAD") : parseOid(commit);
  return listCommits(repository, ["--first-parent", `-n${count}`, start, "--"]);
}

const COMMIT_FORMAT = "--format=%H%x1f%P%x1f%aI%x1f%an%x1f%s";

async function listCommits(repository: GitRepository, args: readonly string[]): Promise<Commit[]> {
  const output = await runChecked(repository, ["log", "-z", COMMIT_FORMAT, ...args]);
  return output.split("\0").filter(Boolean).map(parseCommit);
}

export async function commitsTouching(
  repository: GitRepository,
  { from, to, paths, most }: { from: string; to: string; paths: readonly string[]; most: number },
): Promise<Commit[]> {
  const range = `${parseOid(from)}..${parseOid(to)}`;
  const files = paths.map((path) => `:(literal)${parseRepositoryPath(path)}`);
  return listCommits(repository, ["--topo-order", `-n${most}`, range, "--", ...files]);
}

/** Commits that are looked through for the merge that brought another one. */
const MOST_MERGED = 20_000;

export async function mergeOf(
  repository: GitRepository,
  { commit, to }: { commit: string; to: string },
): Promise<Commit | null> {
  const range = `${parseOid(commit)}..${parseOid(to)}`;
  const list = async (way: string) =>
    (await runChecked(repository, ["rev-list", way, `-n${MOST_MERGED}`, range, "--"]))
      .split("\n")
      .filter(Boolean);
  const [straight, leading] = [await list("--first-parent"), new Set(await list("--ancestry-path"))];
  // The oldest of the first parents that the commit leads to brought it.
  const merge = straight.findLast((one) => leading.has(one));
  if (merge === undefined) return null;
  const [found] = await log(repository, 1, merge);
  if (found === undefined || found.parents.length < 2 || found.parents[0] === commit) return null;
  return found;
}

function parseCommit(record: string): Commit {
  const [commit = "", parents = "", authored_at = "", author_name = "", ...subject] = record.split("\u001f");
  return {
    commit,
    parents: parents.split(" ").filter(Boolean),
    author_name,
    authored_at,
    subject: subject.join("\u001f"),
  };
}
