import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type Before, examine, Matcher, openLocal, readProbe } from "@/lib/citations";
import * as contract from "@/lib/citations/contract";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { contextOf, run, testDatabase } from "../../support/database";
import { GitRepository } from "../../support/git-repository";
import { repositoryRoot } from "../../support/repository-root";
import { setUpRepository } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const NONE = { violations: "none" } as const;
const HANDLERS =
  "language: ts\nrule:\n  pattern: route($P, $H)\n  not: { has: { pattern: guarded($$$), stopBy: end } }";

const probeOf = (rule: string, globs: { paths?: string[]; except?: string[] } = {}) =>
  readProbe({ rule, expectation: NONE, paths: [], except: [], ...globs });

/** Two hundred thousand brackets: ast-grep searches them for minutes. */
const NESTED = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
const NESTED_RULE = "language: ts\nrule: { kind: array, has: { pattern: x, stopBy: end } }";

async function examineFiles(
  files: Record<string, string | Uint8Array>,
  rule: string,
  { limit_ms = 5_000, signal }: { limit_ms?: number; signal?: AbortSignal } = {},
) {
  const git = new GitRepository(join(root.path, newId()));
  const commit = git.commit(files);
  const source = await openLocal(git.dir);
  const matcher = new Matcher({ limit_ms, signal });
  try {
    return await examine({ source, matcher }, { probe: probeOf(rule), commit, before: null, signal });
  } finally {
    matcher.close();
  }
}

describe("a search for matches", () => {
  it("finds the places of every file of the language, those with JSX too, and what they are among", async () => {
    const { findings, files } = await examineFiles(
      {
        "src/a.ts": 'route("/a", guarded(a));\nroute("/b", b);\n',
        "src/b.tsx": 'route("/c", () => <div>{c}</div>);\n',
        "src/c.js": 'route("/d", d);\n',
        "src/d.ts": "export {};\n",
      },
      HANDLERS,
    );
    expect(files).toBe(3);
    expect(findings.map(({ path, matches, support }) => ({ path, matches, support }))).toEqual([
      { path: "src/a.ts", matches: 1, support: 2 },
      { path: "src/b.tsx", matches: 1, support: 1 },
    ]);
    expect(findings[0]?.places).toEqual([{ line_start: 2, line_end: 2, text: 'route("/b", b);' }]);
  });

  it.each([
    ["py", "def f(x):\n    eval(x)\n", "language: python\nrule: { pattern: eval($X) }"],
    ["go", "package a\n\nfunc f() { eval(1) }\n", "language: go\nrule: { kind: call_expression }"],
    ["java", "class A { void f() { eval(1); } }\n", "language: java\nrule: { pattern: eval($X) }"],
    ["rs", "fn f() { eval(1); }\n", "language: rust\nrule: { pattern: eval($X) }"],
    ["css", "a { color: red }\n", "language: css\nrule: { kind: declaration }"],
    ["html", "<p>one</p>\n", "language: html\nrule: { kind: element }"],
  ])("reads .%s", async (extension, text, rule) => {
    const { findings } = await examineFiles({ [`src/a.${extension}`]: text }, rule);
    expect(findings).toMatchObject([{ matches: 1 }]);
  });

  it("leaves out what people did not write, and says so", async () => {
    const { findings, files } = await examineFiles(
      {
        "large.ts": "f(1);\n".repeat(900_000),
        "min.js": "f(1);".repeat(5_000),
        "min.ts": "f(1);".repeat(5_000),
        "binary.ts": new Uint8Array([102, 0, 40, 49, 41]),
        "pointer.ts": `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12\n`,
        "a.ts": "f(1);\n",
      },
      "language: ts\nrule: { pattern: f($A) }",
    );
    expect(files).toBe(1);
    const skipped = findings.flatMap(({ path, skipped: reason }) => (reason ? [`${path}: ${reason}`] : []));
    expect(skipped).toEqual([
      "binary.ts: no text",
      "large.ts: larger than 1 MB",
      "min.ts: minified",
      "pointer.ts: stored in Git LFS",
    ]);
  });

  it("searches what can be read of a file with syntax errors, and counts the file", async () => {
    const { findings } = await examineFiles(
      { "a.ts": "f(1);\nconst = ( ;\nf(2);\n", "b.ts": "<<<<<<< HEAD\nf(1);\n=======\n>>>>>>> b\n" },
      "language: ts\nrule: { pattern: f($A) }",
    );
    expect(findings.map(({ errors }) => errors)).toEqual([true, true]);
    expect(findings[0]?.matches).toBeGreaterThan(0);
  });

  it("ends at a file that takes too long, and the process with it", async () => {
    const begun = Date.now();
    const search = examineFiles(
      { "a.ts": "[x];\n", "nested.ts": NESTED.replace(/(.{100})/g, "$1\n") },
      NESTED_RULE,
      { limit_ms: 700 },
    );
    await expect(search).rejects.toThrow(/nested\.ts took longer than 0\.7 s; leave it out by `except`/);
    expect(Date.now() - begun).toBeLessThan(15_000);
  });

  it("goes on with the files after one that took too long or killed the process", async () => {
    const matcher = new Matcher({ limit_ms: 700 });
    const { config, population } = probeOf(NESTED_RULE);
    const ask = (text: string) =>
      matcher.match({ grammar: "TypeScript", text, config, population, most_places: 5 });
    const [first, second, third] = await Promise.all([ask("[x]"), ask(NESTED), ask("[[x]]")]);
    expect(first).toMatchObject({ matches: 1 });
    expect(second).toMatchObject({ failure: "timed_out" });
    expect(third).toMatchObject({ matches: 2 });
    matcher.close();
    await expect(ask("[x]")).rejects.toThrow("closed");
  });

  it("stops at once when it is called off, whatever the process is at", async () => {
    const signal = AbortSignal.timeout(1_500);
    const begun = Date.now();
    const search = examineFiles({ "nested.ts": NESTED.replace(/(.{100})/g, "$1\n") }, NESTED_RULE, {
      limit_ms: 60_000,
      signal,
    });
    await expect(search).rejects.toThrow(/timeout/i);
    expect(Date.now() - begun).toBeLessThan(10_000);
  });

  it("finds ast-grep wherever the server was started", async () => {
    const cwd = vi.spyOn(process, "cwd").mockReturnValue(tmpdir());
    const { findings } = await examineFiles(
      { "a.py": "eval(x)\n" },
      "language: py\nrule: { pattern: eval($X) }",
    );
    cwd.mockRestore();
    expect(findings).toMatchObject([{ matches: 1 }]);
  });

  it("says where ast-grep is not installed that probes are not available", async () => {
    const folder = mkdtempSync(join(tmpdir(), "casebook-nothing-"));
    const matcher = new Matcher({ limit_ms: 700, folder });
    const { config, population } = probeOf(NESTED_RULE);
    const request = { grammar: "TypeScript", text: "", config, population, most_places: 5 };
    await expect(matcher.match(request)).rejects.toThrow(/Probes are not available on this server/);
    matcher.close();
    rmSync(folder, { recursive: true });
  });

  it("reads only changed files when it was done before, wherever the others lie now", async () => {
    const git = new GitRepository(join(root.path, newId()));
    const first = git.commit({
      "src/a.ts": 'route("/a", a);\n',
      "src/b.ts": 'route("/b", guarded(b));\n',
      "src/c.ts": "export {};\n",
    });
    const source = await openLocal(git.dir);
    const matcher = new Matcher({ limit_ms: 5_000 });
    const probe = probeOf(HANDLERS);
    const at = (commit: string, before: Before | null) =>
      examine({ source, matcher }, { probe, commit, before });
    const cold = await at(first, null);
    expect(cold.files_read).toBe(3);
    git.git("mv", "src/a.ts", "src/moved.ts");
    const second = git.commit({ "src/b.ts": 'route("/b", b);\n' });
    const warm = await at(second, cold);
    expect(warm.files_read).toBe(1);
    expect(warm.findings).toEqual((await at(second, null)).findings);
    expect(warm.findings.map(({ path }) => path)).toEqual(["src/b.ts", "src/moved.ts"]);
    const gone = await at(second, { ...cold, commit: "0".repeat(40) });
    expect(gone.files_read).toBe(3);
    matcher.close();
  });
});

describe("a rule that matches a lot", () => {
  it("is not taken for one that matches everything when few files are read again", async () => {
    const git = new GitRepository(join(root.path, newId()));
    const many = 'route("/a", a);\n// why\n'.repeat(60);
    const first = git.commit({ "src/a.ts": many, "src/b.ts": "export {};\n" });
    const dense = 'route("/b", b); route("/c", c); route("/d", d);\n'.repeat(10);
    const second = git.commit({ "src/b.ts": dense });
    const source = await openLocal(git.dir);
    const matcher = new Matcher({ limit_ms: 5_000 });
    const probe = probeOf(HANDLERS);
    const before = await examine({ source, matcher }, { probe, commit: first, before: null });
    const after = await examine({ source, matcher }, { probe, commit: second, before });
    matcher.close();
    expect(after.files_read).toBe(1);
    expect(after.findings.map(({ matches }) => matches)).toEqual([60, 30]);
  });
});

describe("probe_try", () => {
  const attempt = async (
    rule: string,
    { files = {}, ...input }: { files?: Record<string, string>; paths?: string[] } = {},
  ) => {
    const { git, lead, repository } = await setUpRepository(database, root.path);
    git.commit(files);
    return run(contract.probeTry, { repository: repository.name, rule, expectation: NONE, ...input }, lead);
  };

  it("shows support and violations with their places, and stores nothing", async () => {
    const trial = await attempt(HANDLERS, {
      files: { "src/routes.ts": 'route("/a", guarded(a));\nroute("/b", b);\n' },
      paths: ["src/**"],
    });
    expect(trial).toMatchObject({
      status: "violated",
      summary: "violated (1 place of 2)",
      matches: 1,
      support: 2,
    });
    expect(trial.places).toEqual([
      { path: "src/routes.ts", line_start: 2, line_end: 2, text: 'route("/b", b);' },
    ]);
  });

  it.each([
    ["language: ts\nrule: { patern: x }", "unknown field `patern`"],
    ["language: ts\nrule: { pattern: f($A, $B) }", "put a pattern with a comma in it into quotes"],
    ["language: ts\nrule: { kind: nonsense }", "Kind `nonsense` is invalid"],
    ["language: ts\nrule: { regex: '(' }", "unclosed group"],
    ["language: ts\nrule: { pattern: $A }", "matches nearly everything"],
    ["language: ts\nrule: { all: [] }", "matches nearly everything"],
    ["language: ts\nrule: { not: { pattern: nothing_like_this } }", "matches nearly everything"],
  ])("refuses %s at /rule", async (rule, detail) => {
    const files = {
      "src/more.ts": "export const a = (b: number, c: number): number => b * c + b / c - c;\n".repeat(30),
    };
    const error = await attempt(rule, { files }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "invalid_input", errors: [{ pointer: "/rule" }] });
    expect(String(error)).toContain(detail);
  });

  it("is refused for a repository that a key may not see", async () => {
    const { organization, repository } = await setUpRepository(database, root.path);
    const other = await organization.agent({ repository_ids: [newId()] });
    const attempted = run(
      contract.probeTry,
      { repository: repository.name, rule: HANDLERS, expectation: NONE },
      contextOf(database, other),
    );
    await expect(attempted).rejects.toMatchObject({ code: "not_found" });
  });
});
