import { writeFile } from "node:fs/promises";
import path from "node:path";
import { pingDatabase } from "@/lib/db/sql/health";
import { productOf } from "@/lib/doors/product";
import { applySettings, env } from "@/lib/env";
import { startWorker } from "@/lib/jobs";
import { jobs } from "@/lib/registry";
import { parts } from "@/lib/runtime/parts";
import { log } from "@/lib/telemetry/log";
import { readOptions } from "./options";
import { exitWith } from "./progress";
import { ensureSecret } from "./secrets";
import { assertSettings } from "./settings";

/** The worker process: embeds, checks, drafts and delivers in the background. Run as many as needed. */
const HELP = `casebook-worker: a worker alone, beside web processes with the same DATABASE_URL. Run as many as needed.

  --alive-file <file>  touched while the worker reaches its database, for a check of health
  --help               this text`;
const { "alive-file": alive_file } = readOptions({ "alive-file": { type: "string" } }, HELP);

await assertSettings().catch(exitWith);
const { DATABASE_URL, CASEBOOK_DATA_DIR } = env();
if (!DATABASE_URL) {
  console.error(
    "DATABASE_URL is not set. Set it to the database of the web process, or start both with `casebook-server`, in a checkout with `npm start`.",
  );
  process.exit(1);
}
// A worker that was started alone, beside web processes with the same data folder, has their key.
const CASEBOOK_ENCRYPTION_KEY = await ensureSecret(
  path.resolve(CASEBOOK_DATA_DIR),
  "CASEBOOK_ENCRYPTION_KEY",
);
applySettings({ CASEBOOK_ENCRYPTION_KEY });
const { db, ai, now } = parts();
const ending = new AbortController();
const product = productOf({ db, ai, now, signal: ending.signal });
const worker = await startWorker(DATABASE_URL, jobs, { db, ai, now, product });
log().info({ jobs: jobs.map((job) => job.name) }, "worker started");

const ALIVE_EVERY_MS = 15_000;

/**
 * Touches a file while this process runs and reaches its database, its queue too, for a check of health that cannot ask it
 * over a port.
 */
function showAlive(file: string): void {
  const touch = async () => {
    await pingDatabase(db);
    if (!worker.isReaching()) throw new Error("The job queue had no answer for a minute.");
    await writeFile(file, "");
  };
  const tried = () =>
    touch().catch((error: unknown) =>
      log().warn({ err: error }, "the worker could not show that it is alive"),
    );
  void tried();
  setInterval(() => void tried(), ALIVE_EVERY_MS).unref();
}

if (alive_file !== undefined) showAlive(alive_file);

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  ending.abort();
  await worker.stop();
  await ai.embedder?.close();
  await db.$disconnect();
  process.exit(0);
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
