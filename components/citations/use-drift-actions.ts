"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { mayBeRecited, shownAt } from "@/components/pieces/new-citation";
import type { ReviewAction } from "@/components/review-queue/actions";
import type { DecidingQueue } from "@/components/review-queue/inbox-item";
import { announce } from "@/components/ui/announce";
import type { Memory } from "@/lib/memories/contract";
import { type DriftDialog, driftActions } from "./drift-actions";
import { mayBeFollowed } from "./new-citations";

/** What can be decided on a drifted memory, in whatever queue it is. */
export function useDriftActions({
  queue,
  onDialog,
}: {
  queue: DecidingQueue;
  onDialog: (name: DriftDialog) => void;
}): (memory: Memory) => ReviewAction[] {
  const decisions = useMemoryDecisions();
  const client = useQueryClient();
  const recite = async (memory: Memory): Promise<string[]> => {
    const shown_at = shownAt(client, memory);
    if (shown_at !== null) return decisions.recite(memory, shown_at);
    announce("Not saved: wait until the new lines are shown.");
    return [];
  };
  const refresh = async ({ id }: Memory): Promise<string[]> => {
    if (await decisions.refresh(id)) return [id];
    announce("Not refreshed: a citation is not valid, or could not be read.");
    return [];
  };
  return (memory) =>
    driftActions({
      busy: queue.busy,
      onRecite: mayBeRecited(memory) ? () => queue.decide("Still true", () => recite(memory)) : null,
      onFollow: mayBeFollowed(memory) ? () => queue.decide("Followed", () => decisions.follow(memory)) : null,
      onRefresh: () => queue.decide("Refreshed", () => refresh(memory)),
      onDialog,
    });
}
