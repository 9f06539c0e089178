import { existsSync, fdatasyncSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { vector } from "@electric-sql/pglite-pgvector";
import { EmbeddedError, messageOf } from "./errors";

/** PostgreSQL itself: one session that answers wire-protocol messages. */
export type Engine = {
  /** Runs whole messages and answers the raw response. Never call it twice at a time. */
  run(message: Buffer): Promise<Buffer>;
  /** A tar of the data files; consistent when nothing runs meanwhile. Holds all of it in memory. */
  dump(): Promise<Buffer>;
  close(): Promise<void>;
};

/**
 * Opens the database files in `cluster_dir`, made first when there are none.
 * `fsync: false` gives up what was committed in the seconds before a power cut (not before a killed process): for tests.
 * @throws EmbeddedError `cannot_open`.
 */
export async function openEngine(cluster_dir: string, options: { fsync: boolean }): Promise<Engine> {
  try {
    if (await isEmpty(cluster_dir)) await createCluster(cluster_dir);
    else if (!existsSync(join(cluster_dir, "PG_VERSION"))) throw new Error("PG_VERSION is gone");
    return engineOf(await openFiles(cluster_dir, options));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const remedy =
      code === undefined
        ? "its files are damaged, or the disk is full. Free the disk, or run `casebook restore --force <backup>`, which moves them aside first."
        : "make the folder writable, and see that the disk is not full.";
    throw new EmbeddedError(
      "cannot_open",
      `The embedded database in ${cluster_dir} cannot be opened (${reasonOf(cause)}): ${remedy}`,
      { cause },
    );
  }
}

/** An abort of the engine says how to build it, and nothing of what it found. */
function reasonOf(cause: unknown): string {
  const message = messageOf(cause);
  if (message.startsWith("Aborted(")) return "PostgreSQL stopped while it read them";
  return message;
}

async function isEmpty(folder: string): Promise<boolean> {
  return !existsSync(folder) || (await readdir(folder)).length === 0;
}

/**
 * Makes the files of a database, empty or from a backup (the tar of `dump`), and moves them to `cluster_dir` when they are whole: a start
 * that is killed half-way leaves nothing that looks like a database.
 */
export async function createCluster(cluster_dir: string, backup?: Buffer): Promise<void> {
  // PGlite takes another file for a compressed one and fails outside of every promise.
  if (backup && backup.toString("latin1", 257, 262) !== "ustar") throw new Error("it holds no tar");
  const unfinished = `${cluster_dir}.unfinished-`;
  const parent = dirname(cluster_dir);
  for (const name of await readdir(parent)) {
    if (name.startsWith(basename(unfinished))) await rm(join(parent, name), { recursive: true });
  }
  const fresh = `${unfinished}${process.pid}`;
  await mkdir(fresh, { mode: 0o700 });
  try {
    const loadDataDir = backup && new Blob([new Uint8Array(backup)], { type: "application/x-tar" });
    const pg = await PGlite.create({ dataDir: fresh, extensions, loadDataDir });
    await pg.close();
    if (!existsSync(join(fresh, "PG_VERSION"))) throw new Error("the result is no database");
    await rename(fresh, cluster_dir);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
}

const extensions = { vector, pg_trgm };

async function openFiles(cluster_dir: string, { fsync }: { fsync: boolean }): Promise<PGlite> {
  if (!fsync) return PGlite.create({ dataDir: cluster_dir, extensions, relaxedDurability: false });
  const pg = await PGlite.create({
    dataDir: cluster_dir,
    extensions,
    relaxedDurability: false,
    // PGlite turns fsync off (-F), and its fdatasync is a stub: fsync is the method that reaches the file system.
    startParams: [
      ...PGlite.defaultStartParams.filter((flag) => flag !== "-F"),
      "-c",
      "wal_sync_method=fsync",
    ],
  });
  syncForReal(pg);
  return pg;
}

/** Gives PGlite's file system the fsync that it lacks, so that a commit survives a power cut as on a server. */
function syncForReal(pg: PGlite): void {
  const operations: unknown = Reflect.get(pg.Module.FS, "filesystems")?.NODEFS?.stream_ops;
  if (typeof operations !== "object" || operations === null)
    throw new Error("its file system is an unknown one");
  Object.assign(operations, {
    fsync(stream: { nfd: number }) {
      fdatasyncSync(stream.nfd);
      return 0;
    },
  });
}

function engineOf(pg: PGlite): Engine {
  return {
    async run(message) {
      const answer: Buffer[] = [];
      await pg.runExclusive(() =>
        // The engine's memory is reused: copy what it shows.
        pg.execProtocolRawStream(message, { onRawData: (bytes) => answer.push(Buffer.from(bytes)) }),
      );
      return Buffer.concat(answer);
    },
    async dump() {
      return Buffer.from(await (await pg.dumpDataDir("none")).arrayBuffer());
    },
    close: () => pg.close(),
  };
}
