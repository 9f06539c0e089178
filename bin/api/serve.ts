import path from "node:path";
import { applySettings, env } from "@/lib/env";
import { databaseState, parts, warmModels } from "@/lib/runtime/parts";
import { assertPortFree, ensureDataDir, openDatabaseServer } from "../checks";
import { assertModels } from "../models";
import { StartError } from "../progress";
import { ensureSecret } from "../secrets";
import { assertSettings } from "../settings";
import { listenApi } from "./host";

/**
 * `casebook serve --api`: the API without the dashboard, beside the web processes of the same database, until it is asked to
 * stop.
 * @throws StartError when it cannot start.
 */
export async function serveApi(): Promise<void> {
  await assertSettings();
  const { PORT, HOST } = env();
  await assertModels();
  await assertPortFree(PORT, HOST);
  const data_dir = await ensureDataDir();
  const server = await openDatabaseServer(data_dir);
  if (server.embedded?.owner) {
    await server.embedded.close();
    throw new StartError(
      "No database runs here. Set DATABASE_URL to the one of the web process, or start `npm start` with this data folder first.",
    );
  }
  applySettings({
    DATABASE_URL: server.connection_string,
    DATABASE_MIGRATION_URL: "",
    NEXTAUTH_SECRET: await ensureSecret(data_dir, "NEXTAUTH_SECRET"),
    CASEBOOK_ENCRYPTION_KEY: await ensureSecret(data_dir, "CASEBOOK_ENCRYPTION_KEY"),
    CASEBOOK_DATA_DIR: data_dir,
    CASEBOOK_ONNXRUNTIME_DIR: path.resolve(env().CASEBOOK_ONNXRUNTIME_DIR),
  });
  await assertDatabase();
  const host = await listenApi({ port: PORT, host: HOST });
  void warmModels();
  console.log(`The API is served at http://${HOST}:${host.port}. Stop with Ctrl-C.`);
  await toldToStop();
  await host.stop();
  const { db, ai } = parts();
  await ai.embedder?.close();
  await db.$disconnect();
}

async function assertDatabase(): Promise<void> {
  if ((await databaseState()) !== "unavailable") return;
  throw new StartError(
    "The database does not answer, or is not migrated. Check DATABASE_URL, and start a web process or run `casebook migrate` first.",
  );
}

function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}
