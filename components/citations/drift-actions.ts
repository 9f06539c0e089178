import { Ban, CornerDownRight, RefreshCw } from "lucide-react";
import type { ReviewAction } from "@/components/review-queue/actions";

export type DriftDialog = "invalidate" | "invalidate_many" | "supersede";

/** The order of the buttons, by their keys. */
export const DRIFT_BUTTONS = ["s", "i", "r"];

/** What can be decided on the open memory. */
export function driftActions({
  busy,
  onRefresh,
  onDialog,
}: {
  busy: boolean;
  onRefresh: () => void;
  onDialog: (name: DriftDialog) => void;
}): ReviewAction[] {
  return [
    {
      keys: "r",
      label: "Refresh: check again, and confirm it when it holds",
      run: onRefresh,
      button: {
        text: "Refresh",
        icon: RefreshCw,
        busy,
        title: "Checks again; when every citation holds, the memory is served again.",
      },
    },
    {
      keys: "s",
      label: "Supersede with an edited fact",
      run: () => onDialog("supersede"),
      button: { text: "Supersede", icon: CornerDownRight, variant: "primary" },
    },
    {
      keys: "i",
      label: "Invalidate, with the reason",
      run: () => onDialog("invalidate"),
      button: { text: "Invalidate", icon: Ban, variant: "danger" },
    },
  ];
}
