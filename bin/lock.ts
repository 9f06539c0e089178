import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { z } from "zod";

const FILE = "package-lock.json";

const entrySchema = z.looseObject({
  name: z.string().optional(),
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
});
// In the order in which npm writes them.
const lockSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  lockfileVersion: z.number(),
  requires: z.boolean(),
  packages: z.record(z.string(), entrySchema),
});
type Entries = [path: string, entry: z.infer<typeof entrySchema>][];
const parentSchema = z.object({
  dev: z.literal(true).optional(),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});
const distSchema = z.object({ integrity: z.string() });

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** What the registry says of a package, asked through npm; null where it does not have it. */
async function hashOf(name: string, version: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)("npm", ["view", `${name}@${version}`, "dist", "--json"]);
    return distSchema.parse(JSON.parse(stdout)).integrity;
  } catch {
    return null;
  }
}

/** Where the registry keeps the tarball of every package that was published to it. */
function tarballOf(name: string, version: string): string {
  return `https://registry.npmjs.org/${name}/-/${name.replace(/^@[^/]+\//, "")}-${version}.tgz`;
}

const PLATFORM = /-(android|darwin|freebsd|linux|win32)-(arm64|arm|ia32|x64)(?:-(gnu|musl))?/;
const C_LIBRARIES: Record<string, string[]> = { gnu: ["glibc"], musl: ["musl"] };

/**
 * Every entry, followed by its packages for other platforms that npm left out because the registry it asked lacks them.
 * Without these, `npm ci` refuses the lock there, and installs no binary on those platforms elsewhere.
 */
function withEveryPlatform(packages: Entries): Entries {
  const paths = new Set(packages.map(([path]) => path));
  return packages.flatMap(([path, entry]) => {
    const { dev, optionalDependencies } = parentSchema.parse(entry);
    const leftOut = Object.entries(optionalDependencies).flatMap(([name, version]): Entries => {
      const [, os, cpu, libc = ""] = PLATFORM.exec(name) ?? [];
      if (os === undefined || cpu === undefined || paths.has(`node_modules/${name}`)) return [];
      const platform = { cpu: [cpu], dev, libc: C_LIBRARIES[libc], optional: true, os: [os] };
      return [[`node_modules/${name}`, { version, ...platform }]];
    });
    return [[path, entry], ...leftOut];
  });
}

/**
 * Gives every entry of the lock the address and the hash of its tarball. npm leaves the address out where
 * `omit-lockfile-registry-resolved` is set, and the hash of optional packages for other platforms that it never
 * fetched, or these packages as a whole.
 */
async function completeLock(): Promise<{ completed: number; without: string[] }> {
  const lock = lockSchema.parse(JSON.parse(await readFile(FILE, "utf8")));
  let completed = 0;
  const without: string[] = [];
  const entries = withEveryPlatform(Object.entries(lock.packages));
  lock.packages = Object.fromEntries(entries);
  for (const [path, entry] of entries) {
    const { version, resolved: _, integrity: known, ...others } = entry;
    if (path === "" || entry.link || version === undefined || (entry.resolved && known)) continue;
    const name = entry.name ?? nameOf(path);
    const integrity = known ?? (await hashOf(name, version)) ?? undefined;
    if (integrity === undefined) without.push(path);
    lock.packages[path] = { version, resolved: tarballOf(name, version), integrity, ...others };
    completed += 1;
  }
  await writeFile(FILE, `${JSON.stringify(lock, null, 2)}\n`);
  return { completed, without };
}

const { completed, without } = await completeLock();
console.log(`${completed} entries of ${FILE} completed.`);
if (without.length > 0) console.log(`The registry has no hash of: ${without.join(", ")}.`);
