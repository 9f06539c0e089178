import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { SourceError } from "../repositories/source";

/** A folder as it was when it was judged: by its path, and by what the disk calls it. */
export type HeldFolder = { path: string; id: string };

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
/** Where the system says what its open folders are; on others a folder is entered by its path. */
const HAS_PROC = existsSync("/proc/self/fd");

const isGone = (cause?: unknown) =>
  new SourceError("unreachable", "The folder of the repository is gone, or another one is in its place.", {
    cause,
  });

function withOpened<T>(path: string, use: (fd: number) => T): T {
  let fd: number;
  try {
    fd = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (cause) {
    throw isGone(cause);
  }
  try {
    if (HAS_PROC && readlinkSync(`/proc/self/fd/${fd}`) !== path) throw isGone();
    return use(fd);
  } finally {
    closeSync(fd);
  }
}

function idOf(fd: number): string {
  const { dev, ino } = fstatSync(fd);
  return `${dev}:${ino}`;
}

/** @throws SourceError unreachable for what is no folder, or stands behind a link. */
export function holdFolder(path: string): HeldFolder {
  return { path, id: withOpened(path, idOf) };
}

/**
 * Enters a folder that was judged before, whatever was put in its place meanwhile: by what was opened and compared, not by
 * its path. `use` is given a path that holds until it returns: a process is started in it, or a file read, at once.
 * @throws SourceError unreachable when another folder is there.
 */
export function inFolder<T>(folder: HeldFolder, use: (path: string) => T): T {
  return withOpened(folder.path, (fd) => {
    if (idOf(fd) !== folder.id) throw isGone();
    return use(HAS_PROC ? `/proc/${process.pid}/fd/${fd}` : folder.path);
  });
}

/**
 * The text of a small file of the folder; null when there is none, it is a link, or it is larger than 4 kB.
 * @throws SourceError unreachable when another folder is there.
 */
export function readHeldFile(folder: HeldFolder, name: string): string | null {
  return inFolder(folder, (path) => {
    let fd: number;
    try {
      fd = openSync(join(path, name), O_RDONLY | O_NOFOLLOW);
    } catch {
      return null;
    }
    try {
      if (fstatSync(fd).size > 4096) return null;
      return readFileSync(fd, "utf8");
    } finally {
      closeSync(fd);
    }
  });
}
