import { checkCitations } from "@/lib/citations";
import type { Database, Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import type { Memory, MemoryEvent, MemoryStatus, WriteAnswer } from "../contract";
import * as contract from "../contract";
import type { MemoryChange } from "../memory/change-queries";
import * as memoryQueries from "../memory/queries";
import { statusAfter } from "../shared/loading";
import { written } from "../shared/written";
import { type CleanChecks, withoutFoundSecrets } from "../verification/found-secrets";
import { changedBy, changeMemory } from "./change";
import * as eventQueries from "./event-queries";
import { findSource } from "./source";
import { findReplaced, lockUnchanged, unlink } from "./successor";
import { RESTORABLE, type Verdict } from "./transitions";

type Decided = { actor: Actor; memory: Memory; now: Date };

/** @throws AppError conflict when the memory is not served any more anyway. */
export async function invalidateOne(
  tx: Db,
  params: Decided & { reason: string | null },
): Promise<WriteAnswer> {
  const to = statusAfter(
    params.memory,
    "invalidate",
    "only a memory that may still be served can be invalidated.",
  );
  return moveTo(tx, { ...params, to, type: "invalidated" });
}

type Move = {
  actor: Actor;
  memory: Memory;
  now: Date;
  to: MemoryStatus;
  reason: string | null;
  type: "invalidated" | "restored";
  /** Why it has the status; by itself the reason of the change. */
  status_reason?: string | null;
  change?: MemoryChange;
};

/** Changes the status of a loaded memory, with its event. */
async function moveTo(tx: Db, move: Move): Promise<WriteAnswer> {
  const { actor, memory, now, to, reason, type, status_reason = reason, change } = move;
  await changeMemory(tx, changedBy({ actor, now }), {
    memory,
    change: { ...change, status: { to, reason: to === "active" ? null : status_reason } },
    type,
    reason,
    detail: { from: memory.status, to },
  });
  return answerOf(tx, { actor, memory });
}

/** The answer of a write: the memory as it is after it. */
async function answerOf(tx: Db, { actor, memory }: { actor: Actor; memory: Memory }): Promise<WriteAnswer> {
  return written(await memoryQueries.findMemory(tx, { ...tenantOf({ actor }), memory_id: memory.id }));
}

/** What the citations of a memory say now, by repository. Git work: outside any transaction. */
export async function checkNow(
  db: Database,
  actor: Actor,
  memory: Memory,
  ref?: string,
): Promise<CleanChecks[]> {
  const repository_ids = new Set(memory.citations.map(({ repository }) => repository.id));
  const checks: CleanChecks[] = [];
  for (const repository_id of repository_ids) {
    const found = await checkCitations(db, {
      ...tenantOf({ actor }),
      repository_id,
      memory_ids: [memory.id],
      ...(ref !== undefined && { ref }),
    });
    checks.push(await withoutFoundSecrets(found));
  }
  return checks;
}

/** Makes a memory whose citations hold active, and newer than what was confirmed before. */
export async function confirm(
  tx: Db,
  { actor, memory, from, verdict, now }: Decided & { from: MemoryStatus; verdict: Verdict | null },
): Promise<void> {
  const change: MemoryChange = { refreshed_at: now };
  const detail: Record<string, unknown> = { from, verdict, refreshed_at: memory.refreshed_at };
  if (memory.status !== "active") {
    change.status = { to: "active", reason: null };
    detail.from = memory.status;
    detail.status_reason = memory.status_reason;
    detail.to = "active";
  }
  await changeMemory(tx, changedBy({ actor, now }), { memory, change, type: "refreshed", detail });
}

export const assertMayBeRefreshed = (memory: Memory) =>
  statusAfter(memory, "refresh", "restore or supersede it instead.");

/** Confirms a memory after its check was recorded. @throws AppError conflict when its citations do not hold. */
export async function refreshOne(tx: Db, params: Decided & { verdict: Verdict | null }): Promise<void> {
  const { actor, memory, verdict } = params;
  assertMayBeRefreshed(memory);
  if (verdict === "unknown")
    throw new AppError(
      "conflict",
      "The repository could not be read; this does not count against the memory.",
    );
  if (verdict !== null && verdict !== "valid")
    throw new AppError("conflict", "A citation of it is edited or missing; supersede or invalidate it.");
  const checked = await memoryQueries.findMemory(tx, { ...tenantOf({ actor }), memory_id: memory.id });
  if (!checked) throw new AppError("not_found", "This memory does not exist.");
  // Somebody may have decided against it while it was checked.
  assertMayBeRefreshed(checked);
  await confirm(tx, { ...params, memory: checked, from: memory.status });
}

export async function setDeleted(
  tx: Db,
  {
    actor,
    memory,
    now,
    deleted,
    reason,
  }: { actor: Actor; memory: Memory; now: Date; deleted: boolean; reason: string | null },
): Promise<WriteAnswer> {
  const by = changedBy({ actor, now });
  if (deleted) await changeMemory(tx, by, { memory, change: { deleted_at: now }, type: "deleted", reason });
  else
    await changeMemory(tx, by, {
      memory,
      change: { deleted_at: null },
      type: "restored",
      reason,
      detail: { from: "deleted" },
    });
  return answerOf(tx, { actor, memory });
}

/**
 * Puts a memory back to what it was before it was deleted or taken out of use. What corrected it goes, as by `undo`.
 * @throws AppError conflict when there is nothing to undo, or as `findReplaced`.
 */
export async function restoreOne(tx: Db, params: Decided & { reason: string | null }): Promise<WriteAnswer> {
  const { actor, memory } = params;
  if (memory.deleted_at !== null) return setDeleted(tx, { ...params, deleted: false });
  if (!RESTORABLE.has(memory.status))
    throw new AppError("conflict", `This memory is ${memory.status}; there is nothing to undo.`);
  const ids = { ...tenantOf({ actor }), memory_id: memory.id };
  await lockUnchanged(tx, params);
  const event = await eventQueries.findStandingMove(tx, ids);
  const replaced = event && (await findReplaced(tx, { ...params, event }));
  const to = await statusBefore(tx, ids);
  const answer = await moveTo(tx, {
    ...params,
    to,
    type: "restored",
    status_reason: (await findSource(tx, { ...ids, status: to }))?.reason ?? null,
    change: { superseded_by: null },
  });
  if (replaced) await unlink(tx, { ...params, ...replaced });
  return answer;
}

/**
 * What a memory was before it was taken out of use. One that was quarantined and that nobody released is quarantined
 * again, whatever was done to it since.
 */
async function statusBefore(
  tx: Db,
  ids: { organization_id: string; memory_id: string },
): Promise<MemoryStatus> {
  const stopped = await eventQueries.findStandingMove(tx, {
    ...ids,
    isWanted: ({ type }) => type === "quarantined" || type === "released",
  });
  if (stopped?.type === "quarantined") return "quarantined";
  const left = await eventQueries.findStandingMove(tx, {
    ...ids,
    isWanted: (move) => statusLeft(move) !== undefined,
  });
  return (left && statusLeft(left)) ?? "active";
}

/** The status that this event ended, unless that was out of use as well. */
const statusLeft = ({ detail: { from } }: MemoryEvent) =>
  contract.MEMORY_STATUSES.find((status) => status === from && !RESTORABLE.has(status));

/** Deletes those of these memories that are not deleted yet, in the caller's transaction. @returns how many. */
export async function deleteMemories(
  tx: Db,
  { actor, ids, reason, now }: { actor: Actor; ids: readonly string[]; reason: string; now: Date },
): Promise<number> {
  const memories = await memoryQueries.memoriesByIds(tx, { ...tenantOf({ actor }), ids });
  const present = memories.filter(({ deleted_at }) => deleted_at === null);
  for (const memory of present)
    await changeMemory(tx, changedBy({ actor, now }), {
      memory,
      change: { deleted_at: now },
      type: "deleted",
      reason,
    });
  return present.length;
}
