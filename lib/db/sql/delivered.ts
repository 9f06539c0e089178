import type { Db } from "../client";

export type WindowKey = { organization_id: string; session_id: string; context_window: string };

/** Keeps which memories a pack puts into a context window, each with its version; unconfirmed as yet. */
export async function insertDelivered(
  db: Db,
  delivery: WindowKey & {
    recall_id: string;
    memories: readonly { memory_id: string; memory_version: string }[];
    at: Date;
  },
): Promise<void> {
  const { organization_id, session_id, context_window, recall_id, memories, at } = delivery;
  await db.delivered_memory.createMany({
    data: memories.map(({ memory_id, memory_version }) => ({
      organization_id,
      recall_id,
      memory_id,
      session_id,
      context_window,
      memory_version,
      at,
    })),
    skipDuplicates: true,
  });
}

/** Says that these packs reached their agents. Packs of other sessions, and of windows that ended, are left alone. */
export async function confirmDelivered(
  db: Db,
  confirmation: { organization_id: string; session_id: string; recall_ids: readonly string[]; now: Date },
): Promise<void> {
  const { organization_id, session_id, recall_ids, now } = confirmation;
  await db.delivered_memory.updateMany({
    where: {
      organization_id,
      session_id,
      recall_id: { in: [...recall_ids] },
      confirmed_at: null,
      forgotten_at: null,
    },
    data: { confirmed_at: now },
  });
}

/** What was confirmed to be in a context window, the latest delivery of a memory last. */
export async function findConfirmed(
  db: Db,
  { organization_id, session_id, context_window }: WindowKey,
): Promise<{ memory_id: string; memory_version: string }[]> {
  return db.delivered_memory.findMany({
    where: {
      organization_id,
      session_id,
      context_window,
      confirmed_at: { not: null },
      forgotten_at: null,
    },
    select: { memory_id: true, memory_version: true },
    orderBy: [{ at: "asc" }, { recall_id: "asc" }],
  });
}

/** Ends a context window: what it had counts as delivered no more. The rows stay, to be counted. */
export async function forgetWindow(
  db: Db,
  { organization_id, session_id, context_window, now }: WindowKey & { now: Date },
): Promise<void> {
  await db.delivered_memory.updateMany({
    where: { organization_id, session_id, context_window, forgotten_at: null },
    data: { forgotten_at: now },
  });
}

/** Ends the context windows that have what was delivered before a moment, as far as they have it. */
export async function forgetDeliveredBefore(
  db: Db,
  { organization_id, before, now }: { organization_id: string; before: Date; now: Date },
): Promise<void> {
  await db.delivered_memory.updateMany({
    where: { organization_id, at: { lt: before }, forgotten_at: null },
    data: { forgotten_at: now },
  });
}

/** Removes what was delivered before a moment. @returns how many rows went. */
export async function deleteDeliveredBefore(
  db: Db,
  { organization_id, before }: { organization_id: string; before: Date },
): Promise<number> {
  const { count } = await db.delivered_memory.deleteMany({
    where: { organization_id, at: { lt: before } },
  });
  return count;
}
