import type { Database } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { filterMemories, findDisputed } from "@/lib/db/sql/pack-candidates";
import type { PoolEntry } from "./candidates";

/**
 * The open conflicts that memories of a pool are in: for each such memory the memories of the other side, and those of
 * them that may be given too and are not in the pool.
 */
export async function findDisputes(
  db: Database,
  { where, pool }: { where: MemoryWhere; pool: readonly PoolEntry[] },
): Promise<{ opposed: PoolEntry[]; others: Map<string, string[]> }> {
  const rows = await findDisputed(db, {
    organization_id: where.organization_id,
    ids: pool.map(({ id }) => id),
  });
  // Asked apart, for there are seldom any: most packs are spared the filters.
  const otherIds = [...new Set(rows.map(({ other_id }) => other_id))];
  const givable = new Set(await filterMemories(db, { where, ids: otherIds }));
  const others = new Map<string, string[]>();
  const known = new Set(pool.map(({ id }) => id));
  const opposed = new Map<string, PoolEntry>();
  for (const { memory_id, other_id } of rows) {
    others.set(memory_id, [...(others.get(memory_id) ?? []), other_id]);
    if (!givable.has(other_id)) continue;
    others.set(other_id, [...new Set([...(others.get(other_id) ?? []), memory_id])]);
    if (!known.has(other_id))
      opposed.set(other_id, {
        id: other_id,
        found: null,
        words: null,
        vector: null,
        sources: new Set(["dispute"]),
      });
  }
  return { opposed: [...opposed.values()], others };
}
