import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { countFactsOfDays } from "@/lib/db/sql/conversation-facts";
import type { Tenant } from "@/lib/kernel/actor";

type OfDay = Tenant & { day_id: string };

/** More corrections of one fact than that are not followed. */
const MAX_CORRECTIONS = 50;

/** A fact that is not deleted, and whose correction is not either. */
export const inUse = (organization_id: string) =>
  ({
    organization_id,
    deleted_at: null,
    OR: [{ superseded_by: null }, { successor: { deleted_at: null } }],
  }) satisfies Prisma.memoryWhereInput;

/** What replaced these memories, what replaced that, and so on: by the id of each the one that took its place. */
export async function findSuccessors(
  db: Db,
  { organization_id, ids }: Tenant & { ids: readonly string[] },
): Promise<Map<string, string>> {
  const next = new Map<string, string>();
  let open = [...new Set(ids)];
  for (let step = 0; step < MAX_CORRECTIONS && open.length > 0; step += 1) {
    const rows = await db.memory.findMany({
      where: { organization_id, id: { in: open }, status: "superseded", superseded_by: { not: null } },
      select: { id: true, superseded_by: true },
    });
    for (const { id, superseded_by } of rows) if (superseded_by !== null) next.set(id, superseded_by);
    open = rows.flatMap(({ superseded_by }) => superseded_by ?? []).filter((id) => !next.has(id));
  }
  return next;
}

/**
 * What became of facts that were corrected: by the id of each the one that is in its place now, null when that was deleted.
 * Those that nothing replaced are not in it.
 */
export async function findCorrected(
  db: Db,
  { organization_id, ids }: Tenant & { ids: readonly string[] },
): Promise<Map<string, string | null>> {
  const next = await findSuccessors(db, { organization_id, ids });
  const ends = [...next.keys()].map((id) => [id, lastOf(next, id)] as const);
  const deleted = await db.memory.findMany({
    where: { organization_id, id: { in: ends.map(([, end]) => end) }, deleted_at: { not: null } },
    select: { id: true },
  });
  const gone = new Set(deleted.map(({ id }) => id));
  return new Map(ends.map(([id, end]) => [id, gone.has(end) ? null : end]));
}

function lastOf(next: ReadonlyMap<string, string>, id: string): string {
  let last = id;
  for (let step = 0; step < MAX_CORRECTIONS; step += 1) {
    const after = next.get(last);
    if (after === undefined) return last;
    last = after;
  }
  return last;
}

/** The fact that is in the place of one, by what `findCorrected` found; null when it was deleted. */
export function inPlaceOf(corrected: ReadonlyMap<string, string | null>, id: string): string | null {
  const correction = corrected.get(id);
  return correction === undefined ? id : correction;
}

/** How many memories the lines of each log taught that are not deleted, nor was their correction. */
export async function countFacts(
  db: Db,
  { organization_id, day_ids }: Tenant & { day_ids: readonly string[] },
): Promise<Map<string, number>> {
  const counts = await countFactsOfDays(db, { organization_id, day_ids });
  return new Map(counts.map(({ day_id, facts }) => [day_id, facts]));
}

/**
 * Memories that were learned from these lines of a log, or from the whole log, and from no other line, with what replaced
 * them and nothing else.
 */
export async function findOwnFacts(
  tx: Db,
  { organization_id, day_id, number }: OfDay & { number?: number },
): Promise<string[]> {
  const lines = await tx.conversation_line.findMany({
    where: { organization_id, day_id, number },
    select: { id: true, facts: { select: { memory_id: true } } },
  });
  const line_ids = lines.map(({ id }) => id);
  const taught = lines.flatMap(({ facts }) => facts.map(({ memory_id }) => memory_id));
  const next = await findSuccessors(tx, { organization_id, ids: taught });
  const corrections = [...next.values()];
  const ids = [...new Set([...taught, ...corrections])];
  const [elsewhere, predecessors] = await Promise.all([
    tx.conversation_fact.findMany({
      where: { organization_id, memory_id: { in: ids }, line_id: { notIn: line_ids } },
      select: { memory_id: true },
    }),
    tx.memory.findMany({
      where: { organization_id, superseded_by: { in: corrections }, id: { notIn: ids } },
      select: { superseded_by: true },
    }),
  ]);
  const kept = new Set([
    ...elsewhere.map(({ memory_id }) => memory_id),
    ...predecessors.flatMap(({ superseded_by }) => superseded_by ?? []),
  ]);
  return ids.filter((id) => !kept.has(id)).sort();
}
