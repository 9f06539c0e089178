"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { mayBeRecited, shownAt } from "@/components/pieces/new-citation";
import type { ReviewAction } from "@/components/review-queue/actions";
import type { DecidingQueue } from "@/components/review-queue/inbox-item";
import { announce } from "@/components/ui/announce";
import { useMessages } from "@/components/ui/messages";
import type { Memory } from "@/lib/memories/contract";
import { citationsDrift } from "@/messages/compiled/citations-drift";
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
  const t = useMessages(citationsDrift);
  const decisions = useMemoryDecisions();
  const client = useQueryClient();
  const recite = async (memory: Memory): Promise<string[]> => {
    const shown_at = shownAt(client, memory);
    if (shown_at !== null) return decisions.recite(memory, shown_at);
    announce(t("not_recited"));
    return [];
  };
  const refresh = async ({ id }: Memory): Promise<string[]> => {
    if (await decisions.refresh(id)) return [id];
    announce(t("not_refreshed"));
    return [];
  };
  return (memory) =>
    driftActions({
      t,
      busy: queue.busy,
      onRecite: mayBeRecited(memory) ? () => queue.decide(t("done_recited"), () => recite(memory)) : null,
      onFollow: mayBeFollowed(memory)
        ? () => queue.decide(t("done_followed"), () => decisions.follow(memory))
        : null,
      onRefresh: () => queue.decide(t("done_refreshed"), () => refresh(memory)),
      onDialog,
    });
}
