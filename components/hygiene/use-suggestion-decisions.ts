"use client";

import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { toastProblem } from "@/components/pieces/problem";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/doors/client";
import { type Suggestion, suggestionDecide, suggestionUndo } from "@/lib/memories/contract";
import { suggestionItem } from "@/messages/compiled/suggestion-item";

const PAST = {
  accept: { title: "accepted", description: "accepted_meaning" },
  reject: { title: "rejected", description: "rejected_meaning" },
} as const;

/** Decisions on suggestions, each with an undo, and fresh lists afterwards. */
export function useSuggestionDecisions() {
  const t = useMessages(suggestionItem);
  const { settle, undoing } = useMemoryDecisions();

  const undo = async (suggestion_id: string): Promise<void> => {
    try {
      await call(suggestionUndo, { suggestion_id });
      toast.success(t("undone"), { description: t("undone_meaning") });
    } catch (error) {
      toastProblem(t("not_undone"), error);
    }
    await settle();
  };

  return {
    undo,
    /** Resolves to the ids that were decided, and never rejects. */
    decide: async (
      { id, version, memory }: Suggestion,
      decision: "accept" | "reject",
      reason?: string,
    ): Promise<string[]> => {
      const decided = { suggestion_id: id, version, memory_version: memory.version, decision, reason };
      try {
        await call(suggestionDecide, decided);
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
