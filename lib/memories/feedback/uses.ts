import type { Db } from "@/lib/db/client";
import type { ActorRef } from "@/lib/kernel/actor";
import * as eventQueries from "../lifecycle/event-queries";
import * as memoryQueries from "../memory/queries";
import { rescore } from "../verification/apply-checks";

/** What became of a memory that was served. */
export type MemoryUse = "applied" | "ignored" | "helpful" | "unhelpful" | "contradicted";

const RATED: Partial<Record<MemoryUse, number>> = { helpful: 1, unhelpful: 0, contradicted: 0 };

/**
 * Records what became of memories that a recall served, and brings their quality up to date: applied and helpful raise
 * it, unhelpful and contradicted lower it, ignored leaves it. The same said again by the same actor about the same
 * recall is recorded once. @returns how many were new.
 */
export async function recordUses(
  tx: Db,
  {
    organization_id,
    actor,
    recall_id,
    uses,
    now,
  }: {
    organization_id: string;
    actor: ActorRef;
    /** null: it is not known which recall sent them. */
    recall_id: string | null;
    uses: readonly { memory_id: string; use: MemoryUse; reason: string | null }[];
    now: Date;
  },
): Promise<number> {
  const events: eventQueries.NewEvent[] = [];
  for (const { memory_id, use, reason } of uses) {
    const usefulness = RATED[use];
    const unratedType = use === "ignored" ? "ignored" : "applied";
    const type = usefulness === undefined ? unratedType : "rated";
    const said = { recall_id, ...(usefulness !== undefined && { use }) };
    if (await eventQueries.hasEvent(tx, { organization_id, memory_id, type, actor, detail: said })) continue;
    const detail = usefulness === undefined ? said : { ...said, usefulness };
    events.push({ memory_id, type, reason, detail });
  }
  await eventQueries.insertEvents(tx, { organization_id, actor, events, now });
  const ids = [...new Set(events.map(({ memory_id }) => memory_id))];
  await rescore(tx, {
    organization_id,
    memories: await memoryQueries.memoriesByIds(tx, { organization_id, ids }),
  });
  return events.length;
}
