"use client";

import { Check, X } from "lucide-react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { type OpenProps, ReasonDialog } from "@/components/pieces/reason-dialog";
import type { ReviewAction } from "@/components/review-queue/actions";
import type { DecidingQueue } from "@/components/review-queue/inbox-item";
import type { Suggestion } from "@/lib/memories/contract";
import { useSuggestionDecisions } from "./use-suggestion-decisions";

/** What can be decided on a suggestion, in whatever queue it is. */
export function useSuggestionActions({
  queue,
  onReject,
}: {
  queue: DecidingQueue;
  onReject: () => void;
}): (suggestion: Suggestion) => ReviewAction[] {
  const { decide } = useSuggestionDecisions();
  return (suggestion) => {
    if (suggestion.status !== "open" || queue.isRefreshing) return [];
    const { busy } = queue;
    return [
      {
        keys: DECISION_KEYS.accept,
        label: "Accept the suggestion",
        run: () => queue.decide("Accepted", () => decide(suggestion, "accept")),
        button: { text: "Accept", icon: Check, variant: "primary", busy },
      },
      {
        keys: DECISION_KEYS.reject,
        label: "Reject the suggestion, with the reason",
        run: onReject,
        button: { text: "Reject", icon: X, disabled: busy },
      },
    ];
  };
}

/** Asks why the memory stays as it is. */
export function RejectSuggestionDialog({
  suggestion,
  ...dialog
}: OpenProps & { suggestion: Suggestion; onDone: (ids: string[]) => void }) {
  const { decide } = useSuggestionDecisions();
  return (
    <ReasonDialog
      {...dialog}
      title="Reject the suggestion"
      description="The memory stays unchanged, and the agent's suggestion is kept with your reason."
      quote={suggestion.memory.statement}
      label="Reason"
      hint="Shown to the next reader."
      usual="The memory is still true."
      verb="Reject"
      tone="danger"
      send={(reason) => decide(suggestion, "reject", reason)}
    />
  );
}
