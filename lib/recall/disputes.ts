import type { Database } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memories";
import { findDisputed } from "@/lib/db/sql/recall";
import type { PoolEntry } from "./candidates";

/**
 * The open conflicts that memories of a pool are in: for each such memory the memories of the other side, and the pool
 * with those of them that may be given too.
 */
export async function findDisputes(
  db: Database,
  { where, pool }: { where: MemoryWhere; pool: readonly PoolEntry[] },
): Promise<{ pool: PoolEntry[]; others: Map<string, string[]> }> {
  const rows = await findDisputed(db, { where, ids: pool.map(({ id }) => id) });
  const others = new Map<string, string[]>();
  const known = new Map(pool.map((entry) => [entry.id, entry]));
  for (const { memory_id, other_id, may_be_given } of rows) {
    others.set(memory_id, [...(others.get(memory_id) ?? []), other_id]);
    if (!may_be_given) continue;
    others.set(other_id, [...new Set([...(others.get(other_id) ?? []), memory_id])]);
    if (!known.has(other_id))
      known.set(other_id, { id: other_id, found: null, words: null, sources: new Set(["dispute"]) });
  }
  return { pool: [...known.values()], others };
}
