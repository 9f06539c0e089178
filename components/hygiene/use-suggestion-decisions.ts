"use client";

import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { toastProblem } from "@/components/pieces/problem";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/doors/client";
import { type Suggestion, suggestionDecide, suggestionUndo } from "@/lib/memories/contract";

const PAST = {
  accept: { title: "Accepted", description: "The change was made in your name." },
  reject: { title: "Rejected", description: "The memory stays unchanged." },
} as const;

/** Decisions on suggestions, each with an undo, and fresh lists afterwards. */
export function useSuggestionDecisions() {
  const { settle, undoing } = useMemoryDecisions();

  const undo = async (suggestion_id: string): Promise<void> => {
    try {
      await call(suggestionUndo, { suggestion_id });
      toast.success("The decision was undone", { description: "The suggestion is open again." });
    } catch (error) {
      toastProblem("The decision could not be undone", error);
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
        toastProblem("The decision could not be saved", error);
        await settle();
        return [];
      }
      const { title, description } = PAST[decision];
      toast.success(title, { description, duration: 10_000, action: undoing(() => undo(id)) });
      await settle();
      return [id];
    },
  };
}
