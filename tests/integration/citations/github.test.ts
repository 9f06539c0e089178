import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as access from "@/lib/access/contract";
import {
  anchorAtCreation,
  blobsAt,
  type Cited,
  checkCitations,
  decodeSource,
  findRepositoryById,
  followCitations,
  type LineTable,
  openLocal,
  openRepositorySource,
  recordChecks,
  refreshRepository,
} from "@/lib/citations";
import * as contract from "@/lib/citations/contract";
import { transaction } from "@/lib/db/client";
import { applySettings } from "@/lib/env";
import { newId } from "@/lib/kernel/ids";
import { CONNECTION_SETTINGS, connectGithub } from "../../support/connections";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { GitRepository } from "../../support/git-repository";
import { GITHUB_TOKEN, GithubServer } from "../../support/github";
import { repositoryRoot } from "../../support/repository-root";
import { BILLING, BILLING_PATH, cite, EDITED_BILLING, INVOICE } from "./support";

const root = repositoryRoot();
applySettings(CONNECTION_SETTINGS);
const database = testDatabase();
let server: GithubServer;
beforeAll(async () => {
  server = await GithubServer.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.interfere = () => null;
  server.tree_limit = 100_000;
  server.compare_limit = 300;
  server.limits.core.remaining = 5000;
});

/** A repository at GitHub with src/billing.ts and whatever else is given, registered, one place of it cited. */
async function setUp(files: Record<string, string | Uint8Array> = {}) {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  const git = new GitRepository(join(root.path, newId()));
  const first_commit = git.commit({ [BILLING_PATH]: BILLING, ...files });
  const name = `acme/shop-${newId().slice(-6)}`;
  server.add(name, git.dir);
  const lead = contextOf(database, await organization.person("lead"));
  const connection = await connectGithub(server, lead);
  const source = { kind: "github", connection_id: connection.id, repository: name } as const;
  const added = await run(contract.repositoryAdd, { name, source }, lead);
  const repository = await findRepositoryById(database.db, { organization_id, repository_id: added.id });
  if (!repository) throw new Error("the repository was not stored");
  const repository_id = repository.id;
  const cited = (citations = [INVOICE]) => cite(database, { organization_id, repository, citations });
  const check = (ref?: string) => checkCitations(database.db, { organization_id, repository_id, ref });
  const statuses = async () => (await check()).results.map(({ status, path }) => ({ status, path }));
  const open = () => openRepositorySource(database.db, { organization_id, repository });
  return {
    organization_id,
    git,
    first_commit,
    name,
    lead,
    connection,
    repository,
    repository_id,
    cited,
    check,
    statuses,
    open,
  };
}

describe("registering a repository at GitHub", () => {
  it("reads its head at once, shows the connection and its limits, and no token", async () => {
    const { repository, repository_id, first_commit, lead, name, connection } = await setUp();
    expect(repository).toMatchObject({
      source: { kind: "github", repository: name, connection: { id: connection.id, label: "loopback" } },
      default_branch: "main",
      head_commit: first_commit,
      fetch_status: "ready",
    });
    const shown = await run(contract.repositoryGet, { repository_id }, lead);
    expect(shown.rate_limits).toMatchObject([{ resource: "core", limit: 5000 }]);
    expect(JSON.stringify(shown)).not.toContain(GITHUB_TOKEN);
    await expect(run(access.connectionRemove, { connection_id: connection.id }, lead)).rejects.toMatchObject({
      code: "unprocessable",
    });
  });

  it("refuses what GitHub does not show, what is empty, and a connection of another organization", async () => {
    const { lead, connection } = await setUp();
    const add = (repository: string, connection_id = connection.id) =>
      run(
        contract.repositoryAdd,
        { name: `acme/${newId().slice(-6)}`, source: { kind: "github", connection_id, repository } },
        lead,
      );
    await expect(add("acme/none")).rejects.toMatchObject({
      code: "invalid_input",
      errors: [{ pointer: "/source/repository" }],
    });
    const empty = new GitRepository(join(root.path, newId()));
    server.add("acme/empty", empty.dir);
    await expect(add("acme/empty")).rejects.toThrow("without commits");
    const { connection: foreign, name } = await setUp();
    await expect(add(name, foreign.id)).rejects.toMatchObject({ code: "not_found" });
    server.interfere = () => ({ status: 502, body: {} });
    await expect(add("acme/none")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("refreshes its head, and keeps the limits it heard for other processes", async () => {
    const { git, organization_id, repository_id, connection } = await setUp();
    const head_commit = git.commit({ "src/other.ts": "export {};\n" });
    const scope = { organization_id, repository_id, now: new Date() };
    expect(await refreshRepository(database.db, scope)).toMatchObject({ head_commit });
    const row = await database.db.connection.findFirst({ where: { organization_id, id: connection.id } });
    expect(row?.rate_limits).toMatchObject([{ resource: "core", limit: 5000 }]);
    server.interfere = () => ({ status: 401, body: { message: "Bad credentials" } });
    await expect(refreshRepository(database.db, scope)).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("checking citations of a repository at GitHub", () => {
  it("asks for the head and for one tree when nothing changed in the cited files, and reads no content", async () => {
    const { cited, check, git } = await setUp();
    await cited();
    const commit = git.commit({ "src/other.ts": "export {};\n" });
    server.forget();
    const { commit: checked, results } = await check();
    expect(checked).toBe(commit);
    expect(results).toMatchObject([{ status: "unchanged" }]);
    expect(server.counts()).toEqual({ repository: 1, "git/ref": 1, "git/trees": 1 });
    await check();
    expect(server.counts()).toEqual({ repository: 2, "git/ref": 2, "git/trees": 1 });
  });

  it("asks for one tree and one query for each fifty changed files, and for no old content", async () => {
    const text = (index: number) => BILLING.replaceAll("invoice", `invoice${index}`);
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, index) => [`lib/f${index}.ts`, text(index)]),
    );
    const { git, open, first_commit } = await setUp(files);
    const local = await openLocal(git.dir);
    const tables = new Map<string, LineTable>();
    const cited: Cited[] = [];
    for (const path of Object.keys(files)) {
      const file = await local.readFile(first_commit, path);
      const made = file?.bytes ? anchorAtCreation(decodeSource(file.bytes), INVOICE) : null;
      if (!file || !made?.ok) throw new Error("cannot be cited");
      const { blob_oid } = file;
      tables.set(blob_oid, made.line_table);
      cited.push({ citation_id: path, path, commit_sha: first_commit, blob_oid, anchor: made.anchor });
    }
    await local.close();
    const commit = git.commit(
      Object.fromEntries(Object.entries(files).map(([path, content]) => [path, `// Moved.\n${content}`])),
    );
    const source = await open();
    server.forget();
    const blobs = await blobsAt(source, commit, Object.keys(files));
    expect(server.counts()).toEqual({ "git/trees": 1 });
    const changed = cited.filter(({ path, blob_oid }) => blobs.get(path) !== blob_oid);
    const found = await followCitations(source, commit, { cited: changed, storedTables: async () => tables });
    expect(server.counts()).toEqual({ "git/trees": 1, graphql: 3 });
    expect(found.size).toBe(120);
    expect([...found.values()].every((one) => !(one instanceof Error) && one.status === "moved")).toBe(true);
  });

  it("finds what moved, was edited or is missing, as git on this server does", async () => {
    const { cited, git, statuses } = await setUp();
    await cited();
    git.commit({ [BILLING_PATH]: `// Billing.\n\n${BILLING}` });
    expect(await statuses()).toEqual([{ status: "moved", path: BILLING_PATH }]);
    git.commit({ [BILLING_PATH]: EDITED_BILLING });
    expect(await statuses()).toMatchObject([{ status: "edited" }]);
    git.git("rm", "--quiet", BILLING_PATH);
    git.commit({ "src/nothing.ts": "export const nothing = true;\n" });
    expect(await statuses()).toMatchObject([{ status: "missing" }]);
  });

  it("follows a file that was renamed and changed", async () => {
    const { cited, git, statuses } = await setUp();
    await cited();
    git.git("mv", BILLING_PATH, "src/invoices.ts");
    git.commit({ "src/invoices.ts": `// Invoices.\n${BILLING}` });
    expect(await statuses()).toEqual([{ status: "renamed", path: "src/invoices.ts" }]);
  });

  it("answers a branch that was deleted and a commit that was rewritten truthfully", async () => {
    const { cited, git, check, statuses } = await setUp();
    await cited();
    git.git("branch", "feature");
    expect((await check("feature")).results).toMatchObject([{ status: "unchanged" }]);
    git.git("branch", "-D", "feature");
    await expect(check("feature")).rejects.toMatchObject({
      code: "invalid_input",
      errors: [{ pointer: "/ref" }],
    });
    git.git("checkout", "--quiet", "--orphan", "rewritten");
    git.commit({ [BILLING_PATH]: `// Rewritten.\n${BILLING}` });
    git.git("branch", "--force", "main", "rewritten");
    git.git("symbolic-ref", "HEAD", "refs/heads/main");
    git.git("branch", "-D", "rewritten");
    git.git("reflog", "expire", "--expire=now", "--all");
    git.git("gc", "--quiet", "--prune=now");
    expect(await statuses()).toEqual([{ status: "moved", path: BILLING_PATH }]);
  });

  it.each([
    ["its limit is used up", 403, { "x-ratelimit-remaining": "0" }],
    ["it asks for patience", 429, { "retry-after": "60" }],
    ["it refuses the credentials", 401, {}],
    ["it forbids reading", 403, {}],
    ["it hides the repository", 404, {}],
    ["it is down", 502, {}],
    ["it answers nonsense", 200, {}],
  ])("counts nothing as invalid when %s", async (_, status, headers) => {
    const { cited, git, check } = await setUp();
    await cited();
    git.commit({ [BILLING_PATH]: "export {};\n" });
    server.interfere = () => ({ status, headers, body: { message: "No." } });
    const { results } = await check();
    expect(results).toMatchObject([{ status: "unreachable", anchor: null }]);
    expect(results[0]?.reason).not.toContain(GITHUB_TOKEN);
    server.interfere = ({ path }) =>
      path === "/graphql" ? { status, headers, body: { message: "No." } } : null;
    expect((await check()).results).toMatchObject([{ status: "unreachable" }]);
  });

  it("refuses refs that are options or ranges, and paths that leave the repository", async () => {
    const { name, lead } = await setUp();
    const read = (params: object) =>
      run(contract.memoryReadCitation, { repository: name, ...INVOICE, ...params }, lead);
    expect(await read({})).toMatchObject({ exists: true, line_count: 14 });
    server.forget();
    for (const ref of ["--upload-pack=id", "main..other", "main@{1}", "main:src"])
      await expect(read({ ref })).rejects.toMatchObject({ errors: [{ pointer: "/ref" }] });
    for (const path of ["../../etc/passwd", "/etc/passwd", "src/../../x", ".git/config"])
      await expect(read({ path })).rejects.toMatchObject({ errors: [{ pointer: "/path" }] });
    expect(server.requests).toEqual([]);
  });
});

describe("reading a repository at GitHub", () => {
  const many = (count: number, text: (index: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`lib/f${index}.ts`, text(index)]));

  it("takes one query for each fifty contents, and none for those it has", async () => {
    const { open, git } = await setUp(many(120, (index) => `export const a = ${index};\n`));
    const source = await open();
    const files = await source.listFiles(git.git("rev-parse", "HEAD"));
    const oids = [...files].filter(([path]) => path.startsWith("lib/")).map(([, { oid }]) => oid);
    server.forget();
    const read = await source.readBlobs([...oids, ...oids]);
    expect(server.counts()).toEqual({ graphql: 3 });
    expect(read.size).toBe(120);
    expect(read.get(oids[0] ?? "")?.toString()).toMatch(/^export const a = \d+;\n$/);
    await source.readBlobs(oids);
    expect(server.counts()).toEqual({ graphql: 3 });
  });

  it("gets the true bytes of files that are binary, not UTF-8 or long", async () => {
    const latin = Buffer.from("caf\xe9\n", "latin1");
    const binary = Buffer.from([0, 1, 2, 255, 0]);
    const long = Buffer.from("x = 1\n".repeat(100_000));
    const { open, first_commit } = await setUp({ "a.txt": latin, "b.bin": binary, "c.py": long });
    const source = await open();
    for (const [path, bytes] of [
      ["a.txt", latin],
      ["b.bin", binary],
      ["c.py", long],
    ] as const)
      expect((await source.readFile(first_commit, path))?.bytes?.equals(bytes), path).toBe(true);
    expect(await source.readFile(first_commit, "src")).toMatchObject({ kind: "directory" });
    expect(await source.readFile(first_commit, "nothing")).toBeNull();
    expect(await source.readBlob("1".repeat(40))).toBeNull();
    await expect(source.readFile("2".repeat(40), "a.txt")).rejects.toMatchObject({ code: "unknown_ref" });
  });

  it("walks a tree that GitHub cuts, and refuses one that has no end", async () => {
    const { open, git } = await setUp({
      ...many(5, (index) => `${index}\n`),
      "lib/deep/a/x.ts": "x\n",
      "lib/deep/b/y.ts": "y\n",
      "docs/z.md": "z\n",
    });
    const expected = git.git("ls-tree", "-r", "--name-only", "HEAD").split("\n").sort();
    server.tree_limit = 3;
    const source = await open();
    const files = await source.listFiles(git.git("rev-parse", "HEAD"));
    expect([...files.keys()].sort()).toEqual(expected);
    server.tree_limit = 0;
    const wide = git.commit(
      Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`d${index}/x`, ""])),
    );
    await expect(source.listFiles(wide)).rejects.toMatchObject({ code: "refused" });
  });

  it("knows renames by equal content, from the comparison, and by the lines that files share", async () => {
    const body = (name: string) =>
      Array.from({ length: 20 }, (_, n) => `export const ${name}${n} = ${n};`).join("\n");
    const { open, git, first_commit } = await setUp({
      "a/same.ts": body("same"),
      "a/told.ts": body("told"),
      "a/guessed.ts": body("guessed"),
    });
    git.git("mv", "a", "b");
    const commit = git.commit({
      "b/told.ts": `${body("told")}\n// changed`,
      "b/guessed.ts": `${body("guessed")}\n// changed`,
    });
    const source = await open();
    server.compare_limit = 0;
    const expected = ["guessed", "same", "told"].map((name) => ({
      from: `a/${name}.ts`,
      to: `b/${name}.ts`,
    }));
    const found = await source.renamesBetween(first_commit, commit, "trees");
    expect(found.map(({ from, to }) => ({ from, to })).sort((a, b) => a.from.localeCompare(b.from))).toEqual(
      expected,
    );
    expect(await source.renamesBetween(first_commit, commit, "history")).toEqual([]);
    await expect(source.renamesBetween("3".repeat(40), commit, "trees")).rejects.toMatchObject({
      code: "unknown_ref",
    });
  });

  it("finds commits by branch, tag, full ref and the beginning of an id, and lists the first parents", async () => {
    const { open, git, first_commit } = await setUp();
    git.git("tag", "--annotate", "v1", "--message=one");
    git.git("checkout", "--quiet", "-b", "side");
    git.commit({ side: "1" });
    git.git("checkout", "--quiet", "main");
    const second = git.commit({ main: "1" });
    git.git("merge", "--quiet", "--no-ff", "--message=merge", "side");
    const head = git.git("rev-parse", "HEAD");
    const source = await open();
    for (const ref of ["v1", "refs/tags/v1", first_commit, first_commit.slice(0, 10)])
      expect(await source.resolveRef(ref)).toBe(first_commit);
    for (const ref of [undefined, "main", "refs/heads/main"]) expect(await source.resolveRef(ref)).toBe(head);
    await expect(source.resolveRef("nothing")).rejects.toMatchObject({ code: "unknown_ref" });
    const log = await source.log(10);
    expect(log.map(({ commit }) => commit)).toEqual([head, second, first_commit]);
    expect(log[0]).toMatchObject({ subject: "merge", author_name: "Test" });
    expect(await source.defaultBranch()).toBe("main");
  });
});

describe("the cause of a drift", () => {
  const drifted = async () => {
    const fixture = await setUp();
    const { organization_id, git, lead, check } = fixture;
    const { citations } = await fixture.cited();
    git.commit({ "README.md": "before" });
    const cause = git.commit({ [BILLING_PATH]: EDITED_BILLING });
    git.commit({ [BILLING_PATH]: `${EDITED_BILLING}// the end\n` });
    const { commit, results } = await check();
    await transaction(database.db, (tx) =>
      recordChecks(tx, { organization_id, commit, results, now: new Date() }),
    );
    const citation_id = citations[0]?.id ?? "";
    return { cause, ask: () => run(contract.citationCauseGet, { citation_id }, lead) };
  };

  it("is found through the API, with the pull request that GitHub knows", async () => {
    const { cause, ask } = await drifted();
    const html_url = `${server.api_url}/acme/shop/pull/31`;
    server.route("GET", "/repos/{owner}/{repo}/commits/{sha}/pulls", (_, { sha }) => ({
      status: 200,
      body:
        sha === cause
          ? [{ number: 31, title: "Eight digits", html_url, merged_at: "2026-03-01T12:00:00Z" }]
          : [],
    }));
    expect(await ask()).toMatchObject({
      commit: { sha: cause, author_name: "Test", subject: "change" },
      pull_request: { number: 31, title: "Eight digits", url: html_url, known_by: "github" },
      reason: null,
    });
  });

  it("is not known while GitHub does not answer, and found when it does", async () => {
    const { cause, ask } = await drifted();
    server.interfere = ({ path }) => {
      if (path.endsWith("/commits")) return { status: 500, body: { message: "down" } };
      return null;
    };
    const unknown = await ask();
    expect(unknown.commit).toBeNull();
    expect(unknown.reason).toMatch(/\w/);
    server.interfere = () => null;
    expect((await ask()).commit?.sha).toBe(cause);
  });
});
