/**
 * A Citus cluster for tests, on 127.0.0.1, thrown away at the end: a coordinator and two workers, each a PostgreSQL 17 with
 * pgvector in the Debian trixie of tests/support/postgres.ts. The extension is not part of Casebook: the tests take it from
 * ../shared/citus, and are skipped where that is missing.
 *
 *   node --import tsx tests/support/citus.ts start   prints the coordinator's DATABASE_URL, and nothing else, on stdout
 *   node --import tsx tests/support/citus.ts stop
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import pg from "pg";
import { z } from "zod";
import { configureSessions } from "@/lib/db/citus/distribute";
import { freePort } from "./free-port";
import {
  type Installation,
  installationInFolder,
  installationSchema,
  makeFolder,
  runAsPostgres,
} from "./postgres";

const project = resolve(fileURLToPath(import.meta.url), "../../..");
const archives = resolve(project, "../shared/citus");
const stateFile = resolve(project, ".cache/postgres/citus.json");
const stateSchema = z.object({
  installation: installationSchema,
  folder: z.string(),
  ports: z.array(z.number()),
});
type Cluster = z.infer<typeof stateSchema>;

const NODES = 3;

/** The archive with the extension; null where tests have none, or cannot start servers of their own. */
function archive(): string | null {
  if (process.getuid?.() !== 0 || !existsSync(archives)) return null;
  const [name] = readdirSync(archives).filter((each) => /^citus-.*\.tar\.xz$/.test(each));
  if (name === undefined) return null;
  return join(archives, name);
}

/** Whether a cluster can be started here. */
export function canStartCitus(): boolean {
  return archive() !== null;
}

/** Starts a coordinator and two workers. @returns the coordinator's URL, and those of the workers. */
export async function startCitus(): Promise<{ url: string; workers: string[] }> {
  stopCitus();
  const found = archive();
  if (found === null) throw new Error(`There is no Citus in ${archives}, or this is not root.`);
  const installation = installationInFolder();
  if (!existsSync(join(installation.root, "usr/share/postgresql/17/extension/citus.control")))
    execFileSync("tar", ["-C", installation.root, "-xJf", found]);
  const ports: number[] = [];
  for (let node = 0; node < NODES; node += 1) ports.push(await freePort());
  const cluster = { installation, folder: makeFolder(installation), ports };
  mkdirSync(resolve(stateFile, ".."), { recursive: true });
  writeFileSync(stateFile, JSON.stringify(cluster));
  try {
    ports.forEach((port, node) => {
      startNode(cluster, { node, port });
    });
  } catch (error) {
    stopCitus();
    throw error;
  }
  const [url = "", ...workers] = urlsOf(cluster);
  return { url, workers };
}

function startNode({ installation, folder }: Cluster, { node, port }: { node: number; port: number }): void {
  const data = join(folder, `node${node}`);
  runAsPostgres(installation, "initdb", [
    `--pgdata=${data}`,
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
  ]);
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    shared_preload_libraries: "citus",
    dynamic_shared_memory_type: "mmap",
    max_connections: 300,
    max_prepared_transactions: 300,
    max_worker_processes: 32,
    wal_level: "logical",
    fsync: "off",
    "citus.node_conninfo": "sslmode=disable",
    // A test's data are few: what a shard costs is its making.
    "citus.shard_count": 4,
    "citus.enable_statistics_collection": "off",
  };
  runAsPostgres(installation, "pg_ctl", [
    "start",
    "--wait",
    "--timeout=60",
    `--pgdata=${data}`,
    `--log=${join(folder, `node${node}.log`)}`,
    `--options=${Object.entries(settings)
      .map(([name, value]) => `-c ${name}='${value}'`)
      .join(" ")}`,
  ]);
}

/** Stops the cluster that `startCitus` started, if one runs, and deletes it. */
export function stopCitus(): void {
  const cluster = runningCitus();
  if (cluster === null) return;
  const { installation, folder } = cluster;
  for (let node = 0; node < NODES; node += 1) stopNode(installation, join(folder, `node${node}`));
  rmSync(join(installation.root, folder), { recursive: true, force: true });
  rmSync(stateFile);
}

function stopNode(installation: Installation, data: string): void {
  if (!existsSync(join(installation.root, data, "postmaster.pid"))) return;
  try {
    runAsPostgres(installation, "pg_ctl", ["stop", "--mode=immediate", `--pgdata=${data}`]);
  } catch (error) {
    // A server that died by itself leaves its pid file: there is nothing left to stop.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** The cluster that `startCitus` started; null when none runs. */
export function runningCitus(): Cluster | null {
  if (!existsSync(stateFile)) return null;
  return stateSchema.parse(JSON.parse(readFileSync(stateFile, "utf8")));
}

function urlsOf({ ports }: Cluster): string[] {
  return ports.map((port) => `postgresql://postgres@127.0.0.1:${port}/postgres`);
}

/** One statement on each of these servers, by connections of their own, one after the other. */
export async function onEach(urls: readonly string[], statement: string): Promise<void> {
  for (const url of urls) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
}

/** The same server, another database. */
export function databaseOf(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

export type ClusterServers = { url: string; workers: string[] };

/** The servers of the cluster that runs, or of one that is started now. */
export async function citusServers(): Promise<ClusterServers> {
  const running = runningCitus();
  if (running === null) return startCitus();
  const [url = "", ...workers] = urlsOf(running);
  return { url, workers };
}

/** An empty database of this name on every server, joined to a cluster. @returns its URL at the coordinator. */
export async function createClusterDatabase({ url, workers }: ClusterServers, name: string): Promise<string> {
  const servers = [url, ...workers];
  await onEach(servers, `create database ${name}`);
  const databases = servers.map((server) => databaseOf(server, name));
  await onEach(databases, "create extension citus; create extension vector; create extension pg_trgm");
  const coordinator = databaseOf(url, name);
  await onEach([coordinator], `select citus_set_coordinator_host('127.0.0.1', ${new URL(url).port})`);
  for (const worker of workers)
    await onEach([coordinator], `select citus_add_node('127.0.0.1', ${new URL(worker).port})`);
  return coordinator;
}

/** Closes a database to everybody, so that others can be made from it. */
export async function closeClusterDatabase({ url, workers }: ClusterServers, name: string): Promise<void> {
  const servers = [url, ...workers];
  await onEach(servers, `alter database ${name} with allow_connections false`);
  await onEach(servers, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
}

/** A copy of a closed database on every server: it names the same servers. @returns its URL at the coordinator. */
export async function copyClusterDatabase(
  { url, workers }: ClusterServers,
  { from, to }: { from: string; to: string },
): Promise<string> {
  await onEach([url, ...workers], `create database ${to} template ${from}`);
  const copy = databaseOf(url, to);
  const client = new pg.Client({ connectionString: copy });
  await client.connect();
  try {
    // Settings of a database do not come along with its tables.
    await configureSessions(client);
  } finally {
    await client.end();
  }
  return copy;
}

export async function dropClusterDatabase({ url, workers }: ClusterServers, name: string): Promise<void> {
  await onEach([url, ...workers], `drop database if exists ${name} with (force)`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const command = process.argv[2];
  if (command === "start") console.log((await startCitus()).url);
  else if (command === "stop") stopCitus();
  else {
    process.stderr.write("Usage: node --import tsx tests/support/citus.ts start|stop\n");
    process.exitCode = 1;
  }
}
