import { LRUCache } from "lru-cache";
import { type Commit, type FileHistory, parseOid, SourceError } from "../repositories/source";
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
  const format = "--format=%H%x1f%P%x1f%aI%x1f%an%x1f%s";
  const output = await runChecked(repository, [
    "log",
    "--first-parent",
    "-z",
    `-n${count}`,
    format,
    start,
    "--",
  ]);
  return output.split("\0").filter(Boolean).map(parseCommit);
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
