import { execFileSync } from "node:child_process";
import type { GithubAnswer, GithubServer } from "./github";

export type PullRequest = {
  number: number;
  title: string;
  body: string;
  head: string;
  base: string;
  state: "open" | "closed";
  merged_at: string | null;
  comments: string[];
};

const field = (body: unknown, name: string): string => {
  const value = body !== null && typeof body === "object" ? Object.entries(body) : [];
  const [, text] = value.find(([key]) => key === name) ?? [];
  if (typeof text === "string") return text;
  return "";
};

/**
 * Lets the loopback GitHub be written to as its documentation says: refs are made once, a file is replaced only by who
 * names the blob that is there (409 otherwise), a branch has one open pull request.
 */
export function allowPullRequests(server: GithubServer) {
  const pulls: PullRequest[] = [];
  const git = (dir: string, args: string[], input?: Buffer) =>
    execFileSync(
      "git",
      ["-C", dir, "-c", "user.name=GitHub", "-c", "user.email=noreply@github.test", ...args],
      {
        input,
        encoding: "utf8",
        stdio: ["pipe", "pipe", "ignore"],
      },
    ).trim();
  const tryGit = (dir: string, args: string[]) => {
    try {
      return git(dir, args);
    } catch {
      return null;
    }
  };
  const error = (status: number, message: string): GithubAnswer => ({ status, body: { message } });
  const repo = "/repos/{owner}/{repo}";
  const json = (dir: string, pull: PullRequest) => ({
    number: pull.number,
    state: pull.state,
    title: pull.title,
    body: pull.body,
    html_url: `${server.api_url}/pull/${pull.number}`,
    merged: pull.merged_at !== null,
    merged_at: pull.merged_at,
    head: { ref: pull.head, sha: tryGit(dir, ["rev-parse", pull.head]) },
    base: { ref: pull.base },
  });

  server.route("POST", `${repo}/git/refs`, ({ body }, params) => {
    const dir = server.dirOf(params);
    const ref = field(body, "ref");
    if (tryGit(dir, ["rev-parse", "--verify", "--quiet", ref])) return error(422, "Reference already exists");
    git(dir, ["update-ref", ref, field(body, "sha")]);
    return { status: 201, body: { ref, object: { type: "commit", sha: field(body, "sha") } } };
  });
  server.route("PUT", `${repo}/contents/{path+}`, ({ body }, params) => {
    const dir = server.dirOf(params);
    const { path = "" } = params;
    const ref = `refs/heads/${field(body, "branch")}`;
    const tip = tryGit(dir, ["rev-parse", "--verify", "--quiet", ref]);
    if (!tip) return error(404, "Branch not found");
    const there = tryGit(dir, ["rev-parse", `${tip}:${path}`]);
    if (there !== field(body, "sha")) return error(409, `${path} does not match ${field(body, "sha")}`);
    const blob = git(dir, ["hash-object", "-w", "--stdin"], Buffer.from(field(body, "content"), "base64"));
    let entry = `100644 blob ${blob}\t${path.split("/").at(-1)}`;
    const folders = path.split("/").slice(0, -1);
    for (let depth = folders.length; depth >= 0; depth -= 1) {
      const name = entry.slice(entry.indexOf("\t") + 1);
      const lines = git(dir, ["ls-tree", `${tip}:${folders.slice(0, depth).join("/")}`]).split("\n");
      const kept = lines.filter((line) => line.slice(line.indexOf("\t") + 1) !== name);
      const tree = git(dir, ["mktree"], Buffer.from([...kept, entry].map((line) => `${line}\n`).join("")));
      entry = `040000 tree ${tree}\t${folders[depth - 1] ?? ""}`;
    }
    const tree = entry.split(/\s/)[2] ?? "";
    const commit = git(dir, ["commit-tree", tree, "-p", tip, "-m", field(body, "message")]);
    git(dir, ["update-ref", ref, commit]);
    return { body: { content: { path, sha: blob }, commit: { sha: commit } } };
  });
  server.route("GET", `${repo}/pulls`, ({ query }, params) => {
    const dir = server.dirOf(params);
    const branch = query.get("head")?.split(":")[1];
    const found = pulls.filter(({ head }) => branch === undefined || head === branch).reverse();
    return { body: found.map((pull) => json(dir, pull)) };
  });
  server.route("POST", `${repo}/pulls`, ({ body }, params) => {
    const head = field(body, "head");
    if (pulls.some((pull) => pull.head === head && pull.state === "open"))
      return error(422, "A pull request already exists");
    const pull: PullRequest = {
      number: pulls.length + 1,
      title: field(body, "title"),
      body: field(body, "body"),
      head,
      base: field(body, "base"),
      state: "open",
      merged_at: null,
      comments: [],
    };
    pulls.push(pull);
    return { status: 201, body: json(server.dirOf(params), pull) };
  });
  const pullOf = ({ number }: Record<string, string>) => pulls.find((pull) => pull.number === Number(number));
  server.route("GET", `${repo}/pulls/{number}`, (_, params) => {
    const pull = pullOf(params);
    if (pull) return { body: json(server.dirOf(params), pull) };
    return error(404, "Not Found");
  });
  server.route("PATCH", `${repo}/pulls/{number}`, ({ body }, params) => {
    const pull = pullOf(params);
    if (!pull) return error(404, "Not Found");
    pull.state = field(body, "state") === "open" ? "open" : "closed";
    return { body: json(server.dirOf(params), pull) };
  });
  server.route("POST", `${repo}/issues/{number}/comments`, ({ body }, params) => {
    pullOf(params)?.comments.push(field(body, "body"));
    return { status: 201, body: { id: 1, body: field(body, "body") } };
  });
  return {
    pulls,
    /** Merges a pull request, as a person would with a fast-forward. */
    merge(dir: string, pull: PullRequest): void {
      git(dir, ["update-ref", `refs/heads/${pull.base}`, pull.head]);
      pull.state = "closed";
      pull.merged_at = new Date().toISOString();
    },
  };
}
