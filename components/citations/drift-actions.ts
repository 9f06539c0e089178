import { Ban, CornerDownRight, CornerUpRight, Quote, RefreshCw } from "lucide-react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import type { ReviewAction } from "@/components/review-queue/actions";
import type { citationsDrift } from "@/messages/compiled/citations-drift";
import type { Translate } from "@/messages/message";

export type DriftDialog = "invalidate" | "invalidate_many" | "supersede";

const { accept, follow, checkAgain, edit, reject } = DECISION_KEYS;

/** The order of the buttons, by their keys. */
export const DRIFT_BUTTONS: readonly string[] = [accept, follow, edit, reject, checkAgain];

type Words = Translate<typeof citationsDrift>;

type DriftWork = {
  t: Words;
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
  const { t, busy, onDialog } = work;
  return [
    ...stillTrueActions(work),
    {
      keys: edit,
      label: t("supersede_keys"),
      run: () => onDialog("supersede"),
      button: { text: t("supersede"), icon: CornerDownRight, variant: "secondary" },
    },
    {
      keys: reject,
      label: t("invalidate_keys"),
      run: () => onDialog("invalidate"),
      button: { text: t("invalidate"), icon: Ban, variant: "danger", disabled: busy },
    },
  ];
}

function stillTrueActions({ t, busy, onRecite, onFollow, onRefresh }: DriftWork): ReviewAction[] {
  if (onRecite === null && onFollow === null)
    return [refreshAction({ t, keys: accept, busy, run: onRefresh })];
  const again = refreshAction({ t, keys: checkAgain, busy, run: onRefresh });
  if (onRecite === null)
    return [followAction({ t, keys: accept, busy, run: onFollow }), again].flatMap(present);
  return [
    reciteAction({ t, keys: accept, busy, run: onRecite }),
    followAction({ t, keys: follow, busy, run: onFollow }),
    again,
  ].flatMap(present);
}

const present = (action: ReviewAction | null) => action ?? [];

type Work<Run> = { t: Words; keys: string; busy: boolean; run: Run };

function refreshAction({ t, keys, busy, run }: Work<() => void>): ReviewAction {
  return {
    keys,
    label: t("refresh_keys"),
    run,
    button: {
      text: t("refresh"),
      icon: RefreshCw,
      busy,
      title: t("refresh_meaning"),
    },
  };
}

function followAction({ t, keys, busy, run }: Work<(() => void) | null>): ReviewAction | null {
  if (run === null) return null;
  return {
    keys,
    label: t("follow_keys"),
    run,
    button: {
      text: t("follow"),
      icon: CornerUpRight,
      variant: keys === accept ? "primary" : "secondary",
      busy,
      title: t("follow_meaning"),
    },
  };
}

function reciteAction({ t, keys, busy, run }: Work<() => void>): ReviewAction {
  return {
    keys,
    label: t("recite"),
    run,
    button: {
      text: t("recite"),
      icon: Quote,
      variant: "primary",
      busy,
      title: t("recite_meaning"),
    },
  };
}
