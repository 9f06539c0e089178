import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSignInLink, ensureFirstOwner, findFirstOwner, signsInByLinks } from "@/lib/access";
import { type Database, openDatabase } from "@/lib/db/client";
import type { EmbeddedDatabase } from "@/lib/db/embedded";
import { applySettings, env, publicUrl } from "@/lib/env";
import { build, isBuilt, isDamaged } from "./build";
import { assertPortFree, ensureDataDir, openDatabaseServer } from "./checks";
import { type Child, supervise } from "./children";
import { migrateDatabase } from "./migrations";
import { assertModels } from "./models";
import { readOptions } from "./options";
import { webProgram, workerProgram } from "./programs";
import { exitWith, progress, StartError } from "./progress";
import { ensureSecret } from "./secrets";
import { assertSettings } from "./settings";

/**
 * `npm start`, `npm run demo` and `npm run dev`: from a checkout to a running Casebook. Everything it starts ends with it.
 */
const HELP = `casebook-server: starts Casebook, with its web process, its worker and the embedded database or DATABASE_URL.

  --demo       with an organization of examples
  --no-worker  without a worker, which runs elsewhere
  --dev        in a checkout: with the development server
  --help       this text

Settings are read from the environment; docs/operations.md lists them.`;
const flags = readOptions(
  {
    demo: { type: "boolean", default: false },
    dev: { type: "boolean", default: false },
    "no-worker": { type: "boolean", default: false },
  },
  HELP,
);
const PROBE_LIMIT_MS = 30_000;
const SLOW_START_SECONDS = 20;

/** What `stop` ends, in the order in which it must end. */
const started: (() => Promise<void>)[] = [];
let stopping: Promise<void> | undefined;

function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const end of started.reverse()) await end();
  })();
  return stopping;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, async () => {
    if (!stopping) console.log("\nStopping …");
    await stop();
    process.exit(0);
  });

async function main(): Promise<void> {
  await assertSettings();
  // The web process ends as instrumentation.ts says; in development as Next does.
  applySettings({ NEXT_TELEMETRY_DISABLED: "1", ...(flags.dev ? {} : { NEXT_MANUAL_SIG_HANDLE: "1" }) });
  const settings = env();
  await assertModels();
  await assertPortFree(settings.PORT, settings.HOST);
  const data_dir = await ensureDataDir();
  const secrets = {
    NEXTAUTH_SECRET: await ensureSecret(data_dir, "NEXTAUTH_SECRET"),
    CASEBOOK_ENCRYPTION_KEY: await ensureSecret(data_dir, "CASEBOOK_ENCRYPTION_KEY"),
  };
  const ready = flags.dev || (await isBuilt());
  if (!ready && (await isDamaged()))
    console.log(
      "The last build of the dashboard is incomplete: it was interrupted, or its files were changed. Building it again.",
    );
  const building = ready ? null : beginBuild();

  const server = await progress(
    settings.DATABASE_URL ? "Reaching the database" : "Starting the embedded database",
    () => openDatabaseServer(data_dir),
  );
  if (server.embedded) await holdEmbedded(server.embedded, data_dir);
  await progress("Migrating the database", async (say) => {
    const applied = await migrateDatabase(server.connection_string);
    if (applied.length > 0) say(applied.join(", "));
  });

  const demo_dir = path.join(data_dir, "demo");
  const roots = [...(settings.CASEBOOK_REPOSITORY_ROOTS ?? []), ...(flags.demo ? [demo_dir] : [])];
  const decided: Record<string, string> = {
    DATABASE_URL: server.connection_string,
    // What serves requests has no use for the owner's rights.
    DATABASE_MIGRATION_URL: "",
    ...secrets,
    NEXTAUTH_URL: publicUrl(),
    // The built web process takes its address from these two, and folders from where it is itself.
    PORT: String(settings.PORT),
    HOSTNAME: settings.HOST,
    CASEBOOK_DATA_DIR: data_dir,
    CASEBOOK_ONNXRUNTIME_DIR: path.resolve(settings.CASEBOOK_ONNXRUNTIME_DIR),
    EMBEDDING_MODEL_DIR: settings.EMBEDDING_MODEL_DIR ? path.resolve(settings.EMBEDDING_MODEL_DIR) : "",
    CASEBOOK_REPOSITORY_ROOTS: roots.map((root) => path.resolve(root)).join(","),
    // The embedded server runs one statement at a time; more connections would only wait in it.
    ...(server.embedded ? { DATABASE_POOL_SIZE: String(Math.min(settings.DATABASE_POOL_SIZE, 5)) } : {}),
  };
  applySettings(decided);

  const db = openDatabase(server.connection_string, 2);
  const first = await ensureFirstOwner(db, {
    slug: flags.demo ? "demo" : "team",
    name: flags.demo ? "Harbor (demo)" : "My team",
    email: settings.CASEBOOK_OWNER_EMAIL,
    person: flags.demo ? "Robin Lead" : "Owner",
    enabled: flags.demo,
  });
  const agent_key = flags.demo ? await loadDemo(db, { data_dir, demo_dir }) : null;

  if (building) await progress("Building the dashboard", building);
  const children = supervise(childrenOf(settings.PORT, settings.HOST));
  started.push(() => children.stop());
  children.failed.then(fail);
  await progress("Starting web and worker", (say) => waitUntilReady(settings.PORT, settings.HOST, say));
  await greet(db, first.created, agent_key);
  await db.$disconnect();
}

/**
 * Begins to build beside what needs no dashboard, which are the database and the demo.
 * @returns what waits for its end, showing its steps from then on.
 */
function beginBuild(): (say: (text: string) => void) => Promise<void> {
  const abort = new AbortController();
  started.push(async () => abort.abort());
  let show = (_step: string): void => undefined;
  const built = build((step) => show(step), abort.signal);
  // A failure is reported where the end is waited for.
  built.catch(() => undefined);
  return (say) => {
    show = say;
    return built;
  };
}

async function loadDemo(db: Database, folders: { data_dir: string; demo_dir: string }): Promise<string> {
  const { loadDemo: load } = await import("@/prisma/seed");
  return progress("Loading the demo", (say) => load({ db, ...folders, say }));
}

/** Makes the embedded database stop with us, and us with it. */
async function holdEmbedded(embedded: EmbeddedDatabase, data_dir: string): Promise<void> {
  if (!embedded.owner)
    throw new StartError(
      `Another Casebook is running on ${data_dir}. Stop it first, or name another folder with CASEBOOK_DATA_DIR.`,
    );
  started.push(() => embedded.close());
  embedded.gone.then(() => {
    if (!stopping)
      fail("The embedded database ended. Nothing acknowledged is lost; start again with the same command.");
  });
}

function childrenOf(port: number, host: string): Child[] {
  const dev = ["node_modules/next/dist/bin/next", "dev", "-p", String(port), "-H", host];
  const web = { name: "web", args: flags.dev ? dev : webProgram(), show_output: flags.dev };
  const worker = { name: "worker", args: workerProgram(), show_output: flags.dev };
  if (flags["no-worker"]) return [web];
  return [web, worker];
}

/** Waits as long as the web process lives, however busy the machine is: one that keeps dying ends the start by itself. */
async function waitUntilReady(port: number, host: string, say: (text: string) => void): Promise<void> {
  const address = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const began = Date.now();
  let saidAt = 0;
  for (;;) {
    const signal = AbortSignal.timeout(PROBE_LIMIT_MS);
    const response = await fetch(`http://${address}:${port}/api/health/ready`, { signal }).catch(() => null);
    if (response?.ok) return;
    const seconds = Math.round((Date.now() - began) / 1_000);
    if (seconds >= saidAt + SLOW_START_SECONDS) {
      saidAt = seconds;
      say(`still starting after ${seconds} s`);
    }
    await sleep(150);
  }
}

async function greet(db: Database, is_first: boolean, agent_key: string | null): Promise<void> {
  const owner = await findFirstOwner(db);
  const lines = [`Casebook runs at ${publicUrl()}`];
  if (owner && signsInByLinks())
    lines.push(
      "",
      "Sign in (the link works once, within a day):",
      `  ${await createSignInLink(db, { ...owner, now: new Date() })}`,
    );
  if (agent_key !== null) lines.push("", "Agent key:", `  ${agent_key}`);
  if (is_first && agent_key === null) lines.push("", "The overview guides you through the first steps.");
  lines.push("", "Stop with Ctrl-C.");
  console.log(`\n${lines.join("\n")}\n`);
}

async function fail(sentence: string): Promise<void> {
  console.error(`\n${sentence}\n`);
  await stop();
  process.exit(1);
}

try {
  await main();
} catch (error) {
  await stop();
  exitWith(error);
}
