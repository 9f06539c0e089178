"use client";

import { useUndoable } from "@/components/pieces/use-undoable";
import { useMessages } from "@/components/ui/messages";
import { call } from "@/lib/doors/client";
import {
  type MemorySupport,
  memorySupportDecide,
  memorySupportUndo,
  type SupportDecision,
} from "@/lib/memories/contract";
import { citationsContext } from "@/messages/compiled/citations-context";

const PAST = {
  holds: { title: "done_holds", description: "done_holds_meaning" },
  stale: { title: "done_stale_title", description: "done_stale_meaning" },
} as const satisfies Record<SupportDecision, unknown>;

/** Decisions on changed definitions, each with an undo, and fresh lists afterwards. */
export function useContextDecisions() {
  const t = useMessages(citationsContext);
  const { undo, decide } = useUndoable({
    undo: (support_id) => call(memorySupportUndo, { support_id }),
    undone: { title: t("undone"), description: t("undone_meaning") },
    not_undone: t("not_undone"),
  });
  return {
    undo,
    /** Resolves to the ids that were decided, and never rejects. */
    decide: async ({ id, changed_at }: MemorySupport, decision: SupportDecision): Promise<string[]> => {
      if (changed_at === null) return [];
      const { title, description } = PAST[decision];
      return decide(id, {
        send: () => call(memorySupportDecide, { support_id: id, decision, changed_at }),
        past: { title: t(title), description: t(description) },
        not_saved: t("not_saved"),
      });
    },
  };
}
