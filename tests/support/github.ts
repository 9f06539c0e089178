import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { runInShell } from "@/lib/citations/git/test-shell";

/** A request as the server saw it. */
export type GithubRequest = {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  body: unknown;
};

/** `body` is sent as JSON, or as it is when it is bytes. */
export type GithubAnswer = { status?: number; headers?: Record<string, string>; body?: unknown };

/** Answers a route; `parameters` are the named parts of its path. */
export type GithubHandler = (
  request: GithubRequest,
  parameters: Record<string, string>,
) => GithubAnswer | Promise<GithubAnswer>;

type Route = { method: string; pattern: RegExp; handler: GithubHandler };

/** What an App needs to sign in here. */
export type GithubAppIdentity = { app_id: string; installation_id: string; public_key: string };

export const GITHUB_TOKEN = "ghp_loopback0000000000000000000000000000";
const INSTALLATION_TOKEN = "ghs_loopback0000000000000000000000000000";
const SHA = /^[0-9a-f]{40}$/;

export const notFound: GithubAnswer = { status: 404, body: { message: "Not Found", status: "404" } };

/**
 * A server on the loopback interface that speaks the documented part of GitHub's REST and GraphQL API that Casebook
 * uses, over real git repositories: refs, commits, trees (also cut ones), blobs, contents, compare, accounts, Apps and
 * limits, with ETags. Other tests add their own routes with {@link GithubServer.route}. Settings need
 * CASEBOOK_ALLOW_PRIVATE_URLS=true to reach it.
 */
export class GithubServer {
  readonly requests: GithubRequest[] = [];
  readonly limits = {
    core: { limit: 5000, remaining: 5000, reset: inAnHour() },
    graphql: { limit: 5000, remaining: 5000, reset: inAnHour() },
  };
  /** Answers instead of the routes when it returns something: for failures of every kind. */
  interfere: (request: GithubRequest) => GithubAnswer | null = () => null;
  /** Recursive trees are cut after so many entries. */
  tree_limit = 100_000;
  /** Comparisons tell at most so many files. */
  compare_limit = 300;
  /** Scopes that a token is said to have; null for a fine-grained one. */
  scopes: string | null = "repo, read:org";
  app: GithubAppIdentity | null = null;
  /** Tokens that are let in; an installation's joins them when it is made. */
  readonly tokens = new Set([GITHUB_TOKEN]);

  private readonly repositories = new Map<string, string>();
  private readonly routes: Route[] = [];
  private constructor(
    readonly api_url: string,
    private readonly close: () => Promise<void>,
  ) {
    this.addRoutes();
  }

  static async start(): Promise<GithubServer> {
    const started: { server: GithubServer | null } = { server: null };
    const http = createServer((request, response) => void started.server?.serve(request, response));
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const address = http.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    const close = () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      });
    started.server = new GithubServer(`http://127.0.0.1:${address.port}`, close);
    return started.server;
  }

  stop(): Promise<void> {
    return this.close();
  }

  /** Serves the git repository in a folder as `owner/name`; its HEAD is the default branch. */
  add(full_name: string, dir: string): void {
    this.repositories.set(full_name, dir);
  }

  remove(full_name: string): void {
    this.repositories.delete(full_name);
  }

  /** Adds a route, before those that are there; `{name}` is one part of the path, `{name+}` the rest of it. */
  route(method: string, path: string, handler: GithubHandler): void {
    const pattern = path.replace(/\{(\w+)(\+)?\}/g, (_, name: string, rest?: string) =>
      rest ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`,
    );
    this.routes.unshift({ method, pattern: new RegExp(`^${pattern}$`), handler });
  }

  /** The folder of a repository; throws a 404 for one that is not here. */
  dirOf({ owner = "", repo = "" }: Record<string, string>): string {
    const dir = this.repositories.get(`${owner}/${repo}`);
    if (dir === undefined) throw new Answered(notFound);
    return dir;
  }

  /** How many requests there were, by what they ask for, since the last `forget`. */
  counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { path } of this.requests) {
      const [, kind] = /^\/repos\/[^/]+\/[^/]+\/(git\/\w+|\w+)/.exec(path) ?? [];
      const name = kind ?? (path.startsWith("/repos/") ? "repository" : path.slice(1));
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }

  forget(): void {
    this.requests.length = 0;
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const url = new URL(incoming.url ?? "/", this.api_url);
    const text = Buffer.concat(chunks).toString();
    const request: GithubRequest = {
      method: incoming.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: text === "" ? null : JSON.parse(text),
    };
    this.requests.push(request);
    const answer = await this.answer(request);
    const { status = 200, headers = {}, body = null } = answer;
    const bytes = body instanceof Uint8Array || typeof body === "string" ? body : JSON.stringify(body);
    const etag = `W/"${createHash("sha256").update(bytes).digest("hex")}"`;
    const unchanged = request.method === "GET" && status === 200 && request.headers["if-none-match"] === etag;
    const resource = request.path === "/graphql" ? "graphql" : "core";
    const budget = this.limits[resource];
    if (!unchanged && request.path !== "/rate_limit") budget.remaining = Math.max(0, budget.remaining - 1);
    response.writeHead(unchanged ? 304 : status, {
      "content-type":
        body instanceof Uint8Array ? "application/octet-stream" : "application/json; charset=utf-8",
      etag,
      "x-ratelimit-limit": String(budget.limit),
      "x-ratelimit-remaining": String(budget.remaining),
      "x-ratelimit-reset": String(budget.reset),
      "x-ratelimit-resource": resource,
      ...headers,
    });
    response.end(unchanged || status === 204 ? undefined : bytes);
  }

  private async answer(request: GithubRequest): Promise<GithubAnswer> {
    const instead = this.interfere(request);
    if (instead) return instead;
    const path = request.path;
    if (!this.maySee(request)) return { status: 401, body: { message: "Bad credentials" } };
    const resource = path === "/graphql" ? "graphql" : "core";
    if (this.limits[resource].remaining === 0 && path !== "/rate_limit")
      return { status: 403, body: { message: "API rate limit exceeded for user ID 1." } };
    for (const { method, pattern, handler } of this.routes) {
      const match = method === request.method ? pattern.exec(path) : null;
      if (!match) continue;
      const parameters = Object.fromEntries(
        Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
      );
      try {
        return await handler(request, parameters);
      } catch (error) {
        if (error instanceof Answered) return error.answer;
        return { status: 500, body: { message: String(error) } };
      }
    }
    return notFound;
  }

  private maySee({ path, headers }: GithubRequest): boolean {
    const [, credential = ""] = /^(?:token|bearer) (.+)$/i.exec(headers.authorization ?? "") ?? [];
    if (path === "/app" || path.startsWith("/app/")) return this.isAppToken(credential);
    return this.tokens.has(credential);
  }

  /** A JWT as GitHub asks for it: RS256, issued by the App, not older than now and valid for at most ten minutes. */
  private isAppToken(token: string): boolean {
    const [header = "", payload = "", signature = ""] = token.split(".");
    if (!this.app || signature === "") return false;
    const key: KeyObject = createPublicKey(this.app.public_key);
    const signed = Buffer.from(`${header}.${payload}`);
    if (!verify("RSA-SHA256", signed, key, Buffer.from(signature, "base64url"))) return false;
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    const now = Date.now() / 1000;
    return (
      isRecord(claims) &&
      String(claims.iss) === this.app.app_id &&
      typeof claims.exp === "number" &&
      typeof claims.iat === "number" &&
      claims.iat <= now &&
      claims.exp > now &&
      claims.exp - claims.iat <= 660
    );
  }

  private addRoutes(): void {
    const app = () => {
      if (!this.app) throw new Answered(notFound);
      return this.app;
    };
    const json = (body: unknown, status = 200): GithubAnswer => ({ status, body });
    this.route("GET", "/user", () => ({
      body: { login: "octo-lead", id: 1, type: "User" },
      ...(this.scopes === null ? {} : { headers: { "x-oauth-scopes": this.scopes } }),
    }));
    this.route("GET", "/app", () => json({ id: Number(app().app_id), slug: "casebook", name: "Casebook" }));
    this.route("GET", "/app/installations/{id}", (_, { id }) =>
      id === app().installation_id
        ? json({
            id: Number(id),
            account: { login: "acme", type: "Organization" },
            permissions: { contents: "read", metadata: "read", pull_requests: "write" },
          })
        : notFound,
    );
    this.route("POST", "/app/installations/{id}/access_tokens", (_, { id }) => {
      if (id !== app().installation_id) return notFound;
      this.tokens.add(INSTALLATION_TOKEN);
      const expires_at = new Date(Date.now() + 3_600_000).toISOString();
      return json({ token: INSTALLATION_TOKEN, expires_at, permissions: { contents: "read" } }, 201);
    });
    this.route("GET", "/rate_limit", () => json({ resources: this.limits, rate: this.limits.core }));
    this.route("GET", "/repos/{owner}/{repo}", (_, params) => {
      const dir = this.dirOf(params);
      const default_branch = git(dir, "symbolic-ref", "--short", "HEAD").trim();
      return json({ id: 1, name: params.repo, full_name: `${params.owner}/${params.repo}`, default_branch });
    });
    this.route("GET", "/repos/{owner}/{repo}/git/ref/{ref+}", (_, params) => {
      const sha = revision(this.dirOf(params), `refs/${params.ref}`);
      if (sha === null) return notFound;
      return json({ ref: `refs/${params.ref}`, object: { type: typeOf(this.dirOf(params), sha), sha } });
    });
    this.route("GET", "/repos/{owner}/{repo}/commits/{ref+}", (request, params) => {
      const { ref = "" } = params;
      const dir = this.dirOf(params);
      const name = /^(?:heads|tags)\//.test(ref) ? `refs/${ref}` : ref;
      const sha = revision(dir, `${name}^{commit}`);
      if (sha === null) return json({ message: `No commit found for SHA: ${ref}` }, 422);
      if (request.headers.accept?.includes("sha")) return { body: sha };
      return json(commitOf(dir, sha));
    });
    this.route("GET", "/repos/{owner}/{repo}/commits", ({ query }, params) => {
      const dir = this.dirOf(params);
      const per_page = Number(query.get("per_page") ?? 30);
      const skip = (Number(query.get("page") ?? 1) - 1) * per_page;
      const path = query.get("path");
      const of = path === null ? [] : ["--", path];
      const start = query.get("sha") ?? "HEAD";
      const list = git(dir, "rev-list", `--skip=${skip}`, `-n${per_page}`, start, ...of);
      return json(
        list
          .split("\n")
          .filter(Boolean)
          .map((sha) => commitOf(dir, sha)),
      );
    });
    this.route("GET", "/repos/{owner}/{repo}/git/commits/{sha}", (_, params) => {
      const dir = this.dirOf(params);
      const sha = revision(dir, `${params.sha}^{commit}`);
      if (sha === null) return notFound;
      const { commit, parents } = commitOf(dir, sha);
      return json({ sha, parents, ...commit, tree: { sha: revision(dir, `${sha}^{tree}`) } });
    });
    this.route("GET", "/repos/{owner}/{repo}/git/trees/{sha}", ({ query }, params) => {
      const dir = this.dirOf(params);
      const sha = revision(dir, `${params.sha}^{tree}`);
      if (sha === null) return notFound;
      const entries = treeOf(dir, sha, query.has("recursive"));
      const truncated = query.has("recursive") && entries.length > this.tree_limit;
      return json({ sha, tree: truncated ? entries.slice(0, this.tree_limit) : entries, truncated });
    });
    this.route("GET", "/repos/{owner}/{repo}/git/blobs/{sha}", (_, params) => {
      const bytes = blobOf(this.dirOf(params), params.sha ?? "");
      if (!bytes) return notFound;
      return json({ sha: params.sha, size: bytes.length, encoding: "base64", content: wrapped(bytes) });
    });
    this.route("GET", "/repos/{owner}/{repo}/contents/{path+}", ({ query, headers }, params) => {
      const dir = this.dirOf(params);
      const sha = revision(dir, `${query.get("ref") ?? "HEAD"}:${params.path}`);
      const bytes = sha === null ? null : blobOf(dir, sha);
      if (!bytes) return notFound;
      if (headers.accept?.includes("raw")) return { body: new Uint8Array(bytes) };
      const { path = "" } = params;
      const name = path.split("/").at(-1);
      return json({
        type: "file",
        name,
        path,
        sha,
        size: bytes.length,
        encoding: "base64",
        content: wrapped(bytes),
      });
    });
    this.route("GET", "/repos/{owner}/{repo}/compare/{range+}", (_, params) => {
      const dir = this.dirOf(params);
      const [base = "", head = ""] = (params.range ?? "").split("...");
      if (revision(dir, `${base}^{commit}`) === null || revision(dir, `${head}^{commit}`) === null)
        return notFound;
      const output = git(dir, "diff", "--name-status", "-M", "-z", `${base}...${head}`);
      const files = changesOf(output).slice(0, this.compare_limit);
      const patched = files.map((file) => ({ ...file, patch: patchOf(dir, base, head, file.filename) }));
      return json({ status: "ahead", files: patched });
    });
    this.route("POST", "/graphql", ({ body }) => json(this.graphql(body)));
  }

  /** Answers queries of the form that asks for blobs by their ids, under aliases, in one repository. */
  private graphql(body: unknown): unknown {
    if (!isRecord(body) || typeof body.query !== "string" || !isRecord(body.variables))
      return { errors: [{ message: "A query is needed." }] };
    const { owner, name } = body.variables;
    const dir = this.repositories.get(`${owner}/${name}`);
    if (dir === undefined)
      return {
        data: { repository: null },
        errors: [{ type: "NOT_FOUND", path: ["repository"], message: "Could not resolve to a Repository." }],
      };
    const repository: Record<string, unknown> = {};
    for (const [, alias = "", oid = ""] of body.query.matchAll(/(\w+): object\(oid: "([0-9a-f]+)"\)/g)) {
      const bytes = blobOf(dir, oid);
      const is_binary = bytes?.subarray(0, 8000).includes(0) ?? false;
      const is_truncated = (bytes?.length ?? 0) > 512_000;
      repository[alias] = bytes && {
        byteSize: bytes.length,
        isBinary: is_binary,
        isTruncated: is_truncated,
        text: is_binary ? null : bytes.toString("utf8").slice(0, is_truncated ? 512_000 : undefined),
      };
    }
    return { data: { repository } };
  }
}

class Answered extends Error {
  constructor(readonly answer: GithubAnswer) {
    super("answered");
  }
}

function inAnHour(): number {
  return Math.floor(Date.now() / 1000) + 3600;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object";
}

function run(dir: string, args: readonly string[]): Buffer {
  return runInShell(dir, 'git "$@"', args);
}

function git(dir: string, ...args: string[]): string {
  return run(dir, args).toString("utf8");
}

function revision(dir: string, name: string): string | null {
  try {
    return git(dir, "rev-parse", "--verify", "--quiet", "--end-of-options", name).trim();
  } catch {
    return null;
  }
}

function typeOf(dir: string, sha: string): string {
  return git(dir, "cat-file", "-t", sha).trim();
}

function blobOf(dir: string, sha: string): Buffer | null {
  if (!SHA.test(sha)) return null;
  try {
    return run(dir, ["cat-file", "blob", sha]);
  } catch {
    return null;
  }
}

/** GitHub breaks base64 into lines of sixty. */
function wrapped(bytes: Buffer): string {
  return bytes.toString("base64").replace(/(.{60})/g, "$1\n");
}

function commitOf(dir: string, sha: string) {
  const [parents = "", name = "", date = "", message = ""] = git(
    dir,
    "show",
    "-s",
    "--format=%P%x00%an%x00%aI%x00%B",
    sha,
  ).split("\0");
  return {
    sha,
    parents: parents
      .split(" ")
      .filter(Boolean)
      .map((parent) => ({ sha: parent })),
    commit: { message: message.trim(), author: { name, date, email: "" } },
  };
}

function treeOf(dir: string, sha: string, recursive: boolean) {
  const args = ["ls-tree", "-z", "--long", ...(recursive ? ["-r", "-t"] : []), sha];
  return git(dir, ...args)
    .split("\0")
    .filter(Boolean)
    .map((line) => {
      const [facts = "", path = ""] = line.split("\t");
      const [mode = "", type = "", oid = "", size = "-"] = facts.split(/ +/);
      return { path, mode, type, sha: oid, ...(size === "-" ? {} : { size: Number(size) }) };
    });
}

/** A file's hunks, as GitHub gives them: without the head of a diff. */
function patchOf(dir: string, base: string, head: string, filename: string): string {
  const diff = git(dir, "diff", "-M", `${base}...${head}`, "--", filename);
  return diff.slice(Math.max(0, diff.indexOf("@@ "))).trimEnd();
}

function changesOf(output: string) {
  const tokens = output.split("\0");
  const changes: { filename: string; status: string; previous_filename?: string }[] = [];
  for (let index = 0; index < tokens.length; ) {
    const letter = tokens[index]?.[0];
    if (letter === undefined) break;
    if (letter === "R") {
      const [previous_filename = "", filename = ""] = tokens.slice(index + 1, index + 3);
      changes.push({ filename, status: "renamed", previous_filename });
      index += 3;
    } else {
      const status = { A: "added", D: "removed" }[letter] ?? "modified";
      changes.push({ filename: tokens[index + 1] ?? "", status });
      index += 2;
    }
  }
  return changes;
}
