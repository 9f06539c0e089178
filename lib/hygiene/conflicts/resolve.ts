import type { Database, Db } from "@/lib/db/client";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import type { InputOf } from "@/lib/kernel/contract";
import { AppError, invalidField } from "@/lib/kernel/errors";
import {
  type Corrected,
  decideAgainst,
  lockSteps,
  prepareCorrection,
  type Step,
  storeCorrection,
  undoStep,
} from "@/lib/memories";
import type { Memory } from "@/lib/memories/contract";
import type { Conflict, conflictResolve } from "../contract";
import * as store from "./queries";

type Decision = Omit<InputOf<typeof conflictResolve>, "conflict_id">;

const isInUse = ({ status, deleted_at }: Memory) =>
  deleted_at === null && (status === "active" || status === "drifted");

/** The memory that a decision names, among those of the conflict. @throws AppError invalid_input at `/memory_id`. */
function named(conflict: Conflict, memory_id: string): Memory {
  const memory = conflict.memories.find(({ id }) => id === memory_id);
  if (!memory) throw invalidField("/memory_id", "is not a memory of this conflict");
  if (!isInUse(memory)) throw invalidField("/memory_id", `is ${memory.status}; choose one that is in use`);
  return memory;
}

/** Which memory holds, or is corrected; null where the decision names none. */
function chosenIn(conflict: Conflict, { decision, memory_id }: Decision): Memory | null {
  if (decision === "holds") {
    if (memory_id === undefined) throw invalidField("/memory_id", "is missing; name the memory that is true");
    return named(conflict, memory_id);
  }
  if (decision !== "correct") return null;
  if (memory_id !== undefined) return named(conflict, memory_id);
  const first = conflict.memories.find(isInUse);
  if (!first) throw new AppError("conflict", "None of its memories is still in use.");
  return first;
}

const HOLDING: ReadonlySet<string> = new Set(["unchanged", "moved", "renamed", "unchecked"]);

/** The corrected memory, made ready outside the transaction; null where none is written. */
export async function prepareCorrected(
  db: Database,
  { actor, conflict, decision }: { actor: Actor; conflict: Conflict; decision: Decision },
): Promise<Corrected | null> {
  if (decision.decision !== "correct") return null;
  const { statement } = decision;
  if (statement === undefined) throw invalidField("/statement", "is missing; say what is true");
  const base = chosenIn(conflict, decision);
  if (!base) throw new Error("a correction has a memory that it corrects");
  const citations =
    decision.citations ??
    base.citations
      .filter(({ status }) => HOLDING.has(status))
      .map(({ path, line_start, line_end }) => ({ path, line_start, line_end }));
  // Who decides says what is true alone; why it is, and what came of it, is as it was.
  const { reasoning, outcome } = base;
  return prepareCorrection(db, {
    actor,
    memory: base,
    correction: {
      statement,
      citations,
      metadata: {},
      reasoning: reasoning ?? undefined,
      outcome: outcome ?? undefined,
    },
  });
}

/**
 * Carries out a decision, in the caller's transaction: the memories that do not hold are superseded or invalidated, each
 * step of which is kept with the conflict so that it can be undone. A correction that a person must accept first is stored,
 * and the conflict stays open.
 */
export async function resolve(
  tx: Db,
  params: {
    actor: Actor;
    conflict: Conflict;
    decision: Decision;
    corrected: Corrected | null;
    reason: string | null;
    now: Date;
  },
): Promise<{ kept_id: string | null; steps: Step[] }> {
  const { actor, conflict, decision, corrected, now } = params;
  const by = { organization_id: actor.organization_id, actor: actorRef(actor), now };
  if (conflict.status !== "open")
    throw new AppError("conflict", "This conflict is already decided; undo that decision first.");
  const reason = params.reason ?? WHY[decision.decision];
  const chosen = chosenIn(conflict, decision);
  const steps: Step[] = [];
  let kept: { id: string; created: boolean } | null =
    decision.decision === "holds" && chosen ? { id: chosen.id, created: false } : null;
  if (corrected && chosen) {
    const stored = await storeCorrection(tx, { ...by, memory: chosen, corrected });
    // What other agents may not see takes nothing from them.
    if (stored.memory.held_at !== null) return { kept_id: null, steps: [] };
    kept = { id: stored.memory.id, created: stored.duplicate_of === null };
  }
  if (decision.decision !== "both_hold") {
    // The last to be undone takes the correction away with it, so it is made for the first one only.
    const against = conflict.memories.filter((memory) => isInUse(memory) && memory.id !== kept?.id);
    for (const memory of against) steps.push(await decideAgainst(tx, { ...by, memory, by: kept, reason }));
  }
  await store.decideConflict(tx, {
    ...by,
    conflict,
    decision: decision.decision,
    kept_id: kept?.id ?? null,
    steps,
    reason: params.reason,
  });
  return { kept_id: kept?.id ?? null, steps };
}

const WHY: Record<Conflict["decision"] & string, string> = {
  holds: "It contradicted a memory that is true.",
  both_hold: "All of them are true.",
  invalidate: "It contradicted another memory, and neither is true.",
  correct: "It contradicted another memory; a corrected statement replaces both.",
};

/** Takes a decision back, the last step first, in the caller's transaction. */
export async function undoResolution(
  tx: Db,
  { actor, conflict, reason, now }: { actor: Actor; conflict: Conflict; reason: string | null; now: Date },
): Promise<void> {
  const { organization_id } = actor;
  if (conflict.status === "open") throw new AppError("conflict", "Nothing was decided on this yet.");
  const steps = await store.findStepsOfConflict(tx, { organization_id, conflict_id: conflict.id });
  await lockSteps(tx, { organization_id, steps });
  for (const step of steps.toReversed()) await undoStep(tx, { actor, step, reason, now });
  await store.reopenConflict(tx, { organization_id, conflict });
}
