"use client";

import { Check, X } from "lucide-react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { type OpenProps, ReasonDialog } from "@/components/pieces/reason-dialog";
import type { ReviewAction } from "@/components/review-queue/actions";
import type { DecidingQueue } from "@/components/review-queue/inbox-item";
import { useMessages } from "@/components/ui/messages";
import type { Suggestion } from "@/lib/memories/contract";
import { suggestionItem } from "@/messages/compiled/suggestion-item";
import { useSuggestionDecisions } from "./use-suggestion-decisions";

/** What can be decided on a suggestion, in whatever queue it is. */
export function useSuggestionActions({
  queue,
  onReject,
}: {
  queue: DecidingQueue;
  onReject: () => void;
}): (suggestion: Suggestion) => ReviewAction[] {
  const t = useMessages(suggestionItem);
  const { decide } = useSuggestionDecisions();
  return (suggestion) => {
    if (suggestion.status !== "open" || queue.isRefreshing) return [];
    const { busy } = queue;
    return [
      {
        keys: DECISION_KEYS.accept,
        label: t("accept_key"),
        run: () => queue.decide(t("accepted"), () => decide(suggestion, "accept")),
        button: { text: t("accept"), icon: Check, variant: "primary", busy },
      },
      {
        keys: DECISION_KEYS.reject,
        label: t("reject_key"),
        run: onReject,
        button: { text: t("reject"), icon: X, disabled: busy },
      },
    ];
  };
}

/** Asks why the memory stays as it is. */
export function RejectSuggestionDialog({
  suggestion,
  ...dialog
}: OpenProps & { suggestion: Suggestion; onDone: (ids: string[]) => void }) {
  const t = useMessages(suggestionItem);
  const { decide } = useSuggestionDecisions();
  return (
    <ReasonDialog
      {...dialog}
      title={t("reject_title")}
      description={t("reject_hint")}
      quote={suggestion.memory.statement}
      label={t("reject_why")}
      hint={t("reject_why_hint")}
      usual={t("reject_usual")}
      draft={`suggestion.${suggestion.id}`}
      verb={t("reject")}
      tone="danger"
      send={(reason) => decide(suggestion, "reject", reason)}
    />
  );
}
