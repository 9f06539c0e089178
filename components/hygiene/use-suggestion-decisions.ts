"use client";

import { useUndoable } from "@/components/pieces/use-undoable";
import { useMessages } from "@/components/ui/messages";
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
  const { undo, decide } = useUndoable({
    undo: (suggestion_id) => call(suggestionUndo, { suggestion_id }),
    undone: { title: t("undone"), description: t("undone_meaning") },
    not_undone: t("not_undone"),
  });
  return {
    undo,
    /** Resolves to the ids that were decided, and never rejects. */
    decide: (
      { id, version, memory }: Suggestion,
      decision: "accept" | "reject",
      reason?: string,
    ): Promise<string[]> => {
      const { title, description } = PAST[decision];
      const decided = { suggestion_id: id, version, memory_version: memory.version, decision, reason };
      return decide(id, {
        send: () => call(suggestionDecide, decided),
        past: { title: t(title), description: t(description) },
        not_saved: t("not_saved"),
      });
    },
  };
}
