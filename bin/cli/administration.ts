import path from "node:path";
import { z } from "zod";
import {
  createOrganization,
  createSignInLink,
  findFirstOwner,
  findPersonByEmail,
  organizationOfLink,
  signsInByLinks,
} from "@/lib/access";
import { backupServer, restoreServer } from "@/lib/db/backup";
import { type Database, openDatabase } from "@/lib/db/client";
import { backupEmbedded, EmbeddedError, restoreEmbedded } from "@/lib/db/embedded";
import { env } from "@/lib/env";
import { ensureDataDir, openDatabaseServer, ownersAddress } from "../checks";
import { progress, StartError } from "../progress";
import type { Voice } from "./api";
import { CliError, type Exit } from "./exit";
import { assertAbsent, assertReadable, fileOf } from "./input";
import type { Io } from "./io";
import { place, tellCheck, tellPlan } from "./scale";

/** With everything that migrates, jobs and models among it: far more than what most commands need. */
async function migrateDatabase(
  connection_string: string,
  options?: { take_over: boolean },
): Promise<string[]> {
  const migrations = await import("../migrations");
  return migrations.migrateDatabase(connection_string, options);
}

const embeddedDir = () => path.join(path.resolve(env().CASEBOOK_DATA_DIR), "database");

export function migrate(options: { takeOver?: true }): Promise<void> {
  return withServer(async (connection_string) => {
    const applied = await migrateDatabase(connection_string, { take_over: options.takeOver === true });
    console.log(applied.length === 0 ? "The database is current." : `Applied ${applied.join(", ")}.`);
  });
}

export function signInLink(email: string | undefined, options: { organization?: string }): Promise<void> {
  return withDatabase(async (db) => {
    assertLinks();
    console.log(
      await createSignInLink(db, { ...(await whoseLink(db, { email, ...options })), now: new Date() }),
    );
  });
}

async function whoseLink(
  db: Database,
  { email, organization: slug }: { email: string | undefined; organization?: string },
) {
  if (email === undefined) {
    const owner = await findFirstOwner(db, { slug });
    if (owner) return owner;
    const there = slug === undefined ? "There is no owner yet." : `There is no organization ${slug}.`;
    throw new StartError(`${there} Run \`npm start\` or \`casebook organization-create\` first.`);
  }
  const person = await findPersonByEmail(db, { email });
  if (!person)
    throw new StartError(`Nobody has the address ${email} here. Add them under Settings → Members.`);
  const organization_id = await organizationOfLink(db, { person_id: person.id, slug, now: new Date() });
  return { person_id: person.id, organization_id };
}

/** @throws StartError under SSO_ONLY, where a link would sign nobody in. */
function assertLinks(): void {
  if (!signsInByLinks())
    throw new StartError(
      "SSO_ONLY is set, so sign-in links are switched off. Unset it and restart to use one.",
    );
}

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?$/;

export function organizationCreate(
  slug: string,
  options: { name?: string; owner: string; ownerName?: string },
): Promise<void> {
  return withDatabase(async (db) => {
    if (!SLUG.test(slug))
      throw new StartError("A slug has 1 to 50 small letters, digits and hyphens, such as `payments-team`.");
    const { name = slug, owner: email, ownerName: person = email } = options;
    if (!z.email().safeParse(email).success) throw new StartError(`${email} is not an e-mail address.`);
    const made = await createOrganization(db, { slug, name, email, person });
    console.log(`Created the organization ${slug}; its owner is ${email}.`);
    if (signsInByLinks()) console.log(await createSignInLink(db, { ...made, now: new Date() }));
  });
}

function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  return withServer(async (connection_string) => {
    const db = openDatabase(connection_string, 1);
    try {
      await work(db);
    } finally {
      await db.$disconnect();
    }
  });
}

/** @throws CliError usage for a file that is there, unless it is to be replaced: it may be the only good backup. */
export async function backup(io: Io, name: string, options: { force?: true }): Promise<void> {
  const file = fileOf(io, name);
  if (!options.force) await assertAbsent(file, name);
  const { DATABASE_URL } = env();
  if (DATABASE_URL)
    return expected(async () => {
      const { tables } = await progress("Copying", () => backupServer(ownersAddress(DATABASE_URL), file));
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

export async function restore(io: Io, name: string, options: { force?: true }): Promise<void> {
  await assertReadable(io, name);
  const file = fileOf(io, name);
  await expected(async () => {
    const { DATABASE_URL } = env();
    if (DATABASE_URL) {
      await migrateDatabase(DATABASE_URL);
      const { tables } = await progress("Restoring", () => restoreServer(ownersAddress(DATABASE_URL), file));
      console.log(`Restored ${tables} tables.`);
      return;
    }
    await ensureDataDir();
    const { moved_to } = await progress("Restoring", () =>
      restoreEmbedded({ data_dir: embeddedDir(), path: file, ...options }),
    );
    console.log(moved_to === null ? "Restored." : `Restored. The previous database is in ${moved_to}.`);
  });
}

/** Serves the API until a signal ends it. */
export function serve(): Promise<void> {
  return expected(async () => {
    const { serveApi } = await import("../api/serve");
    await serveApi();
  });
}

/** Places the tables of a server on a Citus cluster, or tells what that would be. */
export async function scaleCitus(
  voice: Voice,
  options: { check?: true; plan?: true; shards?: number },
): Promise<Exit> {
  let exit: Exit = "ok";
  await expected(async () => {
    const { DATABASE_URL } = env();
    if (!DATABASE_URL)
      throw new StartError(
        "The embedded database is on one machine. Move to a PostgreSQL server with Citus and set DATABASE_URL first.",
      );
    const url = ownersAddress(DATABASE_URL);
    if (options.check) exit = await tellCheck(voice, url);
    else if (options.plan) exit = await tellPlan(voice, url);
    else exit = await place(voice, url, options.shards);
  });
  return exit;
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
