import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { startServer } from "@/lib/db/embedded/server";
import { migrate, migrationNames } from "@/lib/db/migrate";
import { localPostgres } from "./local-postgres";

const MIGRATIONS = "prisma/migrations";

export type OlderDatabase = {
  db: Database;
  connection_string: string;
  /** Applies the migrations that it lacks. @returns their names. */
  upgrade(): Promise<string[]>;
};

/** A database with the migrations before this one, gone after the test: on the server of DATABASE_URL, or embedded. */
export async function databaseBefore(migration: string): Promise<OlderDatabase> {
  const connection_string = await emptyServer();
  const folder = await mkdtemp(path.join(tmpdir(), "migrations-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of await migrationNames(MIGRATIONS))
    if (name < migration) await cp(path.join(MIGRATIONS, name), path.join(folder, name), { recursive: true });
  await migrate(connection_string, folder);
  const db = openDatabase(connection_string, 1);
  onTestFinished(() => db.$disconnect());
  return { db, connection_string, upgrade: () => migrate(connection_string, MIGRATIONS) };
}

async function emptyServer(): Promise<string> {
  const own = await localPostgres();
  if (own) {
    onTestFinished(() => own.drop());
    return own.url;
  }
  const folder = await mkdtemp(path.join(tmpdir(), "older-database-"));
  const server = await startServer({ data_dir: folder, fsync: false });
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  return server.connection_string;
}
