import { randomUUID } from "node:crypto";
import { chmod, mkdir, mkdtemp, open, rename, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type Connection, serveConnection } from "./connection";
import { serveControl } from "./control";
import { type Engine, openEngine } from "./engine";
import { EmbeddedError, messageOf } from "./errors";
import { query, readString, splitAnswer } from "./frames";
import { createGate, type Gate } from "./gate";
import { controlSocket, type FolderLock, takeFolder } from "./lock";
import { startMaintenance } from "./maintenance";

export type ServerOptions = {
  /** Absolute or relative to the working directory; made (mode 0700) when missing. */
  data_dir: string;
  /** Where the sockets go, made with mode 0700. By default inside `data_dir`, or in the temporary folder when that path is too long. */
  socket_dir?: string;
  /** False gives up the last seconds before a power cut for speed: for tests. Default true. */
  fsync?: boolean;
  /** How long a connection may sit idle in a transaction while others wait, in milliseconds. Default 30 s. */
  idle_in_transaction_ms?: number;
};

export type RunningServer = {
  /** For `pg` and `@prisma/adapter-pg`. */
  connection_string: string;
  socket_dir: string;
  /** Settles only if the engine stops by itself; the server then answers no more and the process should end. */
  stopped: Promise<Error>;
  /** Rolls back what is open, closes the files and frees the folder. */
  close(): Promise<void>;
};

/** The name that `pg` and libpq look for in a folder given as host. */
const SOCKET_NAME = ".s.PGSQL.5432";
/** The shortest limit of the systems we run on is macOS's: 104 bytes with the final NUL. */
const SOCKET_PATH_LIMIT = 103;
const TEMPORARY_PREFIX = "casebook-db-";

/** Where the database files are inside a data folder. */
export function clusterDir(data_dir: string): string {
  return join(data_dir, "cluster");
}

/**
 * Runs the embedded PostgreSQL of a folder in this process. The server blocks the event loop while a statement runs: give it
 * a process of its own (see main.ts) wherever something else wants to answer.
 * @throws EmbeddedError `in_use`, `cannot_open`.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const data_dir = resolve(options.data_dir);
  const undo: (() => Promise<void>)[] = [];
  const unwind = async () => {
    const failures: unknown[] = [];
    for (const step of undo.splice(0).reverse()) await step().catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  try {
    const folder = await takeDataDir(data_dir);
    undo.push(() => folder.release());
    const engine = await openEngine(clusterDir(data_dir), { fsync: options.fsync ?? true });
    undo.push(() => engine.close());
    const socket_dir = await makeSocketDir(data_dir, options.socket_dir, folder);
    const connection_string = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socket_dir)}`;
    const parameters = await sessionParameters(engine);

    let report: (reason: Error) => void = () => {};
    const stopped = new Promise<Error>((tell) => {
      report = tell;
    });
    const gate = createGate(engine, {
      idle_limit_ms: options.idle_in_transaction_ms ?? 30_000,
      on_stopped: (reason) => report(reason),
    });

    const connections = new Set<Connection>();
    let next_id = 1;
    const database = createServer({ noDelay: true }, (socket) => {
      const connection = serveConnection(socket, { id: next_id++, gate, parameters });
      connections.add(connection);
      void connection.done.then(() => connections.delete(connection));
    });
    const controls = new Set<Socket>();
    const control = createServer((socket) => {
      controls.add(socket);
      socket.once("close", () => controls.delete(socket));
      void serveControl(socket, (path) => writeBackup(gate, engine, path)).catch(() => socket.destroy());
    });
    undo.push(async () => {
      const listeners = [shut(database), shut(control)];
      gate.close();
      for (const connection of connections)
        connection.end("57P01", "The embedded database is shutting down.");
      for (const socket of controls) socket.destroy();
      await Promise.all([...listeners, ...[...connections].map(({ done }) => done)]);
      if (dirname(socket_dir) === tmpdir()) await rm(socket_dir, { recursive: true, force: true });
    });
    await listen(database, join(socket_dir, SOCKET_NAME));
    await listen(control, controlSocket(socket_dir));
    undo.push(startMaintenance(connection_string));
    await folder.publish({ connection_string, socket_dir });

    let closing: Promise<void> | undefined;
    return {
      connection_string,
      socket_dir,
      stopped,
      close() {
        closing ??= unwind();
        return closing;
      },
    };
  } catch (error) {
    // The first failure is the one to tell.
    await unwind().catch(() => undefined);
    throw error;
  }
}

/** Makes and takes a data folder, without opening its database. */
export async function takeDataDir(data_dir: string): Promise<FolderLock> {
  try {
    await mkdir(data_dir, { recursive: true, mode: 0o700 });
    return await takeFolder(data_dir);
  } catch (cause) {
    if (cause instanceof EmbeddedError) throw cause;
    throw new EmbeddedError(
      "cannot_open",
      `The data folder ${data_dir} cannot be used (${messageOf(cause)}): check its owner and permissions, or choose another.`,
      { cause },
    );
  }
}

async function makeSocketDir(
  data_dir: string,
  wanted: string | undefined,
  folder: FolderLock,
): Promise<string> {
  const left_behind = folder.stale?.ready?.socket_dir;
  if (left_behind && basename(left_behind).startsWith(TEMPORARY_PREFIX)) {
    await rm(left_behind, { recursive: true, force: true });
  }
  const fixed = resolve(wanted ?? join(data_dir, "socket"));
  const fits = Buffer.byteLength(join(fixed, SOCKET_NAME)) <= SOCKET_PATH_LIMIT;
  if (!fits && !wanted) return mkdtemp(join(tmpdir(), TEMPORARY_PREFIX));
  if (!fits) {
    throw new EmbeddedError(
      "cannot_open",
      `The socket folder ${fixed} has too long a path for a Unix socket (at most ${SOCKET_PATH_LIMIT} bytes with the socket's name): choose a shorter one.`,
    );
  }
  await mkdir(fixed, { recursive: true, mode: 0o700 });
  // The folder may be older than this start, and it is the only protection: the server asks for no password.
  await chmod(fixed, 0o700);
  for (const left of [join(fixed, SOCKET_NAME), controlSocket(fixed)]) await rm(left, { force: true });
  return fixed;
}

/** What a server tells each client on start, as the engine has it. */
async function sessionParameters(engine: Engine): Promise<Record<string, string>> {
  const names = [
    "server_version",
    "server_encoding",
    "client_encoding",
    "DateStyle",
    "IntervalStyle",
    "TimeZone",
    "integer_datetimes",
    "standard_conforming_strings",
  ];
  const parameters: Record<string, string> = {};
  for (const name of names) {
    const row = splitAnswer(await engine.run(query(`show ${name}`))).find(({ type }) => type === "D");
    // A row of one column: type, length, column count (2 bytes), the value's length (4 bytes), the value.
    if (row) parameters[name] = readString(Buffer.concat([row.bytes, Buffer.alloc(1)]), 11).text;
  }
  return parameters;
}

/** Writes a consistent copy of the data files: after a checkpoint and between two transactions, whole or not at all. */
async function writeBackup(gate: Gate, engine: Engine, path: string): Promise<number> {
  const files = await gate.exclusive(async () => {
    await engine.run(query("checkpoint"));
    return engine.dump();
  });
  const bytes = await promisify(gzip)(files);
  const draft = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return bytes.length;
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(path, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Stops listening; settles when the last connection is gone. */
function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
