import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applySettings } from "@/lib/env";
import * as contract from "@/lib/reviews/contract";
import { reviewImportJob } from "@/lib/reviews/jobs";
import { CONNECTION_SETTINGS, connectGithub } from "../../support/connections";
import { addRepository, contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { GitRepository } from "../../support/git-repository";
import { GithubServer } from "../../support/github";
import { partsOf } from "../../support/parts";

const database = testDatabase();

let server: GithubServer;
let git: GitRepository;
const commits: string[] = [];

const commit = (text: string) => commits.push(git.commit({ "a.ts": text }));

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

beforeAll(async () => {
  applySettings(CONNECTION_SETTINGS);
  git = new GitRepository(await mkdtemp(path.join(tmpdir(), "casebook-pr-")));
  commit(lines(20));
  commit(lines(20).replace("line 3\n", "line three\n"));
  server = await GithubServer.start();
  server.add("acme/shop", git.dir);
});
afterAll(async () => {
  await server.stop();
  await rm(git.dir, { recursive: true, force: true });
});

type Comment = [author: string, body: string];

/** A thread in the form of GitHub's GraphQL API, its comments made on the first commit. */
const thread = (id: string, line: number, comments: Comment[], more: Record<string, unknown> = {}) => ({
  id,
  isResolved: false,
  isOutdated: false,
  resolvedBy: null,
  path: "a.ts",
  line,
  startLine: null,
  originalLine: line,
  originalStartLine: null,
  comments: {
    nodes: comments.map(([login, body], index) => ({
      body,
      createdAt: "2026-01-01T00:00:00Z",
      author: { login },
      url: `https://github.example/acme/shop/pull/7#r${id}${index}`,
      originalCommit: { oid: commits[0] },
    })),
  },
  ...more,
});
const resolved = { isResolved: true, resolvedBy: { login: "dana" } };

/** Serves these threads as the review of pull request 7, two a page. */
function serve(threads: () => unknown[]) {
  server.route("POST", "/graphql", ({ body }) => {
    const { number, after } = (body as { variables: { number: number; after: string | null } }).variables;
    if (number !== 7)
      return {
        body: {
          data: { repository: { pullRequest: null } },
          errors: [{ type: "NOT_FOUND", path: ["repository", "pullRequest"], message: "Could not resolve" }],
        },
      };
    const start = Number(after ?? 0);
    const nodes = threads().slice(start, start + 2);
    const hasNextPage = start + 2 < threads().length;
    return {
      body: {
        data: {
          repository: {
            pullRequest: {
              title: "Sum up",
              url: "https://github.example/acme/shop/pull/7",
              headRefOid: commits[1],
              author: { login: "dana" },
              reviewThreads: { pageInfo: { hasNextPage, endCursor: String(start + 2) }, nodes },
            },
          },
        },
      },
    };
  });
}

async function fixture() {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  const context = contextOf(database, await organization.person("owner"));
  await addRepository(database.db, { organization_id });
  const connection = await connectGithub(server, context);
  const setup = { repository: "acme/shop", pull_request: 7, connection_id: connection.id };
  const work = (import_id: string) =>
    reviewImportJob.handle({ organization_id, import_id }, partsOf(database, context));
  return { context, setup, work };
}

const review = () => [
  thread("A", 3, [["review-bot", "Unused import os"]], resolved),
  thread(
    "B",
    9,
    [
      ["review-bot", "Rename this variable"],
      ["dana", "It is our word."],
    ],
    resolved,
  ),
  thread("C", 12, [
    ["review-bot", "Missing type"],
    ["dana", "This is intentional, see the interface."],
  ]),
  thread("D", 15, [["eve", "This loop is slow"]]),
  thread("E", 18, [["eve", "Key ghp_abcdefghijklmnopqrstuvwxyz0123456789 in the code"]]),
];

describe("the review of a pull request", () => {
  it("becomes a draft that says of each thread how it was read, and is stored by its reviewers", async () => {
    serve(review);
    const { context, setup, work } = await fixture();
    const draft = await run(contract.reviewImportGithub, setup, context);
    expect(draft).toMatchObject({
      kind: "github",
      name: "acme/shop#7",
      status: "draft",
      items: { draft: 5 },
    });
    const { items } = await run(contract.reviewImportItems, { import_id: draft.id }, context);
    expect(items.map(({ disposition, because }) => [disposition, because])).toEqual([
      ["implement", "Resolved by dana, and a later commit changed line 3."],
      ["reject", "Resolved by dana, and later commits left line 9 alone."],
      ["reject", "dana disagreed in a reply."],
      ["defer", "The thread is open: nobody has decided yet."],
      ["defer", "The thread is open: nobody has decided yet."],
    ]);
    expect(items[1]).toMatchObject({ reason: "dana: It is our word.", file_path: "a.ts", line: 9 });
    expect(items[4]?.label).toContain("[TOKEN]");

    const correction = { position: 3, disposition: "implement" as const };
    await run(contract.reviewImportCorrect, { import_id: draft.id, items: [correction] }, context);
    await run(contract.reviewImportConfirm, { import_id: draft.id }, context);
    await work(draft.id);
    const { items: reviews } = await run(contract.reviewList, {}, context);
    expect(
      reviews.map(({ agent, developer, workflow_id, counts }) => ({ agent, developer, workflow_id, counts })),
    ).toEqual(
      expect.arrayContaining([
        {
          agent: "review-bot",
          developer: "dana",
          workflow_id: "github:acme/shop#7",
          counts: { implement: 1, reject: 2, defer: 0, clarify: 0 },
        },
        {
          agent: "eve",
          developer: "dana",
          workflow_id: "github:acme/shop#7",
          counts: { implement: 1, reject: 0, defer: 1, clarify: 0 },
        },
      ]),
    );
    const memories = await database.db.memory.count({
      where: { organization_id: context.actor.organization_id, kind: "rejection_pattern" },
    });
    expect(memories).toBe(2);
  });

  it("is read again for its new threads only, and for one reviewer when asked", async () => {
    let threads = review().slice(0, 3);
    serve(() => threads);
    const { context, setup, work } = await fixture();
    const first = await run(contract.reviewImportGithub, { ...setup, confirm: true }, context);
    await work(first.id);
    threads = review();
    const again = await run(contract.reviewImportGithub, setup, context);
    expect(again.items).toMatchObject({ draft: 2, skipped: 3 });
    const eve = await run(contract.reviewImportGithub, { ...setup, reviewer: "eve" }, context);
    expect(eve.items).toMatchObject({ total: 2, draft: 2 });
  });

  it("that does not exist, or cannot be asked for, is refused with the reason", async () => {
    serve(review);
    const { context, setup } = await fixture();
    await expect(
      run(contract.reviewImportGithub, { ...setup, pull_request: 8 }, context),
    ).rejects.toMatchObject({
      errors: [{ pointer: "/pull_request" }],
    });
    const { connection_id: _, ...without } = setup;
    await expect(run(contract.reviewImportGithub, without, context)).rejects.toMatchObject({
      errors: [{ pointer: "/connection_id" }],
    });
    server.interfere = () => ({ status: 401, body: { message: "Bad credentials" } });
    const asked = run(contract.reviewImportGithub, setup, context);
    await expect(asked).rejects.toMatchObject({ code: "unprocessable" });
    server.interfere = () => null;
  });
});
