import { mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const IN_MEMORY = "/dev/shm";
/** Three workers hold a database each, of about 60 MB when it has grown; a container often has 64 MB in all. */
const ENOUGH_BYTES = 1_000_000_000;

/** A new folder for a database that need not outlive the machine: in memory where there is room, which takes a fifth less time. */
export async function databaseFolder(prefix: string): Promise<string> {
  const free = await statfs(IN_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return mkdtemp(path.join(free >= ENOUGH_BYTES ? IN_MEMORY : tmpdir(), prefix));
}
