import { createHash } from "node:crypto";
import { SourceError } from "../repositories/source";
import { openLocal } from "./git";
import { resolveGitDir } from "./git-dir";
import { runGit } from "./git-process";

/**
 * What became of a commit. `conflict`: the file at the head is not one of those expected, or the branch holds something
 * else; nothing was written.
 */
export type CommitOutcome =
  | { outcome: "committed" | "already_there"; branch: string; commit: string }
  | { outcome: "merged_already"; commit: string }
  | { outcome: "conflict"; problem: string; found_sha256: string | null };

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 32_000_000;
const NO_COMMIT = "0".repeat(40);

/**
 * Commits one file on a new branch from the head of the default branch: objects and a ref, and nothing else. The working
 * tree and the index are not touched, so that it does not disturb work there, and a bare repository will do.
 * Doing it again finds the branch and changes nothing. A branch that somebody else wrote is left alone.
 * @throws SourceError
 */
export async function commitOnBranch(
  folder: string,
  {
    branch,
    path,
    content,
    expected_sha256,
    message,
    author,
  }: {
    branch: string;
    path: string;
    content: Buffer;
    /** SHA-256 of the file as it may be at the head. */
    expected_sha256: readonly string[];
    message: string;
    author: { name: string; email: string };
  },
): Promise<CommitOutcome> {
  const git_dir = await resolveGitDir(folder);
  const source = await openLocal(folder);
  const head = await source.headCommit();
  const file = await source.readFile(head, path);
  if (!file?.bytes || file.kind !== "file")
    return {
      outcome: "conflict",
      problem: `${path} is no file at the head of the default branch.`,
      found_sha256: null,
    };
  if (file.bytes.equals(content)) return { outcome: "merged_already", commit: head };
  const ref = `refs/heads/${branch}`;
  const tip = await source.resolveRef(ref).catch((error: unknown) => {
    if (error instanceof SourceError && error.code === "unknown_ref") return null;
    throw error;
  });
  if (tip !== null) {
    const there = await source.readFile(tip, path);
    if (there?.bytes?.equals(content)) return { outcome: "already_there", branch, commit: tip };
    return {
      outcome: "conflict",
      problem: `The branch ${branch} exists and has another text; merge or delete it, then try again.`,
      found_sha256: there?.bytes ? sha256(there.bytes) : null,
    };
  }
  const found_sha256 = sha256(file.bytes);
  if (!expected_sha256.includes(found_sha256))
    return {
      outcome: "conflict",
      problem:
        "The file was changed on the default branch since the version it was made for; it was not overwritten.",
      found_sha256,
    };

  const commit = await commitFile(git_dir, { head, ref, path, mode: file.mode, content, message, author });
  return { outcome: "committed", branch, commit };
}

/** Writes a commit of one file on top of `head`, and creates the ref for it. */
async function commitFile(
  git_dir: string,
  {
    head,
    ref,
    path,
    mode,
    content,
    message,
    author,
  }: {
    head: string;
    ref: string;
    path: string;
    mode: string;
    content: Buffer;
    message: string;
    author: { name: string; email: string };
  },
): Promise<string> {
  const blob = await git(git_dir, ["hash-object", "-w", "--stdin"], content);
  const tree = await treeWith(git_dir, head, path.split("/"), { mode, type: "blob", oid: blob });
  const commit = await git(git_dir, ["commit-tree", tree, "-p", head, "-F", "-"], Buffer.from(message), [
    ["user.name", author.name],
    ["user.email", author.email],
  ]);
  // Created only if it does not exist: of two at once one is refused and finds the other's when it tries again.
  await git(git_dir, [
    "update-ref",
    "--no-deref",
    "-m",
    "casebook: skill version",
    ref,
    commit,
    NO_COMMIT.slice(0, commit.length),
  ]);
  return commit;
}

/** The tree of a commit with one entry exchanged, from the file's folder up to the root. */
async function treeWith(
  git_dir: string,
  from: string,
  segments: readonly string[],
  entry: { mode: string; type: string; oid: string },
): Promise<string> {
  const name = segments.at(-1) ?? "";
  const parents = segments.slice(0, -1);
  const listed = await gitBytes(git_dir, ["ls-tree", "-z", `${from}:${parents.join("/")}`]);
  const kept = listed
    .toString("latin1")
    .split("\0")
    .filter((line) => line !== "" && line.slice(line.indexOf("\t") + 1) !== latin1(name));
  const lines = [...kept, `${entry.mode} ${entry.type} ${entry.oid}\t${latin1(name)}`];
  const tree = await git(
    git_dir,
    ["mktree", "-z"],
    Buffer.from(lines.map((line) => `${line}\0`).join(""), "latin1"),
  );
  if (parents.length === 0) return tree;
  return treeWith(git_dir, from, parents, { mode: "040000", type: "tree", oid: tree });
}

async function gitBytes(
  git_dir: string,
  args: readonly string[],
  input?: Buffer,
  config: readonly (readonly [string, string])[] = [],
): Promise<Buffer> {
  const { exit_code, stdout } = await runGit({
    args: [`--git-dir=${git_dir}`, ...args],
    inherit: {},
    timeout_ms: TIMEOUT_MS,
    max_bytes: MAX_BYTES,
    config,
    ...(input !== undefined && { input }),
  });
  if (exit_code !== 0)
    throw new SourceError(
      "unreachable",
      `git ${args[0]} failed; may the server's user write to the repository?`,
    );
  return stdout;
}

async function git(...call: Parameters<typeof gitBytes>): Promise<string> {
  return (await gitBytes(...call)).toString("utf8").trim();
}

/** Names are bytes to git; latin1 keeps each of them as one character. */
const latin1 = (name: string) => Buffer.from(name, "utf8").toString("latin1");

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
