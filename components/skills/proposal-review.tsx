"use client";

import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import type { ProposalDetail } from "@/lib/skills/contract";
import { proposalReview } from "@/messages/compiled/proposal-review";
import { counterExamples } from "./counter-examples";
import { Approve, Reject } from "./decide";
import { textOf } from "./hunk-text";
import { DecisionBar } from "./proposal-bar";
import { ProposalChange } from "./proposal-change";
import { ConflictNotice } from "./proposal-conflict";
import { Decision } from "./proposal-decision";
import { HunkEvidence } from "./proposal-evidence";
import type { ProposalQueue } from "./proposal-queue";
import { isPoorTrial, ProposalTrial, useTrial } from "./trial";
import { type ProposalReviewState, useProposalKeys, useProposalReview } from "./use-proposal-review";

/** In a queue the list takes the width that the evidence has on a page. */
const LAYOUTS = {
  page: "lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]",
  queue: "min-[110rem]:grid-cols-[minmax(0,1fr)_24rem]",
};

/** The change hunk by hunk beside its evidence, with what the person may do to it. */
export function ProposalReview({ proposal, queue }: { proposal: ProposalDetail; queue: ProposalQueue }) {
  const t = useMessages(proposalReview);
  const review = useProposalReview({ proposal, queue });
  useProposalKeys(review);
  const { edits, dialogs, isOpen, canDecide, current, index } = review;
  const { hunks, taken, blocked } = edits;
  const trial = useTrial({ proposal, taken, edits: edits.texts });
  // What is left out is no part of that trial, and is tried by itself.
  const leftOut = hunks.slice(index, index + 1).filter((placed) => !taken.includes(placed));
  const isLeftOut = leftOut.length > 0;
  const alone = useTrial({ proposal, taken: leftOut, edits: edits.texts, enabled: isLeftOut });
  return (
    <>
      {proposal.conflict && isOpen && <ConflictNotice proposal={proposal} />}
      {!isOpen && <Decision proposal={proposal} onNext={queue.next} />}
      <div className={cn("grid items-start gap-6", LAYOUTS[queue.isPage ? "page" : "queue"])}>
        <ProposalChange review={review} />
        {current !== undefined && (
          <HunkEvidence
            hunk={current}
            title={hunks.length === 1 ? t("evidence") : t("evidence_for", { hunk: index + 1 })}
            predicted={proposal.predicted !== null}
            against={counterExamples(isLeftOut ? alone : trial, textOf(current, edits.texts))}
          />
        )}
      </div>
      {isOpen && !proposal.conflict && <ProposalTrial trial={trial} />}
      {isOpen && (
        <DecisionBar
          counts={{ hunks: hunks.length, taken: taken.length, blocked }}
          canDecide={canDecide}
          rebasable={proposal.rebasable}
          isPoor={isPoorTrial(trial)}
          onSkip={queue.skip}
          onReject={() => dialogs.show("reject")}
          onApprove={() => dialogs.show("approve")}
        />
      )}
      {canDecide && <Decisions review={review} />}
    </>
  );
}

function Decisions({ review: { proposal, dialogs, edits, onDecided } }: { review: ProposalReviewState }) {
  return (
    <>
      <Approve
        {...dialogs.propsOf("approve")}
        proposal={proposal}
        hunks={edits.body}
        hunkFeedback={edits.hunkFeedback}
        edited={edits.edited}
        onDecided={onDecided}
        onRefused={edits.setRefusal}
      />
      <Reject
        {...dialogs.propsOf("reject")}
        proposal={proposal}
        hunkFeedback={edits.hunkFeedback}
        onDecided={onDecided}
      />
    </>
  );
}
