import { type Github, GithubError } from "@/lib/github";
import { MAX_SKILL_BYTES } from "../contract";
import { sha256 } from "../skills/files";

/**
 * Proposes a version at GitHub. Every step finds what an earlier attempt left: the branch is named by the version, a pull
 * request by its branch, and the file is replaced by the id of the blob that was read, so that a change in between is
 * refused by GitHub itself.
 */

export type PullRequestOutcome =
  | { outcome: "open" | "merged" | "closed"; number: number; url: string; commit: string | null }
  | { outcome: "merged_already" }
  | { outcome: "conflict"; problem: string; found_sha256: string | null };

type Place = { owner: string; repo: string };

const isCode = (error: unknown, ...codes: GithubError["code"][]) =>
  error instanceof GithubError && codes.includes(error.code);

/** @throws GithubError for what may pass, or needs other credentials. */
export async function proposeAtGithub(
  { octokit }: Github,
  {
    owner,
    repo,
    branch,
    path,
    content,
    expected_sha256,
    title,
    body,
    default_branch,
  }: Place & {
    default_branch: string | null;
    branch: string;
    path: string;
    content: Buffer;
    expected_sha256: readonly string[];
    title: string;
    body: string;
  },
): Promise<PullRequestOutcome> {
  const at = { owner, repo };
  const base = default_branch ?? (await octokit.rest.repos.get(at)).data.default_branch;
  const known = await findAtGithub({ octokit }, { ...at, branch });
  if (known?.outcome === "closed") {
    // It is delivered again only because a person wants it to be.
    await octokit.rest.pulls.update({ ...at, pull_number: known.number, state: "open" });
    return { ...known, outcome: "open" };
  }
  if (known) return known;
  const head = (await octokit.rest.git.getRef({ ...at, ref: `heads/${base}` })).data.object.sha;
  const file = await readFile(head);
  if (!file)
    return { outcome: "conflict", problem: `${path} is no file at the head of ${base}.`, found_sha256: null };
  if (file.bytes.equals(content)) return { outcome: "merged_already" };
  const found_sha256 = sha256(file.bytes);
  if (!expected_sha256.includes(found_sha256))
    return {
      outcome: "conflict",
      problem: `The file was changed on ${base} since the version it was made for; it was not overwritten.`,
      found_sha256,
    };
  const there = await makeBranch(head);
  if (there.conflict) return there.conflict;
  const commit = there.done ? null : await commitFile(there.blob);
  if (commit !== null && typeof commit === "object") return commit;
  const { data } = await octokit.rest.pulls
    .create({ ...at, base, head: branch, title, body, maintainer_can_modify: true })
    .catch(async (error: unknown) => {
      // Of two attempts at once the second one's is there already.
      const found = isCode(error, "rejected") ? await findAtGithub({ octokit }, { ...at, branch }) : null;
      if (!found) throw error;
      return { data: { number: found.number, html_url: found.url } };
    });
  return { outcome: "open", number: data.number, url: data.html_url, commit };

  async function readFile(ref: string): Promise<{ bytes: Buffer; blob: string } | null> {
    const { data } = await octokit.rest.repos.getContent({ ...at, path, ref }).catch((error: unknown) => {
      if (isCode(error, "not_found")) return { data: null };
      throw error;
    });
    if (data === null || Array.isArray(data) || data.type !== "file" || !("content" in data)) return null;
    if (data.size > MAX_SKILL_BYTES * 4) return null;
    return { bytes: Buffer.from(data.content, "base64"), blob: data.sha };
  }

  /** The branch at the head of the base, or as an earlier attempt left it. */
  async function makeBranch(sha: string) {
    const created = await octokit.rest.git
      .createRef({ ...at, ref: `refs/heads/${branch}`, sha })
      .then(() => true)
      .catch((error: unknown) => {
        if (isCode(error, "rejected", "conflict")) return false;
        throw error;
      });
    const now = created ? file : await readFile(branch);
    if (now?.bytes.equals(content)) return { conflict: null, done: true as const };
    const bytes = now?.bytes;
    if (now && bytes && expected_sha256.includes(sha256(bytes)))
      return { conflict: null, done: false as const, blob: now.blob };
    return {
      conflict: {
        outcome: "conflict" as const,
        problem: `The branch ${branch} exists and has another text; merge or delete it, then try again.`,
        found_sha256: bytes ? sha256(bytes) : null,
      },
    };
  }

  async function commitFile(blob: string): Promise<string | PullRequestOutcome> {
    try {
      const { data } = await octokit.rest.repos.createOrUpdateFileContents({
        ...at,
        path,
        branch,
        sha: blob,
        message: title,
        content: content.toString("base64"),
      });
      return data.commit.sha ?? "";
    } catch (error) {
      // The blob that was read is not the one there any more: GitHub's answer to a stale sha.
      if (!isCode(error, "conflict")) throw error;
      return {
        outcome: "conflict",
        problem: `The branch ${branch} was changed while the version was being written; try again.`,
        found_sha256: null,
      };
    }
  }
}

/** The latest pull request of a branch; null when it has none. */
export async function findAtGithub(
  { octokit }: Pick<Github, "octokit">,
  { owner, repo, branch }: Place & { branch: string },
) {
  const { data } = await octokit.rest.pulls.list({
    owner,
    repo,
    head: `${owner}:${branch}`,
    state: "all",
    sort: "created",
    direction: "desc",
    per_page: 1,
  });
  const [first] = data;
  if (!first) return null;
  return {
    outcome: outcomeOf({ merged: first.merged_at !== null, state: first.state }),
    number: first.number,
    url: first.html_url,
    commit: first.head.sha,
  };
}

function outcomeOf({ merged, state }: { merged: boolean; state: string }): "open" | "merged" | "closed" {
  if (merged) return "merged";
  if (state === "open") return "open";
  return "closed";
}

/** What became of a pull request. */
export async function followAtGithub(
  { octokit }: Github,
  { owner, repo, number }: Place & { number: number },
): Promise<"open" | "merged" | "closed"> {
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
  return outcomeOf(data);
}

/** Closes a pull request that a later version has made superfluous, with a word why. */
export async function closeAtGithub(
  { octokit }: Github,
  { owner, repo, number, why }: Place & { number: number; why: string },
): Promise<void> {
  // In this order no attempt says it a second time: what is closed is not closed again.
  await octokit.rest.pulls.update({ owner, repo, pull_number: number, state: "closed" });
  await octokit.rest.issues.createComment({ owner, repo, issue_number: number, body: why });
}
