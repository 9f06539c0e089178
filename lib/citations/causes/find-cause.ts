import { decodeSource, findRuns, lineTable, solidHashes } from "../anchoring/text";
import type { DriftCause } from "../contract";
import { type Commit, followRenames, type PullRequest, type RepositorySource } from "../repositories/source";

/** Where the cited lines stood last, as they are on record. */
export type CitedLines = {
  commit: string;
  path: string;
  blob_oid: string;
  line_start: number;
  line_end: number;
};

/** Commits of the cited file that are looked at; each costs two reads of the file. */
const MOST_COMMITS = 200;
/** The same through an API, where each read is a request. */
const MOST_COMMITS_REMOTE = 12;

const unknown = (reason: string): DriftCause => ({ commit: null, merge: null, pull_request: null, reason });

/**
 * The newest commit up to `to` after which the cited lines are not in their file any more, though they were before
 * it, with the merge and the pull request by which it came. Renames of the file are followed.
 * @throws SourceError when the source cannot be read.
 */
export async function findCause(
  source: RepositorySource,
  { cited, to }: { cited: CitedLines; to: string },
): Promise<DriftCause> {
  if (!source.commitsTouching) return unknown("This source does not list the commits of a file.");
  const text = await citedText(source, cited);
  if (text === null) return unknown("The cited version of the file can no longer be read.");
  const most = source.remote ? MOST_COMMITS_REMOTE : MOST_COMMITS;
  const paths = await namesOf(source, { cited, to });
  const commits = await source.commitsTouching({ from: cited.commit, to, paths, most });
  if (commits.length === 0) return unknown("No commit after the cited one changed the file.");
  for (const commit of commits) {
    if (await stands(source, { commit: commit.commit, paths, text })) continue;
    const [parent] = commit.parents;
    if (parent === undefined || !(await stands(source, { commit: parent, paths, text }))) continue;
    return causeOf(source, { commit, to });
  }
  return unknown(`None of the ${commits.length} checked commits of the file removed the lines.`);
}

type CitedText = {
  hashes: Int32Array;
  /** How often the lines stood in the file when they were cited. */
  times: number;
};

async function citedText(source: RepositorySource, cited: CitedLines): Promise<CitedText | null> {
  const bytes = await source.readBlob(cited.blob_oid);
  const file = bytes && decodeSource(bytes);
  if (file?.kind !== "text" || cited.line_end > file.lines.length) return null;
  const hashes = solidHashes(lineTable(file.lines.slice(cited.line_start - 1, cited.line_end)).loose);
  const times = findRuns(hashes, lineTable(file.lines).loose).length;
  return times === 0 ? null : { hashes, times };
}

/** Every name that the cited file had up to a commit. */
async function namesOf(
  source: RepositorySource,
  { cited, to }: { cited: CitedLines; to: string },
): Promise<string[]> {
  const history = await source.fileHistory?.(cited.commit, to).catch(() => null);
  const names = history?.statesAfter(cited.commit, cited.path).flatMap(({ path }) => path ?? []);
  if (names !== undefined) return [...new Set([cited.path, ...names])];
  const renames = await source.renamesBetween(cited.commit, to, "trees").catch(() => []);
  return [...new Set([cited.path, followRenames(cited.path, renames)])];
}

/** Whether the lines are in one of the files as often as when they were cited. */
async function stands(
  source: RepositorySource,
  { commit, paths, text }: { commit: string; paths: readonly string[]; text: CitedText },
): Promise<boolean> {
  for (const path of paths) {
    const file = await source.readFile(commit, path);
    if (!file?.bytes || file.kind !== "file") continue;
    const decoded = decodeSource(file.bytes);
    if (decoded.kind !== "text") continue;
    if (findRuns(text.hashes, lineTable(decoded.lines).loose).length >= text.times) return true;
  }
  return false;
}

async function causeOf(
  source: RepositorySource,
  { commit, to }: { commit: Commit; to: string },
): Promise<DriftCause> {
  const merge = (await source.mergeOf?.(commit.commit, to).catch(() => null)) ?? null;
  // What the forge cannot say now is read out of the messages.
  const pull = (await source.pullRequestOf?.(commit.commit).catch(() => null)) ?? null;
  return {
    commit: shown(commit),
    merge: merge && shown(merge),
    pull_request: pull ? known(pull) : pullRequestIn([commit.subject, merge?.subject ?? ""]),
    reason: null,
  };
}

const shown = ({ commit, author_name, authored_at, subject }: Commit) => ({
  sha: commit,
  author_name,
  authored_at,
  subject,
});

const known = ({ number, title, url }: PullRequest): DriftCause["pull_request"] => ({
  number,
  title,
  url,
  known_by: "github",
});

const NUMBERED = [/\(#(\d{1,9})\)\s*$/, /^Merge pull request #(\d{1,9})\b/];

/** The pull request that the message of a squash (`… (#12)`) or of a merge names; null when none does. */
export function pullRequestIn(subjects: readonly string[]): DriftCause["pull_request"] {
  for (const subject of subjects)
    for (const pattern of NUMBERED) {
      const number = pattern.exec(subject)?.[1];
      if (number !== undefined)
        return { number: Number(number), title: null, url: null, known_by: "message" };
    }
  return null;
}
