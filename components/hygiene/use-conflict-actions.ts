"use client";

import { Ban, CheckCheck, PencilLine } from "lucide-react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { toastProblem } from "@/components/pieces/problem";
import type { ReviewAction } from "@/components/review-queue/actions";
import type { DecidingQueue } from "@/components/review-queue/inbox-item";
import { useMessages } from "@/components/ui/messages";
import type { Conflict, ConflictDecision } from "@/lib/hygiene/contract";
import type { Memory } from "@/lib/memories/contract";
import { conflictItem } from "@/messages/compiled/conflict-item";
import { useConflictDecisions } from "./use-conflict-decisions";
import { DECISION_WORDS } from "./words";

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
  const t = useMessages(conflictItem);
  const { resolve } = useConflictDecisions();
  const { busy } = queue;
  const isDecidable = ({ status }: Conflict) => canWrite && status === "open" && !queue.isRefreshing;

  const decide = (conflict: Conflict, decision: ConflictDecision, memory_id?: string) =>
    queue.decide(t(DECISION_WORDS[decision]), async () => {
      try {
        await resolve(conflict, { decision, memory_id });
        return [conflict.id];
      } catch (error) {
        toastProblem(t("not_saved"), error);
        return [];
      }
    });

  const actions = (conflict: Conflict): ReviewAction[] => {
    if (!isDecidable(conflict)) return [];
    const allTrue = t("these_true", { count: conflict.memories.length });
    const holds = conflict.memories.slice(0, MAX_KEYS).map(({ id }, index) => ({
      keys: String(index + 1),
      label: t("statement_true", { number: index + 1 }),
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
        label: t("invalidate_key"),
        run: onInvalidate,
        button: { text: t("invalidate"), icon: Ban, variant: "danger", disabled: busy },
      },
      {
        keys: DECISION_KEYS.edit,
        label: t("correct_title"),
        run: onCorrect,
        button: { text: t("correct"), icon: PencilLine },
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
