import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openLocal } from "./git";

const root = mkdtempSync(join(tmpdir(), "casebook-trees-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function makeRepository(name: string) {
  const folder = join(root, name);
  mkdirSync(folder);
  const git = (...args: string[]): string =>
    execFileSync(
      "git",
      [
        "-C",
        folder,
        "-c",
        "user.name=Ada",
        "-c",
        "user.email=ada@example.test",
        "-c",
        "commit.gpgSign=false",
        ...args,
      ],
      { encoding: "utf8" },
    ).trim();
  git("init", "--quiet", "--initial-branch=main");
  const commit = (files: Record<string, string>): string => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    git("add", "--all");
    git("commit", "--quiet", "--message=Change");
    return git("rev-parse", "HEAD");
  };
  return { folder, git, commit };
}

type Repository = ReturnType<typeof makeRepository>;

/** What git itself says: paths with modes and ids, in its order. */
const listedByGit = ({ git }: Repository, commit: string) =>
  git("ls-tree", "-r", "--full-tree", commit)
    .split("\n")
    .map((line) => line.replace(/^(\d+) \w+ ([0-9a-f]+)\t(.*)$/, "$3 $1 $2"));

it.each([3, 80])("lists a tree of %i folders as git does, and again after a push", async (folders) => {
  const repository = makeRepository(`folders-${folders}`);
  const files = Array.from({ length: folders }, (_, at) => [
    `src/part-${at}/a.ts`,
    `export const a = ${at};\n`,
  ]);
  const first = repository.commit({ ...Object.fromEntries(files), "src/part.ts": "1\n", "a-file": "2\n" });
  const source = await openLocal(repository.folder);
  try {
    const listed = async (commit: string) =>
      [...(await source.listFiles(commit))].map(([path, { mode, oid }]) => `${path} ${mode} ${oid}`);
    expect(await listed(first)).toEqual(listedByGit(repository, first));
    const second = repository.commit({ "src/part-1/a.ts": "changed\n", "src/new/deep/b.ts": "new\n" });
    expect(await listed(second)).toEqual(listedByGit(repository, second));
  } finally {
    await source.close();
  }
});
