import type { Db } from "@/lib/db/client";
import { type Actor, type ActorRef, actorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import type { Memory } from "../contract";
import { type MemoryChange, updateMemory } from "../memory/change-queries";
import { insertEvents, type NewEvent } from "./event-queries";

/** Who changes memories of an organization, and when. */
export type ChangedBy = { organization_id: string; actor: ActorRef; now: Date };

export function changedBy({ actor, now }: { actor: Actor; now: Date }): ChangedBy {
  return { organization_id: actor.organization_id, actor: actorRef(actor), now };
}

/** A change of a memory, by the event that undoes it. */
export type Step = { memory_id: string; event_id: string };

type Changing = Omit<NewEvent, "id" | "memory_id"> & {
  memory: Pick<Memory, "id" | "version">;
  change: MemoryChange;
  /** Events of other memories that say the same from their side. */
  counterparts?: readonly NewEvent[];
};

/**
 * Changes a memory that still has its version, with the event that says so, in the caller's transaction.
 * @throws AppError conflict when it changed meanwhile.
 */
export async function changeMemory(
  tx: Db,
  { organization_id, actor, now }: ChangedBy,
  { memory: { id: memory_id, version }, change, counterparts = [], ...event }: Changing,
): Promise<Step> {
  const event_id = newId();
  const events = [{ ...event, id: event_id, memory_id }, ...counterparts];
  await updateMemory(tx, { organization_id, memory_id, version, now, change });
  await insertEvents(tx, { organization_id, actor, now, events });
  return { memory_id, event_id };
}
