"use client";

import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { NotRecommended } from "@/components/pieces/price";
import { useMe } from "@/components/pieces/use-me";
import { useRolesThat } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { Keys } from "@/components/ui/kbd";
import { useMessages } from "@/components/ui/messages";
import { proposalReview } from "@/messages/compiled/proposal-review";
import type { Translate } from "@/messages/message";

type Counts = {
  hunks: number;
  /** Hunks that are not left out. */
  taken: number;
  /** Taken hunks that cannot be applied. */
  blocked: number;
};

/** Why nothing can be approved as it is, or how much would be. */
function BarText({
  counts,
  canDecide,
  rebasable,
}: {
  counts: Counts;
  canDecide: boolean;
  rebasable: boolean;
}) {
  const t = useMessages(proposalReview);
  const rolesThat = useRolesThat();
  const { me } = useMe();
  const { hunks, taken, blocked } = counts;
  if (me === null) return null;
  if (!canDecide)
    return (
      <span className="text-muted-foreground">
        {t("who_may_decide", { roles: rolesThat("proposals:decide") })}
      </span>
    );
  if (blocked > 0)
    return (
      <span className="text-warn">
        {t(rebasable ? "blocked_rebase" : "blocked_see_above", { count: blocked })}
      </span>
    );
  if (taken === 0) return <span className="text-muted-foreground">{t("none_included")}</span>;
  if (hunks === 1) return null;
  return t("some_included", { taken, hunks });
}

function approveWords(t: Translate<typeof proposalReview>, { hunks, taken }: Counts): string {
  if (taken === hunks) return t("approve");
  return t("approve_count", { count: taken });
}

/** The bar below an open proposal: what a decision would do, and the decisions. */
export function DecisionBar({
  counts,
  canDecide,
  rebasable,
  isPoor,
  onSkip,
  onReject,
  onApprove,
}: {
  counts: Counts;
  canDecide: boolean;
  rebasable: boolean;
  /** Whether the text as it is worded now hides as much as it prevents. */
  isPoor: boolean;
  /** Null when no other proposal is open. */
  onSkip: (() => void) | null;
  onReject: () => void;
  onApprove: () => void;
}) {
  const t = useMessages(proposalReview);
  return (
    <div
      data-bottom-bar=""
      className="sticky bottom-0 z-20 -mx-4 mt-6 flex flex-wrap items-center gap-2 border-t bg-background px-4 py-2.5 sm:-mx-6 sm:px-6"
    >
      <p className="mr-auto text-sm">
        <BarText counts={counts} canDecide={canDecide} rebasable={rebasable} />{" "}
        {isPoor && canDecide && <NotRecommended />}
      </p>
      {onSkip !== null && (
        <Button variant="ghost" onClick={onSkip}>
          {t("skip")}
          <ButtonKeys keys={DECISION_KEYS.skip} />
        </Button>
      )}
      {canDecide && (
        <>
          <Button variant="danger" onClick={onReject}>
            {t("reject")}
            <ButtonKeys keys={DECISION_KEYS.reject} />
          </Button>
          <Button
            variant={isPoor ? "secondary" : "primary"}
            disabled={counts.taken === 0 || counts.blocked > 0}
            onClick={onApprove}
          >
            {approveWords(t, counts)}
            <ButtonKeys keys={DECISION_KEYS.accept} />
          </Button>
        </>
      )}
    </div>
  );
}

/** The keys that do what a button does, where there is a keyboard to be expected. */
function ButtonKeys({ keys }: { keys: string }) {
  return (
    <span className="max-sm:hidden">
      <Keys keys={keys} />
    </span>
  );
}
