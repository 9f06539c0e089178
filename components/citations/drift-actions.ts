import { Ban, CornerDownRight, CornerUpRight, Quote, RefreshCw } from "lucide-react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import type { ReviewAction } from "@/components/review-queue/actions";

export type DriftDialog = "invalidate" | "invalidate_many" | "supersede";

const { accept, follow, checkAgain, edit, reject } = DECISION_KEYS;

/** The order of the buttons, by their keys. */
export const DRIFT_BUTTONS: readonly string[] = [accept, follow, edit, reject, checkAgain];

type DriftWork = {
  busy: boolean;
  /** Null where no text of it was copied before it went. */
  onFollow: (() => void) | null;
  /** Null where no lines took the place of those that are cited. */
  onRecite: (() => void) | null;
  onRefresh: () => void;
  onDialog: (name: DriftDialog) => void;
};

/** What can be decided on the open memory. Accepting says that it is still true, in the way that its code allows. */
export function driftActions(work: DriftWork): ReviewAction[] {
  const { busy, onDialog } = work;
  return [
    ...stillTrueActions(work),
    {
      keys: edit,
      label: "Supersede with a corrected statement",
      run: () => onDialog("supersede"),
      button: { text: "Supersede", icon: CornerDownRight, variant: "secondary" },
    },
    {
      keys: reject,
      label: "No longer true: invalidate, with the reason",
      run: () => onDialog("invalidate"),
      button: { text: "Invalidate", icon: Ban, variant: "danger", disabled: busy },
    },
  ];
}

function stillTrueActions({ busy, onRecite, onFollow, onRefresh }: DriftWork): ReviewAction[] {
  if (onRecite === null && onFollow === null) return [refreshAction({ keys: accept, busy, run: onRefresh })];
  const again = refreshAction({ keys: checkAgain, busy, run: onRefresh });
  if (onRecite === null) return [followAction({ keys: accept, busy, run: onFollow }), again].flatMap(present);
  return [
    reciteAction({ keys: accept, busy, run: onRecite }),
    followAction({ keys: follow, busy, run: onFollow }),
    again,
  ].flatMap(present);
}

const present = (action: ReviewAction | null) => action ?? [];

type Work<Run> = { keys: string; busy: boolean; run: Run };

function refreshAction({ keys, busy, run }: Work<() => void>): ReviewAction {
  return {
    keys,
    label: "Refresh: check again, and confirm it if it is valid",
    run,
    button: {
      text: "Refresh",
      icon: RefreshCw,
      busy,
      title: "Checks again. If every citation is valid, the memory is served again.",
    },
  };
}

function followAction({ keys, busy, run }: Work<(() => void) | null>): ReviewAction | null {
  if (run === null) return null;
  return {
    keys,
    label: "Follow: cite the same text where it is now",
    run,
    button: {
      text: "Follow: cite it where it is now",
      icon: CornerUpRight,
      variant: keys === accept ? "primary" : "secondary",
      busy,
      title:
        "The text was copied before it was removed here. The memory then cites the copy, and is served again.",
    },
  };
}

function reciteAction({ keys, busy, run }: Work<() => void>): ReviewAction {
  return {
    keys,
    label: "Still true: cite the new lines",
    run,
    button: {
      text: "Still true: cite the new lines",
      icon: Quote,
      variant: "primary",
      busy,
      title: "The memory stays unchanged, cites the lines as they are now, and is served again.",
    },
  };
}
