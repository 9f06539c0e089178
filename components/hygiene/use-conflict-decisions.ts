"use client";

import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { toastProblem } from "@/components/pieces/problem";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/doors/client";
import { type Conflict, conflictResolve, conflictUndo } from "@/lib/hygiene/contract";
import type { CallOf } from "@/lib/kernel/contract";

type Decision = Omit<CallOf<typeof conflictResolve>, "conflict_id" | "version">;

const PAST: Record<Decision["decision"], { title: string; description: string }> = {
  holds: {
    title: "Resolved",
    description: "It supersedes the others, which are no longer served.",
  },
  both_hold: {
    title: "Dismissed",
    description: "All stay in use. The conflict comes back only if one of them changes.",
  },
  invalidate: { title: "Invalidated", description: "None of them is served any longer." },
  correct: { title: "Corrected", description: "The corrected statement supersedes all of them." },
};

/** Decisions on conflicts, each with an undo, and fresh lists afterwards. */
export function useConflictDecisions() {
  const { settle, undoing } = useMemoryDecisions();

  const undo = async (conflict_id: string): Promise<void> => {
    try {
      await call(conflictUndo, { conflict_id });
      toast.success("The decision was undone", { description: "The conflict is open again." });
    } catch (error) {
      toastProblem("The decision could not be undone", error);
    }
    await settle();
  };

  return {
    undo,
    /** @throws ApiError when it is refused, so that a form can say so beside its fields. */
    resolve: async (conflict: Conflict, decision: Decision): Promise<void> => {
      await call(conflictResolve, { conflict_id: conflict.id, version: conflict.version, ...decision });
      const { title, description } = PAST[decision.decision];
      toast.success(title, { description, duration: 10_000, action: undoing(() => undo(conflict.id)) });
      await settle();
    },
  };
}
