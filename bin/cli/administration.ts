import path from "node:path";
import { createSignInLink, findFirstOwner, findPersonByEmail } from "@/lib/access";
import { backupServer, restoreServer } from "@/lib/db/backup";
import { openDatabase } from "@/lib/db/client";
import { backupEmbedded, EmbeddedError, restoreEmbedded } from "@/lib/db/embedded";
import { env } from "@/lib/env";
import { ensureDataDir, migrateDatabase, openDatabaseServer } from "../checks";
import { progress, StartError } from "../progress";
import { CliError } from "./exit";
import { fileOf } from "./input";
import type { Io } from "./io";

const embeddedDir = () => path.join(path.resolve(env().CASEBOOK_DATA_DIR), "database");

export function migrate(options: { takeOver?: true }): Promise<void> {
  return withServer(async (connection_string) => {
    const applied = await migrateDatabase(connection_string, { take_over: options.takeOver === true });
    console.log(applied.length === 0 ? "The database is current." : `Applied ${applied.join(", ")}.`);
  });
}

export function signInLink(email: string | undefined): Promise<void> {
  return withServer(async (connection_string) => {
    const db = openDatabase(connection_string, 1);
    try {
      const person_id = email
        ? (await findPersonByEmail(db, { email }))?.id
        : (await findFirstOwner(db))?.person_id;
      if (!person_id)
        throw new StartError(
          email
            ? `Nobody here has the address ${email}. Add them under Settings → Members.`
            : "There is no owner yet. Run `npm start` first.",
        );
      console.log(await createSignInLink(db, person_id, new Date()));
    } finally {
      await db.$disconnect();
    }
  });
}

export async function backup(io: Io, name: string): Promise<void> {
  const file = fileOf(io, name);
  const { DATABASE_URL } = env();
  if (DATABASE_URL)
    return expected(async () => {
      const { tables } = await progress("Copying", () => backupServer(DATABASE_URL, file));
      console.log(`${file}: ${tables} tables.`);
    });
  // Opened first, so that a backup can also be made while Casebook is stopped.
  await withServer(async () => {
    const { bytes } = await progress("Copying", () =>
      backupEmbedded({ data_dir: embeddedDir(), path: file }),
    );
    console.log(`${file}: ${(bytes / 1024 / 1024).toFixed(1)} MB.`);
  });
}

export function restore(io: Io, name: string, options: { force?: true }): Promise<void> {
  return expected(async () => {
    const file = fileOf(io, name);
    const { DATABASE_URL } = env();
    if (DATABASE_URL) {
      await migrateDatabase(DATABASE_URL);
      const { tables } = await progress("Restoring", () => restoreServer(DATABASE_URL, file));
      console.log(`Restored ${tables} tables.`);
      return;
    }
    await ensureDataDir();
    const { moved_to } = await progress("Restoring", () =>
      restoreEmbedded({ data_dir: embeddedDir(), path: file, ...options }),
    );
    console.log(moved_to === null ? "Restored." : `Restored. The database that was there is in ${moved_to}.`);
  });
}

/** Runs `work` with the database, starting the embedded one for as long when it does not run. */
export function withServer(work: (connection_string: string) => Promise<void>): Promise<void> {
  return expected(async () => {
    const server = await openDatabaseServer(await ensureDataDir());
    try {
      await work(server.connection_string);
    } finally {
      await server.embedded?.close();
    }
  });
}

/** What these parts throw on purpose is a sentence with its remedy; whatever carries a code of the system is not. */
async function expected(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StartError || error instanceof EmbeddedError)
      throw new CliError("no", error.message, { cause: error });
    if (error instanceof Error && !("code" in error))
      throw new CliError("no", error.message, { cause: error });
    throw error;
  }
}
