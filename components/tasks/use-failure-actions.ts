"use client";

import { CheckCheck, MessageSquarePlus, Undo2 } from "lucide-react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import type { ReviewAction } from "@/components/review-queue/actions";
import type { DecidingQueue } from "@/components/review-queue/inbox-item";
import { useMessages } from "@/components/ui/messages";
import type { Failure } from "@/lib/tasks/contract";
import { returnedFailures } from "@/messages/compiled/returned-failures";
import { useSolving } from "./solve-failure";

/** The order of the buttons, by their keys. */
export const FAILURE_BUTTONS: readonly string[] = [
  DECISION_KEYS.accept,
  DECISION_KEYS.edit,
  DECISION_KEYS.reject,
];

/** What can be decided on a failure that came back, in whatever queue it is. */
export function useFailureActions({
  queue,
  onAnother,
}: {
  queue: DecidingQueue;
  /** Asks for another solution. */
  onAnother: (failure: Failure) => void;
}): (failure: Failure) => ReviewAction[] {
  const t = useMessages(returnedFailures);
  const { solve, reopen } = useSolving();
  const { busy } = queue;
  return (failure) => {
    if (queue.isRefreshing) return [];
    return [
      {
        keys: DECISION_KEYS.accept,
        label: t("works"),
        run: () => queue.decide(t("solved_again"), () => solve(failure, failure.solution ?? "")),
        button: { text: t("works_button"), icon: CheckCheck, variant: "primary", busy },
      },
      {
        keys: DECISION_KEYS.edit,
        label: t("another"),
        run: () => onAnother(failure),
        button: { text: t("another_button"), icon: MessageSquarePlus, disabled: busy },
      },
      {
        keys: DECISION_KEYS.reject,
        label: t("works_not"),
        run: () => queue.decide(t("reopened"), () => reopen(failure)),
        button: { text: t("works_not_button"), icon: Undo2, variant: "danger", busy },
      },
    ];
  };
}
