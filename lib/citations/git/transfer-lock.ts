import { open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@/lib/kernel/ids";
import { SourceError } from "../repositories/source";

const BEAT_MS = 5_000;
/** Who holds the lock and was not heard of for so long was killed. */
const SILENT_MS = 30_000;
const LOOK_EVERY_MS = 100;
/** git holds the lock of a ref for seconds; an older one was left by a git that was killed. */
const LEFT_MS = 120_000;

/**
 * Works on a managed folder while no other process of this machine, or of the same file system, brings something into it.
 * git locks single refs only, and fails where another changed one meanwhile.
 * @param limit_ms how long to wait for the others. @throws SourceError `timeout`
 */
export async function inTurn<T>(managed_dir: string, limit_ms: number, work: () => Promise<T>): Promise<T> {
  const file = join(dirname(managed_dir), `.${basename(managed_dir)}.transfer`);
  const until = Date.now() + limit_ms;
  while (!(await take(file))) {
    if (Date.now() > until)
      throw new SourceError(
        "timeout",
        "Another process is fetching this repository and did not end in time.",
      );
    await sleep(LOOK_EVERY_MS);
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(file, { force: true });
  }
}

/** @returns whether the lock is ours now. */
async function take(file: string): Promise<boolean> {
  try {
    await (await open(file, "wx")).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const held = await stat(file).catch(() => null);
  if (held && Date.now() - held.mtimeMs > SILENT_MS) await removeSilent(file);
  return false;
}

/** Moved away first, so that of several who wait only one removes it. */
async function removeSilent(file: string): Promise<void> {
  const away = `${file}.${newId()}`;
  await rename(file, away).catch(() => undefined);
  await rm(away, { force: true });
}

/** Removes the locks that a killed git left in a bare repository, with which every later fetch would fail. */
export async function removeLeftLocks(git_dir: string): Promise<void> {
  const refs = await readdir(join(git_dir, "refs"), { recursive: true });
  const names = [...(await readdir(git_dir)), ...refs.map((name) => join("refs", name))];
  const oldest = Date.now() - LEFT_MS;
  // No ref may have a name that ends so.
  for (const name of names.filter((each) => each.endsWith(".lock"))) {
    const file = join(git_dir, name);
    const found = await stat(file).catch(() => null);
    if (found?.isFile() && found.mtimeMs < oldest) await rm(file, { force: true });
  }
}
