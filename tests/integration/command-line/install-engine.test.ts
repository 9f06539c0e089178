import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findNativeFolder } from "@/lib/ai";
import { applySettings } from "@/lib/env";
import { call } from "../../support/command-line";

let folder = "";
const engine = () => path.join(folder, "data/engine");

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "casebook-engine-"));
  applySettings({ CASEBOOK_DATA_DIR: path.join(folder, "data"), EMBEDDING_PROVIDER: "local" });
});
afterAll(async () => {
  applySettings({ CASEBOOK_DATA_DIR: "", EMBEDDING_PROVIDER: "" });
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** An npm that runs this script where it is to install, in place of the real one. */
async function withNpm(script: string) {
  const programs = path.join(folder, "programs");
  await mkdir(programs, { recursive: true });
  await writeFile(path.join(programs, "npm"), `#!/bin/sh\n${script}\n`);
  await chmod(path.join(programs, "npm"), 0o755);
  vi.stubEnv("PATH", `${programs}:${process.env.PATH}`);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  return call(["install-engine"], { folder });
}

/** An npm that installs a package of this source. */
const installing = (source: string) =>
  withNpm(`mkdir -p node_modules/onnxruntime-node
cat > node_modules/onnxruntime-node/index.js <<'END'
${source}
END`);

describe("casebook install-engine", () => {
  it("says that npm failed, with its reason, and leaves nothing behind", async () => {
    const { code, stderr } = await withNpm("echo 'registry not reached' >&2; exit 1");
    expect(code).toBe(3);
    expect(stderr).toContain("npm could not install onnxruntime-node");
    expect(stderr).toContain("registry not reached");
    expect(existsSync(engine())).toBe(false);
  });

  it("goes on with WebAssembly, and says why, where the package does not load", async () => {
    const { code, stderr } = await installing('throw new Error("no program for this machine");');
    expect(code).toBe(1);
    expect(stderr).toContain("no program for this machine");
    expect(stderr).toContain("Casebook goes on with WebAssembly.");
    expect(findNativeFolder([engine()])).toBeNull();
  });

  it.each([
    ["other numbers", "1"],
    ["no numbers", "NaN"],
  ])("refuses an engine that gives %s", async (_, component) => {
    const { code, stderr } = await installing(`
      exports.Tensor = class {};
      const session = { run: async () => ({ embedding: { data: new Float32Array(384).fill(${component}) } }) };
      exports.InferenceSession = { create: async () => session };`);
    expect(code).toBe(1);
    expect(stderr).toContain("Its vectors differ");
    expect(existsSync(engine())).toBe(false);
  });

  it("refuses where another provider embeds", async () => {
    applySettings({ EMBEDDING_PROVIDER: "none" });
    const { code, stderr } = await withNpm("exit 1");
    applySettings({ EMBEDDING_PROVIDER: "local" });
    expect(code).toBe(2);
    expect(stderr).toContain("EMBEDDING_PROVIDER is none");
  });
});
