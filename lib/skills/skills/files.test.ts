import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readWorkingFile, refusePath, replaceWorkingFile, sha256 } from "./files";

const SKILL = ".claude/skills/review/SKILL.md";
let root = "";
let file = "";

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "casebook-files-"));
  file = path.join(root, SKILL);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, "old");
});
afterEach(() => rm(root, { recursive: true, force: true }));

const replace = (expected = "old") =>
  replaceWorkingFile(root, SKILL, { content: "new", expected_sha256: [sha256(expected)], attempt: "1" });

describe("paths", () => {
  it.each([
    "../SKILL.md",
    "/SKILL.md",
    "a/../SKILL.md",
    ".git/SKILL.md",
    "a/.GIT/SKILL.md",
    "a\\SKILL.md",
    "a/README.md",
    "a//SKILL.md",
  ])("that leave the repository or are no skill are refused: %s", (params) => {
    expect(refusePath(params)).not.toBeNull();
  });
});

describe("replacing a file", () => {
  it("keeps its permissions and leaves nothing beside it", async () => {
    await chmod(file, 0o640);
    expect(await replace()).toEqual({ outcome: "written" });
    expect(await readFile(file, "utf8")).toBe("new");
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect(await readdir(path.dirname(file))).toEqual(["SKILL.md"]);
  });

  it("that was changed leaves it alone and says what was found", async () => {
    await writeFile(file, "changed by someone");
    expect(await replace()).toMatchObject({
      outcome: "conflict",
      found_sha256: sha256("changed by someone"),
    });
    expect(await readFile(file, "utf8")).toBe("changed by someone");
    expect(await readdir(path.dirname(file))).toEqual(["SKILL.md"]);
  });

  it("twice is done once", async () => {
    await replace();
    expect(await replace()).toEqual({ outcome: "already_there" });
  });

  it("cleans up after an attempt that was cut off", async () => {
    await writeFile(path.join(path.dirname(file), ".SKILL.md.1.tmp"), "half");
    expect(await replace()).toEqual({ outcome: "written" });
    expect(await readdir(path.dirname(file))).toEqual(["SKILL.md"]);
  });

  it("that is gone is a conflict and makes no file", async () => {
    await rm(file);
    expect(await replace()).toMatchObject({ outcome: "conflict", found_sha256: null });
    expect(await readdir(path.dirname(file))).toEqual([]);
  });
});

describe("symbolic links", () => {
  it("in place of the file are refused, for reading and writing", async () => {
    await writeFile(path.join(root, "elsewhere.md"), "old");
    await rm(file);
    await symlink(path.join(root, "elsewhere.md"), file);
    expect(await readWorkingFile(root, SKILL)).toMatchObject({
      problem: expect.stringContaining("symbolic link"),
    });
    expect(await replace()).toMatchObject({ outcome: "conflict" });
    expect(await readFile(path.join(root, "elsewhere.md"), "utf8")).toBe("old");
  });

  it("that lead out of the repository are refused", async () => {
    const outside = await mkdtemp(path.join(tmpdir(), "casebook-outside-"));
    await writeFile(path.join(outside, "SKILL.md"), "old");
    await rm(path.dirname(file), { recursive: true });
    await symlink(outside, path.dirname(file));
    expect(await readWorkingFile(root, SKILL)).toMatchObject({
      problem: expect.stringContaining("leaves the repository"),
    });
    expect(await replace()).toMatchObject({ outcome: "conflict" });
    expect(await readFile(path.join(outside, "SKILL.md"), "utf8")).toBe("old");
    await rm(outside, { recursive: true });
  });

  it("between folders of the repository are followed", async () => {
    await mkdir(path.join(root, ".agents"));
    await symlink(path.join(root, ".claude/skills"), path.join(root, ".agents/skills"));
    expect(await readWorkingFile(root, ".agents/skills/review/SKILL.md")).toMatchObject({
      sha256: sha256("old"),
    });
  });
});
