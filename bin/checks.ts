import { chmod, mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { AiError } from "@/lib/ai";
import { grantToApplication } from "@/lib/db/application-role";
import { openDatabase } from "@/lib/db/client";
import { type EmbeddedDatabase, EmbeddedError, openEmbedded } from "@/lib/db/embedded";
import { migrate } from "@/lib/db/migrate";
import { env } from "@/lib/env";
import { JOB_SCHEMA, migrateQueues } from "@/lib/jobs";
import { jobNamed, jobs } from "@/lib/registry";
import { assertModelsUsable, configuredEmbedder } from "@/lib/runtime/parts";
import { StartError } from "./progress";

/** @throws StartError when something else listens on the address. */
export async function assertPortFree(port: number, host: string): Promise<void> {
  const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    const probe = createServer();
    probe.once("error", resolve);
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
  if (!failure) return;
  throw new StartError(
    failure.code === "EADDRINUSE"
      ? `Port ${port} is in use. Stop what listens there, or choose another: PORT=${port + 1} npm start`
      : `Port ${port} on ${host} cannot be opened (${failure.code}). Choose others with PORT and HOST.`,
  );
}

/** @throws StartError when the settings of the models are wrong, naming the one to change. */
export async function assertModels(): Promise<void> {
  try {
    await assertModelsUsable();
  } catch (error) {
    if (error instanceof AiError) throw new StartError(error.message, { cause: error });
    throw error;
  }
}

/** The folder of everything kept on this machine, readable by its owner only. */
export async function ensureDataDir(): Promise<string> {
  const folder = path.resolve(env().CASEBOOK_DATA_DIR);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  } catch (cause) {
    throw new StartError(
      `The data folder ${folder} cannot be written. Make it writable, or name another with CASEBOOK_DATA_DIR.`,
      { cause },
    );
  }
  return folder;
}

/** The database: the server of DATABASE_URL, or the embedded one, started when it does not run. */
export async function openDatabaseServer(
  data_dir: string,
): Promise<{ connection_string: string; embedded: EmbeddedDatabase | null }> {
  const { DATABASE_URL } = env();
  if (DATABASE_URL) return { connection_string: DATABASE_URL, embedded: null };
  try {
    const embedded = await openEmbedded({ data_dir: path.join(data_dir, "database") });
    return { connection_string: embedded.connection_string, embedded };
  } catch (error) {
    if (error instanceof EmbeddedError) throw new StartError(error.message, { cause: error });
    throw error;
  }
}

/** The address without a pooler in between: of what lasts longer than a transaction. */
function directAddress(connection_string: string): string {
  return env().DATABASE_DIRECT_URL ?? connection_string;
}

/** The address as the role that owns the tables. */
export function ownersAddress(connection_string: string): string {
  return env().DATABASE_MIGRATION_URL ?? directAddress(connection_string);
}

/**
 * Brings the database to the current state, as the role that owns the tables; the application's is given its rights where
 * it is another one. Answers the migrations applied.
 */
export async function migrateDatabase(
  connection_string: string,
  options?: { take_over?: boolean },
): Promise<string[]> {
  try {
    const owner_url = ownersAddress(connection_string);
    const applied = await migrate(owner_url, path.resolve("prisma/migrations"), options);
    await migrateQueues(owner_url, jobs);
    const application_url = directAddress(connection_string);
    if (owner_url !== application_url) {
      await grantToApplication({ owner_url, application_url, job_schema: JOB_SCHEMA });
      await buildIndexAsOwner(owner_url);
    }
    return applied;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && UNREACHABLE[code] !== undefined)
      throw new StartError(
        `${UNREACHABLE[code]} Check DATABASE_URL, or unset it to use the embedded database.`,
        {
          cause: error,
        },
      );
    if (error instanceof Error && code === undefined) throw new StartError(error.message, { cause: error });
    throw error;
  }
}

/** The worker, as the application's role, may not. */
async function buildIndexAsOwner(owner_url: string): Promise<void> {
  const db = openDatabase(owner_url, 1);
  const embedder = configuredEmbedder();
  try {
    await jobNamed("vector_index").handle(
      { again: false },
      {
        db,
        ai: { embedder, language_model: null },
        now: () => new Date(),
        signal: new AbortController().signal,
      },
    );
  } finally {
    await embedder?.close();
    await db.$disconnect();
  }
}

const UNREACHABLE: Record<string, string> = {
  ECONNREFUSED: "The database does not answer: nothing listens at its address.",
  ENOTFOUND: "The database does not answer: its host name is unknown.",
  EAI_AGAIN: "The database does not answer: its host name cannot be resolved.",
  ETIMEDOUT: "The database does not answer in time.",
  ENOENT: "The database does not answer: its socket does not exist.",
  "28P01": "The database refuses the password.",
  "28000": "The database refuses this user.",
  "3D000": "The database named in DATABASE_URL does not exist.",
  "42501":
    "The database user may not create the extensions vector and pg_trgm; ask an administrator to create them.",
};
