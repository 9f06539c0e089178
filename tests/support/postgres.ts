/**
 * A real PostgreSQL with pgvector for the tests, on 127.0.0.1, thrown away at the end.
 *
 *   node --import tsx tests/support/postgres.ts start   prints its DATABASE_URL, and nothing else, on stdout
 *   node --import tsx tests/support/postgres.ts stop
 *
 * The server programs come from the first of: PostgreSQL installed on this machine; this machine's Debian packages
 * (as root); a Debian trixie in a folder of its own, made by debootstrap (as root) and kept in .cache for next time.
 * No container engine is needed.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";
import { freePort } from "./free-port";
import { makeMemoryFolder } from "./memory-folder";

const cacheFolder = resolve(fileURLToPath(import.meta.url), "../../../.cache/postgres");
const stateFile = join(cacheFolder, "running.json");
const debianRoot = join(cacheFolder, "debian-trixie");
const packages = ["postgresql-17", "postgresql-17-pgvector"];
const isRoot = process.getuid?.() === 0;

/** Server programs, and the folder that is `/` to them. */
export const installationSchema = z.object({ root: z.string(), programs: z.string() });
export type Installation = z.infer<typeof installationSchema>;

const stateSchema = z.object({ installation: installationSchema, folder: z.string() });

/**
 * Starts a server with an empty cluster and returns its URL, whose user may create databases and extensions.
 * @param preload a library that the server loads as it starts
 */
export async function startPostgres({ preload = "" } = {}): Promise<string> {
  stopPostgres();
  const installation = findInstalled() ?? findInFolder() ?? installPackages() ?? installInFolder();
  const port = await freePort();
  const password = randomBytes(16).toString("hex");
  const folder = makeFolder(installation);
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(stateFile, JSON.stringify({ installation, folder }));
  try {
    const data = join(folder, "data");
    writeFileSync(join(installation.root, folder, "password"), password, { mode: 0o644 });
    runAsPostgres(installation, "initdb", [
      `--pgdata=${data}`,
      "--username=postgres",
      `--pwfile=${join(folder, "password")}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C.UTF-8",
    ]);
    const settings = {
      listen_addresses: "127.0.0.1",
      port,
      unix_socket_directories: "",
      // A chroot has no /dev/shm of its own.
      dynamic_shared_memory_type: "mmap",
      max_connections: 200,
      // Holds the benchmark's 100,000 memories with their indexes, as a server of that size would be given.
      shared_buffers: "512MB",
      shared_preload_libraries: preload,
      // Safe against a killed process, not against a power cut, which a throw-away cluster need not survive.
      fsync: "off",
    };
    runAsPostgres(installation, "pg_ctl", [
      "start",
      "--wait",
      "--timeout=60",
      `--pgdata=${data}`,
      `--log=${join(folder, "server.log")}`,
      `--options=${Object.entries(settings)
        .map(([name, value]) => `-c ${name}='${value}'`)
        .join(" ")}`,
    ]);
  } catch (error) {
    const log = join(installation.root, folder, "server.log");
    if (existsSync(log)) note(readFileSync(log, "utf8"));
    stopPostgres();
    throw error;
  }
  return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
}

/** Stops the server that `startPostgres` started, if one runs, and deletes its cluster. */
export function stopPostgres(): void {
  const running = runningPostgres();
  if (!running) return;
  const { installation, folder } = running;
  const onThisMachine = join(installation.root, folder);
  if (existsSync(join(onThisMachine, "data", "postmaster.pid"))) {
    try {
      runAsPostgres(installation, "pg_ctl", ["stop", "--mode=immediate", `--pgdata=${join(folder, "data")}`]);
    } catch (error) {
      // A server that died by itself leaves its pid file: there is nothing left to stop.
      note(error instanceof Error ? error.message : String(error));
    }
  }
  rmSync(onThisMachine, { recursive: true, force: true });
  rmSync(stateFile);
}

/** The server that `startPostgres` started and where its cluster is; null when none runs. */
export function runningPostgres(): z.infer<typeof stateSchema> | null {
  if (!existsSync(stateFile)) return null;
  return stateSchema.parse(JSON.parse(readFileSync(stateFile, "utf8")));
}

function findInstalled(): Installation | undefined {
  const home = "/usr/lib/postgresql";
  const versions = existsSync(home) ? readdirSync(home).map(Number) : [];
  const usable = versions
    .filter((version) => version >= 15)
    .filter((version) => existsSync(`${home}/${version}/bin/initdb`))
    .filter((version) => existsSync(`/usr/share/postgresql/${version}/extension/vector.control`))
    // The version the project is tested against first, then newer ones, then older ones.
    .sort((a, b) => Number(b === 17) - Number(a === 17) || b - a);
  const [version] = usable;
  if (version === undefined) return undefined;
  return { root: "/", programs: `${home}/${version}/bin` };
}

/** A Debian trixie in a folder of its own, made when it is not there: what an extension can be unpacked into. */
export function installationInFolder(): Installation {
  return findInFolder() ?? installInFolder();
}

const inFolder: Installation = { root: debianRoot, programs: "/usr/lib/postgresql/17/bin" };

function findInFolder(): Installation | undefined {
  if (isRoot && existsSync(debianRoot)) return inFolder;
  return undefined;
}

function installPackages(): Installation | undefined {
  if (!isRoot || !hasProgram("apt-get")) return undefined;
  apt(["update"]);
  const offered = packages.every((name) => {
    const policy = spawnSync("apt-cache", ["policy", name], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C" },
    });
    return /Candidate: \d/.test(policy.stdout ?? "");
  });
  if (!offered) return undefined;
  note(`Installing ${packages.join(" and ")} …`);
  // Otherwise Debian's package also creates and starts a cluster on port 5432.
  mkdirSync("/etc/postgresql-common/createcluster.d", { recursive: true });
  writeFileSync(
    "/etc/postgresql-common/createcluster.d/casebook-tests.conf",
    "create_main_cluster = false\n",
  );
  apt(["install", "--yes", "--no-install-recommends", ...packages]);
  return findInstalled();
}

function installInFolder(): Installation {
  if (!isRoot || !hasProgram("apt-get")) {
    throw new Error(
      "No PostgreSQL 15 or newer with pgvector is installed here. Install PostgreSQL 17 with pgvector (on Debian: " +
        `apt install ${packages.join(" ")}), or set DATABASE_URL to a server that has both.`,
    );
  }
  if (!hasProgram("debootstrap")) {
    apt(["update"]);
    apt(["install", "--yes", "--no-install-recommends", "debootstrap", "debian-archive-keyring"]);
  }
  note("Installing PostgreSQL 17 with pgvector into a folder of its own (once, about 40 seconds) …");
  const unfinished = `${debianRoot}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(cacheFolder, { recursive: true });
  runQuietly("debootstrap", ["--variant=minbase", `--include=${packages.join(",")}`, "trixie", unfinished]);
  rmSync(join(unfinished, "var/cache/apt"), { recursive: true, force: true });
  renameSync(unfinished, debianRoot);
  return inFolder;
}

/** A new folder that the server's user owns, as a path inside the installation's root. */
export function makeFolder(installation: Installation): string {
  const folder = makeTemporaryFolder(installation);
  if (isRoot) {
    const user = postgresUser(installation);
    chownSync(folder, user.uid, user.gid);
  }
  if (installation.root === "/") return folder;
  return folder.slice(installation.root.length);
}

function makeTemporaryFolder({ root }: Installation): string {
  if (root !== "/") return mkdtempSync(join(root, "/tmp/casebook-postgres-"));
  return makeMemoryFolder() ?? mkdtempSync(join(tmpdir(), "casebook-postgres-"));
}

/** PostgreSQL refuses to run as root. The package made this user, possibly only inside the installation's root. */
export function postgresUser(installation: Installation): { uid: number; gid: number } {
  const line = readFileSync(join(installation.root, "etc/passwd"), "utf8")
    .split("\n")
    .find((each) => each.startsWith("postgres:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (!uid || !gid) throw new Error(`There is no user "postgres" in ${installation.root}etc/passwd.`);
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * A program of a Debian package, as a command and the folder that is `/` to it: one that is installed on this machine or in the
 * folder of the server, or that can be installed into that folder. @returns null where none is and none can be.
 */
export function debianProgram(name: string): { root: string; command: string[] } | null {
  const path = join("/usr/sbin", name);
  if (existsSync(path)) return { root: "/", command: [path] };
  if (!isRoot || !existsSync(debianRoot)) return null;
  if (!existsSync(join(debianRoot, path))) {
    note(`Installing ${name} beside the server (once) …`);
    try {
      const inside = [debianRoot, "apt-get", "-q"];
      runQuietly("chroot", [...inside, "update"]);
      runQuietly("chroot", [...inside, "install", "--yes", "--no-install-recommends", name]);
    } catch (error) {
      note(error instanceof Error ? error.message : String(error));
      return null;
    }
  }
  return { root: debianRoot, command: ["chroot", debianRoot, path] };
}

/** Runs a program of the installation to its end, as the user that owns its clusters. */
export function runAsPostgres(installation: Installation, program: string, args: string[]): void {
  const path = join(installation.programs, program);
  if (!isRoot) {
    runQuietly(path, args);
    return;
  }
  const { uid, gid } = postgresUser(installation);
  runQuietly("chroot", [`--userspec=${uid}:${gid}`, installation.root, path, ...args], "/");
}

function apt(args: string[]): void {
  runQuietly("apt-get", ["-q", ...args]);
}

/** Runs a program to its end, showing its output only when it fails. */
function runQuietly(command: string, args: string[], folder?: string): void {
  // Into a file and not a pipe: the server inherits its starter's output and would hold a pipe open for ever.
  const scratch = mkdtempSync(join(tmpdir(), "casebook-output-"));
  const outputFile = join(scratch, "output");
  try {
    execFileSync(
      "sh",
      ["-c", 'output=$1; shift; exec "$@" >"$output" 2>&1 </dev/null', "sh", outputFile, command, ...args],
      {
        cwd: folder,
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" },
        stdio: "ignore",
      },
    );
  } catch {
    const output =
      existsSync(outputFile) && statSync(outputFile).size > 0 ? readFileSync(outputFile, "utf8") : "";
    throw new Error(`${command} ${args.join(" ")} failed.\n${output.slice(-4000)}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function hasProgram(name: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${name}`], { stdio: "ignore" }).status === 0;
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const command = process.argv[2];
  try {
    if (command === "start") console.log(await startPostgres());
    else if (command === "stop") stopPostgres();
    else throw new Error("Usage: node --import tsx tests/support/postgres.ts start|stop");
  } catch (error) {
    note(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
