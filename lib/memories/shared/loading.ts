import type { Database, Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import type { Memory, MemoryStatus, WriteAnswer } from "../contract";
import { nextStatus, type Transition } from "../lifecycle/transitions";
import * as memoryQueries from "../memory/queries";
import { maySeeMemory } from "../policy";
import { redactText } from "../safety/redaction";
import { isStale, scanMemories } from "../safety/scan";
import type { Stored } from "../store/writes";
import { SAFETY_BUDGET_MS } from "../verification/verify-for-use";
import { written } from "./written";

type OfMemory = { db: Db; actor: Actor; input: { memory_id: string } };

export async function loadMemory({ db, actor, input }: OfMemory): Promise<Memory> {
  const memory = await memoryQueries.findMemory(db, { ...tenantOf({ actor }), memory_id: input.memory_id });
  if (!memory || (memory.deleted_at !== null && actor.kind === "agent"))
    throw new AppError("not_found", "This memory does not exist.");
  return memory;
}

/** A memory as it may be read: what only older safety rules have seen is scanned before an agent is shown it. */
export async function loadToShow(context: OfMemory & { db: Database; now: () => Date }): Promise<Memory> {
  const memory = await loadMemory(context);
  const { db, actor } = context;
  if (actor.kind !== "agent" || !isStale(memory)) return memory;
  await scanMemories(db, {
    ...tenantOf({ actor }),
    memories: [memory],
    budget_ms: SAFETY_BUDGET_MS,
    now: context.now(),
  });
  return loadMemory(context);
}

/** Of these, what an agent may be shown; people are shown what there is. */
export async function shown<T extends Memory>(
  db: Database,
  { actor, memories, now }: { actor: Actor; memories: readonly T[]; now: Date },
): Promise<T[]> {
  if (actor.kind !== "agent") return [...memories];
  const blocked = await scanMemories(db, {
    ...tenantOf({ actor }),
    memories,
    budget_ms: SAFETY_BUDGET_MS,
    now,
  });
  return memories.filter(({ id }) => !blocked.has(id));
}

export function assertNotDeleted(memory: Memory): void {
  if (memory.deleted_at !== null) throw new AppError("conflict", "This memory is deleted; restore it first.");
}

/** The status a transition leads to. @throws AppError conflict when it does not apply. */
export function statusAfter(memory: Memory, transition: Transition, remedy: string): MemoryStatus {
  assertNotDeleted(memory);
  const to = nextStatus(memory.status, transition);
  if (to === null) throw new AppError("conflict", `This memory is ${memory.status}; ${remedy}`);
  return to;
}

/** Reasons are stored too, so they hold no secret either. */
export const reasonOf = async ({ input }: { input: { reason?: string } }) => {
  if (input.reason === undefined) return null;
  return redactText(input.reason);
};

/**
 * The answer of a write that stored. A memory that was there before and is not shown to the actor is named by its id
 * alone.
 */
export function answerOfStored(actor: Actor, { memory, duplicate_of, notes }: Stored): WriteAnswer {
  const isShown = duplicate_of === null || maySeeMemory(actor, memory);
  return { ...written(isShown ? memory : null, notes), duplicate_of };
}
