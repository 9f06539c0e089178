import type { Database } from "./client";
import { Prisma } from "./generated/client";
import { shareRemembered } from "./remembered/remember";

const WRITES = /^(?:create|update|upsert|delete|\$executeRaw)/;

const readOnlyGuard = Prisma.defineExtension({
  name: "read-only",
  query: {
    $allOperations({ model, operation, args, query }) {
      if (WRITES.test(operation))
        throw new Error(`A query must not write, and calls ${[model, operation].filter(Boolean).join(".")}.`);
      return query(args);
    },
  },
});

const guarded = new WeakMap<Database, Database>();

/**
 * The same database, whose models and raw statements cannot write: what queries are handed. It refuses by the name of the
 * call; a raw SELECT that calls a function which writes is not seen.
 */
export function readOnly(db: Database): Database {
  const known = guarded.get(db);
  if (known) return known;
  const made = db.$extends(readOnlyGuard) as unknown as Database;
  guarded.set(db, made);
  shareRemembered({ from: db, to: made });
  return made;
}
