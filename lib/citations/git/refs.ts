import { isFullOid, parseOid, parseRef, SourceError } from "../repositories/source";
import { lastLine } from "./git-dir";
import { type GitRepository, readObject, run, runChecked } from "./git-repository";
import { readHeldFile } from "./held-folder";

/** The commit behind a name; its tree is remembered, as the next question is usually about a file in it. */
async function commitOf(repository: GitRepository, name: string): Promise<string | null> {
  const peeled = `${name}^{commit}`;
  const object = await (isFullOid(name) ? readObject(repository, peeled) : repository.reader.read(peeled));
  if (object?.type !== "commit" || !object.bytes) return null;
  const [, tree] = /^tree ([0-9a-f]+)\n/.exec(object.bytes.subarray(0, 80).toString("latin1")) ?? [];
  if (tree !== undefined) repository.roots.set(object.oid, tree);
  return object.oid;
}

export async function resolveRef(repository: GitRepository, ref = "HEAD"): Promise<string> {
  const name = parseRef(ref);
  for (const candidate of candidatesOf(name)) {
    const commit = await commitOf(repository, candidate);
    if (commit) return commit;
  }
  if (name === "HEAD") throw new SourceError("unknown_ref", await whyNoHead(repository));
  throw new SourceError("unknown_ref", `The repository has no branch, tag or commit ${name}.`);
}

/** Why the default branch has no commit: it is gone, or nothing was committed at all. */
async function whyNoHead(repository: GitRepository): Promise<string> {
  const { stdout } = await run(repository, ["for-each-ref", "--count=1", "refs/heads", "refs/remotes"]);
  if (stdout.length === 0) return "The repository has no commits yet.";
  const branch = await defaultBranch(repository).catch(() => null);
  return `The default branch${branch === null ? "" : ` ${branch}`} no longer exists; point the repository's HEAD to one that does.`;
}

/** The full names that a name may be short for, in the order in which they are tried. */
function candidatesOf(name: string): string[] {
  if (isFullOid(name) || name === "HEAD" || name.startsWith("refs/")) return [name];
  // Branches first: a tag of the same name must not decide what a push to the branch is checked against.
  const refs = [
    `refs/heads/${name}`,
    `refs/tags/${name}`,
    `refs/remotes/${name}`,
    `refs/remotes/origin/${name}`,
  ];
  if (/^[0-9a-f]{7,63}$/.test(name)) return [...refs, name];
  return refs;
}

export async function rootOf(repository: GitRepository, commit: string): Promise<string> {
  const known = repository.roots.get(parseOid(commit));
  if (known) return known;
  const found = await commitOf(repository, commit);
  const root = found ? repository.roots.get(found) : undefined;
  if (root === undefined) throw new SourceError("unknown_ref", `The repository has no commit ${commit}.`);
  return root;
}

const BRANCH = /^ref: refs\/heads\/(.+)\n$/;
/** What HEAD says where branches are kept in another format (`reftable`), for programs that look for a HEAD. */
const OTHER_FORMAT = ".invalid";

/** The branch that HEAD names (gitrepository-layout(5)); null when it names a commit. */
export async function defaultBranch(repository: GitRepository): Promise<string | null> {
  const [, branch] = BRANCH.exec(readHeldFile(repository.folder, "HEAD") ?? "") ?? [];
  if (branch !== undefined && branch !== OTHER_FORMAT) return branch;
  const { exit_code, stdout, stderr } = await run(repository, ["symbolic-ref", "--quiet", "HEAD"]);
  if (exit_code === 0)
    return stdout
      .toString("utf8")
      .trim()
      .replace(/^refs\/heads\//, "");
  if (exit_code === 1) return null;
  throw new SourceError("unreachable", `The repository cannot be read. ${lastLine(stderr)}`.trim());
}

/** Whether a branch holds a commit; false for one that only its id leads to. */
export async function isOnBranch(repository: GitRepository, commit: string): Promise<boolean> {
  const args = ["for-each-ref", "--count=1", `--contains=${parseOid(commit)}`, "refs/heads", "refs/remotes"];
  return (await runChecked(repository, args)) !== "";
}

/** Whether one commit is another or leads to it; false when either is gone. */
export async function isAncestor(
  repository: GitRepository,
  { ancestor, commit }: { ancestor: string; commit: string },
): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", parseOid(ancestor), parseOid(commit)];
  return (await run(repository, args)).exit_code === 0;
}
