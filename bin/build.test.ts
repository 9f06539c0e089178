import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { build, isBuilt, isDamaged, markBuilt, STANDALONE } from "./build";
import { BUNDLE } from "./bundle";

const start = process.cwd();
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "casebook-build-"));
  process.chdir(folder);
  for (const file of [
    `${STANDALONE}/server.js`,
    `${STANDALONE}/.next/server/page.js`,
    BUNDLE,
    "app/page.tsx",
  ]) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, "x");
  }
  await markBuilt();
});

afterEach(async () => {
  process.chdir(start);
  await rm(folder, { recursive: true });
});

const state = async () => ({ built: await isBuilt(), damaged: await isDamaged() });

describe("a build", () => {
  it("is whole once it ended, and older than sources that changed", async () => {
    expect(await state()).toEqual({ built: true, damaged: false });
    await writeFile("app/page.tsx", "y");
    expect(await state()).toEqual({ built: false, damaged: false });
  });

  it("is damaged when a file of it was cut, or is gone", async () => {
    await truncate(`${STANDALONE}/.next/server/page.js`);
    expect(await state()).toEqual({ built: false, damaged: true });
    await rm(`${STANDALONE}/.next/server/page.js`);
    expect(await state()).toEqual({ built: false, damaged: true });
  });

  it("that was interrupted is no build, also of sources that were built before", async () => {
    // There is no builder in this folder, so it ends where one that is killed does.
    await expect(build(() => undefined)).rejects.toThrow();
    expect(await state()).toEqual({ built: false, damaged: true });
  });
});
