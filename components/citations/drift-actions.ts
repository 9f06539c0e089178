import { Ban, CornerDownRight, Quote, RefreshCw } from "lucide-react";
import type { ReviewAction } from "@/components/review-queue/actions";

export type DriftDialog = "invalidate" | "invalidate_many" | "supersede";

/** The order of the buttons, by their keys. */
export const DRIFT_BUTTONS = ["t", "s", "i", "r"];

/** What can be decided on the open memory. */
export function driftActions({
  busy,
  onRecite,
  onRefresh,
  onDialog,
}: {
  busy: boolean;
  /** Null where no lines took the place of those that are cited. */
  onRecite: (() => void) | null;
  onRefresh: () => void;
  onDialog: (name: DriftDialog) => void;
}): ReviewAction[] {
  const recite: ReviewAction[] = onRecite === null ? [] : [reciteAction({ busy, onRecite })];
  return [
    ...recite,
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
      button: {
        text: "Supersede",
        icon: CornerDownRight,
        variant: onRecite === null ? "primary" : "secondary",
      },
    },
    {
      keys: "i",
      label: "Invalidate, with the reason",
      run: () => onDialog("invalidate"),
      button: { text: "Invalidate", icon: Ban, variant: "danger" },
    },
  ];
}

function reciteAction({ busy, onRecite }: { busy: boolean; onRecite: () => void }): ReviewAction {
  return {
    keys: "t",
    label: "Still true: cite the new lines",
    run: onRecite,
    button: {
      text: "Still true: cite the new lines",
      icon: Quote,
      variant: "primary",
      busy,
      title: "The memory stays as it is, cites the lines as they are now, and is served again.",
    },
  };
}
