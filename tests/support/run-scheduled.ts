import { openDatabase } from "@/lib/db/client";
import { jobNamed } from "@/lib/registry";
import { configuredEmbedder } from "@/lib/runtime/parts";
import { ensureDataDir, openDatabaseServer } from "../../bin/checks";
import { partsOf } from "./parts";

/**
 * Runs a job that a schedule would wake, as at another moment, in the database of a Casebook that may run meanwhile:
 * `run-scheduled.ts <job> <moment>`. What it enqueues is done by the worker there.
 */
const [name = "", moment = ""] = process.argv.slice(2);
const now = new Date(moment);
if (Number.isNaN(now.getTime())) throw new Error(`${moment} is no moment`);
const server = await openDatabaseServer(await ensureDataDir());
const db = openDatabase(server.connection_string, 2);
const embedder = configuredEmbedder();
try {
  await jobNamed(name).handle({}, partsOf({ db }, { embedder, now: () => now }));
} finally {
  await embedder?.close();
  await db.$disconnect();
  await server.embedded?.close();
}
