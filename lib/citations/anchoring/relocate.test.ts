import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openLocal } from "../git/git";
import type { GitSource } from "../git/options";
import { TestRepository } from "../git/test-repository";
import { SourceError } from "../repositories/source";
import { anchorAtCreation } from "./anchor";
import { type Followed, followCitations } from "./relocate";
import { blobsAt } from "./source-cache";
import { decodeSource, type LineTable } from "./text";

let root: string;
let dir: string;
let repository: TestRepository;
let source: GitSource;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "casebook-follow-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(async () => {
  dir = mkdtempSync(join(root, "repository-"));
  repository = new TestRepository(dir);
  source = await openLocal(dir);
});
afterEach(() => source.close());

const git = (...args: string[]) => repository.git(...args);
const commit = (files?: Record<string, string | Uint8Array>) => repository.commit(files);

type Place = { path: string; line_start: number; line_end: number };

/** Cites lines at one commit and follows them to another; `from` is what the repository has of the old state. */
async function follow(place: Place, from: string, to: string, seen = source): Promise<Followed> {
  const file = await source.readFile(from, place.path);
  const made = file?.bytes ? anchorAtCreation(decodeSource(file.bytes), place) : null;
  if (!file || !made?.ok) throw new Error("cannot be cited");
  const { blob_oid } = file;
  const tables = new Map<string, LineTable>([[blob_oid, made.line_table]]);
  expect((await blobsAt(seen, to, [place.path])).get(place.path)).not.toBe(blob_oid);
  const one = { citation_id: "one", path: place.path, commit_sha: from, blob_oid, anchor: made.anchor };
  const followed = await followCitations(seen, to, { cited: [one], storedTables: async () => tables });
  const answer = followed.get("one");
  if (!answer) throw new Error("no answer");
  if (answer instanceof Error) throw answer;
  return answer;
}

const routine = (name: string, height = 6): string =>
  [
    `export function ${name}(input: string): string {`,
    ...Array.from(
      { length: height },
      (_, row) => `  const ${name}Part${row} = input.slice(${row}, ${row + 3});`,
    ),
    `  return ${name}Part0;`,
    "}",
    "",
  ].join("\n");
const FIRST = { path: "src/a.ts", line_start: 2, line_end: 5 };
const place = (path: string, line_start: number, line_end: number) => ({
  line_start,
  line_end,
  file: expect.objectContaining({ path }),
});

describe("a file under another name", () => {
  it("is found when it was renamed and half rewritten in one commit", async () => {
    const from = commit({ "src/a.ts": routine("alpha") + routine("beta") });
    git("mv", "src/a.ts", "src/z.ts");
    const to = commit({ "src/z.ts": routine("gamma") + routine("alpha") });
    expect(await follow(FIRST, from, to)).toMatchObject({ status: "renamed", ...place("src/z.ts", 11, 14) });
  });

  it("is found where its folder went, though it was edited on the way", async () => {
    const files = { "src/a.ts": routine("alpha"), "src/b.ts": routine("beta"), "src/c.ts": routine("gamma") };
    const from = commit(files);
    git("mv", "src", "lib");
    const to = commit({ "lib/a.ts": `// moved\n${routine("alpha").replace("Part5", "Changed")}` });
    expect(await follow(FIRST, from, to)).toMatchObject({ status: "renamed", ...place("lib/a.ts", 3, 6) });
  });

  it("is found when only the case of its name changed", async () => {
    const from = commit({ "src/a.ts": routine("alpha") });
    git("mv", "src/a.ts", "src/A.ts");
    expect(await follow(FIRST, from, commit())).toMatchObject({
      status: "renamed",
      ...place("src/A.ts", 2, 5),
    });
  });

  it("is distinguished from an equal file that was there before", async () => {
    const from = commit({ "src/a.ts": routine("alpha"), "src/copy.ts": routine("alpha") });
    git("rm", "--quiet", "src/a.ts");
    expect(await follow(FIRST, from, commit())).toMatchObject({ status: "missing" });
  });

  it("is found after a force-push took the commit away, by the hashes of its lines", async () => {
    const from = commit({ "src/a.ts": routine("alpha") + routine("beta"), "src/b.ts": routine("other", 20) });
    git("checkout", "--quiet", "--orphan", "rewritten");
    git("mv", "src/a.ts", "src/elsewhere.ts");
    const to = commit({ "src/elsewhere.ts": `// new\n${routine("alpha")}${routine("beta")}` });
    const clone = mkdtempSync(join(root, "clone-"));
    execFileSync("git", [
      "clone",
      "--quiet",
      "--bare",
      "--single-branch",
      "-b",
      "rewritten",
      `file://${dir}`,
      clone,
    ]);
    const without = await openLocal(clone);
    await expect(without.listFiles(from)).rejects.toMatchObject({ code: "unknown_ref" });
    expect(await follow(FIRST, from, to, without)).toMatchObject({
      status: "renamed",
      ...place("src/elsewhere.ts", 3, 6),
    });
    await without.close();
  });

  it("is found in a shallow clone", async () => {
    const from = commit({ "src/a.ts": routine("alpha") });
    git("mv", "src/a.ts", "src/b.ts");
    const to = commit({ "src/b.ts": `// new\n${routine("alpha")}` });
    const clone = mkdtempSync(join(root, "clone-"));
    execFileSync("git", ["clone", "--quiet", "--bare", "--depth=1", `file://${dir}`, clone]);
    const shallow = await openLocal(clone);
    expect(await follow(FIRST, from, to, shallow)).toMatchObject({
      status: "renamed",
      ...place("src/b.ts", 3, 6),
    });
    await shallow.close();
  });
});

describe("a text in another file", () => {
  it("is found where its file was split", async () => {
    const from = commit({ "src/a.ts": routine("alpha") + routine("beta") + routine("gamma") });
    const to = commit({
      "src/a.ts": routine("beta") + routine("gamma"),
      "src/alpha.ts": `// split\n${routine("alpha")}`,
    });
    expect(await follow(FIRST, from, to)).toMatchObject({
      status: "renamed",
      ...place("src/alpha.ts", 3, 6),
    });
  });

  it("is not taken for the cited one when it stood there all along", async () => {
    const from = commit({ "src/a.ts": routine("alpha") + routine("beta"), "src/copy.ts": routine("alpha") });
    const to = commit({ "src/a.ts": routine("beta"), "src/copy.ts": `// touched\n${routine("alpha")}` });
    expect(await follow(FIRST, from, to)).toMatchObject({ status: "missing" });
  });

  it("is low in confidence when it was added to several files", async () => {
    const from = commit({ "src/a.ts": routine("alpha") + routine("beta") });
    const to = commit({ "src/a.ts": routine("beta"), "x.ts": routine("alpha"), "y.ts": routine("alpha") });
    expect((await follow(FIRST, from, to)).confidence).toBeLessThan(0.5);
  });
});

describe("files that are no plain source", () => {
  it("missing, when a symbolic link or a submodule is in the file's place", async () => {
    const from = commit({ "src/a.ts": routine("alpha"), "src/b.ts": "x\n" });
    git("rm", "--quiet", "src/a.ts");
    mkdirSync(join(dir, "src"), { recursive: true });
    symlinkSync("b.ts", join(dir, "src/a.ts"));
    expect(await follow(FIRST, from, commit())).toMatchObject({ status: "missing", file: null });
    rmSync(join(dir, "src/a.ts"));
    git("add", "--all");
    git("update-index", "--add", "--cacheinfo", `160000,${from},src/a.ts`);
    git("commit", "--quiet", "--message=pin");
    expect(await follow(FIRST, from, git("rev-parse", "HEAD"))).toMatchObject({ status: "missing" });
  });

  it("missing, when it became binary", async () => {
    const from = commit({ "src/a.ts": routine("alpha") });
    const to = commit({ "src/a.ts": Buffer.from("\0\u0001 alphaPart0") });
    expect(await follow(FIRST, from, to)).toMatchObject({ status: "missing" });
  });

  it("followed byte by byte, when it is not UTF-8, has CRLF or lost its last newline", async () => {
    const text = routine("alpha").replaceAll("input", "größe");
    const latin = (content: string) => Buffer.from(content, "latin1");
    const from = commit({ "src/a.ts": latin(text) });
    const to = commit({ "src/a.ts": latin(`// ä\r\n${text.replaceAll("\n", "\r\n").trimEnd()}`) });
    expect(await follow(FIRST, from, to)).toMatchObject({ status: "moved", ...place("src/a.ts", 3, 6) });
  });

  it("compared exactly, when it is huge or minified", async () => {
    const rows = Array.from({ length: 25_000 }, (_, row) => `row(${row}, "${(row * 7919) % 10_007}");`);
    const minified = Array.from(
      { length: 9000 },
      (_, row) => `var a${row}=function(b){return b+${row}};`,
    ).join("");
    const from = commit({ "huge.js": rows.join("\n"), "app.min.js": `${minified}\n/* end of it all */\n` });
    const edited = rows.with(20_000, "edited();");
    const to = commit({
      "huge.js": ["// new", ...edited].join("\n"),
      "app.min.js": `/* top */\n${minified}\n`,
    });
    const huge = { path: "huge.js", line_start: 12_000, line_end: 12_004 };
    expect(await follow(huge, from, to)).toMatchObject({
      status: "moved",
      ...place("huge.js", 12_001, 12_005),
    });
    const gone = { path: "huge.js", line_start: 20_001, line_end: 20_001 };
    expect((await follow(gone, from, to)).status).not.toMatch(/unchanged|moved|renamed/);
    const line = { path: "app.min.js", line_start: 1, line_end: 1 };
    expect(await follow(line, from, to)).toMatchObject({ status: "moved", ...place("app.min.js", 2, 2) });
  });
});

describe("a text with copies, followed commit by commit,", () => {
  const GUARD = "  if (!input) throw new Error('there is no input');\n  const size = input.length;\n";
  const part = (name: string, guard = GUARD) =>
    `export function ${name}(input: string) {\n  const ${name}Start = now();\n${guard}  return ${name}Of(input, size);\n}\n\n`;
  const GUARD_OF_ONE = { path: "src/a.ts", line_start: 3, line_end: 4 };

  it("is missing once its own lines were deleted, whatever stands around a copy later", async () => {
    const from = commit({ "src/a.ts": part("one") + part("two") });
    commit({ "src/a.ts": part("one", "") + part("two") });
    commit({ "src/a.ts": part("two") });
    const to = commit({ "src/a.ts": part("one") });
    expect(await follow(GUARD_OF_ONE, from, to)).toMatchObject({ status: "missing" });
  });

  it("is edited where its own lines were, though a copy stands nearby", async () => {
    const from = commit({ "src/a.ts": part("one") + part("two") });
    const edited = GUARD.replace("there is no input", "the input is empty");
    commit({ "src/a.ts": part("one", edited) + part("two") });
    const to = commit({ "src/a.ts": part("one", edited) + part("two") + part("three") });
    expect(await follow(GUARD_OF_ONE, from, to)).toMatchObject({ status: "edited", line_start: 3 });
  });

  it("holds when a change to it was undone", async () => {
    const from = commit({ "src/a.ts": part("one") + part("two") });
    commit({ "src/a.ts": part("one", "") + part("two") });
    const to = commit({ "src/a.ts": `// top\n${part("one")}${part("zero")}${part("two")}` });
    expect(await follow(GUARD_OF_ONE, from, to)).toMatchObject({
      status: "moved",
      ...place("src/a.ts", 4, 5),
    });
  });

  it("is followed into the file to which the commit took it that took it away", async () => {
    const from = commit({ "src/a.ts": part("one") + part("two"), "src/copy.ts": part("copy") });
    commit({ "src/a.ts": part("two", ""), "src/b.ts": GUARD + part("other", "") });
    const to = commit({ "src/b.ts": `// top\n${GUARD}${part("another", "")}` });
    expect(await follow(GUARD_OF_ONE, from, to)).toMatchObject({
      status: "renamed",
      ...place("src/b.ts", 2, 3),
    });
  });

  it("is followed through a rename, and is not the copy that another commit made", async () => {
    const from = commit({ "src/a.ts": part("one") + part("two") + routine("body", 20) });
    git("mv", "src/a.ts", "src/z.ts");
    commit();
    commit({ "src/z.ts": part("two") + routine("body", 20) });
    const to = commit({ "src/z.ts": part("one") + part("two") + routine("body", 20) });
    const zero = await source.fileHistory?.(from, to);
    expect(zero?.statesAfter(from, "src/a.ts").map(({ path }) => path)).toEqual([
      "src/z.ts",
      "src/z.ts",
      "src/z.ts",
    ]);
    expect((await follow(GUARD_OF_ONE, from, to)).status).not.toBe("unchanged");
  });

  it("is missing when its file was deleted, though one of its name was made later and renamed", async () => {
    const from = commit({ "src/a.ts": routine("alpha"), "src/b.ts": "x\n" });
    git("rm", "--quiet", "src/a.ts");
    commit();
    commit({ "src/a.ts": routine("alpha") });
    git("mv", "src/a.ts", "src/z.ts");
    expect(await follow(FIRST, from, commit())).toMatchObject({ status: "missing" });
  });

  it("is judged by both ends alone where history was rewritten", async () => {
    const from = commit({ "src/a.ts": part("one") + part("two") });
    git("checkout", "--quiet", "--orphan", "rewritten");
    const to = commit({ "src/a.ts": `// top\n${part("one")}${part("two")}` });
    expect(await source.fileHistory?.(from, to)).toBeNull();
    expect(await follow(GUARD_OF_ONE, from, to)).toMatchObject({ status: "moved", line_start: 4 });
  });
});

describe("what took too long", () => {
  const late = () => Promise.reject(new SourceError("timeout", "git took longer than 15000 ms."));

  it("is no verdict where it matters whether the file was renamed", async () => {
    const from = commit({ "src/a.ts": routine("alpha") + routine("beta") });
    git("mv", "src/a.ts", "src/z.ts");
    const to = commit({ "src/z.ts": routine("gamma") + routine("alpha") });
    await expect(follow(FIRST, from, to, { ...source, renamesBetween: late })).rejects.toMatchObject({
      code: "timeout",
    });
    const by = (kind: "history" | "trees") => ({
      ...source,
      renamesBetween: (...asked: Parameters<GitSource["renamesBetween"]>) =>
        asked[2] === kind ? late() : Promise.resolve([]),
    });
    await expect(follow(FIRST, from, to, by("trees"))).rejects.toMatchObject({ code: "timeout" });
    const grown = commit({ "src/z.ts": "x\n", "src/a.ts": `// top\n${routine("alpha")}${routine("beta")}` });
    expect(await follow(FIRST, from, grown, by("history"))).toMatchObject({
      status: "moved",
      ...place("src/a.ts", 3, 6),
    });
  });

  it("is no verdict where only history tells copies apart", async () => {
    const from = commit({ "src/a.ts": routine("alpha"), "src/b.ts": "x\n" });
    git("rm", "--quiet", "src/a.ts");
    commit();
    commit({ "src/a.ts": routine("alpha") });
    git("mv", "src/a.ts", "src/z.ts");
    const to = commit();
    await expect(follow(FIRST, from, to, { ...source, fileHistory: late })).rejects.toMatchObject({
      code: "timeout",
    });
  });

  it("spoils no answer that needed none of it", async () => {
    const from = commit({ "src/a.ts": routine("alpha"), "src/b.ts": routine("beta") });
    git("rm", "--quiet", "src/b.ts");
    const to = commit({ "src/a.ts": `// top\n${routine("alpha")}` });
    const cited = ["src/a.ts", "src/b.ts"].map((path) => ({ ...FIRST, path }));
    const slow = { ...source, filesWithText: late };
    expect(await follow(cited[0] ?? FIRST, from, to, slow)).toMatchObject({ status: "moved" });
    await expect(follow(cited[1] ?? FIRST, from, to, slow)).rejects.toMatchObject({ code: "timeout" });
  });
});

it("white space in a literal is an edit, also under another name; a formatter's is none", async () => {
  const joined = 'const line = parts.map((part) => part.trim()).join(", ");\n';
  const cited = { path: "src/a.ts", line_start: 1, line_end: 1 };
  const from = commit({ "src/a.ts": joined + routine("alpha") });
  const wrapped = commit({ "src/a.ts": joined.replace(".join(", "\n  .join(") + routine("alpha") });
  expect(await follow(cited, from, wrapped)).toMatchObject({ status: "unchanged", line_end: 2 });
  const to = commit({ "src/a.ts": joined.replace('", "', '","') + routine("alpha") });
  expect(await follow(cited, from, to)).toMatchObject({ status: "edited", ...place("src/a.ts", 1, 1) });
  git("mv", "src/a.ts", "src/z.ts");
  expect(await follow(cited, from, commit())).toMatchObject({ status: "edited", ...place("src/z.ts", 1, 1) });
});

it("one check reads each blob once for all citations of a file", async () => {
  const from = commit({ "src/a.ts": routine("alpha", 60) });
  const to = commit({ "src/a.ts": `// top\n${routine("alpha", 60)}` });
  const asked: string[][] = [];
  const counting = {
    ...source,
    readBlobs: (oids: readonly string[]) => {
      asked.push([...oids]);
      return source.readBlobs(oids);
    },
  };
  const file = await source.readFile(from, "src/a.ts");
  if (!file?.bytes) throw new Error("no file");
  const decoded = decodeSource(file.bytes);
  const cited = Array.from({ length: 50 }, (_, row) => {
    const made = anchorAtCreation(decoded, { line_start: row + 2, line_end: row + 4 });
    if (!made.ok) throw new Error(made.message);
    const { blob_oid } = file;
    return { citation_id: `${row}`, path: "src/a.ts", commit_sha: from, blob_oid, anchor: made.anchor };
  });
  const followed = await followCitations(counting, to, { cited, storedTables: async () => new Map() });
  expect([...followed.values()].every((one) => !(one instanceof Error) && one.status === "moved")).toBe(true);
  expect(asked).toHaveLength(1);
  expect(new Set(asked.flat()).size).toBe(asked.flat().length);
});
