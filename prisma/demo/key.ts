import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { actorOfKey } from "@/lib/access";
import type { Database } from "@/lib/db/client";

const FILE = "demo-key";

/**
 * The agent key that an earlier start printed, so that clients which were set up with it go on working. null when there
 * is none that this database knows: it was revoked, or the data folder is used with another database.
 */
export async function findPrintedKey(
  db: Database,
  { data_dir, organization_id, agent }: { data_dir: string; organization_id: string; agent: string },
): Promise<string | null> {
  const key = await readFile(path.join(data_dir, FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (key === null) return null;
  const actor = await actorOfKey(db, key.trim(), new Date());
  return actor?.organization_id === organization_id && actor.name === agent ? key.trim() : null;
}

/** Keeps a printed key in the data folder, readable by its owner only. */
export async function keepPrintedKey({ data_dir, key }: { data_dir: string; key: string }): Promise<void> {
  const file = path.join(data_dir, FILE);
  const temporary = `${file}.${process.pid}`;
  await rm(temporary, { force: true });
  await writeFile(temporary, `${key}\n`, { mode: 0o600, flag: "wx" });
  // A rename replaces the whole file, or nothing.
  await rename(temporary, file);
}
