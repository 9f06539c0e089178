import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as contract from "@/lib/citations/contract";
import { newId } from "@/lib/kernel/ids";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { BILLING, BILLING_PATH, setUpRepository } from "./support";

const root = repositoryRoot();
const database = testDatabase();

async function setUp() {
  const fixture = await setUpRepository(database, root.path);
  const { git, lead, repository_id } = fixture;
  git.commit({
    "README.md": "# Shop\n",
    "src/api/v2/routes.ts": "export {};\n",
    "src/api/server.ts": "export {};\n",
    "src/orders.ts": "export const orders = 1;\nexport const more = 2;\n",
  });
  const tree = (input: object = {}) => run(contract.repositoryTreeList, { repository_id, ...input }, lead);
  const file = (path: string, input: object = {}) =>
    run(contract.repositoryFileGet, { repository_id, path, ...input }, lead);
  const paths = (query: string, input: object = {}) =>
    run(contract.repositoryPathList, { repository_id, query, ...input }, lead);
  return { ...fixture, tree, file, paths };
}

const invalid = (pointer: string) => ({ code: "invalid_input", errors: [{ pointer }] });

describe("the tree of a repository", () => {
  it("answers one folder with its folders first, the files below each, and the commit it was read at", async () => {
    const { git, tree, repository } = await setUp();
    const head = git.git("rev-parse", "HEAD");
    expect(await tree()).toEqual({
      repository: { id: repository.id, name: repository.name },
      commit_sha: head,
      head_commit: head,
      folder: "",
      items: [
        { name: "src", path: "src", kind: "folder", files: 4 },
        { name: "README.md", path: "README.md", kind: "file", files: 1 },
      ],
      total: 2,
      files: 5,
    });
    const below = await tree({ folder: "src/api/" });
    expect(below.folder).toBe("src/api");
    expect(below.items.map(({ path }) => path)).toEqual(["src/api/v2", "src/api/server.ts"]);
  });

  it("is that of the commit, tag or branch that is asked for, and says what the head is", async () => {
    const { git, tree, first_commit } = await setUp();
    git.git("tag", "start", first_commit);
    const then = await tree({ ref: "start", folder: "src" });
    expect(then.commit_sha).toBe(first_commit);
    expect(then.head_commit).toBe(git.git("rev-parse", "HEAD"));
    expect(then.items.map(({ name }) => name)).toEqual(["billing.ts"]);
  });

  it("is paged with the true number of entries", async () => {
    const { git, tree } = await setUp();
    git.commit(Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`many/f${index}.txt`, "x"])));
    const second = await tree({ folder: "many", offset: 10, limit: 10 });
    expect(second).toMatchObject({ total: 25, files: 25 });
    expect(second.items.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `f${index + 10}.txt`),
    );
    expect((await tree({ folder: "many", offset: 25, limit: 10 })).items).toEqual([]);
  });

  it("refuses what is no folder, and a ref that is not known, and says which field is wrong", async () => {
    const { tree } = await setUp();
    await expect(tree({ folder: "nowhere" })).rejects.toMatchObject(invalid("/folder"));
    await expect(tree({ folder: "src/orders.ts" })).rejects.toMatchObject(invalid("/folder"));
    await expect(tree({ ref: "no-such-branch" })).rejects.toMatchObject(invalid("/ref"));
    await expect(tree({ ref: "a".repeat(40) })).rejects.toMatchObject(invalid("/ref"));
  });
});

describe("a file of a repository", () => {
  it("is answered with its text at the commit", async () => {
    const { git, file, first_commit } = await setUp();
    git.commit({ [BILLING_PATH]: "changed\n" });
    expect(await file(BILLING_PATH)).toMatchObject({
      kind: "file",
      text: "changed",
      line_count: 1,
      bytes: 8,
    });
    expect(await file(BILLING_PATH, { ref: first_commit })).toMatchObject({
      commit_sha: first_commit,
      text: BILLING.trimEnd(),
    });
  });

  it("that is a folder, gone, a link or behind one says so", async () => {
    const { git, file } = await setUp();
    symlinkSync("src", join(git.dir, "link"));
    git.commit();
    expect(await file("src/api")).toMatchObject({ kind: "folder", text: null, reason: null });
    expect(await file("src/nothing.ts")).toMatchObject({
      kind: "absent",
      reason: "There is no file at this path in this commit.",
    });
    expect(await file("link")).toMatchObject({ kind: "symlink", reason: "This is a symbolic link to src." });
    const behind = await file("link/orders.ts");
    expect(behind).toMatchObject({ kind: "absent", text: null });
    expect(behind.reason).toContain("symbolic link link");
  });

  it("that is binary, kept in Git LFS, or too large is answered with a statement instead of its text", async () => {
    const { git, file } = await setUp();
    git.commit({
      "logo.png": new Uint8Array([137, 80, 78, 71, 0, 1]),
      "wide.txt": "x".repeat(1_000_001),
      "long.txt": "x\n".repeat(20_001),
      "whole.txt": "x\n".repeat(20_000),
      "big.bin": `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 9\n`,
    });
    expect(await file("logo.png")).toMatchObject({
      text: null,
      bytes: 6,
      reason: expect.stringContaining("binary"),
    });
    expect(await file("big.bin")).toMatchObject({ text: null, reason: expect.stringContaining("Git LFS") });
    const long = await file("long.txt");
    expect(long).toMatchObject({ text: null, line_count: 20_001 });
    expect(long.reason).toContain("20,001 lines");
    expect((await file("wide.txt")).reason).toContain("limits are 1 MB");
    expect((await file("whole.txt")).line_count).toBe(20_000);
    expect((await file("whole.txt")).text).not.toBeNull();
  });

  it("is not read by a path that leaves the repository or points into .git", async () => {
    const { file, tree } = await setUp();
    for (const path of [
      "../secret",
      "src/../../secret",
      "/etc/passwd",
      ".git/config",
      "src\\a.ts",
      "C:/x",
      "src//a",
    ])
      await expect(file(path)).rejects.toMatchObject(invalid("/path"));
    for (const folder of ["../", "src/..", ".git"])
      await expect(tree({ folder })).rejects.toMatchObject(invalid("/folder"));
  });

  it("is not read at an option, a range or an expression in place of a ref", async () => {
    const { file } = await setUp();
    for (const ref of ["--output=/tmp/x", "main..main", "main^{tree}", "HEAD~1", "no-such"])
      await expect(file("src/orders.ts", { ref })).rejects.toMatchObject(invalid("/ref"));
  });
});

describe("finding a file by letters of its path", () => {
  it("answers the nearest first, with how many there are", async () => {
    const { paths } = await setUp();
    expect(await paths("ord")).toMatchObject({ items: [{ path: "src/orders.ts" }], total: 1 });
    const ts = await paths(".ts", { limit: 2 });
    expect(ts.items).toHaveLength(2);
    expect(ts.total).toBe(4);
    expect(await paths("zzz")).toMatchObject({ items: [], total: 0 });
  });
});

describe("who may read files", () => {
  it("are those who may see the repository: not another organization, nor a key that is bound to others", async () => {
    const { organization, repository_id, repository } = await setUp();
    const outsider = contextOf(database, await (await createOrganization(database.db)).person("owner"));
    const bound = contextOf(database, await organization.agent({ repository_ids: [newId()] }));
    const own = contextOf(database, await organization.agent({ repository_ids: [repository_id] }));
    for (const context of [outsider, bound]) {
      const refused = { code: "not_found" };
      await expect(run(contract.repositoryTreeList, { repository_id }, context)).rejects.toMatchObject(
        refused,
      );
      const asked = { repository_id, path: "src/orders.ts" };
      await expect(run(contract.repositoryFileGet, asked, context)).rejects.toMatchObject(refused);
      const query = { repository_id, query: "o" };
      await expect(run(contract.repositoryPathList, query, context)).rejects.toMatchObject(refused);
      expect(await run(contract.repositoryList, { name: repository.name }, context)).toMatchObject({
        total: 0,
      });
    }
    expect((await run(contract.repositoryTreeList, { repository_id }, own)).total).toBe(2);
    expect(await run(contract.repositoryList, { name: repository.name }, own)).toMatchObject({ total: 1 });
  });
});
