import { Ban, CircleCheck } from "lucide-react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import type { ReviewAction } from "@/components/review-queue/actions";

export type QuarantineDialog = "release" | "reject" | "release_many" | "reject_many";

/** Rejecting is the safe choice, so it comes first. */
export const QUARANTINE_BUTTONS: readonly string[] = [DECISION_KEYS.reject, DECISION_KEYS.accept];

/** What can be decided on a text that a rule stopped; both ask for the reason. */
export function quarantineActions({
  busy,
  onDialog,
}: {
  busy: boolean;
  onDialog: (name: QuarantineDialog) => void;
}): ReviewAction[] {
  return [
    {
      keys: DECISION_KEYS.reject,
      label: "Reject as invalid, with the reason",
      run: () => onDialog("reject"),
      button: { text: "Reject", icon: Ban, variant: "primary", disabled: busy },
    },
    {
      keys: DECISION_KEYS.accept,
      label: "Release, with the reason",
      run: () => onDialog("release"),
      button: { text: "Release", icon: CircleCheck, disabled: busy },
    },
  ];
}
