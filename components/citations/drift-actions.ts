import { Ban, CornerDownRight, CornerUpRight, Quote, RefreshCw } from "lucide-react";
import type { ReviewAction } from "@/components/review-queue/actions";

export type DriftDialog = "invalidate" | "invalidate_many" | "supersede";

/** The order of the buttons, by their keys. */
export const DRIFT_BUTTONS = ["t", "f", "s", "i", "r"];

/** What can be decided on the open memory. */
export function driftActions({
  busy,
  onRecite,
  onFollow,
  onRefresh,
  onDialog,
}: {
  busy: boolean;
  /** Null where no text of it was copied before it went. */
  onFollow: (() => void) | null;
  /** Null where no lines took the place of those that are cited. */
  onRecite: (() => void) | null;
  onRefresh: () => void;
  onDialog: (name: DriftDialog) => void;
}): ReviewAction[] {
  const recite: ReviewAction[] = onRecite === null ? [] : [reciteAction({ busy, onRecite })];
  const follow: ReviewAction[] = onFollow === null ? [] : [followAction({ busy, onFollow })];
  const isFirst = onRecite === null && onFollow === null;
  return [
    ...recite,
    ...follow,
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
        variant: isFirst ? "primary" : "secondary",
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

function followAction({ busy, onFollow }: { busy: boolean; onFollow: () => void }): ReviewAction {
  return {
    keys: "f",
    label: "Follow: cite the same text where it stands now",
    run: onFollow,
    button: {
      text: "Follow: cite it where it stands now",
      icon: CornerUpRight,
      variant: "primary",
      busy,
      title: "The text was copied before it went from here; the memory cites the copy, and is served again.",
    },
  };
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
