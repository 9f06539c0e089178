import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import packageJson from "../../package.json" with { type: "json" };

const exec = promisify(execFile);
const PORT = 3212;
const URL = `http://127.0.0.1:${PORT}`;
const MOST_MEGABYTES = 250;
const MOST_PACKAGES = 450;

/** Makes the package, packs it, and installs the file into an empty folder as somebody without a checkout does. */
async function install(folder: string): Promise<void> {
  await exec(process.execPath, ["--import", "tsx", "bin/package.ts"]);
  await exec("npm", ["pack", path.resolve("dist/package"), "--pack-destination", folder, "--loglevel=error"]);
  await writeFile(path.join(folder, "package.json"), '{ "private": true }');
  const file = `./${packageJson.name}-${packageJson.version}.tgz`;
  const quietly = ["--omit=dev", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  await exec("npm", ["install", ...quietly, file], { cwd: folder });
}

async function megabytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024 / 1024;
}

async function start(folder: string) {
  const { DATABASE_URL: _, ...rest } = process.env;
  const env: NodeJS.ProcessEnv = {
    ...rest,
    PORT: String(PORT),
    CASEBOOK_PUBLIC_URL: URL,
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
  };
  const program = path.join(folder, "node_modules/.bin/casebook-server");
  const child = spawn(process.execPath, [program, "--demo"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (line.includes("Stop with Ctrl-C")) break;
  }
  const key = /^\s*(cb_\S+)\s*$/m.exec(said.join("\n"))?.[1] ?? "";
  return {
    key,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

test("the package is small, and installed alone it serves, embeds and finds by meaning", async () => {
  test.setTimeout(600_000);
  const folder = await mkdtemp(path.join(tmpdir(), "casebook-package-"));
  try {
    await install(folder);
    expect(await megabytesOf(path.join(folder, "node_modules"))).toBeLessThanOrEqual(MOST_MEGABYTES);
    const record = JSON.parse(await readFile(path.join(folder, "node_modules/.package-lock.json"), "utf8"));
    expect(Object.keys(record.packages).length).toBeLessThanOrEqual(MOST_PACKAGES);

    const server = await start(folder);
    try {
      const ask = async (method: string, place: string, body?: object) => {
        const response = await fetch(`${URL}${place}`, {
          method,
          headers: { Authorization: `Bearer ${server.key}`, "Content-Type": "application/json" },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        expect(response.ok, place).toBe(true);
        return response.json();
      };
      expect((await ask("GET", "/api/health/ready")).status).toBe("ok");
      const statement = "The crane of pier nine lifts 40 tonnes and no more.";
      await ask("POST", "/api/v1/memories", { kind: "fact", scope: "agent", statement });
      const left = async () => (await ask("GET", "/api/v1/memories/stats")).unembedded;
      await expect.poll(left, { timeout: 120_000 }).toBe(0);
      const found = await ask("POST", "/api/v1/memories/search", {
        query: "how heavy may a load be to be hoisted",
      });
      expect(found.items.map((item: { memory: { statement: string } }) => item.memory.statement)).toContain(
        statement,
      );
      expect((await fetch(`${URL}/sign-in`)).ok).toBe(true);
      expect(await (await fetch(`${URL}/casebook.mjs`)).text()).toMatch(/^#!\/usr\/bin\/env node/);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
