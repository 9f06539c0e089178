"use client";

import { CheckCheck, MessageSquarePlus, Undo2 } from "lucide-react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import type { ReviewAction } from "@/components/review-queue/actions";
import type { DecidingQueue } from "@/components/review-queue/inbox-item";
import type { Failure } from "@/lib/tasks/contract";
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
  const { solve, reopen } = useSolving();
  const { busy } = queue;
  return (failure) => {
    if (queue.isRefreshing) return [];
    return [
      {
        keys: DECISION_KEYS.accept,
        label: "The solution works: it was not applied here",
        run: () => queue.decide("Solved again", () => solve(failure, failure.solution ?? "")),
        button: { text: "The solution works", icon: CheckCheck, variant: "primary", busy },
      },
      {
        keys: DECISION_KEYS.edit,
        label: "Write another solution",
        run: () => onAnother(failure),
        button: { text: "Another solution", icon: MessageSquarePlus, disabled: busy },
      },
      {
        keys: DECISION_KEYS.reject,
        label: "The solution does not work: remove it",
        run: () => queue.decide("Reopened", () => reopen(failure)),
        button: { text: "It does not work", icon: Undo2, variant: "danger", busy },
      },
    ];
  };
}
