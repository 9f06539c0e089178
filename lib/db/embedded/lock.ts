import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { lock } from "proper-lockfile";
import { z } from "zod";
import { EmbeddedError } from "./errors";

/** Who runs the database of a folder. `ready` is null until it answers. */
const ownerSchema = z.object({
  id: z.string(),
  pid: z.int(),
  host: z.string(),
  /** What tells this process from a later one with the same pid; null where the system does not say. */
  process_start: z.string().nullable(),
  ready: z.object({ connection_string: z.string(), socket_dir: z.string() }).nullable(),
});
export type Owner = z.infer<typeof ownerSchema>;

/** The folder is ours until `release`. */
export type FolderLock = {
  /** The owner that left the folder without releasing it, when there was one. */
  stale: Owner | null;
  /** Tells others where the server answers. */
  publish(ready: NonNullable<Owner["ready"]>): Promise<void>;
  release(): Promise<void>;
};

const FILE = "server.json";
const CONTROL_SOCKET = "control.sock";

/** The socket that takes commands such as a backup, beside the database's own. */
export function controlSocket(socket_dir: string): string {
  return join(socket_dir, CONTROL_SOCKET);
}

/**
 * Takes the folder for this process. The lock is a file that names its owner: a lock kept alive by a timer would be judged
 * dead while a long statement blocks the event loop. Only looking and taking are one step, under a short lock of that kind.
 * @throws EmbeddedError `in_use` when a living process owns it.
 */
export async function takeFolder(data_dir: string): Promise<FolderLock> {
  const file = join(data_dir, FILE);
  const me: Owner = {
    id: randomUUID(),
    pid: process.pid,
    host: hostname(),
    process_start: processStart(process.pid),
    ready: null,
  };
  const write = async (owner: Owner) => {
    const draft = `${file}.${me.id}`;
    await writeFile(draft, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
    await rename(draft, file);
  };
  const unlock = await lock(data_dir, {
    lockfilePath: `${file}.lock`,
    retries: { retries: 60, minTimeout: 50, maxTimeout: 500 },
  });
  let stale: Owner | null;
  try {
    stale = await readFileOwner(data_dir);
    if (stale && (await isAlive(stale))) {
      throw new EmbeddedError(
        "in_use",
        `The embedded database in ${data_dir} is already running (process ${stale.pid}${stale.host === me.host ? "" : ` on ${stale.host}`}): use that one, stop it, or choose another data folder.`,
      );
    }
    await write(me);
  } finally {
    await unlock();
  }
  return {
    stale,
    publish: (ready) => write({ ...me, ready }),
    async release() {
      if ((await readFileOwner(data_dir))?.id === me.id) await rm(file, { force: true });
    },
  };
}

/** The living owner of a folder, or null when nobody runs its database. */
export async function findOwner(data_dir: string): Promise<Owner | null> {
  const owner = await readFileOwner(data_dir);
  if (owner && (await isAlive(owner))) return owner;
  return null;
}

async function readFileOwner(data_dir: string): Promise<Owner | null> {
  const text = await readFile(join(data_dir, FILE), "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return ownerSchema.parse(JSON.parse(text));
  } catch {
    // Written by rename, so never half a file: something else wrote it, and it names no process of ours.
    return null;
  }
}

/** By its process on this host; else by its socket, which another container with the same folder can reach. */
async function isAlive(owner: Owner): Promise<boolean> {
  if (owner.host === hostname() && processExists(owner.pid)) {
    if (owner.process_start === null || owner.process_start === processStart(owner.pid)) return true;
  }
  return owner.ready !== null && (await accepts(controlSocket(owner.ready.socket_dir)));
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Boot and start time of a process, from Linux's /proc. */
function processStart(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold anything; the start time is the 20th field after it.
    return `${boot}:${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return null;
  }
}

function accepts(socket_path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(socket_path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
