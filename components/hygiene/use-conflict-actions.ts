"use client";

import { Ban, CheckCheck, PencilLine } from "lucide-react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { toastProblem } from "@/components/pieces/problem";
import type { ReviewAction } from "@/components/review-queue/actions";
import type { DecidingQueue } from "@/components/review-queue/inbox-item";
import type { Conflict, ConflictDecision } from "@/lib/hygiene/contract";
import type { Memory } from "@/lib/memories/contract";
import { useConflictDecisions } from "./use-conflict-decisions";
import { allTrueWords, DECISION_WORDS } from "./words";

const MAX_KEYS = 9;

const isInUse = ({ status }: Memory) => status === "active" || status === "drifted";

/** What can be decided on the open conflict. */
export function useConflictActions({
  queue,
  canWrite,
  onCorrect,
  onInvalidate,
}: {
  queue: DecidingQueue;
  canWrite: boolean;
  /** Asks what is true. */
  onCorrect: () => void;
  /** Asks why none of them is true. */
  onInvalidate: () => void;
}) {
  const { resolve } = useConflictDecisions();
  const { busy } = queue;
  const isDecidable = ({ status }: Conflict) => canWrite && status === "open" && !queue.isRefreshing;

  const decide = (conflict: Conflict, decision: ConflictDecision, memory_id?: string) =>
    queue.decide(DECISION_WORDS[decision], async () => {
      try {
        await resolve(conflict, { decision, memory_id });
        return [conflict.id];
      } catch (error) {
        toastProblem("The decision could not be saved", error);
        return [];
      }
    });

  const actions = (conflict: Conflict): ReviewAction[] => {
    if (!isDecidable(conflict)) return [];
    const allTrue = allTrueWords(conflict.memories.length);
    const holds = conflict.memories.slice(0, MAX_KEYS).map(({ id }, index) => ({
      keys: String(index + 1),
      label: `Statement ${index + 1} is true`,
      run: () => decide(conflict, "holds", id),
    }));
    return [
      ...holds,
      {
        keys: DECISION_KEYS.accept,
        label: allTrue,
        run: () => decide(conflict, "both_hold"),
        button: { text: allTrue, icon: CheckCheck, busy },
      },
      {
        keys: DECISION_KEYS.reject,
        label: "None is true: invalidate all, with the reason",
        run: onInvalidate,
        button: { text: "Invalidate all", icon: Ban, variant: "danger", disabled: busy },
      },
      {
        keys: DECISION_KEYS.edit,
        label: "Correct the statement",
        run: onCorrect,
        button: { text: "Correct", icon: PencilLine },
      },
    ];
  };
  /** Decides for a statement; null where that cannot be decided. */
  const holdsOf = (conflict: Conflict, memory: Memory) => {
    if (!isDecidable(conflict) || !isInUse(memory)) return null;
    return () => decide(conflict, "holds", memory.id);
  };
  return { actions, holdsOf, isDecidable };
}

export type ConflictActions = ReturnType<typeof useConflictActions>;
