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

/**
 * Gives every entry of the lock the address and the hash of its tarball. npm leaves the address out where
 * `omit-lockfile-registry-resolved` is set, and the hash of optional packages for other platforms that it never fetched.
 */
async function completeLock(): Promise<{ completed: number; without: string[] }> {
  const lock = lockSchema.parse(JSON.parse(await readFile(FILE, "utf8")));
  let completed = 0;
  const without: string[] = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
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
