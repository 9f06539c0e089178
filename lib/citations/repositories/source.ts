/**
 * The port behind which a repository is read: git on this server, or a forge through its API. What is asked about a
 * commit or an object id never changes, so implementations keep answers for as long as they like; only what a ref
 * stands for is asked again each time.
 */

import type { LineTable } from "../anchoring/text";

/**
 * Why a source could not answer. `unreachable`: it is down, busy or refuses us, which says nothing about its content.
 * `refused`: a rule of ours forbids it. Messages hold no credentials and may be shown to callers.
 */
export type SourceErrorCode =
  | "not_a_repository"
  | "unknown_ref"
  | "invalid_path"
  | "unreachable"
  | "timeout"
  | "refused";

export class SourceError extends Error {
  override readonly name = "SourceError";

  constructor(
    readonly code: SourceErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What was asked, or the failure itself where the source did not answer, which says nothing of the content. */
export async function unlessFailed<T>(asked: Promise<T>): Promise<T | SourceError> {
  return asked.catch((error: unknown) => {
    if (error instanceof SourceError) return error;
    throw error;
  });
}

export type FileKind = "file" | "symlink" | "submodule" | "directory";

/** A leaf of a commit's tree: a file, a symbolic link or a submodule; folders are in the paths. */
export interface TreeEntry {
  kind: Exclude<FileKind, "directory">;
  /** Git's mode, six octal digits: 100644, 100755, 120000, 160000. */
  mode: string;
  /** Object id; for a submodule the commit it is pinned to. */
  oid: string;
  /** Bytes, when the source tells them without being asked again. */
  size?: number;
}

/** Every leaf of a commit by its path from the root, without a leading slash, in the tree's order. */
export type TreeFiles = ReadonlyMap<string, TreeEntry>;

/** What stands at a path in a commit. */
export interface RepositoryFile {
  kind: FileKind;
  /** Object id; for a submodule the commit it is pinned to. */
  blob_oid: string;
  /** Git's mode, six octal digits: 100644, 100755, 120000, 160000, 040000. */
  mode: string;
  /** A file's content, or the path a symbolic link points to; null for folders, submodules and too large files. */
  bytes: Buffer | null;
}

/** A file that was renamed on the way to a commit. */
export interface Rename {
  commit: string;
  from: string;
  to: string;
}

/** What one commit did to one file, against its first parent. Paths are null where there was none or is none. */
export interface FileChange {
  from: string | null;
  to: string | null;
  /** The content before and after; null where there was or is no file, but a link, say. */
  blob_before: string | null;
  blob_oid: string | null;
}

/** What each commit on the first parents between two commits did. */
export interface FileHistory {
  /** The states of the file at `path` after a commit, oldest first; the last has no path when the file was deleted. */
  statesAfter(commit: string, path: string): readonly FileState[];
  changesOf(commit: string): readonly FileChange[];
}

export interface FileState {
  commit: string;
  path: string | null;
  blob_oid: string | null;
}

export interface Commit {
  commit: string;
  parents: string[];
  author_name: string;
  /** ISO 8601 with the author's offset. */
  authored_at: string;
  subject: string;
}

export interface PullRequest {
  number: number;
  title: string;
  url: string;
}

/** Trees with more files are not held line by line: searching them costs a process or a request each time. */
export const MOST_HELD_FILES = 10_000;

/** A line of a file that holds a word; lines count from 1. */
export type WordPlace = { path: string; line: number; text: string };

/**
 * A repository that can be read. Commits and objects are full ids (see `resolveRef`), lower case. Every function may
 * reject with a SourceError; `unknown_ref` for a commit that the repository does not have (any more), `unreachable` and
 * `timeout` for what says nothing about the content.
 */
export interface RepositorySource {
  /** Each content costs a part of a request: what is stored of old files is used instead of reading them again. */
  readonly remote?: true;
  /** The commit a branch, a tag, a full ref name or a commit id stands for; default HEAD. `unknown_ref` when none. */
  resolveRef(ref?: string): Promise<string>;
  /** The commit of the default branch; `unknown_ref` while the repository is empty. */
  headCommit(): Promise<string>;
  /** The branch HEAD points to, without `refs/heads/`; null when HEAD is detached. */
  defaultBranch(): Promise<string | null>;
  /**
   * The whole tree of a commit, to be shared and not changed. `refused` when it is too large to be listed: then ask
   * for single paths.
   */
  listFiles(commit: string): Promise<TreeFiles>;
  /** What is at a path; null when nothing is. Links are reported, not followed. */
  readFile(commit: string, path: string): Promise<RepositoryFile | null>;
  /** The blob at a path: enough to see that a file is the same. Null when there is no file or link. */
  blobOid(commit: string, path: string): Promise<string | null>;
  /**
   * A blob's content; null when the repository has no such blob or it is too large. The same blob asked again soon is
   * the same Buffer, as what is computed from it is kept with it.
   */
  readBlob(oid: string): Promise<Buffer | null>;
  /** Many blobs in as few round trips as the source allows; as {@link readBlob} for each. Ids may repeat. */
  readBlobs(oids: readonly string[]): Promise<ReadonlyMap<string, Buffer | null>>;
  /**
   * How files were renamed from one commit to another, to be applied in order (see {@link followRenames}). By
   * `history`: commit by commit along the first parents of `to`, oldest first; empty when the source does not know them
   * or `from` is not among them. By `trees`: both ends compared, whatever lies between; what is beyond the source's
   * limits is left out. `unknown_ref` when either commit is gone.
   */
  renamesBetween(from: string, to: string, by: "history" | "trees"): Promise<readonly Rename[]>;
  /**
   * Every state that files went through between two commits, along the first parents of `to`. Null, or no such function,
   * when the source does not know it, `from` is not among them, or it is too long to be held.
   */
  fileHistory?(from: string, to: string): Promise<FileHistory | null>;
  /** Whether one commit is another or leads to it. Absent when the source cannot tell. */
  isAncestor?(ancestor: string, commit: string): Promise<boolean>;
  /** Whether a branch holds a commit. Absent when the source cannot tell. */
  isOnBranch?(commit: string): Promise<boolean>;
  /**
   * For each of some lines (trimmed, not blank) the paths of text files of a commit that hold a line that reads like
   * it, white space at its ends aside; a line that is in more than 100 files may answer any 100 of them. Lines of
   * binary files and of files that are not UTF-8 need not be found. Null when the source cannot search.
   */
  filesWithText(
    commit: string,
    lines: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]> | null>;
  /** The lines that hold words as whole words, see `linesWithWords`. Absent where the source cannot search. */
  linesWithWords?(
    commit: string,
    words: readonly string[],
  ): Promise<ReadonlyMap<string, readonly WordPlace[]> | null>;
  /**
   * Paths of at most `most` files of a commit that share the largest part of a file's lines, likest first: where that
   * file may have gone. Null, or no such function, when the source cannot tell without reading everything.
   */
  similarFiles?(commit: string, table: LineTable, most: number): Promise<readonly string[] | null>;
  /** The latest `count` (1–1,000) commits on the first-parent chain of a commit (default HEAD), newest first. */
  log(count: number, commit?: string): Promise<Commit[]>;
  /**
   * The latest commits, at most `most`, that changed one of these files on any way to `to`, newest first, as `git log`
   * lists them: a merge only where it differs from all that it merged. Only those after `from`, where the source can
   * tell. Absent where the source cannot list them.
   */
  commitsTouching?(asked: {
    from: string;
    to: string;
    paths: readonly string[];
    most: number;
  }): Promise<Commit[]>;
  /** The merge by which a commit came to the first parents of another; null when it is one of them, or none is known. */
  mergeOf?(commit: string, to: string): Promise<Commit | null>;
  /** The pull request by which a commit came, as the forge knows it; null when there is none. Absent without a forge. */
  pullRequestOf?(commit: string): Promise<PullRequest | null>;
  /** Ends what is under way behind this source; a later call starts it again. */
  close(): Promise<void>;
}

const FULL_OID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export function isFullOid(name: string): boolean {
  return FULL_OID.test(name);
}

/** The full object id itself. `unknown_ref` for anything else, so that no name, option or range gets past. */
export function parseOid(oid: string): string {
  if (!isFullOid(oid)) throw new SourceError("unknown_ref", "A commit is named by its full object id here.");
  return oid;
}

/**
 * A branch, tag, full ref name, commit id or HEAD, as git allows names. `unknown_ref` for options, ranges and
 * expressions.
 */
export function parseRef(ref: string): string {
  const bad =
    ref === "" ||
    ref.length > 255 ||
    ref === "@" ||
    /^[-/.]/.test(ref) ||
    /[/.]$|\.lock$/.test(ref) ||
    /\.\.|@\{|\/\/|\/\.|\.lock\//.test(ref) ||
    // biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids exactly these in a name.
    /[\u0000-\u0020\u007f~^:?*[\\]|\s|\p{Surrogate}/u.test(ref);
  if (bad) throw new SourceError("unknown_ref", "This is not the name of a branch, a tag or a commit.");
  return ref;
}

/**
 * A path inside a repository: relative, `/`-separated, without `.`, `..` or `.git` segments. A leading `./` is
 * dropped. Anything else is refused with `invalid_path`.
 */
export function parseRepositoryPath(path: string): string {
  const refuse = (why: string): SourceError => new SourceError("invalid_path", `The path ${why}.`);
  const plain = path.startsWith("./") ? path.slice(2) : path;
  if (plain === "") throw refuse("is empty");
  if (plain.length > 4096) throw refuse("is longer than 4,096 characters");
  if (plain.includes("\0") || /\p{Surrogate}/u.test(plain))
    throw refuse("contains a character that paths cannot have");
  if (plain.includes("\\")) throw refuse("must use / between folders");
  if (plain.startsWith("/") || /^[a-z]:/i.test(plain)) throw refuse("must be relative to the repository");
  for (const segment of plain.split("/")) {
    if (segment === "") throw refuse("has an empty part");
    if (segment === "." || segment === "..") throw refuse("must not leave the repository");
    if (segment.toLowerCase() === ".git") throw refuse("must not point into .git");
  }
  return plain;
}

/** The path a file has after a chain of renames (oldest first); the same path when it was never renamed. */
export function followRenames(path: string, renames: readonly Rename[]): string {
  return renames.reduce((current, { from, to }) => (current === from ? to : current), path);
}

/** What a mode of git says that an entry is. */
export function kindOf(mode: string): FileKind {
  if (mode === "120000") return "symlink";
  if (mode === "160000") return "submodule";
  if (mode === "040000") return "directory";
  return "file";
}
