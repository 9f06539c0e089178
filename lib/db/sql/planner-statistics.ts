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
