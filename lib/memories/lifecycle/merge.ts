import type { Db } from "@/lib/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { Memory, MemoryScope } from "../contract";
import * as memoryChanges from "../memory/change-queries";
import * as memoryQueries from "../memory/queries";
import { provenanceOf } from "../shared/provenance";
import { hashAt } from "../store/duplicate";
import { supersede } from "../store/writes";
import { type ChangedBy, changeMemory, type Step } from "./change";
import * as eventQueries from "./event-queries";
import { nextStatus } from "./transitions";
import { undo } from "./undo";

/** The versions in which memories were compared. */
export type Compared = ReadonlyMap<string, number>;

/**
 * Folds memories into one that says the same, in the caller's transaction. They are superseded by it, and it counts their
 * observations as its own; who said each, where and why is kept in its history. Those that are not in use are left out,
 * and those that changed since they were compared: nobody knows whether they still say the same.
 * @returns a step for each that was merged, by which it comes back with its observations.
 */
export async function mergeInto(
  tx: Db,
  {
    organization_id,
    actor,
    now,
    into,
    ids,
    compared,
    reason,
  }: ChangedBy & { into: string; ids: readonly string[]; compared?: Compared; reason: string },
): Promise<Step[]> {
  const all = [into, ...new Set(ids.filter((id) => id !== into))];
  await memoryQueries.lockJudgedMemories(tx, { organization_id, ids: all });
  const [kept, ...others] = await memoryQueries.memoriesByIds(tx, { organization_id, ids: all });
  const isAsCompared = ({ id, version }: Memory) => (compared?.get(id) ?? version) === version;
  if (!kept || kept.id !== into || kept.deleted_at !== null || kept.status !== "active") return [];
  if (!isAsCompared(kept)) return [];
  const merged = others.filter(
    (memory) =>
      isAsCompared(memory) &&
      isInUse(memory) &&
      // What waits for a person takes nothing from other agents.
      (kept.held_at === null || memory.held_at !== null),
  );
  if (merged.length === 0) return [];
  const steps = merged.map(({ id }) => ({ memory_id: id, event_id: newId() }));
  for (const { id: memory_id, version } of merged)
    await memoryChanges.updateMemory(tx, {
      organization_id,
      memory_id,
      version,
      now,
      change: { status: { to: "superseded", reason }, superseded_by: into },
    });
  await memoryChanges.updateMemory(tx, {
    organization_id,
    memory_id: into,
    version: kept.version,
    now,
    change: {
      observation_count: merged.reduce((sum, one) => sum + one.observation_count, kept.observation_count),
    },
  });
  await eventQueries.insertEvents(tx, {
    organization_id,
    actor,
    now,
    events: merged.flatMap((one, index) =>
      mergeEvents(one, { into, reason, event_id: steps[index]?.event_id }),
    ),
  });
  return steps;
}

const isInUse = ({ status, deleted_at }: Memory) =>
  deleted_at === null && (status === "active" || status === "drifted");

/** What the histories say: of the merged memory with the id by which it is undone, then of the one that is kept. */
function mergeEvents(
  merged: Memory,
  { into, reason, event_id }: { into: string; reason: string; event_id: string | undefined },
) {
  const { id, status, observation_count, statement, created_by, created_at } = merged;
  return [
    {
      memory_id: id,
      type: "superseded" as const,
      reason,
      ...(event_id && { id: event_id }),
      detail: { by: into, created: false, from: status, to: "superseded", merged: observation_count },
    },
    {
      memory_id: into,
      type: "merged" as const,
      reason: statement,
      detail: { merged: id, ...provenanceOf(merged), created_by, created_at, observation_count },
    },
  ];
}

/** Whom a session's memory is kept for: its repository, else its agent, else everybody when a person stored it. */
function scopeBeyond(memory: Memory): MemoryScope | null {
  if (memory.repository !== null) return "repository";
  if (memory.agent !== null) return "agent";
  if (memory.created_by.kind === "person") return "global";
  return null;
}

/**
 * Keeps a session's memory beyond its session. Where it is known already, it is merged into what is known.
 * @returns the step, or null when nobody is left whom it could reach, or it is not a session's that is in use.
 */
export async function promote(
  tx: Db,
  { organization_id, actor, now, memory_id, reason }: ChangedBy & { memory_id: string; reason: string },
): Promise<{ step: Step; merged: boolean } | null> {
  const memory = await memoryQueries.findMemory(tx, { organization_id, memory_id });
  if (memory?.scope !== "session" || memory.status !== "active" || memory.deleted_at !== null) return null;
  const scope = scopeBeyond(memory);
  if (scope === null) return null;
  const duplicate_sha256 = hashAt(memory, scope);
  const known = await memoryQueries.findByHashes(tx, { organization_id, hashes: [duplicate_sha256] });
  const same = known.find(({ id, status }) => id !== memory_id && status === "active");
  if (same) {
    const [step] = await mergeInto(tx, {
      organization_id,
      actor,
      now,
      into: same.id,
      ids: [memory_id],
      compared: new Map([[memory_id, memory.version]]),
      reason: "It was known beyond its session already.",
    });
    if (step) return { step, merged: true };
    return null;
  }
  const step = await changeMemory(
    tx,
    { organization_id, actor, now },
    {
      memory,
      change: { scope, duplicate_sha256 },
      type: "promoted",
      reason,
      detail: { from_scope: "session", to_scope: scope },
    },
  );
  return { step, merged: false };
}

/** Lets a memory reach every repository of the organization, by an event that can be undone. */
export async function widen(
  tx: Db,
  {
    memory,
    reason,
    detail,
    ...by
  }: ChangedBy & { memory: Memory; reason: string | null; detail: Record<string, unknown> },
): Promise<Step> {
  const { suggested_at, pending_repository } = memory;
  return changeMemory(tx, by, {
    memory,
    change: {
      scope: "global",
      suggested_at: null,
      pending_repository: null,
      duplicate_sha256: hashAt({ ...memory, pending_repository: null }, "global"),
    },
    type: "promoted",
    reason,
    detail: { ...detail, from_scope: memory.scope, to_scope: "global", suggested_at, pending_repository },
  });
}

/** Where a memory is put and what it is about, when it comes under other rules than those it was stored by. */
export type Place = Pick<Memory, "scope" | "pending_repository" | "category">;

/** Puts a memory somewhere else, by an event that says where it was and can be undone. */
export async function rescope(
  tx: Db,
  {
    memory,
    to,
    reason,
    detail,
    ...by
  }: ChangedBy & { memory: Memory; to: Place; reason: string; detail: Record<string, unknown> },
): Promise<Step> {
  const { scope, pending_repository, category } = memory;
  return changeMemory(tx, by, {
    memory,
    change: {
      scope: to.scope,
      pending_repository: to.pending_repository,
      category: to.category,
      duplicate_sha256: hashAt({ ...memory, pending_repository: to.pending_repository }, to.scope),
    },
    type: "rescoped",
    reason,
    detail: { ...detail, before: { scope, pending_repository, category }, after: to },
  });
}

/** Ends memories that reached one session only, with that session. @returns a step for each. */
export async function endWithSession(
  tx: Db,
  { memories, ...by }: ChangedBy & { memories: readonly Pick<Memory, "id" | "status" | "version">[] },
): Promise<Step[]> {
  const reason = "Its session ended, and it was neither applied nor of high quality.";
  const steps: Step[] = [];
  for (const memory of memories) {
    const { status: from } = memory;
    const to = nextStatus(from, "expire");
    if (to === null) continue;
    const change = { status: { to, reason } };
    const detail = { rule: "session_ended", from, to };
    steps.push(await changeMemory(tx, by, { memory, change, type: "expired", reason, detail }));
  }
  return steps;
}

/**
 * Decides against a memory: another one holds instead (`by`, which must exist), or none.
 * @returns the step. @throws AppError conflict when it is not in use any more.
 */
export async function decideAgainst(
  tx: Db,
  {
    memory,
    by: successor,
    reason,
    detail,
    ...by
  }: ChangedBy & {
    memory: Memory;
    by: { id: string; created: boolean } | null;
    reason: string | null;
    /** What the history says besides. */
    detail?: Record<string, unknown>;
  },
): Promise<Step> {
  const { id: memory_id, status: from, version } = memory;
  const to = memory.deleted_at === null ? nextStatus(from, successor ? "supersede" : "invalidate") : null;
  if (to === null)
    throw new AppError("conflict", `The memory ${memory_id} is ${from} already; read it again.`);
  if (!successor) {
    const change = { status: { to, reason } };
    return changeMemory(tx, by, {
      memory,
      change,
      type: "invalidated",
      reason,
      detail: { ...detail, from, to },
    });
  }
  const { id, created } = successor;
  return supersede(tx, { ...by, memory_id, reason, by: id, created, from, version, detail });
}

/**
 * Locks the memories of these steps, and what replaced them, until the transaction ends: of two that undo the same steps one
 * waits for the other, in whichever order they undo them.
 */
export async function lockSteps(
  tx: Db,
  { organization_id, steps }: { organization_id: string; steps: readonly Step[] },
): Promise<void> {
  const ids = steps.map(({ memory_id }) => memory_id);
  const memories = await memoryQueries.memoriesByIds(tx, { organization_id, ids });
  const replacing = memories.flatMap(({ superseded_by }) => superseded_by ?? []);
  await memoryQueries.lockJudgedMemories(tx, {
    organization_id,
    ids: [...new Set([...ids, ...replacing])],
  });
}

/** Undoes a step of these, as `undo` says. @throws AppError conflict, permission_denied, not_found. */
export async function undoStep(
  tx: Db,
  { actor, step, reason, now }: { actor: Actor; step: Step; reason: string | null; now: Date },
): Promise<void> {
  const { organization_id } = actor;
  const memory = await memoryQueries.findMemory(tx, { organization_id, memory_id: step.memory_id });
  if (!memory) throw new AppError("not_found", "This memory does not exist.");
  await undo(tx, { actor, memory, event_id: step.event_id, reason, now });
}
