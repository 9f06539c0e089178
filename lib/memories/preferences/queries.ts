import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import type { Memory } from "../contract";
import { EDITS } from "../memory/change-queries";
import { memoriesByIds } from "../memory/queries";

/** Most preferences of one person that are looked at. */
const MOST_PREFERENCES = 500;

/** A preference, and whether a person decided about it: edited, corrected or invalidated it. */
export type KnownPreference = { memory: Memory; is_persons: boolean };

/**
 * Preferences of a developer in a repository, whatever became of them, deleted ones among them; without those that were
 * replaced by others.
 */
export async function findConfigured(
  db: Db,
  { organization_id, developer, repository_id }: Tenant & { developer: string; repository_id: string },
): Promise<KnownPreference[]> {
  const rows = await db.memory.findMany({
    where: {
      organization_id,
      repository_id,
      kind: "developer_preference",
      status: { not: "superseded" },
      metadata: { path: ["developer_id"], equals: developer },
    },
    select: { id: true },
    orderBy: { id: "asc" },
    take: MOST_PREFERENCES,
  });
  const ids = rows.map(({ id }) => id);
  const memories = await memoriesByIds(db, { organization_id, ids });
  const decided = await db.memory_event.findMany({
    where: {
      organization_id,
      memory_id: { in: ids },
      actor_kind: "person",
      type: { in: [...EDITS, "invalidated"] },
    },
    select: { memory_id: true },
  });
  const persons = new Set(decided.map(({ memory_id }) => memory_id));
  return memories.map((memory) => ({ memory, is_persons: persons.has(memory.id) }));
}
