"use client";

import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { toastProblem } from "@/components/pieces/problem";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
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
  const { settle, undoing } = useMemoryDecisions();

  const undo = async (support_id: string): Promise<void> => {
    try {
      await call(memorySupportUndo, { support_id });
      toast.success(t("undone"), { description: t("undone_meaning") });
    } catch (error) {
      toastProblem(t("not_undone"), error);
    }
    await settle();
  };

  return {
    undo,
    /** Resolves to the ids that were decided, and never rejects. */
    decide: async ({ id, changed_at }: MemorySupport, decision: SupportDecision): Promise<string[]> => {
      if (changed_at === null) return [];
      try {
        await call(memorySupportDecide, { support_id: id, decision, changed_at });
      } catch (error) {
        toastProblem(t("not_saved"), error);
        await settle();
        return [];
      }
      const { title, description } = PAST[decision];
      toast.success(t(title), {
        description: t(description),
        duration: 10_000,
        action: undoing(() => undo(id)),
      });
      await settle();
      return [id];
    },
  };
}
