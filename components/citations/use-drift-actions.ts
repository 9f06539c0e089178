"use client";

import { Ban, CornerDownRight, RefreshCw } from "lucide-react";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import type { BulkAction, ReviewAction } from "@/components/review-queue/actions";
import { announce } from "@/components/ui/announce";
import type { Memory } from "@/lib/memories/contract";
import type { DriftQueueState } from "./use-drift-queue";

export type DriftDialog = "invalidate" | "invalidate_many" | "supersede";

const OTHER_VIEW = { split: "unified", unified: "split" } as const;

/** What can be done with the open memory, and with everything that is selected. */
export function useDriftActions({
  drift: { queue, diff, setDiff },
  canWrite,
  showDialog,
}: {
  drift: DriftQueueState;
  canWrite: boolean;
  showDialog: (name: DriftDialog) => void;
}) {
  const decisions = useMemoryDecisions();
  const compare: ReviewAction = {
    key: "d",
    words: "Side by side, or in one column",
    run: () => setDiff(OTHER_VIEW[diff]),
  };
  if (!canWrite) return { actions: () => [compare], bulkActions: null };

  const refresh = async ({ id }: Memory): Promise<string[]> => {
    if (await decisions.refresh(id)) return [id];
    announce("Not refreshed: its citations do not hold, or could not be read.");
    return [];
  };
  const actions = (memory: Memory): ReviewAction[] => [
    compare,
    {
      key: "r",
      words: "Refresh: check again, and confirm it when it holds",
      run: () => queue.decide("Refreshed", () => refresh(memory)),
      button: {
        text: "Refresh",
        icon: RefreshCw,
        busy: queue.busy,
        title: "Checks again; when every citation holds, the memory is served again.",
      },
    },
    {
      key: "s",
      words: "Supersede with an edited fact",
      run: () => showDialog("supersede"),
      button: { text: "Supersede", icon: CornerDownRight, variant: "primary" },
    },
    {
      key: "i",
      words: "Invalidate, with the reason",
      run: () => showDialog("invalidate"),
      button: { text: "Invalidate", icon: Ban, variant: "danger" },
    },
  ];
  const bulkActions: BulkAction[] = [
    {
      text: "Refresh",
      busy: queue.busy,
      run: () => queue.decide("Refreshed", () => decisions.refreshMany([...queue.selection])),
    },
    { text: "Invalidate", variant: "danger", run: () => showDialog("invalidate_many") },
  ];
  return { actions, bulkActions };
}
