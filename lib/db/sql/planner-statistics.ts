import { LRUCache } from "lru-cache";
import type { Db } from "../client";
import { identifier } from "../tenant-guard";

/** Of memories and what is looked up with them: a search that is planned without statistics of these takes too long. */
const SEARCHED = ["memory", "memory_embedding", "citation"];

/**
 * Analyzes the tables that are searched where they changed as much as autovacuum would analyze them for, which looks once a
 * minute only: for after loading many rows. A role that does not own the tables leaves it to autovacuum.
 */
export async function analyzeGrown(db: Db): Promise<string[]> {
  await db.$queryRaw`select pg_stat_force_next_flush()::text`;
  const grown = await db.$queryRaw<{ name: string }[]>`
    select s.relname::text as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = current_schema() and s.relname = any(${SEARCHED}::text[])
      and s.n_mod_since_analyze > 50 + 0.1 * s.n_live_tup and pg_has_role(c.relowner, 'usage')
    order by 1`;
  for (const { name } of grown) await db.$executeRaw`analyze ${identifier(name)}`;
  return grown.map(({ name }) => name);
}

/** Entries of indexes by their names: asked once in ten minutes, for they change slowly. */
const entries = new LRUCache<string, number>({ max: 100, ttl: 600_000 });

/** How many entries an index has, as statistics last said; 0 for one that is not known, or was never analyzed. */
export async function entriesOf(db: Db, index: string): Promise<number> {
  const known = entries.get(index);
  if (known !== undefined) return known;
  const [row] = await db.$queryRaw<{ entries: number }[]>`
    select greatest(c.reltuples, 0)::float8 as entries from pg_class c where c.oid = to_regclass(${index})`;
  const found = row?.entries ?? 0;
  entries.set(index, found);
  return found;
}
