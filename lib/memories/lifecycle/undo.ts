import { z } from "zod";
import { recitedSchema, unrecite } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import {
  MEMORY_SCOPES,
  MEMORY_STATUSES,
  type Memory,
  type MemoryEvent,
  type MemoryStatus,
  memorySchema,
} from "../contract";
import { type MemoryChange, setAddressed } from "../memory/change-queries";
import { mayUndo } from "../policy";
import * as safetyQueries from "../safety/queries";
import { hashAt } from "../store/duplicate";
import { changedBy, changeMemory } from "./change";
import * as eventQueries from "./event-queries";
import { findSource } from "./source";
import { findReplaced, lockUnchanged, unlink } from "./successor";

/** Steps that somebody took and that can be undone. What a check found is no such step: check again. */
const UNDOABLE = [
  "refreshed",
  "recited",
  "superseded",
  "promoted",
  "rescoped",
  "global_suggested",
  "global_dismissed",
  "invalidated",
  "expired",
  "released",
  "addressed",
  "unaddressed",
  "deleted",
] as const satisfies readonly MemoryEvent["type"][];
type Undoable = (typeof UNDOABLE)[number];

const isUndoable = (type: string): type is Undoable => UNDOABLE.some((one) => one === type);

type Undoing = {
  actor: Actor;
  memory: Memory;
  event_id: string | undefined;
  reason: string | null;
  now: Date;
};

/**
 * Takes a step back, in the caller's transaction: the given one, or the last that can be. Only what still stands is
 * undone, so that nothing decided since is lost: the memory has the status to which the step led, by that step.
 *
 * Undoing a correction unlinks the chain: the old memory has its status again, and the new one is deleted if it was
 * made for the correction and nobody stored the same since (`findReplaced`). The step itself stays in the history, and
 * the undoing is another one.
 * @returns the event that was undone.
 * @throws AppError conflict, saying what stands in the way; permission_denied for a step of others.
 */
export async function undo(tx: Db, undoing: Undoing): Promise<MemoryEvent> {
  const { actor, memory } = undoing;
  await lockUnchanged(tx, undoing);
  const event = await stepToUndo(tx, undoing);
  if (!mayUndo(actor, event.actor))
    throw new AppError(
      "permission_denied",
      "You may undo your own changes and those of agents; a lead undoes what others decided.",
    );
  const { type } = event;
  if (!isUndoable(type)) throw new AppError("conflict", cannot(type));
  if (type === "deleted") await undelete(tx, undoing, event);
  else if (memory.deleted_at !== null)
    throw new AppError("conflict", "This memory was deleted since then; undo that first.");
  else if (type === "addressed" || type === "unaddressed") await unmark(tx, undoing, event);
  else if (type === "refreshed") await unrefresh(tx, undoing, event);
  else if (type === "recited") await unreciteMemory(tx, undoing, event);
  else if (type === "promoted") await unpromote(tx, undoing, event);
  else if (type === "rescoped") await unrescope(tx, undoing, event);
  else if (type === "released" && event.detail.from === undefined) await holdAgain(tx, undoing, event);
  else if (type === "global_suggested" || type === "global_dismissed") await unsuggest(tx, undoing, event);
  else await moveBack(tx, undoing, event);
  return event;
}

async function stepToUndo(tx: Db, { actor, memory, event_id }: Undoing): Promise<MemoryEvent> {
  const ids = { organization_id: actor.organization_id, memory_id: memory.id };
  const steps = await eventQueries.listSteps(tx, { ...ids, types: UNDOABLE });
  const undone = new Set(
    (await eventQueries.listSteps(tx, { ...ids, types: ["restored", "addressed", "unaddressed"] })).map(
      ({ detail }) => detail.undoes,
    ),
  );
  if (event_id === undefined) {
    // An undoing of a mark is a mark as well; it is not what is undone next.
    const last = steps.find(({ id, detail }) => !undone.has(id) && detail.undoes === undefined);
    if (!last) throw new AppError("conflict", "Nothing was done to this memory that could be undone.");
    return last;
  }
  const event =
    steps.find(({ id }) => id === event_id) ?? (await eventQueries.findEvent(tx, { ...ids, event_id }));
  if (!event) throw new AppError("not_found", "This memory has no such event.");
  if (undone.has(event.id)) throw new AppError("conflict", "This was undone already.");
  return event;
}

function cannot(type: string): string {
  if (type.startsWith("verified_")) return "This came from a check; check the memory again instead.";
  return `An event of type \`${type}\` cannot be undone.`;
}

const SINCE = "The memory has changed since then; undo the later changes first.";

async function moveBack(tx: Db, undoing: Undoing, event: MemoryEvent): Promise<void> {
  const { actor, memory } = undoing;
  const from = await assertArrival(tx, undoing, event);
  const replaced = await findReplaced(tx, { ...undoing, event });
  if (event.type === "released")
    await safetyQueries.deleteAllowances(tx, {
      organization_id: actor.organization_id,
      memory_id: memory.id,
    });
  await restore(tx, undoing, {
    event,
    change: {
      ...heldBefore(event),
      status: { to: from, reason: await reasonBefore(tx, undoing, from) },
      superseded_by: null,
    },
    detail: { from: memory.status, to: from },
  });
  await unlink(tx, { ...undoing, ...replaced });
}

/** Why a memory had this status. */
async function reasonBefore(
  tx: Db,
  { actor, memory }: Undoing,
  status: MemoryStatus,
): Promise<string | null> {
  if (status === "active") return null;
  const ids = { ...tenantOf({ actor }), memory_id: memory.id };
  return (await findSource(tx, { ...ids, status }))?.reason ?? null;
}

const heldSchema = z.object({ held: z.object({ reason: z.string().nullable(), at: z.iso.datetime() }) });

/** What a release ended beside the quarantine: that other agents wait for a person. */
function heldBefore({ type, detail }: MemoryEvent): Pick<MemoryChange, "held_at" | "held_reason"> {
  const { success, data } = heldSchema.safeParse(detail);
  if (type === "released" && success)
    return { held_at: new Date(data.held.at), held_reason: data.held.reason };
  return {};
}

/** Holds a memory from other agents again, with what had been accepted of its texts. */
async function holdAgain(tx: Db, undoing: Undoing, event: MemoryEvent): Promise<void> {
  const { actor, memory } = undoing;
  const change = heldBefore(event);
  if (memory.held_at !== null || !change.held_at) throw new AppError("conflict", SINCE);
  await safetyQueries.deleteAllowances(tx, { ...tenantOf({ actor }), memory_id: memory.id });
  await restore(tx, undoing, { event, change });
}

/** The status before a step by which the memory has its present one. */
async function assertArrival(tx: Db, { actor, memory }: Undoing, event: MemoryEvent): Promise<MemoryStatus> {
  const { organization_id } = actor;
  const from = MEMORY_STATUSES.find((status) => status === event.detail.from);
  const move = await eventQueries.findStandingMove(tx, { organization_id, memory_id: memory.id });
  if (!from || move?.id !== event.id || event.detail.to !== memory.status)
    throw new AppError("conflict", SINCE);
  return from;
}

async function unpromote(tx: Db, undoing: Undoing, event: MemoryEvent): Promise<void> {
  const { memory } = undoing;
  const { from_scope, to_scope, suggested_at, pending_repository: pending } = event.detail;
  const pending_repository = typeof pending === "string" ? pending : null;
  const scope = MEMORY_SCOPES.find((one) => one === from_scope);
  if (scope === undefined || memory.scope !== to_scope) throw new AppError("conflict", SINCE);
  const change: MemoryChange = {
    scope,
    pending_repository,
    duplicate_sha256: hashAt({ ...memory, pending_repository }, scope),
  };
  // It waits again for who decides about it.
  if (typeof suggested_at === "string") change.suggested_at = new Date(suggested_at);
  await restore(tx, undoing, { event, change, detail: { from_scope: memory.scope, to_scope: scope } });
}

const placeSchema = memorySchema.pick({ scope: true, pending_repository: true, category: true });

async function unrescope(tx: Db, undoing: Undoing, event: MemoryEvent): Promise<void> {
  const { memory } = undoing;
  const before = placeSchema.safeParse(event.detail.before);
  const after = placeSchema.safeParse(event.detail.after);
  const stands =
    after.success &&
    memory.scope === after.data.scope &&
    memory.pending_repository === after.data.pending_repository &&
    memory.category === after.data.category;
  if (!before.success || !stands) throw new AppError("conflict", SINCE);
  const { scope, pending_repository, category } = before.data;
  const duplicate_sha256 = hashAt({ ...memory, pending_repository }, scope);
  await restore(tx, undoing, {
    event,
    change: { scope, pending_repository, category, duplicate_sha256 },
    detail: { from_scope: memory.scope, to_scope: scope },
  });
}

/** Takes a suggestion back, or has it wait again after it was dismissed. */
async function unsuggest(tx: Db, undoing: Undoing, event: MemoryEvent): Promise<void> {
  const { memory } = undoing;
  const dismissed = event.type === "global_dismissed";
  if (memory.scope === "global" || (memory.suggested_at === null) !== dismissed)
    throw new AppError("conflict", SINCE);
  const suggested_at = dismissed ? timeIn(event.detail.suggested_at, event.at) : null;
  await restore(tx, undoing, { event, change: { suggested_at } });
}

/** A time that an event says, or another where it says none. */
function timeIn(value: unknown, otherwise: string): Date {
  if (typeof value === "string") return new Date(value);
  return new Date(otherwise);
}

async function unrefresh(tx: Db, undoing: Undoing, event: MemoryEvent): Promise<void> {
  const { memory } = undoing;
  if (memory.refreshed_at !== event.at) throw new AppError("conflict", SINCE);
  const { refreshed_at, to, status_reason } = event.detail;
  const change: MemoryChange = { refreshed_at: timeIn(refreshed_at, memory.created_at) };
  // A check is what made a drifted memory active; what was expired became active by being refreshed.
  if (to === undefined || event.detail.from === to) return restore(tx, undoing, { event, change });
  const from = await assertArrival(tx, undoing, event);
  const reason = typeof status_reason === "string" ? status_reason : await reasonBefore(tx, undoing, from);
  await restore(tx, undoing, {
    event,
    change: { ...change, status: { to: from, reason } },
    detail: { from: memory.status, to: from },
  });
}

/** Brings the lines back that were cited before, and the status that they gave. */
async function unreciteMemory(tx: Db, undoing: Undoing, event: MemoryEvent): Promise<void> {
  const { actor, memory, now } = undoing;
  const { from, to, refreshed_at, status_reason } = event.detail;
  const recited = z.array(recitedSchema).safeParse(event.detail.recited);
  const change: MemoryChange = { refreshed_at: timeIn(refreshed_at, memory.created_at) };
  const status = to === undefined || from === to ? null : await assertArrival(tx, undoing, event);
  if (!recited.success || !(await unrecite(tx, { ...tenantOf({ actor }), recited: recited.data, now })))
    throw new AppError("conflict", SINCE);
  if (status === null) return restore(tx, undoing, { event, change });
  change.status = { to: status, reason: typeof status_reason === "string" ? status_reason : null };
  await restore(tx, undoing, { event, change, detail: { from: memory.status, to: status } });
}

async function unmark(tx: Db, undoing: Undoing, event: MemoryEvent): Promise<void> {
  const { actor, memory, now } = undoing;
  const marked = event.type === "addressed";
  if ((memory.addressed_at !== null) !== marked || (marked && memory.addressed_at !== event.at))
    throw new AppError("conflict", SINCE);
  await setAddressed(tx, {
    organization_id: actor.organization_id,
    ids: [memory.id],
    addressed: !marked,
    repository_ids: null,
    now,
  });
  await eventQueries.insertEvents(tx, {
    ...changedBy(undoing),
    events: [
      {
        memory_id: memory.id,
        type: marked ? "unaddressed" : "addressed",
        reason: undoing.reason,
        detail: { undoes: event.id, undone: event.type },
      },
    ],
  });
}

async function undelete(tx: Db, undoing: Undoing, event: MemoryEvent): Promise<void> {
  if (undoing.memory.deleted_at !== event.at) throw new AppError("conflict", SINCE);
  await restore(tx, undoing, { event, change: { deleted_at: null }, detail: { from: "deleted" } });
}

/** Changes the memory back, with the event that says what was undone. */
async function restore(
  tx: Db,
  undoing: Undoing,
  { event, change, detail }: { event: MemoryEvent; change: MemoryChange; detail?: Record<string, unknown> },
): Promise<void> {
  const { memory, reason } = undoing;
  await changeMemory(tx, changedBy(undoing), {
    memory,
    change,
    type: "restored",
    reason,
    detail: { ...detail, undoes: event.id, undone: event.type },
  });
}
