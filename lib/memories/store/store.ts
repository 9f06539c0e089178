import { recordRefusal } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import * as memoryQueries from "../memory/queries";
import { widenByEvidence } from "./evidence";
import type { NormalizedMemory } from "./normalize";
import { type Stored, storeMemories } from "./writes";

/**
 * Stores what a caller brought, in the caller's transaction: new memories, observations of known ones, and what reaches
 * further now because a second repository says the same. A global scope that was not to be had is kept as a refusal.
 * @returns one outcome for each, in their order, with the notes of its intake.
 */
export async function storeNormalized(
  tx: Db,
  { actor, taken: normalized, now }: { actor: Actor; taken: readonly NormalizedMemory[]; now: Date },
): Promise<Stored[]> {
  const { organization_id } = actor;
  const stored = await storeMemories(tx, {
    organization_id,
    actor: actorRef(actor),
    memories: normalized.map(({ memory }) => memory),
    now,
  });
  for (const { memory, global_refused } of normalized)
    if (global_refused)
      await recordRefusal(tx, {
        organization_id,
        what: "global_not_allowed",
        agent: actor.name,
        agent_type: memory.agent_type ?? "main",
        named: null,
        session_id: memory.session_id ?? undefined,
        now,
      });
  const memories = [...new Map(stored.map(({ memory }) => [memory.id, memory])).values()];
  const widened = new Set(await widenByEvidence(tx, { organization_id, memories, now }));
  const changed = new Map(
    (
      await memoryQueries.memoriesByIds(tx, {
        organization_id,
        ids: memories.map(({ id }) => id).filter((id) => widened.has(id)),
      })
    ).map((memory) => [memory.id, memory]),
  );
  return stored.map((one, index) => ({
    ...one,
    memory: changed.get(one.memory.id) ?? one.memory,
    notes: [
      ...(normalized[index]?.notes ?? []),
      ...one.notes,
      ...(changed.has(one.memory.id)
        ? ["It was learned in another repository too, so it is global now."]
        : []),
    ],
  }));
}
