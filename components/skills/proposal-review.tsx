"use client";

import type { ProposalDetail } from "@/lib/skills/contract";
import { Approve, Reject } from "./decide";
import { DecisionBar } from "./proposal-bar";
import { ProposalChange } from "./proposal-change";
import { ConflictNotice } from "./proposal-conflict";
import { Decision } from "./proposal-decision";
import { HunkEvidence } from "./proposal-evidence";
import type { ProposalQueue } from "./proposal-queue";
import { ProposalTrial } from "./trial";
import { type ProposalReviewState, useProposalKeys, useProposalReview } from "./use-proposal-review";

/** The change hunk by hunk beside its evidence, with what the person may do to it. */
export function ProposalReview({ proposal, queue }: { proposal: ProposalDetail; queue: ProposalQueue }) {
  const review = useProposalReview({ proposal, queue });
  useProposalKeys(review);
  const { edits, dialogs, isOpen, canDecide, current, index } = review;
  const { hunks, taken, blocked } = edits;
  return (
    <>
      {proposal.conflict && isOpen && <ConflictNotice proposal={proposal} />}
      {!isOpen && <Decision proposal={proposal} onNext={queue.next} />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <ProposalChange review={review} />
        {current !== undefined && (
          <HunkEvidence
            hunk={current}
            title={hunks.length === 1 ? "Evidence" : `Evidence for hunk ${index + 1}`}
            predicted={proposal.predicted !== null}
          />
        )}
      </div>
      {isOpen && !proposal.conflict && (
        <ProposalTrial proposal={proposal} taken={taken} edits={edits.texts} />
      )}
      {isOpen && (
        <DecisionBar
          counts={{ hunks: hunks.length, taken: taken.length, blocked }}
          canDecide={canDecide}
          rebasable={proposal.rebasable}
          onSkip={queue.next}
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
