import { chmod, mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { type EmbeddedDatabase, EmbeddedError, openEmbedded } from "@/lib/db/embedded";
import { env } from "@/lib/env";
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
export function directAddress(connection_string: string): string {
  return env().DATABASE_DIRECT_URL ?? connection_string;
}

/** The address as the role that owns the tables. */
export function ownersAddress(connection_string: string): string {
  return env().DATABASE_MIGRATION_URL ?? directAddress(connection_string);
}
