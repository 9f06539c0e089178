"use client";

import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { toastProblem } from "@/components/pieces/problem";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/doors/client";
import {
  type MemorySupport,
  memorySupportDecide,
  memorySupportUndo,
  type SupportDecision,
} from "@/lib/memories/contract";

const PAST: Record<SupportDecision, { title: string; description: string }> = {
  holds: { title: "Still true", description: "Agents are served the memory without this change." },
  stale: { title: "Memory invalidated", description: "It is no longer served to agents." },
};

/** Decisions on changed definitions, each with an undo, and fresh lists afterwards. */
export function useContextDecisions() {
  const { settle, undoing } = useMemoryDecisions();

  const undo = async (support_id: string): Promise<void> => {
    try {
      await call(memorySupportUndo, { support_id });
      toast.success("The decision was undone", { description: "The change is back in the queue." });
    } catch (error) {
      toastProblem("The decision could not be undone", error);
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
