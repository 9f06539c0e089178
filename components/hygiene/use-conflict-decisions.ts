"use client";

import { useUndoable } from "@/components/pieces/use-undoable";
import { useMessages } from "@/components/ui/messages";
import { call } from "@/lib/doors/client";
import { type Conflict, conflictResolve, conflictUndo } from "@/lib/hygiene/contract";
import type { CallOf } from "@/lib/kernel/contract";
import { conflictItem } from "@/messages/compiled/conflict-item";
import type { PlainKey } from "@/messages/message";

type Decision = Omit<CallOf<typeof conflictResolve>, "conflict_id" | "version">;

type Key = PlainKey<typeof conflictItem>;

const PAST: Record<Decision["decision"], { title: Key; description: Key }> = {
  holds: { title: "done_resolved", description: "done_resolved_meaning" },
  both_hold: { title: "done_dismissed", description: "done_dismissed_meaning" },
  invalidate: { title: "done_invalidated", description: "done_invalidated_meaning" },
  correct: { title: "done_corrected", description: "done_corrected_meaning" },
};

/** Decisions on conflicts, each with an undo, and fresh lists afterwards. */
export function useConflictDecisions() {
  const t = useMessages(conflictItem);
  const { undo, decided } = useUndoable({
    undo: (conflict_id) => call(conflictUndo, { conflict_id }),
    undone: { title: t("undone"), description: t("undone_meaning") },
    not_undone: t("not_undone"),
  });
  return {
    undo,
    /** @throws ApiError when it is refused, so that a form can say so beside its fields. */
    resolve: async (conflict: Conflict, decision: Decision): Promise<void> => {
      await call(conflictResolve, { conflict_id: conflict.id, version: conflict.version, ...decision });
      const { title, description } = PAST[decision.decision];
      await decided(conflict.id, { title: t(title), description: t(description) });
    },
  };
}
