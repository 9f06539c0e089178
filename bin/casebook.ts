import { readFile } from "node:fs/promises";
import path from "node:path";
import { Command } from "commander";
import { actorOfPerson, createSignInLink, findFirstOwner, findPersonByEmail } from "@/lib/access";
import { backupServer, restoreServer } from "@/lib/db/backup";
import { openDatabase } from "@/lib/db/client";
import { backupEmbedded, EmbeddedError, restoreEmbedded } from "@/lib/db/embedded";
import { env } from "@/lib/env";
import { newId } from "@/lib/kernel/ids";
import { inCalls, parseRecords } from "@/lib/kernel/records";
import { implementationOf } from "@/lib/registry";
import { type ReviewImport, reviewImport, reviewImportGet, reviewImportItems } from "@/lib/reviews/contract";
import { parts } from "@/lib/runtime/parts";
import { run } from "@/lib/runtime/run";
import packageJson from "@/package.json";
import { ensureDataDir, migrateDatabase, openDatabaseServer } from "./checks";
import { exitWith, progress, StartError } from "./progress";

/** `npm run casebook -- <command>`: what an administrator does on the machine itself. */
const program = new Command("casebook").description(packageJson.description).version(packageJson.version);

/** Files are named relative to where the person stands, not to the checkout. */
const fileOf = (name: string) => path.resolve(env().INIT_CWD ?? ".", name);
const embeddedDir = () => path.join(path.resolve(env().CASEBOOK_DATA_DIR), "database");

program
  .command("migrate")
  .description("bring the database to the current state")
  .action(() =>
    withServer(async (connection_string) => {
      const applied = await migrateDatabase(connection_string);
      console.log(applied.length === 0 ? "The database is current." : `Applied ${applied.join(", ")}.`);
    }),
  );

program
  .command("sign-in-link")
  .description("print a one-time sign-in link")
  .argument("[email]", "whose; default: the first owner")
  .action((email?: string) =>
    withServer(async (connection_string) => {
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
    }),
  );

program
  .command("backup")
  .description("write a consistent copy of everything in the database; others go on working meanwhile")
  .argument("<file>")
  .action(async (name: string) => {
    const file = fileOf(name);
    const { DATABASE_URL } = env();
    if (DATABASE_URL) {
      const { tables } = await progress("Copying", () => backupServer(DATABASE_URL, file));
      console.log(`${file}: ${tables} tables.`);
      return;
    }
    // Opened first, so that a backup can also be made while Casebook is stopped.
    await withServer(async () => {
      const { bytes } = await progress("Copying", () =>
        backupEmbedded({ data_dir: embeddedDir(), path: file }),
      );
      console.log(`${file}: ${(bytes / 1024 / 1024).toFixed(1)} MB.`);
    });
  });

program
  .command("restore")
  .description("fill an empty database from a backup")
  .argument("<file>")
  .option("--force", "embedded only: move the present database aside first")
  .action(async (name: string, options: { force?: boolean }) => {
    const file = fileOf(name);
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

program
  .command("import-reviews")
  .description("hand in evaluations of reviews from a file (JSON or JSON Lines); the worker stores them")
  .argument("<file>", "- for standard input")
  .action((name: string) =>
    withServer(async (connection_string) => {
      const text = await readFile(name === "-" ? "/dev/stdin" : fileOf(name), "utf8");
      const calls = inCalls(recordsOf(text, name), { most: 500, characters: 1_000_000 });
      const db = openDatabase(connection_string, 2);
      try {
        const owner = await findFirstOwner(db);
        const actor = owner && (await actorOfPerson(db, owner.person_id));
        if (!actor) throw new StartError("There is no owner yet. Run `npm start` first.");
        const context = { ...parts(), db, actor, request_id: newId() };
        let import_id: string | undefined;
        for (const evaluations of calls) {
          const accepted: ReviewImport = await run(
            implementationOf(reviewImport),
            { import_id, name: path.basename(name).slice(0, 200), evaluations },
            context,
          );
          import_id = accepted.id;
        }
        if (import_id === undefined) throw new StartError(`${name} holds no evaluation.`);
        const { items } = await run(implementationOf(reviewImportGet), { import_id }, context);
        console.log(
          `${items.total} evaluations: ${items.total - items.skipped} on their way, ${items.skipped} skipped.`,
        );
        const skipped = await run(
          implementationOf(reviewImportItems),
          { import_id, state: ["skipped"], limit: 20 },
          context,
        );
        for (const { label, because } of skipped.items) console.log(`  ${label}: ${because}`);
        console.log(`Progress: /reviews/imports/${import_id}`);
      } finally {
        await db.$disconnect();
      }
    }),
  );

function recordsOf(text: string, name: string): unknown[] {
  try {
    return parseRecords(text, "evaluations");
  } catch (cause) {
    throw new StartError(`${name} is not valid JSON or JSON Lines.`, { cause });
  }
}

/** Runs `work` with the database, starting the embedded one for as long when it does not run. */
async function withServer(work: (connection_string: string) => Promise<void>): Promise<void> {
  const server = await openDatabaseServer(await ensureDataDir());
  try {
    await work(server.connection_string);
  } finally {
    await server.embedded?.close();
  }
}

try {
  await program.parseAsync();
} catch (error) {
  exitWith(
    error instanceof EmbeddedError || (error instanceof Error && !("code" in error))
      ? new StartError(error.message)
      : error,
  );
}
