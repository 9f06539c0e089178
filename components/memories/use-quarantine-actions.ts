"use client";

import { Ban, CircleCheck } from "lucide-react";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import type { BulkAction, ReviewAction } from "@/components/review-queue/actions";
import type { ReviewQueueState } from "@/components/review-queue/use-review-queue";
import type { Quarantined } from "@/lib/memories/contract";

const REJECTED = "Rejected at the quarantine desk";

/** What can be done with the open text, and with everything that is selected. */
export function useQuarantineActions({
  queue,
  onRelease,
}: {
  queue: ReviewQueueState<Quarantined>;
  /** Asks for the reason. */
  onRelease: (ids: readonly string[]) => void;
}) {
  const { decideQuarantined } = useMemoryDecisions();
  const { busy } = queue;
  const reject = (ids: readonly string[], reason: string) =>
    queue.decide("Rejected", () => decideQuarantined(ids, "reject", reason));
  const rejectOne = ({ memory, suspicions: [first] }: Quarantined) =>
    reject([memory.id], first ? `${REJECTED}: it ${first.reason}.` : `${REJECTED}.`);

  const actions = (item: Quarantined): ReviewAction[] => [
    {
      key: "a",
      words: "Release, with the reason",
      run: () => onRelease([item.memory.id]),
      button: { text: "Release", icon: CircleCheck, variant: "primary", disabled: busy },
    },
    {
      key: "r",
      words: "Reject as invalid",
      run: () => rejectOne(item),
      button: { text: "Reject", icon: Ban, variant: "danger", busy },
    },
  ];
  const bulkActions: BulkAction[] = [
    { text: "Release", disabled: busy, run: () => onRelease([...queue.selection]) },
    {
      text: "Reject",
      variant: "danger",
      busy,
      run: () => reject([...queue.selection], `${REJECTED}.`),
    },
  ];
  return { actions, bulkActions };
}
