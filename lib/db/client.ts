import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "@/lib/env";
import { type Prisma, PrismaClient } from "./generated/client";
import { forgetOwnChanges, rememberFor } from "./remembered/remember";
import { statementNameOf, tenantGuard } from "./tenant-guard";

/**
 * What modules query with: the guarded client, or a transaction of it. Every call on a tenant table must name the
 * organization (see tenant-guard.ts).
 */
export type Db = Prisma.TransactionClient;

/** The guarded client itself, which can open transactions. */
export type Database = PrismaClient;

/** How long a statement waits for a connection, of the pool or of the server, before it fails as an outage. */
const CONNECT_LIMIT_MS = 10_000;
/** After so long without a byte the system asks whether the server is still there. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * Opens a pool on a PostgreSQL server. Connects on the first query.
 * @param direct_string for a connection that hears of changes, where the pool goes through a pooler
 * @param preparesStatements false where a pooler between keeps no prepared statements
 */
export function openDatabase(
  connection_string: string,
  pool_size = 10,
  direct_string = connection_string,
  preparesStatements = true,
): Database {
  const adapter = new PrismaPg(
    {
      connectionString: connection_string,
      max: pool_size,
      application_name: "casebook",
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    },
    // A connection that an idle server or a restart closes is replaced on the next query; the error itself says nothing new.
    {
      onPoolError: () => {},
      ...(preparesStatements && { statementNameGenerator: statementNameOf }),
    },
  );
  // The guard only refuses; it changes no type, but an extended client's own type is too deep to pass around.
  const db: Database = new PrismaClient({ adapter })
    .$extends(tenantGuard)
    .$extends(forgetOwnChanges(() => db)) as unknown as Database;
  rememberFor(db, direct_string);
  return db;
}

// In development a changed module is evaluated again; one pool a process is kept all the same.
const held = globalThis as { casebook_database?: Database };

/** The database of this process, from DATABASE_URL (the embedded server's address is put there by bin/start). */
export function database(): Database {
  if (!held.casebook_database) {
    const { DATABASE_URL, DATABASE_POOL_SIZE, DATABASE_DIRECT_URL, DATABASE_PREPARED_STATEMENTS } = env();
    if (!DATABASE_URL)
      throw new Error("DATABASE_URL is not set. Start with `npm start`, which runs the embedded database.");
    held.casebook_database = openDatabase(
      DATABASE_URL,
      DATABASE_POOL_SIZE,
      DATABASE_DIRECT_URL,
      DATABASE_PREPARED_STATEMENTS,
    );
  }
  return held.casebook_database;
}

const TRANSACTION = { maxWait: 10_000, timeout: 15_000 } as const;

/** Runs `work` in one transaction. Keep it short: on the embedded database nobody else gets in meanwhile. */
export function transaction<T>(db: Database, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.$transaction(work, TRANSACTION);
}
