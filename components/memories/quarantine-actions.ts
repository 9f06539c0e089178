import { Ban, CircleCheck } from "lucide-react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import type { ReviewAction } from "@/components/review-queue/actions";
import type { quarantineItem } from "@/messages/compiled/quarantine-item";
import type { Translate } from "@/messages/message";

export type QuarantineDialog = "release" | "reject" | "release_many" | "reject_many";

/** Rejecting is the safe choice, so it comes first. */
export const QUARANTINE_BUTTONS: readonly string[] = [DECISION_KEYS.reject, DECISION_KEYS.accept];

/** What can be decided on a text that a rule stopped; both ask for the reason. */
export function quarantineActions({
  t,
  busy,
  onDialog,
}: {
  t: Translate<typeof quarantineItem>;
  busy: boolean;
  onDialog: (name: QuarantineDialog) => void;
}): ReviewAction[] {
  return [
    {
      keys: DECISION_KEYS.reject,
      label: t("reject_key"),
      run: () => onDialog("reject"),
      button: { text: t("reject"), icon: Ban, variant: "primary", disabled: busy },
    },
    {
      keys: DECISION_KEYS.accept,
      label: t("release_key"),
      run: () => onDialog("release"),
      button: { text: t("release"), icon: CircleCheck, disabled: busy },
    },
  ];
}
