import { readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { z } from "zod";

/** The migrations that a baseline was made from: SHA-256 of each by its name. */
const replacedSchema = z.record(z.string(), z.string());
type Replaced = z.infer<typeof replacedSchema>;

/** What a migration replaces, from the `replaces.json` in its folder; null for one that is no baseline. */
export async function readReplaced(migration_folder: string): Promise<Replaced | null> {
  const text = await readFile(path.join(migration_folder, "replaces.json"), "utf8").catch((error) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  return replacedSchema.parse(JSON.parse(text));
}

/**
 * Whether this database has the migrations that a baseline replaces. Its schema is the baseline's then, so the history
 * is all that is left to change.
 * @throws Error with one sentence and a remedy when it has only some of them, or other ones under their names.
 */
export async function hasReplaced(client: pg.Client, replaced: Replaced): Promise<boolean> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select migration_name as name, checksum from _prisma_migrations
     where migration_name = any ($1) and finished_at is not null and rolled_back_at is null`,
    [Object.keys(replaced)],
  );
  if (rows.length === 0) return false;
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of Object.entries(replaced)) {
    if (!applied.has(name))
      throw new Error(
        `This database lacks the migration ${name}, which a later version folded into its baseline. Start the last version that has it once, then this one.`,
      );
    if (applied.get(name) !== checksum)
      throw new Error(
        `The migration ${name} was changed before it was applied, so this database cannot be taken over. Export it with the version that made it, and import that here.`,
      );
  }
  return true;
}

/** Puts the baseline into the history in place of what it replaces. */
export async function recordBaseline(
  client: pg.Client,
  { name, checksum, replaced }: { name: string; checksum: string; replaced: Replaced },
): Promise<void> {
  await client.query("delete from _prisma_migrations where migration_name = any ($1)", [
    Object.keys(replaced),
  ]);
  await insertApplied(client, { name, checksum });
}

/** A row of the history, as Prisma writes it. */
export async function insertApplied(
  client: pg.Client,
  { name, checksum }: { name: string; checksum: string },
): Promise<void> {
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     values (gen_random_uuid(), $1, $2, now(), 1)`,
    [checksum, name],
  );
}
