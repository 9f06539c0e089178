"use client";

import { useQueryStates } from "nuqs";
import { useState } from "react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { useMe } from "@/components/pieces/use-me";
import { undoLastDecision } from "@/components/review-queue/undo";
import { useDialogs } from "@/components/review-queue/use-dialogs";
import { useMessages } from "@/components/ui/messages";
import { useShortcuts } from "@/components/ui/shortcuts";
import type { Hunk, ProposalDetail } from "@/lib/skills/contract";
import { proposalReview } from "@/messages/compiled/proposal-review";
import { OTHER_DIFF_VIEW, proposalParameters } from "./filters";
import { useSeenHunks } from "./proposal-hunks";
import type { ProposalQueue } from "./proposal-queue";
import { useHunkEdits } from "./use-hunk-edits";

export type ProposalReviewState = ReturnType<typeof useProposalReview>;

/** What the person does with a proposal until it is decided: where they are, what they have seen, edited and left out. */
export function useProposalReview({ proposal, queue }: { proposal: ProposalDetail; queue: ProposalQueue }) {
  const [{ view, hunk: position }, set] = useQueryStates(proposalParameters);
  const { may } = useMe();
  const dialogs = useDialogs<"approve" | "reject">(queue.onDialogClosed);
  const [commentingId, setCommentingId] = useState<string | null>(null);
  const [seenIds, setSeen] = useSeenHunks(proposal);
  const edits = useHunkEdits(proposal);

  const { hunks, taken, blocked } = edits;
  const isOpen = proposal.status === "open";
  const mayDecide = may("proposals:decide");
  const canDecide = isOpen && mayDecide;
  const index = Math.min(hunks.length, Math.max(1, position)) - 1;
  const select = (next: number) => {
    const target = hunks[next];
    if (!target) return;
    void set({ hunk: next + 1 });
    document.getElementById(`hunk-${target.hunk.id}`)?.scrollIntoView({ block: "nearest" });
  };
  return {
    proposal,
    queue,
    dialogs,
    edits,
    view,
    setView: (next: typeof view) => void set({ view: next }),
    isOpen,
    mayDecide,
    canDecide,
    canComment: may("reviews:write"),
    canApprove: canDecide && taken.length > 0 && blocked === 0,
    index,
    current: hunks[index]?.hunk,
    select,
    commentingId,
    comment: (hunk: Hunk, isCommenting: boolean) => {
      if (isCommenting) setCommentingId(hunk.id);
      else setCommentingId(null);
    },
    seenIds,
    setSeen,
    /** On to the next proposal. */
    onDecided: () => queue.next?.(),
  };
}

/** The keys of a proposal: moving between its hunks, what can be done with the chosen one, and the decision. */
export function useProposalKeys(review: ProposalReviewState): void {
  const t = useMessages(proposalReview);
  const { queue, dialogs, edits, index, current, select, canDecide, canComment, seenIds, setSeen } = review;
  const onHunk = (act: (hunk: Hunk) => void) => () => {
    if (current) act(current);
  };
  const edit = (hunk: Hunk) => {
    if (!edits.isLeftOut(hunk)) edits.edit(hunk.id, true);
  };
  const markSeen = (hunk: Hunk) => {
    const isSeen = seenIds.has(hunk.id);
    setSeen(hunk.id, !isSeen);
    if (!isSeen) select(index + 1);
  };
  const hasHunk = current !== undefined;
  const next = () => select(index + 1);
  const previous = () => select(index - 1);
  const { isPage } = queue;
  useShortcuts(
    [
      { keys: DECISION_KEYS.next, label: t("key_next_hunk"), when: isPage, run: next },
      { keys: DECISION_KEYS.previous, label: t("key_previous_hunk"), when: isPage, run: previous },
      { keys: DECISION_KEYS.nextHunk, label: t("key_next_hunk"), when: !isPage, run: next },
      { keys: DECISION_KEYS.previousHunk, label: t("key_previous_hunk"), when: !isPage, run: previous },
      {
        keys: DECISION_KEYS.accept,
        label: t("approve"),
        when: review.canApprove,
        run: () => dialogs.show("approve"),
      },
      { keys: DECISION_KEYS.reject, label: t("reject"), when: canDecide, run: () => dialogs.show("reject") },
      { keys: DECISION_KEYS.edit, label: t("key_edit"), when: canDecide, run: onHunk(edit) },
      {
        keys: DECISION_KEYS.takeHunk,
        label: t("key_take"),
        when: canDecide,
        run: onHunk((hunk) => edits.take(hunk.id, edits.isLeftOut(hunk))),
      },
      {
        keys: DECISION_KEYS.comment,
        label: t("key_comment"),
        when: canComment && hasHunk,
        run: onHunk((hunk) => review.comment(hunk, true)),
      },
      {
        keys: DECISION_KEYS.markSeen,
        label: t("key_viewed"),
        when: review.isOpen && hasHunk,
        run: onHunk(markSeen),
      },
      {
        keys: DECISION_KEYS.view,
        label: t("key_view"),
        run: () => review.setView(OTHER_DIFF_VIEW[review.view]),
      },
      {
        keys: DECISION_KEYS.skip,
        label: t("next_open"),
        when: isPage && queue.skip !== null,
        run: () => queue.skip?.(),
      },
      {
        keys: DECISION_KEYS.undo,
        label: t("key_undo"),
        // Where the decision that is shown can be undone, the key does that.
        when: isPage && review.mayDecide && review.proposal.undo_until === null,
        run: () => void undoLastDecision(),
      },
    ],
    t("keys_group"),
  );
}
