"use client";

import { Ban, CheckCheck, PencilLine } from "lucide-react";
import { toastProblem } from "@/components/pieces/problem";
import type { ReviewAction } from "@/components/review-queue/actions";
import type { ReviewQueueState } from "@/components/review-queue/use-review-queue";
import type { Conflict, ConflictDecision } from "@/lib/hygiene/contract";
import type { Memory } from "@/lib/memories/contract";
import { useConflictDecisions } from "./use-conflict-decisions";
import { DECISION_WORDS } from "./words";

const MAX_KEYS = 9;

const isInUse = ({ status }: Memory) => status === "active" || status === "drifted";

/** What can be decided on the open conflict. */
export function useConflictActions({
  queue,
  canWrite,
  onCorrect,
}: {
  queue: ReviewQueueState<Conflict>;
  canWrite: boolean;
  /** Asks what is true. */
  onCorrect: () => void;
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
        toastProblem("The conflict could not be decided", error);
        return [];
      }
    });

  const actions = (conflict: Conflict): ReviewAction[] => {
    if (!isDecidable(conflict)) return [];
    const holds = conflict.memories.slice(0, MAX_KEYS).map(({ id }, index) => ({
      keys: String(index + 1),
      label: `Statement ${index + 1} holds`,
      run: () => decide(conflict, "holds", id),
    }));
    return [
      ...holds,
      {
        keys: "b",
        label: "They hold together",
        run: () => decide(conflict, "both_hold"),
        button: { text: "They hold together", icon: CheckCheck, busy },
      },
      {
        keys: "i",
        label: "Invalidate them all",
        run: () => decide(conflict, "invalidate"),
        button: { text: "Invalidate them all", icon: Ban, variant: "danger", busy },
      },
      {
        keys: "c",
        label: "Correct: say what is true",
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
