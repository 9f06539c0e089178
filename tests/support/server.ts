import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import pg from "pg";

const exec = promisify(execFile);
const START_LIMIT_MS = 180_000;

/** A running Casebook of its own: data folder, database, port. */
export type TestServer = {
  url: string;
  data_dir: string;
  /** What the start printed: a one-time link, and the agent key of the demo. */
  sign_in_link: string;
  agent_key: string | null;
  settings: Record<string, string>;
  start: ChildProcess;
  /** What it has printed and logged up to now. */
  log(): string;
};

type Place = { data_dir: string; database_url: string | null; drop(): Promise<void> };

/** A data folder and, where DATABASE_URL names a server, a new database on it. */
export async function createPlace(): Promise<Place> {
  const data_dir = await mkdtemp(path.join(tmpdir(), "casebook-e2e-"));
  const server = process.env.DATABASE_URL;
  if (!server)
    return { data_dir, database_url: null, drop: () => rm(data_dir, { recursive: true, force: true }) };
  const name = `casebook_e2e_${path.basename(data_dir).toLowerCase().replace(/\W/g, "_")}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    data_dir,
    database_url: url.href,
    async drop() {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}

/** Starts Casebook as a person does and waits until it greets. */
export async function startServer(
  place: Place,
  options: { port: number; flags?: string[]; public_url?: string; settings?: Record<string, string> },
): Promise<TestServer> {
  const settings: Record<string, string> = {
    PORT: String(options.port),
    CASEBOOK_DATA_DIR: place.data_dir,
    CASEBOOK_PUBLIC_URL: options.public_url ?? `http://127.0.0.1:${options.port}`,
    RATE_LIMIT_PER_MINUTE: "100000",
    LOG_LEVEL: "warn",
    ...(place.database_url === null ? { DATABASE_URL: "" } : { DATABASE_URL: place.database_url }),
    ...options.settings,
  };
  const start = spawn(process.execPath, ["--import", "tsx", "bin/start.ts", ...(options.flags ?? [])], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  start.stderr.on("data", (chunk: Buffer) => lines.push(chunk.toString()));
  const greeted = new Promise<void>((resolve) => {
    createInterface({ input: start.stdout }).on("line", (line) => {
      lines.push(line);
      if (line.includes("Stop with Ctrl-C")) resolve();
    });
  });
  const ended = new Promise<never>((_, reject) => {
    start.once("exit", (code) =>
      reject(new Error(`the start ended with code ${code}:\n${lines.join("\n")}`)),
    );
  });
  ended.catch(() => {});
  const late = new Promise<never>((_, reject) => {
    setTimeout(
      () => reject(new Error(`the start took too long:\n${lines.join("\n")}`)),
      START_LIMIT_MS,
    ).unref();
  });
  await Promise.race([greeted, ended, late]);
  const output = lines.join("\n");
  return {
    url: settings.CASEBOOK_PUBLIC_URL ?? "",
    data_dir: place.data_dir,
    sign_in_link: /http\S+\/sign-in\?token=\S+/.exec(output)?.[0] ?? "",
    agent_key: /^\s*(cb_\S+)\s*$/m.exec(output)?.[1] ?? null,
    settings,
    start,
    log: () => lines.join("\n"),
  };
}

/** Ends it as Ctrl-C does, and waits. */
export async function stopServer({ start }: TestServer): Promise<void> {
  if (start.exitCode !== null || start.signalCode !== null) return;
  const gone = new Promise((resolve) => start.once("exit", resolve));
  start.kill("SIGTERM");
  await gone;
}

/** The processes a start runs, by what they do. */
export async function processesOf({
  start,
}: TestServer): Promise<{ web: number; worker: number; database: number | null }> {
  const { stdout } = await exec("ps", ["-o", "pid=,args=", "--ppid", String(start.pid)]);
  const find = (text: string) => {
    const line = stdout.split("\n").find((row) => row.includes(text));
    if (line) return Number.parseInt(line, 10);
    return null;
  };
  // Next renames its process.
  const web = find("next");
  const worker = find("bin/worker.ts");
  if (web === null || worker === null) throw new Error(`web or worker is not running:\n${stdout}`);
  return { web, worker, database: find("embedded/main") };
}

/** Prints a one-time sign-in link with the command that people use. */
export async function signInLink(settings: Record<string, string>, email?: string): Promise<string> {
  const args = [
    "--import",
    "tsx",
    "bin/casebook.ts",
    "sign-in-link",
    ...(email === undefined ? [] : [email]),
  ];
  const { stdout } = await exec(process.execPath, args, { env: { ...process.env, ...settings } });
  return stdout.trim();
}
