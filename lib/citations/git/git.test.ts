import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Anchor, anchorAtCreation, type LineRange } from "../anchoring/anchor";
import { oldFile } from "../anchoring/cited-text";
import { locate } from "../anchoring/locate";
import { locateRenamed } from "../anchoring/locate-renamed";
import type { Located } from "../anchoring/located";
import { decodeSource, type SourceText } from "../anchoring/text";
import { followRenames, parseRepositoryPath, SourceError } from "../repositories/source";
import { cloneOrFetch } from "./clone";
import { openLocal } from "./git";
import { holdFolder } from "./held-folder";
import { createObjectReader } from "./object-reader";
import type { GitSource } from "./options";
import { parseRemote } from "./remote";
import { TestRepository } from "./test-repository";

let root: string;
const opened: GitSource[] = [];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "casebook-git-"));
});

afterEach(async () => {
  for (const source of opened.splice(0)) await source.close();
  expect(gitChildren()).toEqual([]);
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Ids of the git processes that this test process started and that still run. */
function gitChildren(): number[] {
  return execFileSync("ps", ["-eo", "pid=,ppid=,stat=,comm="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, state, name]) => {
      return parent === String(process.pid) && !state?.startsWith("Z") && name?.startsWith("git");
    })
    .map(([pid]) => Number(pid));
}

const newRepository = () => new TestRepository(mkdtempSync(join(root, "repository-")));

async function open({ dir }: TestRepository): Promise<GitSource> {
  const source = await openLocal(dir);
  opened.push(source);
  return source;
}

async function textAt(source: GitSource, commit: string, path: string): Promise<SourceText> {
  const file = await source.readFile(commit, path);
  const decoded = file?.bytes ? decodeSource(file.bytes) : null;
  if (decoded?.kind !== "text") throw new Error(`${path} holds no text`);
  return decoded;
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SourceError)) throw new Error(`expected a SourceError, got ${error}`);
  return error.code;
}

const BILLING = `export const VAT = 0.19;

export function net(gross: number): number {
  return gross / (1 + VAT);
}

export function invoiceNumber(year: number, count: number): string {
  const padded = String(count).padStart(6, "0");
  return \`\${year}-\${padded}\`;
}

export function dueDate(issued: Date): Date {
  return new Date(issued.getTime() + 14 * 86_400_000);
}
`;
const INVOICE: LineRange = { line_start: 7, line_end: 10 };

describe("a citation followed through a real history", () => {
  let repository: TestRepository;
  let source: GitSource;
  let created: string;

  beforeEach(async () => {
    repository = newRepository();
    created = repository.commit({ "src/billing.ts": BILLING });
    source = await open(repository);
  });

  async function anchorAt(commit: string, path: string, range: LineRange): Promise<Anchor> {
    const result = anchorAtCreation(await textAt(source, commit, path), range);
    if (!result.ok) throw new Error(result.message);
    return result.anchor;
  }

  async function check(next: string | Uint8Array, range = INVOICE): Promise<Located> {
    const commit = repository.commit({ "src/billing.ts": next });
    const file = await source.readFile(commit, "src/billing.ts");
    if (!file?.bytes) throw new Error("the file is gone");
    const old = oldFile(await textAt(source, created, "src/billing.ts"));
    return locate(await anchorAt(created, "src/billing.ts", range), old, decodeSource(file.bytes));
  }

  it("has the same blob id while the file is untouched", async () => {
    const commit = repository.commit({ "README.md": "# Billing\n" });
    expect(await source.blobOid(commit, "src/billing.ts")).toBe(
      await source.blobOid(created, "src/billing.ts"),
    );
    expect(await source.blobOid(created, "README.md")).toBeNull();
  });

  it.each<[string, string, Partial<Located>]>([
    [
      "unchanged beside other edits",
      BILLING.replace("14 *", "30 *"),
      { status: "unchanged", line_start: 7, line_end: 10 },
    ],
    [
      "moved by an insertion above",
      `// billing\n\n${BILLING}`,
      { status: "moved", line_start: 9, line_end: 12 },
    ],
    [
      "edited in place",
      BILLING.replace('padStart(6, "0")', 'padStart(8, "0")'),
      { status: "edited", line_start: 7, line_end: 10 },
    ],
    [
      "unchanged by white space",
      BILLING.replaceAll("  ", "    "),
      { status: "unchanged", line_start: 7, line_end: 10, whitespace_changed: true },
    ],
    [
      "unchanged by CRLF",
      BILLING.replaceAll("\n", "\r\n"),
      { status: "unchanged", line_start: 7, line_end: 10 },
    ],
    [
      "missing when deleted",
      BILLING.split("\n")
        .filter((_line, index) => index < 6 || index > 10)
        .join("\n"),
      { status: "missing", line_start: null },
    ],
  ])("is %s", async (_name, next, expected) => {
    expect(await check(next)).toMatchObject(expected);
  });

  it("is found at the end of a file that lost its last newline", async () => {
    expect(await check(`\n${BILLING.trimEnd()}`, { line_start: 12, line_end: 14 })).toMatchObject({
      status: "moved",
      line_start: 13,
      line_end: 15,
    });
  });

  it("is missing when the file became binary", async () => {
    expect(await check(Uint8Array.from([0, 255, 0, 1]))).toMatchObject({
      status: "missing",
      reason: "not_text",
    });
  });

  it("is followed to where its block moved, past a decoy that was there before", async () => {
    const guard = '  if (!ready) throw new Error("not ready");\n  count += 1;\n';
    const part = (name: string) => `function ${name}() {\n${guard}  return ${name}Impl();\n}\n`;
    created = repository.commit({
      "src/billing.ts": `${part("first")}\n${part("second")}\n${part("third")}`,
    });
    // "second" (lines 7–11) goes to the end; its guard is also in "first" and "third".
    const located = await check(`${part("first")}\n${part("third")}\n${part("second")}`, {
      line_start: 8,
      line_end: 9,
    });
    expect(located).toMatchObject({ status: "moved", line_start: 14, line_end: 15 });
  });

  it("is renamed when git moved the file, in several steps", async () => {
    repository.git("mv", "src/billing.ts", "src/invoices.ts");
    repository.commit();
    repository.git("mv", "src/invoices.ts", "Invoices.ts");
    const head = repository.commit({ "notes.md": "moved\n" });
    const renames = await source.renamesBetween(created, head, "history");
    const path = followRenames("src/billing.ts", renames);
    expect(path).toBe("Invoices.ts");
    const old = oldFile(await textAt(source, created, "src/billing.ts"));
    const anchor = await anchorAt(created, "src/billing.ts", INVOICE);
    const located = locateRenamed(anchor, old, await textAt(source, head, path), { by: "rename" });
    expect(located).toMatchObject({ status: "renamed", line_start: 7, line_end: 10 });
  });

  it("stays readable at a commit that a force-push left behind", async () => {
    repository.git("checkout", "--quiet", "--orphan", "rewritten");
    repository.commit({ "other.txt": "x\n" });
    repository.git("branch", "--quiet", "-D", "main");
    expect((await textAt(source, created, "src/billing.ts")).lines).toHaveLength(14);
  });
});

describe("openLocal", () => {
  it("opens a working repository, a bare one and a linked worktree, each once", async () => {
    const repository = newRepository();
    const commit = repository.commit({ "a.txt": "a\n" });
    const bare = join(root, "bare.git");
    repository.git("clone", "--quiet", "--bare", repository.dir, bare);
    const worktree = join(root, "worktree");
    repository.git("worktree", "add", "--quiet", "--detach", worktree);
    for (const path of [repository.dir, bare, worktree]) {
      const source = await openLocal(path);
      opened.push(source);
      expect(await source.headCommit()).toBe(commit);
      expect(await openLocal(path)).toBe(source);
    }
    expect(await (await openLocal(worktree)).defaultBranch()).toBeNull();
    expect(await (await openLocal(bare)).defaultBranch()).toBe("main");
  });

  it("refuses a git folder that is elsewhere, by a file or a link named .git", async () => {
    const elsewhere = newRepository();
    elsewhere.commit({ "secret.txt": "s\n" });
    const outside = join(elsewhere.dir, ".git");
    const [byFile, byLink] = ["file", "link"].map((name) => mkdtempSync(join(root, `${name}-`)));
    writeFileSync(join(byFile ?? "", ".git"), `gitdir: ${outside}\n`);
    symlinkSync(outside, join(byLink ?? "", ".git"));
    for (const path of [byFile ?? "", byLink ?? ""]) {
      const source = await openLocal(path);
      opened.push(source);
      expect(await source.headCommit()).toMatch(/^[0-9a-f]{40}$/);
      const below = async (git_dir: string) => git_dir.startsWith(path);
      expect(await codeOf(openLocal(path, { isAllowed: below }))).toBe("not_a_repository");
    }
  });

  it("reads nothing of a folder that was put in the place of the one that was judged", async () => {
    const [judged, other] = [newRepository(), newRepository()];
    judged.commit({ "a.txt": "judged\n" });
    const hidden = other.commit({ "a.txt": "other\n" });
    const source = await openLocal(judged.dir);
    opened.push(source);
    renameSync(judged.dir, `${judged.dir}-away`);
    symlinkSync(other.dir, judged.dir);
    expect(await codeOf(source.readFile(hidden, "a.txt"))).toBe("unreachable");
    expect(await codeOf(source.headCommit())).toBe("unreachable");
    expect(await codeOf(source.defaultBranch())).toBe("unreachable");
    rmSync(judged.dir);
    renameSync(other.dir, judged.dir);
    expect(await codeOf(source.readFile(hidden, "a.txt"))).toBe("unreachable");
    const after = await openLocal(judged.dir);
    opened.push(after);
    expect(await after.headCommit()).toBe(hidden);
  });

  it("refuses what is no repository: a plain folder, a folder inside one, a missing or relative path", async () => {
    const repository = newRepository();
    repository.commit({ "sub/a.txt": "a\n" });
    const plain = mkdtempSync(join(root, "plain-"));
    mkdirSync(join(plain, "objects"));
    writeFileSync(join(plain, "HEAD"), "not a ref");
    for (const path of [plain, join(repository.dir, "sub"), join(root, "absent"), ".", "\0"]) {
      expect(await codeOf(openLocal(path))).toBe("not_a_repository");
    }
  });

  it("runs nothing that the repository's own configuration names", async () => {
    const repository = newRepository();
    const first = repository.commit({ "a.txt": "a\n" });
    const second = repository.commit({ "a.txt": "b\n" });
    const proof = join(root, "proof");
    const script = join(root, "script.sh");
    writeFileSync(script, `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 });
    repository.write(".gitattributes", "* diff=evil filter=evil\n");
    repository.git("config", "core.fsmonitor", script);
    repository.git("config", "core.pager", script);
    repository.git("config", "diff.external", script);
    repository.git("config", "diff.evil.textconv", script);
    repository.git("config", "filter.evil.smudge", script);
    repository.git("config", "core.hooksPath", root);
    const source = await open(repository);
    await source.readFile(second, "a.txt");
    await source.renamesBetween(first, second, "history");
    await source.log(2);
    expect(existsSync(proof)).toBe(false);
  });
});

describe("a search of git", () => {
  it("that was killed could not be read, and has not found nothing", async () => {
    const repository = newRepository();
    const commit = repository.commit({ "a.ts": "export const rateOfTax = 1;\n" });
    const bin = mkdtempSync(join(root, "bin-"));
    const lines = [
      "#!/bin/sh",
      'for word in "$@"; do if [ "$word" = grep ]; then kill -KILL $$; fi; done',
      "PATH=/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin",
      'exec git "$@"',
      "",
    ];
    writeFileSync(join(bin, "git"), lines.join("\n"), { mode: 0o755 });
    const source = await openLocal(repository.dir, { inherit: { PATH: `${bin}:/usr/bin:/bin` } });
    opened.push(source);
    const searched = Promise.resolve(source.linesWithWords?.(commit, ["rateOfTax"]));
    expect(await codeOf(searched)).toBe("unreachable");
  });
});

describe("reading", () => {
  let repository: TestRepository;
  let source: GitSource;

  beforeEach(async () => {
    repository = newRepository();
    source = await open(repository);
  });

  it("tells files, executables, links, folders and nothing apart, by any path git can hold", async () => {
    symlinkSync("../../etc/passwd", join(repository.dir, "link"));
    writeFileSync(join(repository.dir, "run.sh"), "#!/bin/sh\n", { mode: 0o755 });
    const commit = repository.commit({ "dir/ü :(glob) ^{}\n.txt": "odd\n", empty: "" });
    const read = (path: string) => source.readFile(commit, path);
    expect(await read("run.sh")).toMatchObject({ kind: "file", mode: "100755" });
    expect(await read("link")).toMatchObject({ kind: "symlink", mode: "120000" });
    expect((await read("link"))?.bytes?.toString()).toBe("../../etc/passwd");
    expect(await read("dir")).toMatchObject({ kind: "directory", bytes: null });
    expect((await read("./dir/ü :(glob) ^{}\n.txt"))?.bytes?.toString()).toBe("odd\n");
    expect((await read("empty"))?.bytes).toHaveLength(0);
    for (const path of ["absent", "run.sh/below", "link/below", "Dir"]) expect(await read(path)).toBeNull();
    expect(await source.blobOid(commit, "dir")).toBeNull();
  });

  it("tells a submodule without reading it", async () => {
    const commit = repository.commit({ "a.txt": "a\n" });
    repository.git("update-index", "--add", "--cacheinfo", `160000,${commit},vendor/lib`);
    repository.git("commit", "--quiet", "--message=pin");
    const head = await source.headCommit();
    expect(await source.readFile(head, "vendor/lib")).toEqual({
      kind: "submodule",
      mode: "160000",
      blob_oid: commit,
      bytes: null,
    });
    expect(await source.blobOid(head, "vendor/lib")).toBeNull();
  });

  it("answers hundreds of questions asked at once, in order, past a file that is too large to keep", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_none, index) => [`f/${index}.txt`, `${index}\n`]),
    );
    const large = Buffer.alloc(9_000_000, "x");
    const commit = repository.commit({ ...files, "f/large.txt": large });
    const paths = [...Object.keys(files).slice(0, 150), "f/large.txt", ...Object.keys(files).slice(150)];
    const read = await Promise.all(paths.map((path) => source.readFile(commit, path)));
    paths.forEach((path, index) => {
      const text = read[index]?.bytes?.toString() ?? null;
      expect(text).toBe(path === "f/large.txt" ? null : files[path]);
    });
  });

  it("sees commits, branches and packs that were made after it was opened", async () => {
    expect(await codeOf(source.headCommit())).toBe("unknown_ref");
    const first = repository.commit({ "a.txt": "a\n" });
    expect(await source.headCommit()).toBe(first);
    repository.git("gc", "--quiet");
    const second = repository.commit({ "a.txt": "b\n" });
    repository.git("branch", "feature/x");
    repository.git("gc", "--quiet");
    expect(await source.resolveRef("feature/x")).toBe(second);
    expect((await source.readFile(first, "a.txt"))?.bytes?.toString()).toBe("a\n");
  });

  it("resolves branches before tags, annotated tags to their commits, and short commit ids", async () => {
    const first = repository.commit({ "a.txt": "a\n" });
    repository.git("tag", "--annotate", "--message=one", "v1");
    repository.git("tag", "main");
    const second = repository.commit({ "a.txt": "b\n" });
    expect(await source.resolveRef("main")).toBe(second);
    expect(await source.resolveRef("refs/tags/main")).toBe(first);
    expect(await source.resolveRef("v1")).toBe(first);
    expect(await source.resolveRef(repository.git("rev-parse", "v1"))).toBe(first);
    expect(await source.resolveRef(first.slice(0, 12))).toBe(first);
    expect(await source.resolveRef(first)).toBe(first);
    expect(await source.resolveRef()).toBe(second);
    expect(await source.defaultBranch()).toBe("main");
  });

  it("refuses options, ranges, expressions and unknown names as refs", async () => {
    repository.commit({ "a.txt": "a\n" });
    repository.commit({ "a.txt": "b\n" });
    const expressions = [
      "main..HEAD",
      "HEAD@{1}",
      "HEAD~1",
      "HEAD^",
      "main:a.txt",
      "@",
      "refs/heads/../../x",
    ];
    const malformed = [
      "-n1",
      "--all",
      "a b",
      "a\nb",
      "",
      ".hid",
      "x.lock",
      "/etc",
      "a\\b",
      "a\0b",
      "x".repeat(256),
    ];
    for (const ref of [...expressions, ...malformed, "absent", "0".repeat(40)]) {
      expect([ref, await codeOf(source.resolveRef(ref))]).toEqual([ref, "unknown_ref"]);
    }
  });

  it("refuses paths that are absolute, leave the repository or cannot exist in one", async () => {
    const commit = repository.commit({ "a.txt": "a\n" });
    const outside = ["/etc/passwd", "../x", "a/../../x", "C:/x", ".git/config", "a/.GIT/x"];
    for (const path of [
      ...outside,
      "",
      "./",
      "a//b",
      "a/",
      "a/./b",
      "a\\b",
      "a\0b",
      "\ud800",
      "x".repeat(4097),
    ]) {
      expect([path, await codeOf(source.readFile(commit, path))]).toEqual([path, "invalid_path"]);
      expect(() => parseRepositoryPath(path)).toThrow(SourceError);
    }
  });

  it("refuses commits that are no ids or that it does not have, in every function", async () => {
    const commit = repository.commit({ "a.txt": "a\n" });
    for (const bad of ["HEAD", "--all", `${commit}..`, "f".repeat(40)]) {
      expect(await codeOf(source.readFile(bad, "a.txt"))).toBe("unknown_ref");
      expect(await codeOf(source.renamesBetween(bad, commit, "history"))).toBe("unknown_ref");
      expect(await codeOf(source.log(1, bad))).toBe("unknown_ref");
    }
    expect(await source.readBlob("f".repeat(40))).toBeNull();
  });

  it("lists the latest commits, newest first", async () => {
    const first = repository.commit({ "a.txt": "a\n" });
    repository.git("commit", "--quiet", "--allow-empty", "--message=Fix: tabs\tand | bars\n\nbody");
    const second = repository.git("rev-parse", "HEAD");
    const commits = await source.log(5);
    expect(commits.map(({ commit }) => commit)).toEqual([second, first]);
    expect(commits[0]).toMatchObject({
      parents: [first],
      author_name: "Test",
      subject: "Fix: tabs\tand | bars",
    });
    expect(commits[0]?.authored_at).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(await source.log(5, first)).toHaveLength(1);
  });

  it("follows renames on merged branches and renames that change only the case", async () => {
    const first = repository.commit({ "a.txt": "one\ntwo\nthree\n", "case.txt": "x\ny\nz\nw\n" });
    repository.git("checkout", "--quiet", "-b", "side");
    repository.git("mv", "a.txt", "b.txt");
    repository.commit();
    repository.git("checkout", "--quiet", "main");
    repository.git("mv", "case.txt", "Case.txt");
    repository.commit();
    repository.git("merge", "--quiet", "--no-ff", "--no-edit", "side");
    const renames = await source.renamesBetween(first, await source.headCommit(), "history");
    expect(followRenames("a.txt", renames)).toBe("b.txt");
    expect(followRenames("case.txt", renames)).toBe("Case.txt");
    expect(followRenames("other.txt", renames)).toBe("other.txt");
  });

  it("lists every file, link and submodule of a commit by its path", async () => {
    symlinkSync("src/a.ts", join(repository.dir, "link"));
    const head = repository.commit({ "src/a.ts": "one\n", "src/ü b.ts": "two\n", "top.txt": "one\n" });
    repository.git("update-index", "--add", "--cacheinfo", `160000,${head},vendor/lib`);
    repository.git("commit", "--quiet", "--message=pin");
    const files = await source.listFiles(await source.headCommit());
    expect([...files.keys()]).toEqual(["link", "src/a.ts", "src/ü b.ts", "top.txt", "vendor/lib"]);
    expect(files.get("vendor/lib")).toEqual({ kind: "submodule", mode: "160000", oid: head });
    expect(files.get("link")).toMatchObject({ kind: "symlink" });
    expect(files.get("src/a.ts")?.oid).toBe(files.get("top.txt")?.oid);
    await expect(source.listFiles("0".repeat(40))).rejects.toMatchObject({ code: "unknown_ref" });
  });

  it("reads many blobs at once, each of them once, and tells those it does not have", async () => {
    const head = repository.commit({ "a.txt": "one\n", "b.txt": "two\n" });
    const [a, b] = [await source.blobOid(head, "a.txt"), await source.blobOid(head, "b.txt")];
    if (!a || !b) throw new Error("no blobs");
    const blobs = await source.readBlobs([a, b, a, "0".repeat(40)]);
    expect(blobs.size).toBe(3);
    expect(blobs.get(a)?.toString()).toBe("one\n");
    expect(blobs.get(b)).toBe(await source.readBlob(b));
    expect(blobs.get("0".repeat(40))).toBeNull();
  });

  it("finds the files that hold a line, white space at its ends aside, whatever git is configured to print", async () => {
    const head = repository.commit({
      "a.ts": "if (x) {\n    return -total(x);\n}\n",
      "deep/b.ts": "\treturn -total(x);\r\n",
      "c.ts": "const y = () => { return -total(x); };\n",
      "d.bin": Buffer.from("\0\nreturn -total(x);\n"),
    });
    repository.git("config", "grep.lineNumber", "true");
    repository.git("config", "grep.column", "true");
    const found = await source.filesWithText(head, ["return -total(x);", "--no-index", "nowhere(.*)"]);
    expect(found).toEqual(
      new Map([
        ["return -total(x);", ["a.ts", "deep/b.ts"]],
        ["--no-index", []],
        ["nowhere(.*)", []],
      ]),
    );
    await expect(source.filesWithText("HEAD", ["x"])).rejects.toMatchObject({ code: "unknown_ref" });
  });

  it("extends what it knows of renames to newer heads and older commits, and forgets it after a force-push", async () => {
    const names = ["a", "b", "c", "d", "e"];
    const commits = [repository.commit({ "a.txt": "one\ntwo\nthree\n" })];
    for (const [index, name] of names.slice(1).entries()) {
      repository.git("mv", `${names[index]}.txt`, `${name}.txt`);
      commits.push(repository.commit());
    }
    const [first = "", second = "", third = "", fourth = "", fifth = ""] = commits;
    const path = async (from: string, to: string, start: string): Promise<string> =>
      followRenames(start, await source.renamesBetween(from, to, "history"));
    expect(await path(second, fourth, "b.txt")).toBe("d.txt");
    expect(await path(third, fifth, "c.txt")).toBe("e.txt");
    expect(await path(first, fifth, "a.txt")).toBe("e.txt");
    expect(await path(first, third, "a.txt")).toBe("c.txt");
    expect(await path(third, third, "c.txt")).toBe("c.txt");
    repository.git("reset", "--quiet", "--hard", second);
    repository.git("mv", "b.txt", "z.txt");
    expect(await path(first, repository.commit(), "a.txt")).toBe("z.txt");
  });

  it("compares two trees for renames when no history joins them", async () => {
    const text = Array.from({ length: 30 }, (_, row) => `const value${row} = ${row * 7};`).join("\n");
    const first = repository.commit({ "lib/a.ts": text });
    repository.git("checkout", "--quiet", "--orphan", "rewritten");
    repository.git("mv", "lib/a.ts", "lib/b.ts");
    const second = repository.commit();
    const renames = await source.renamesBetween(first, second, "trees");
    expect(renames).toEqual([{ commit: second, from: "lib/a.ts", to: "lib/b.ts" }]);
  });

  it("answers again after its process was killed, and after it was closed", async () => {
    const commit = repository.commit({ "a.txt": "a\n", "b.txt": "b\n" });
    await source.readFile(commit, "a.txt");
    const children = gitChildren();
    expect(children).toHaveLength(1);
    for (const pid of children) process.kill(pid, "SIGKILL");
    expect((await source.readFile(commit, "b.txt"))?.bytes?.toString()).toBe("b\n");
    await source.close();
    expect(gitChildren()).toEqual([]);
    expect(await source.resolveRef("main")).toBe(commit);
  });

  it("ends its process when nobody asks any more", async () => {
    const commit = repository.commit();
    await source.close();
    const reader = createObjectReader({
      folder: holdFolder(source.git_dir),
      inherit: {},
      max_object_bytes: 1000,
      timeout_ms: 5000,
      idle_ms: 20,
    });
    expect(await reader.read(commit)).toMatchObject({ type: "commit" });
    expect(gitChildren()).toHaveLength(1);
    await expect.poll(gitChildren, { timeout: 5000 }).toEqual([]);
  });

  it("answers unreachable once the repository was deleted, leaving no process", async () => {
    const commit = repository.commit({ "a.txt": "a\n" });
    rmSync(repository.dir, { recursive: true });
    expect(await codeOf(source.readFile(commit, "a.txt"))).toBe("unreachable");
    expect(await codeOf(openLocal(repository.dir))).toBe("not_a_repository");
  });
});

describe("cloneOrFetch", () => {
  const local = { allow_file_paths: true };

  it("clones into a bare folder, then fetches; what upstream rewrote stays readable by id", async () => {
    const upstream = newRepository();
    const first = upstream.commit({ "a.txt": "a\n" });
    const managed = join(root, "managed", "one.git");
    const source = await cloneOrFetch(upstream.dir, managed, local);
    opened.push(source);
    expect(await source.headCommit()).toBe(first);
    upstream.git("checkout", "--quiet", "--orphan", "trunk");
    upstream.git("branch", "--quiet", "-D", "main");
    const second = upstream.commit({ "b.txt": "b\n" });
    expect(await cloneOrFetch(`file://${upstream.dir}`, managed, local)).toBe(source);
    expect(await source.defaultBranch()).toBe("trunk");
    expect(await source.headCommit()).toBe(second);
    expect(await codeOf(source.resolveRef("main"))).toBe("unknown_ref");
    expect((await source.readFile(first, "a.txt"))?.bytes?.toString()).toBe("a\n");
  });

  it("shares one transfer between calls for the same folder", async () => {
    const upstream = newRepository();
    upstream.commit({ "a.txt": "a\n" });
    const managed = join(root, "managed", "shared.git");
    const [left, right] = await Promise.all([
      cloneOrFetch(upstream.dir, managed, local),
      cloneOrFetch(upstream.dir, managed, local),
    ]);
    opened.push(left);
    expect(left).toBe(right);
  });

  it("removes what was cut off of a clone, and nothing that another process may be bringing", async () => {
    const upstream = newRepository();
    upstream.commit({ "a.txt": "a\n" });
    const folder = mkdtempSync(join(root, "cut-off-"));
    const partial = (name: string, minutes: number) => {
      const path = join(folder, name);
      mkdirSync(join(path, "objects"), { recursive: true });
      const at = new Date(Date.now() - minutes * 60_000);
      utimesSync(path, at, at);
      return path;
    };
    const cut_off = partial(".one.git.0a1b2c3d4e5f.partial", 60);
    const young = partial(".one.git.0f1e2d3c4b5a.partial", 5);
    const of_another = partial(".two.git.0a1b2c3d4e5f.partial", 60);
    const managed = join(folder, "one.git");
    opened.push(await cloneOrFetch(upstream.dir, managed, local));
    expect([cut_off, young, of_another].map((path) => existsSync(path))).toEqual([false, true, true]);
    // Also what is found once the clone is there.
    utimesSync(young, new Date(0), new Date(0));
    await cloneOrFetch(upstream.dir, managed, local);
    expect(existsSync(young)).toBe(false);
  });

  it("refuses addresses that are options, helpers, other protocols or paths, and creates nothing", async () => {
    const addresses = [
      "-u/tmp/x",
      "--upload-pack=touch x",
      "ext::sh -c touch% x",
      "ext::sh",
      "fd::17",
      "http://example.com/a.git",
      "git://example.com/a.git",
      "ftp://example.com/a.git",
      "ssh://-oProxyCommand=x/a",
      "-oProxyCommand=x:a",
      "git@-oProxyCommand=x:a",
      "git@host:-x",
      "https://host/a?token=1",
      "https://host/a b",
      "https:///a",
      "https://%zz@host/a",
      "https://bot:%ff@host/a",
      "relative/path",
      "",
      "/srv/git/a.git",
      "file:///srv/git/a.git",
    ];
    for (const address of addresses) {
      const managed = join(root, "refused", "x.git");
      expect([address, await codeOf(cloneOrFetch(address, managed))]).toEqual([address, "refused"]);
      expect(existsSync(dirname(managed))).toBe(false);
    }
  });

  it("keeps credentials out of what it passes on and of its errors", async () => {
    const remote = parseRemote("https://bot:s3cret@127.0.0.1:1/team/a.git");
    expect(remote).toMatchObject({
      protocol: "https",
      host: "127.0.0.1",
      url: "https://127.0.0.1:1/team/a.git",
    });
    expect(remote.authorization).toBe(`Basic ${Buffer.from("bot:s3cret").toString("base64")}`);
    const managed = join(root, "managed", "secret.git");
    const error = await cloneOrFetch("https://bot:s3cret@127.0.0.1:1/team/a.git", managed).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: "unreachable" });
    expect(String(error)).not.toContain("s3cret");
    expect(existsSync(managed)).toBe(false);
  });

  it("accepts the usual ways to write an ssh address", () => {
    expect(parseRemote("git@example.com:team/a.git")).toMatchObject({ protocol: "ssh", host: "example.com" });
    expect(parseRemote("ssh://git:pw@example.com:2222/team/a.git")).toMatchObject({
      host: "example.com",
      url: "ssh://git@example.com:2222/team/a.git",
    });
  });

  it("tells a folder without a repository from a source that is down", async () => {
    expect(await codeOf(cloneOrFetch(root, join(root, "managed", "x.git"), local))).toBe("not_a_repository");
  });

  it("gives up after the time limit on a server that never answers, with no process and no folder left", async () => {
    const server = createServer((socket) => socket.on("error", () => undefined));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const managed = join(root, "slow", "x.git");
    const options = { transfer_timeout_ms: 300 };
    expect(await codeOf(cloneOrFetch(`https://127.0.0.1:${port}/a.git`, managed, options))).toBe("timeout");
    expect(existsSync(managed)).toBe(false);
    server.close();
  });
});
