import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { INSTALLED } from "../../../bin/build";
import { bundleCli, bundlePrograms } from "../../../bin/bundle";
import packageJson from "../../../package.json";

const exec = promisify(execFile);
// Within the checkout, where the packages that stay outside are found.
const PLACES = path.resolve("test-results");

describe("the command line for machines without a checkout", () => {
  const file = path.join(PLACES, "casebook.mjs");
  beforeAll(() => mkdir(PLACES, { recursive: true }));
  afterAll(() => rm(file, { force: true }));

  it("is one file with nothing of the server in it, and says so of what is for the server's machine", async () => {
    expect(await bundleCli(".", file)).toBeLessThan(1_100_000);
    for (const command of [["install-engine"], ["scale", "citus"], ["backup", "x.tar"]]) {
      const refused = exec(process.execPath, [file, ...command]);
      await expect(refused).rejects.toMatchObject({
        stderr: expect.stringContaining("on the server itself"),
      });
    }
  });
});

describe("the bundled programs of the package", () => {
  let folder = "";
  beforeAll(async () => {
    await mkdir(PLACES, { recursive: true });
    folder = await mkdtemp(path.join(PLACES, "programs-"));
    await bundlePrograms({ folder, external: [...INSTALLED] });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("are a command line that says its version", async () => {
    const { stdout } = await exec(process.execPath, [path.join(folder, "casebook.mjs"), "--version"]);
    expect(stdout.trim()).toBe(packageJson.version);
  });

  it("are a worker that says what it needs", async () => {
    const env = { ...process.env, DATABASE_URL: "" };
    await expect(exec(process.execPath, [path.join(folder, "worker.mjs")], { env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("DATABASE_URL is not set"),
    });
  });

  it.each(["start.mjs", "worker.mjs"])(
    "say their options, and refuse those that they do not have: %s",
    async (name) => {
      const program = path.join(folder, name);
      const { stdout } = await exec(process.execPath, [program, "--help"]);
      expect(stdout).toContain("--help");
      await expect(exec(process.execPath, [program, "--nonsense"])).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^Unknown option '--nonsense'(?!.*TypeError).*--help/s),
      });
    },
  );

  it("are a start that refuses a wrong setting before it begins", async () => {
    const env = { ...process.env, PORT: "no port" };
    await expect(exec(process.execPath, [path.join(folder, "start.mjs")], { env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("These settings are wrong:\n  PORT:"),
    });
  });

  it("are an embedded database that opens, and closes when it is asked to", async () => {
    const data = await mkdtemp(path.join(tmpdir(), "casebook-programs-"));
    const server = spawn(process.execPath, [path.join(folder, "database.mjs"), data]);
    try {
      const [line] = await once(createInterface({ input: server.stdout }), "line");
      const said = z
        .object({ ready: z.literal(true), connection_string: z.string() })
        .parse(JSON.parse(line));
      expect(said.connection_string).toMatch(/^postgres/);
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
    } finally {
      server.kill("SIGKILL");
      await rm(data, { recursive: true, force: true });
    }
  });
});
