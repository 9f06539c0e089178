import path from "node:path";
import { grantToApplication } from "@/lib/db/application-role";
import { openDatabase } from "@/lib/db/client";
import { migrate, whileNobodyUpgrades } from "@/lib/db/migrate";
import { JOB_SCHEMA, migrateQueues } from "@/lib/jobs";
import { jobNamed, jobs } from "@/lib/registry";
import { configuredEmbedder } from "@/lib/runtime/parts";
import { directAddress, ownersAddress } from "./checks";
import { StartError } from "./progress";

/**
 * Brings the database to the current state, as the role that owns the tables; the application's gets its rights where it
 * is another one. Answers the migrations applied.
 */
export async function migrateDatabase(
  connection_string: string,
  options?: { take_over?: boolean },
): Promise<string[]> {
  try {
    const owner_url = ownersAddress(connection_string);
    const application_url = directAddress(connection_string);
    const applied = await whileNobodyUpgrades(owner_url, async () => {
      const names = await migrate(owner_url, path.resolve("prisma/migrations"), options);
      await migrateQueues(owner_url, jobs);
      if (owner_url !== application_url)
        await grantToApplication({ owner_url, application_url, job_schema: JOB_SCHEMA });
      return names;
    });
    if (owner_url !== application_url) await buildIndexAsOwner(owner_url);
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
