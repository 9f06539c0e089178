import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";
import { ownerGone, requestBackup } from "./control";
import { createCluster } from "./engine";
import { EmbeddedError, EXIT_IN_USE, messageOf } from "./errors";
import { controlSocket, findOwner, type Owner } from "./lock";
import { clusterDir, takeDataDir } from "./server";

export { EmbeddedError } from "./errors";

export type EmbeddedDatabase = {
  /** For `pg` and `@prisma/adapter-pg`. */
  connection_string: string;
  /** True when this call started the server; false when it found one running. */
  owner: boolean;
  /** Settles when the server is gone, by whichever process; an owner may open it again. */
  gone: Promise<void>;
  /** Stops the server if this call started it, and waits until its files are closed. */
  close(): Promise<void>;
};

const readySchema = z.object({ ready: z.literal(true), connection_string: z.string() });
const POLL_MS = 50;
/** A first start takes 2–4 s on two cores, recovery after a crash perhaps ten times that. */
const START_LIMIT_MS = 120_000;
/** Rolling back and closing takes well under a second; a statement that runs meanwhile is waited for. */
const STOP_LIMIT_MS = 15_000;

/**
 * Opens the embedded PostgreSQL of a data folder: attaches to the server that runs there, or starts one as a child process
 * that ends with this one, even when this one is killed.
 * @throws EmbeddedError `cannot_open` with the server's own reason.
 */
export async function openEmbedded({ data_dir }: { data_dir: string }): Promise<EmbeddedDatabase> {
  const folder = resolve(data_dir);
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline) {
    const owner = await findOwner(folder);
    if (owner?.ready) return attach(owner.ready);
    // Another process is starting it: wait for that one instead of competing.
    if (!owner) {
      const started = await startChild(folder);
      if (started) return started;
    }
    await sleep(POLL_MS);
  }
  throw new EmbeddedError(
    "cannot_open",
    `The embedded database in ${folder} did not start within ${START_LIMIT_MS / 1000} s: stop the process that ${folder}/server.json names and try again.`,
  );
}

/**
 * Writes a consistent copy of a running embedded database to `path` (a gzipped tar, mode 0600, replaced only when whole).
 * Statements wait meanwhile: about 0.6 s for an empty database on two cores. Returns its size in bytes.
 * @throws EmbeddedError `not_running`, `backup_failed`.
 */
export async function backupEmbedded(options: {
  data_dir: string;
  path: string;
}): Promise<{ bytes: number }> {
  const folder = resolve(options.data_dir);
  const owner = await findOwner(folder);
  if (!owner?.ready) {
    throw new EmbeddedError(
      "not_running",
      `No embedded database runs in ${folder}: start it, then make the backup.`,
    );
  }
  return { bytes: await requestBackup(controlSocket(owner.ready.socket_dir), resolve(options.path)) };
}

/**
 * Makes a data folder's database from a backup. With `force` a database that is there already is moved aside, and where to
 * is returned; it is touched only after the backup has been unpacked and opened.
 * @throws EmbeddedError `in_use`, `restore_refused`.
 */
export async function restoreEmbedded(options: {
  data_dir: string;
  path: string;
  force?: boolean;
}): Promise<{ moved_to: string | null }> {
  const data_dir = resolve(options.data_dir);
  const cluster = clusterDir(data_dir);
  const backup = await readFile(options.path).catch((cause) => {
    throw new EmbeddedError(
      "restore_refused",
      `The backup ${options.path} cannot be read (${messageOf(cause)}): check the path.`,
      { cause },
    );
  });
  const folder = await takeDataDir(data_dir);
  try {
    const occupied = existsSync(cluster);
    if (occupied && !options.force) {
      throw new EmbeddedError(
        "restore_refused",
        `${data_dir} holds a database already: restore into another folder, or use --force, which moves the present one aside.`,
      );
    }
    const restored = `${cluster}.restored`;
    await rm(restored, { recursive: true, force: true });
    const unpacked = promisify(gunzip)(backup).then((files) => createCluster(restored, files));
    await unpacked.catch((cause) => {
      throw new EmbeddedError(
        "restore_refused",
        `${options.path} is no backup of this database (${messageOf(cause)}): choose another file.`,
        { cause },
      );
    });
    const moved_to = occupied
      ? `${cluster}.before-restore-${new Date().toISOString().replaceAll(":", "-")}`
      : null;
    if (moved_to) await rename(cluster, moved_to);
    await rename(restored, cluster);
    return { moved_to };
  } finally {
    await folder.release();
  }
}

function attach(ready: NonNullable<Owner["ready"]>): EmbeddedDatabase {
  return {
    connection_string: ready.connection_string,
    owner: false,
    gone: ownerGone(controlSocket(ready.socket_dir)),
    close: async () => undefined,
  };
}

/** Starts the server's process; null when another one was faster. */
async function startChild(data_dir: string): Promise<EmbeddedDatabase | null> {
  const child = spawn(process.execPath, [...serverProgram(), data_dir, "--stop-with-parent"], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const complaints: string[] = [];
  let running = false;
  createInterface({ input: child.stderr }).on("line", (line) => {
    if (running) process.stderr.write(`${line}\n`);
    else complaints.push(line);
  });
  const gone = new Promise<number | null>((settle) => {
    child.once("close", (code) => settle(code)).once("error", () => settle(null));
  });
  const ready = new Promise<string>((settle) => {
    createInterface({ input: child.stdout }).once("line", (line) => {
      settle(readySchema.parse(JSON.parse(line)).connection_string);
    });
  });
  const outcome = await Promise.race([ready, gone]);
  if (typeof outcome === "string") {
    running = true;
    return {
      connection_string: outcome,
      owner: true,
      gone: gone.then(() => undefined),
      close: () => stopChild(child, gone),
    };
  }
  if (outcome === EXIT_IN_USE) return null;
  throw new EmbeddedError(
    "cannot_open",
    complaints.at(-1) ?? `The embedded database's process ended with code ${outcome}: try again.`,
  );
}

/** What Node runs as the server: the source in a checkout, its bundle in an installed package. */
function serverProgram(): string[] {
  const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));
  if (!import.meta.url.endsWith(".ts")) return [beside("database.mjs")];
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  return ["--import", loader, beside("main.ts")];
}

async function stopChild(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  child.stdin?.end();
  const forced = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await gone;
  clearTimeout(forced);
}
