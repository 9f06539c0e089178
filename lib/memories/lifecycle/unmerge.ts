import type { Db } from "@/lib/db/client";
import type { Memory, MemoryEvent } from "../contract";
import { takeObservations } from "../memory/change-queries";
import type { ChangedBy } from "./change";
import { insertEvents } from "./event-queries";

/**
 * Where a memory was merged by this event, takes its observations back from the one that it was merged into. The
 * version of that one stays, as when it is observed again: nobody who decides on it meanwhile is refused for this.
 */
export async function unmerge(
  tx: Db,
  { memory, event, ...by }: ChangedBy & { memory: Memory; event: MemoryEvent },
): Promise<void> {
  const { superseded_by: memory_id } = memory;
  const { merged: count } = event.detail;
  if (memory_id === null || typeof count !== "number") return;
  const { organization_id, now } = by;
  if (!(await takeObservations(tx, { organization_id, memory_id, count, now }))) return;
  const detail = { merged: memory.id, undoes: event.id };
  await insertEvents(tx, { ...by, events: [{ memory_id, type: "unmerged", detail }] });
}
