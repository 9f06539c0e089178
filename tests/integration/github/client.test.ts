import { generateKeyPairSync } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import fixtures from "@octokit/fixtures";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { applySettings } from "@/lib/env";
import { createGithub, describeAccount, type Github, GithubError } from "@/lib/github";
import { newId } from "@/lib/kernel/ids";
import { GITHUB_TOKEN, GithubServer } from "../../support/github";

applySettings({ CASEBOOK_ALLOW_PRIVATE_URLS: "true" });

const connect = (api_url: string, token = GITHUB_TOKEN): Promise<Github> =>
  createGithub({ id: newId(), api_url, auth: { kind: "token", token } });

const failureOf = async (asked: Promise<unknown>): Promise<GithubError> => {
  const error: unknown = await asked.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GithubError)) throw new Error(`not a GithubError: ${String(error)}`);
  return error;
};

async function serve(answer: (url: string, response: ServerResponse, method: string) => void) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""}`);
    request.resume();
    answer(request.url ?? "", response, request.method ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    seen,
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const recordingSchema = z.array(
  z.object({
    method: z.string(),
    path: z.string(),
    status: z.number(),
    response: z.unknown(),
    headers: z.record(z.string(), z.unknown()),
  }),
);

/** Replays what GitHub answered when the scenario was recorded, each answer once and in its order. */
async function replay(scenario: string) {
  const left = recordingSchema.parse(fixtures.get(`api.github.com/${scenario}`));
  const server = await serve((url, response, method) => {
    const plain = (path: string) => decodeURIComponent(path).replace(/\/$/, "");
    const index = left.findIndex(
      (recorded) => plain(recorded.path) === plain(url) && recorded.method === method.toLowerCase(),
    );
    const [recorded] = index < 0 ? [] : left.splice(index, 1);
    if (!recorded) return response.writeHead(500).end();
    const refused = [
      "content-type",
      "etag",
      "x-ratelimit-limit",
      "x-ratelimit-remaining",
      "x-ratelimit-resource",
    ];
    for (const name of refused) {
      const value = recorded.headers[name];
      if (value !== undefined) response.setHeader(name, String(value));
    }
    response.setHeader("x-ratelimit-reset", "4102444800");
    const { response: body, status } = recorded;
    return response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  return { ...server, left };
}

describe("what GitHub answered once", () => {
  it("is understood: a folder, a file's text, and the limits", async () => {
    const { url, left, stop } = await replay("get-content");
    const github = await connect(url);
    const where = { owner: "octokit-fixture-org", repo: "hello-world" };
    const folder = await github.octokit.rest.repos.getContent({ ...where, path: "" });
    expect(folder.data).toMatchObject([
      { path: "README.md", sha: "93a078d1c3f76aa1ca11def8f882a06df1d4a01b" },
    ]);
    const mediaType = { format: "raw" };
    const file = await github.octokit.rest.repos.getContent({ ...where, path: "README.md", mediaType });
    expect(String(file.data)).toContain("# hello-world");
    expect(github.rateLimits()).toMatchObject([{ resource: "core", limit: 5000, remaining: 4999 }]);
    expect(left).toEqual([]);
    stop();
  });

  it("is understood: refs that are read, made, moved and deleted", async () => {
    const { url, left, stop } = await replay("git-refs");
    const { octokit } = await connect(url);
    const where = { owner: "octokit-fixture-org", repo: "git-refs" };
    const list = () => octokit.request("GET /repos/{owner}/{repo}/git/refs/", where);
    expect((await list()).data).toMatchObject([{ ref: "refs/heads/main" }]);
    const sha = "0".repeat(40);
    expect((await octokit.rest.git.createRef({ ...where, ref: "refs/heads/test", sha })).status).toBe(201);
    expect((await octokit.rest.git.updateRef({ ...where, ref: "heads/test", sha })).status).toBe(200);
    await list();
    expect((await octokit.rest.git.deleteRef({ ...where, ref: "heads/test" })).status).toBe(204);
    expect(left).toEqual([]);
    stop();
  });

  it("is understood: a refusal of what was sent, without its text", async () => {
    const { url, stop } = await replay("errors");
    const { octokit } = await connect(url);
    const where = { owner: "octokit-fixture-org", repo: "errors" };
    const error = await failureOf(
      octokit.rest.issues.createLabel({ ...where, name: "foo", color: "invalid" }),
    );
    expect(error).toMatchObject({ code: "rejected", status: 422 });
    expect(error.message).not.toContain("Validation");
    stop();
  });
});

describe("a connection", () => {
  let server: GithubServer;
  beforeAll(async () => {
    server = await GithubServer.start();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    server.interfere = () => null;
    server.limits.core.remaining = 5000;
    server.forget();
  });

  it("by token tells who it is, its scopes, and both limits", async () => {
    const github = await connect(server.api_url);
    expect(await describeAccount(github, null)).toEqual({
      name: "octo-lead",
      permissions: ["repo", "read:org"],
    });
    expect(github.rateLimits()).toMatchObject([{ resource: "core", limit: 5000 }]);
  });

  it("by App signs itself in with its key and works with the installation's token, made once", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const public_key = publicKey.export({ type: "spki", format: "pem" }).toString();
    server.app = { app_id: "4711", installation_id: "99", public_key };
    const private_key = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
    const auth = { kind: "app", app_id: "4711", installation_id: "99", private_key } as const;
    const github = await createGithub({ id: newId(), api_url: server.api_url, auth });
    expect(await describeAccount(github, "99")).toEqual({
      name: "Casebook of acme",
      permissions: ["contents: read", "metadata: read", "pull_requests: write"],
    });
    await github.octokit.request("GET /user");
    await github.octokit.request("GET /user");
    const made = server.requests.filter(({ path }) => path.endsWith("/access_tokens"));
    expect(made).toHaveLength(1);
    const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const wrong = other.export({ type: "pkcs8", format: "pem" }).toString();
    const outsider = await createGithub({
      id: newId(),
      api_url: server.api_url,
      auth: { ...auth, private_key: wrong },
    });
    expect(await failureOf(describeAccount(outsider, "99"))).toMatchObject({ code: "unauthorized" });
    const broken = await createGithub({
      id: newId(),
      api_url: server.api_url,
      auth: { ...auth, private_key: "-----BEGIN RSA PRIVATE KEY-----\nxx\n-----END RSA PRIVATE KEY-----" },
    });
    const error = await failureOf(broken.octokit.request("GET /user"));
    expect(error.message).toContain("private key");
  });

  it("asks again conditionally, and an answer that did not change costs nothing", async () => {
    server.route("GET", "/thing", () => ({ body: { n: 1 } }));
    const github = await connect(server.api_url);
    expect(await github.get("/thing")).toEqual({ n: 1 });
    const before = server.limits.core.remaining;
    expect(await github.get("/thing")).toEqual({ n: 1 });
    expect(server.limits.core.remaining).toBe(before);
    expect(server.requests.at(-1)?.headers["if-none-match"]).toMatch(/^W\//);
    server.route("GET", "/thing", () => ({ body: { n: 2 } }));
    expect(await github.get("/thing")).toEqual({ n: 2 });
  });

  it("stops asking when its limit is used up, says until when, and asks nobody meanwhile", async () => {
    const github = await connect(server.api_url);
    server.limits.core.remaining = 0;
    const first = await failureOf(github.octokit.request("GET /user"));
    expect(first).toMatchObject({
      code: "rate_limited",
      retry_at: new Date(server.limits.core.reset * 1000),
    });
    const asked = server.requests.length;
    expect(await failureOf(github.reader.request("GET /user"))).toMatchObject({ code: "rate_limited" });
    expect(server.requests).toHaveLength(asked);
    expect(github.rateLimits()).toMatchObject([{ resource: "core", remaining: 0 }]);
  });

  it("tells a secondary limit and a GraphQL limit from a missing permission", async () => {
    const github = await connect(server.api_url);
    server.interfere = ({ path }) =>
      path === "/graphql"
        ? { body: { data: null, errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] } }
        : { status: 403, headers: { "retry-after": "60" }, body: { message: "secondary rate limit" } };
    const at = Date.now();
    const secondary = await failureOf(github.octokit.request("GET /user"));
    expect(secondary.code).toBe("rate_limited");
    expect((secondary.retry_at?.getTime() ?? 0) - at).toBeGreaterThan(50_000);
    for (const client of [github.reader, github.octokit])
      expect(await failureOf(client.graphql("query { viewer { login } }"))).toMatchObject({
        code: "rate_limited",
      });
    server.interfere = () => ({ status: 403, body: { message: "Resource not accessible by integration" } });
    expect(await failureOf(github.octokit.request("GET /user"))).toMatchObject({
      code: "forbidden",
      status: 403,
    });
  });

  it("tries again after a server's failure, twice, and then gives up", async () => {
    const github = await connect(server.api_url);
    let failures = 2;
    server.interfere = () => (failures-- > 0 ? { status: 502, body: { message: "Bad Gateway" } } : null);
    expect((await github.octokit.rest.users.getAuthenticated()).data.login).toBe("octo-lead");
    server.interfere = () => ({ status: 503, body: "<html>unicorn</html>" });
    server.forget();
    expect(await failureOf(github.octokit.request("GET /user"))).toMatchObject({
      code: "unreachable",
      status: 503,
    });
    expect(server.requests).toHaveLength(3);
  });

  it("has an answer for a server that is not there or hangs up", async () => {
    const gone = await serve((_, response) => response.destroy());
    const github = await connect(gone.url);
    expect(await failureOf(github.octokit.request("GET /user"))).toMatchObject({ code: "unreachable" });
    gone.stop();
    expect(await failureOf(github.octokit.request("GET /user"))).toMatchObject({
      code: "unreachable",
      status: null,
    });
  });

  it("has an answer for a server that is not waited for any longer, which says nothing of its key", async () => {
    const slow = await serve(() => undefined);
    const github = await connect(slow.url);
    const waiting = new AbortController();
    setTimeout(() => waiting.abort(), 50);
    const asked = github.octokit.request("GET /user", { request: { signal: waiting.signal } });
    expect(await failureOf(asked)).toMatchObject({ code: "unreachable", status: null });
    slow.stop();
  });

  it("follows a redirect on its own host, and gives its token to no other", async () => {
    const thief = await serve((_, response) => response.writeHead(200).end("{}"));
    server.route("GET", "/moved", () => ({ status: 301, headers: { location: "/user" }, body: {} }));
    server.route("GET", "/away", () => ({
      status: 302,
      headers: { location: `${thief.url}/user` },
      body: {},
    }));
    const { octokit } = await connect(server.api_url);
    expect((await octokit.request("GET /moved")).data).toMatchObject({ login: "octo-lead" });
    expect(await failureOf(octokit.request("GET /away"))).toMatchObject({ code: "unreachable" });
    expect(thief.seen).toEqual([]);
    thief.stop();
  });

  it("never shows its token: not in an error, its cause or its stack", async () => {
    const token = "ghp_never_to_be_seen_000000000000000000000";
    const { octokit } = await connect(server.api_url, token);
    const gone = await connect("http://127.0.0.1:1", token);
    for (const asked of [octokit.request("GET /user?access_token=x"), gone.octokit.request("GET /user")]) {
      const error = await failureOf(asked);
      const cause = error.cause instanceof Error ? `${error.cause.message}${error.cause.stack}` : "";
      const shown = `${error.message}${error.stack}${cause}${JSON.stringify(error)}${JSON.stringify(error.cause)}`;
      expect(shown).not.toContain("never_to_be_seen");
      expect(shown).not.toContain("access_token");
    }
    expect(await failureOf(octokit.request("GET /user"))).toMatchObject({
      code: "unauthorized",
      status: 401,
    });
  });

  it("contacts no private address while the setting forbids it, by name or by number", async () => {
    applySettings({ CASEBOOK_ALLOW_PRIVATE_URLS: "false" });
    try {
      for (const api_url of [
        server.api_url,
        server.api_url.replace("127.0.0.1", "localhost"),
        "http://[::1]:1",
      ]) {
        const { octokit } = await connect(api_url);
        const error = await failureOf(octokit.request("GET /user"));
        expect(error).toMatchObject({ code: "refused" });
        expect(error.message).toContain("CASEBOOK_ALLOW_PRIVATE_URLS");
      }
    } finally {
      applySettings({ CASEBOOK_ALLOW_PRIVATE_URLS: "true" });
    }
    expect(server.requests).toEqual([]);
  });
});
