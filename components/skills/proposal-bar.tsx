"use client";

import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { formatCount } from "@/components/pieces/format";
import { NotRecommended } from "@/components/pieces/price";
import { useMe } from "@/components/pieces/use-me";
import { whoMay } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { Keys } from "@/components/ui/kbd";

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
  const { me } = useMe();
  const { hunks, taken, blocked } = counts;
  if (me === null) return null;
  if (!canDecide)
    return <span className="text-muted-foreground">{whoMay("proposals:decide", "decide on proposals")}</span>;
  if (blocked > 0) return <BlockedHunks blocked={blocked} rebasable={rebasable} />;
  if (taken === 0)
    return (
      <span className="text-muted-foreground">
        No hunk is included. To approve none, reject the proposal.
      </span>
    );
  if (hunks === 1) return null;
  return `${formatCount(taken)} of ${formatCount(hunks)} hunks included`;
}

function BlockedHunks({ blocked, rebasable }: { blocked: number; rebasable: boolean }) {
  const remedy = rebasable ? "rebase first" : "see above";
  if (blocked === 1)
    return <span className="text-warn">One hunk cannot be applied as it is: {remedy}, or leave it out.</span>;
  return (
    <span className="text-warn">
      {formatCount(blocked)} hunks cannot be applied as they are: {remedy}, or leave them out.
    </span>
  );
}

function approveWords({ hunks, taken }: Counts): string {
  if (taken === hunks) return "Approve";
  return `Approve ${formatCount(taken)}`;
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
          Skip
          <span className="max-sm:hidden">
            <Keys keys={DECISION_KEYS.skip} />
          </span>
        </Button>
      )}
      {canDecide && (
        <>
          <Button variant="danger" onClick={onReject}>
            Reject
            <span className="max-sm:hidden">
              <Keys keys={DECISION_KEYS.reject} />
            </span>
          </Button>
          <Button
            variant={isPoor ? "secondary" : "primary"}
            disabled={counts.taken === 0 || counts.blocked > 0}
            onClick={onApprove}
          >
            {approveWords(counts)}
            <span className="max-sm:hidden">
              <Keys keys={DECISION_KEYS.accept} />
            </span>
          </Button>
        </>
      )}
    </div>
  );
}
