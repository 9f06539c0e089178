import type { Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import type { Memory, MemoryEvent } from "../contract";
import * as memoryQueries from "../memory/queries";
import { mayUndo } from "../policy";
import { changedBy, changeMemory } from "./change";
import * as eventQueries from "./event-queries";
import { unmerge } from "./unmerge";

type Changing = { actor: Actor; memory: Memory; now: Date };

/**
 * Locks a memory that is about to be put back, with the one that replaced it, until the transaction ends: what is asked
 * of both then holds, so that nothing is refused when half of it is written.
 * @throws AppError conflict when the memory changed since it was read.
 */
export async function lockUnchanged(tx: Db, { actor, memory }: Omit<Changing, "now">): Promise<void> {
  const { organization_id } = actor;
  const { id, version, superseded_by } = memory;
  const ids = superseded_by === null ? [id] : [id, superseded_by];
  await memoryQueries.lockJudgedMemories(tx, { organization_id, ids });
  const locked = await memoryQueries.findMemory(tx, { organization_id, memory_id: id });
  if (locked?.version !== version)
    throw new AppError("conflict", "The memory changed meanwhile; read it again and try again.");
}

/** What becomes of what replaced a memory when that one is put back: the correction to delete, if there is one. */
export type Replaced = { event: MemoryEvent; correction: Memory | null };

/**
 * Finds out what to do with what replaced a locked memory by this event. A correction that was made for it goes, unless
 * it is not in use any more or others stored the same since.
 * @throws AppError conflict when it was corrected itself or others wrote into it, permission_denied for what others
 *   decided; nothing is written before.
 */
export async function findReplaced(
  tx: Db,
  { actor, memory, event }: Omit<Changing, "now"> & { event: MemoryEvent },
): Promise<Replaced> {
  const { organization_id } = actor;
  const correction =
    memory.superseded_by === null || event.detail.created !== true
      ? null
      : await memoryQueries.findMemory(tx, { organization_id, memory_id: memory.superseded_by });
  if (!correction || correction.deleted_at !== null) return { event, correction: null };
  const { id: memory_id, status, observation_count } = correction;
  if (status === "superseded")
    throw new AppError("conflict", `What corrected it was corrected itself (${memory_id}); undo that first.`);
  const ids = { ...tenantOf({ actor }), memory_id };
  if (observation_count > 1 || (await eventQueries.countPredecessors(tx, ids)) > 1)
    return { event, correction: null };
  const written = await eventQueries.listSteps(tx, { ...ids, types: ["updated", "recited"] });
  const authors = [actor, event.actor];
  const isOfOthers = written.some(
    ({ actor: by }) => !authors.some(({ kind, id }) => kind === by.kind && id === by.id),
  );
  if (isOfOthers && status === "invalid") return { event, correction: null };
  if (isOfOthers)
    throw new AppError(
      "conflict",
      `Others changed what corrected it (${memory_id}), which would be deleted with what they wrote. If that is wrong, delete or invalidate it first; else leave this one as it is.`,
    );
  if (!mayUndo(actor, event.actor))
    throw new AppError(
      "permission_denied",
      `This would delete what corrected it (${memory_id}); a lead takes back what others decided.`,
    );
  return { event, correction };
}

/** Takes the observations back from what replaced a memory, and deletes the correction that was made for it. */
export async function unlink(tx: Db, { event, correction, ...changing }: Changing & Replaced): Promise<void> {
  const by = changedBy(changing);
  await unmerge(tx, { ...by, memory: changing.memory, event });
  if (correction === null) return;
  await changeMemory(tx, by, {
    memory: correction,
    change: { deleted_at: changing.now },
    type: "deleted",
    reason: "The correction that it was made for was undone.",
    detail: { undoes: event.id },
  });
}
