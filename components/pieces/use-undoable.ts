"use client";

import { toast } from "@/components/ui/toast";
import { useMemoryDecisions } from "./memory-decisions";
import { toastProblem } from "./problem";
import { toastDone } from "./undo";

type Said = { title: string; description: string };

/** Decisions on records other than memories: each is confirmed with an undo, and lists are read again. */
export function useUndoable({
  undo: send,
  undone,
  not_undone,
}: {
  undo: (id: string) => Promise<unknown>;
  undone: Said;
  not_undone: string;
}) {
  const { settle } = useMemoryDecisions();

  const undo = async (id: string): Promise<void> => {
    try {
      await send(id);
      toast.success(undone.title, { description: undone.description });
    } catch (error) {
      toastProblem(not_undone, error);
    }
    await settle();
  };

  const decided = async (id: string, { title, description }: Said): Promise<void> => {
    toastDone(title, { description, undo: () => undo(id) });
    await settle();
  };

  return {
    undo,
    /** Says that it was decided and offers the undo. */
    decided,
    /** Decides, and says how it went. Resolves to the id that was decided, and never rejects. */
    decide: async (
      id: string,
      {
        send: sendDecision,
        past,
        not_saved,
      }: { send: () => Promise<unknown>; past: Said; not_saved: string },
    ): Promise<string[]> => {
      try {
        await sendDecision();
      } catch (error) {
        toastProblem(not_saved, error);
        await settle();
        return [];
      }
      await decided(id, past);
      return [id];
    },
  };
}
