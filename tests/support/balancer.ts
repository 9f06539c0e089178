import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@/lib/kernel/ids";
import { freePort } from "./free-port";
import type { debianProgram } from "./postgres";

type Program = NonNullable<ReturnType<typeof debianProgram>>;
export type Between = { port: number; stop(): Promise<void> };

const START_LIMIT_MS = 30_000;

/** Starts a program with a configuration of its own, and waits until its port answers. */
async function startBetween(
  { root, command }: Program,
  { files, args, port }: { files: Record<string, string>; args: (folder: string) => string[]; port: number },
): Promise<Between> {
  const folder = `/tmp/casebook-between-${newId()}`;
  const here = join(root, folder);
  mkdirSync(here, { recursive: true });
  chmodSync(here, 0o755);
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(here, name), text.replaceAll("FOLDER", folder), { mode: 0o644 });
  const [program = "", ...before] = command;
  const lines: string[] = [];
  const child = spawn(program, [...before, ...args(folder)], { stdio: ["ignore", "pipe", "pipe"], cwd: "/" });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => lines.push(chunk.toString()));
  const until = Date.now() + START_LIMIT_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill("SIGKILL");
      throw new Error(`${command.join(" ")} did not start:\n${lines.join("")}`);
    }
    await sleep(50);
  }
  return {
    port,
    async stop() {
      await ended(child);
      rmSync(here, { recursive: true, force: true });
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const forced = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await gone;
  clearTimeout(forced);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (found: boolean) => {
      socket.destroy();
      resolve(found);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}

/** HAProxy before processes of this machine, as docs/operations.md sets it up. */
export async function startBalancer(haproxy: Program, ports: readonly number[]): Promise<Between> {
  const port = await freePort();
  const configuration = `
global
  maxconn 1000
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  option forwardfor
  option redispatch 1
  retries 3
frontend casebook
  bind 127.0.0.1:${port}
  default_backend casebook
backend casebook
  balance leastconn
  option httpchk GET /api/health/ready
  default-server check inter 500ms fall 2 rise 1
${ports.map((each, at) => `  server process${at} 127.0.0.1:${each}`).join("\n")}
`;
  return startBetween(haproxy, {
    files: { "haproxy.cfg": configuration },
    args: (folder) => ["-db", "-f", `${folder}/haproxy.cfg`],
    port,
  });
}

/** PgBouncer in transaction mode before a database. @returns its address too. */
export async function startPooler(
  pgbouncer: Program,
  database_url: string,
): Promise<Between & { url: string }> {
  const port = await freePort();
  const { hostname, port: server_port, username, password, pathname } = new URL(database_url);
  const name = pathname.slice(1);
  const files = {
    "pgbouncer.ini": `
[databases]
${name} = host=${hostname} port=${server_port} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = FOLDER/users.txt
pool_mode = transaction
default_pool_size = 8
max_prepared_statements = 200
max_client_conn = 500
admin_users = ${username}
`,
    "users.txt": `"${username}" "${password}"\n`,
  };
  const pooler = await startBetween(pgbouncer, {
    files,
    // It refuses to run as root.
    args: (folder) => ["--user=postgres", `${folder}/pgbouncer.ini`],
    port,
  });
  const url = new URL(database_url);
  url.port = String(port);
  return { ...pooler, url: url.href };
}

/** An address on this machine that leads to one server now and to another later, as a name in a network does. */
export async function startAddress(target: number): Promise<Between & { lead(port: number): void }> {
  let current = target;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const other = connect(current, "127.0.0.1");
    for (const each of [socket, other]) {
      open.add(each);
      each.once("close", () => open.delete(each));
      each.on("error", () => {
        socket.destroy();
        other.destroy();
      });
    }
    socket.pipe(other).pipe(socket);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port,
    lead: (to) => {
      current = to;
    },
    async stop() {
      for (const each of open) each.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
