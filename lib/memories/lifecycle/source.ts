import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import type { MemoryEvent, MemoryStatus } from "../contract";
import { findStandingMove } from "./event-queries";

/** The event that gave a memory this status, or null: no restoring, which gives back what another event had set. */
export function findSource(
  db: Db,
  { status, ...ids }: Tenant & { memory_id: string; status: MemoryStatus },
): Promise<MemoryEvent | null> {
  return findStandingMove(db, {
    ...ids,
    isWanted: ({ type, detail }) => type !== "restored" && detail.to === status,
  });
}
