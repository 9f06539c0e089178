"use client";

import { useMessages } from "@/components/ui/messages";
import { Progress } from "@/components/ui/progress";
import { useMediaQuery } from "@/components/ui/use-media-query";
import type { ProposalDetail } from "@/lib/skills/contract";
import { proposalReview } from "@/messages/compiled/proposal-review";
import type { Translate } from "@/messages/message";
import { Comments } from "./comments";
import { DiffViewToggle } from "./diff-view-toggle";
import { HunkBlock } from "./hunk-block";
import type { PlacedHunk } from "./proposal-hunks";
import type { ProposalReviewState } from "./use-proposal-review";

/** The change hunk by hunk, with what the person may do to each. */
export function ProposalChange({ review }: { review: ProposalReviewState }) {
  const t = useMessages(proposalReview);
  const { hunks } = review.edits;
  const general = review.proposal.comments.filter(
    ({ hunk_id }) => hunk_id === null || !hunks.some(({ hunk }) => hunk.id === hunk_id),
  );
  return (
    <section aria-label={t("proposed_change")} className="min-w-0 rounded-md border">
      <ChangeHeader review={review} />
      {hunks.map((placed, position) => (
        <ReviewedHunk key={placed.hunk.id} review={review} placed={placed} position={position} />
      ))}
      <Comments comments={general} earlier />
    </section>
  );
}

function versionWords(
  t: Translate<typeof proposalReview>,
  { status, current_version, base_version }: ProposalDetail,
): string {
  if (status === "open") return t("version", { version: current_version });
  return t("against_version", { version: base_version });
}

/** The file of the change, how much of it was looked at, and how its difference is shown. */
function ChangeHeader({
  review: { proposal, edits, seenIds, view, setView, isOpen },
}: {
  review: ProposalReviewState;
}) {
  const t = useMessages(proposalReview);
  const hunks = edits.hunks.length;
  const seen = edits.hunks.filter(({ hunk }) => seenIds.has(hunk.id)).length;
  return (
    <header className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-sunken px-3 py-1.5 text-xs">
      <p className="min-w-0 break-all font-medium font-mono">{proposal.skill.path}</p>
      <span className="text-muted-foreground">{versionWords(t, proposal)}</span>
      {isOpen && (
        <span className="inline-flex items-center gap-2 text-muted-foreground">
          <Progress className="w-16 bg-border" max={hunks} value={seen} label={t("viewed_meaning")} />
          {t("viewed_of", { viewed: seen, all: hunks })}
        </span>
      )}
      <DiffViewToggle label={t("diff_view")} className="ml-auto max-md:hidden" view={view} onView={setView} />
    </header>
  );
}

function ReviewedHunk({
  review,
  placed: { hunk, window, moved_by },
  position,
}: {
  review: ProposalReviewState;
  placed: PlacedHunk;
  position: number;
}) {
  const t = useMessages(proposalReview);
  const { proposal, edits, isOpen, canDecide, canComment, commentingId, seenIds } = review;
  const place = { hunk: position + 1, hunks: edits.hunks.length };
  const isWide = useMediaQuery("(min-width: 1024px)");
  return (
    <HunkBlock
      hunk={hunk}
      name={t("hunk_of", place)}
      evidence_title={t("evidence_for_of", place)}
      window={window}
      moved_by={moved_by}
      view={review.view}
      selected={position === review.index}
      onSelect={() => review.select(position)}
      editing={canDecide ? edits.editingOf(hunk) : null}
      with_evidence={!isWide}
      proposal_feedback={proposal.feedback}
      proposal_id={proposal.id}
      comments={proposal.comments.filter(({ hunk_id }) => hunk_id === hunk.id)}
      commenting={canComment ? commentingId === hunk.id : null}
      onComment={(next) => review.comment(hunk, next)}
      seen={isOpen ? seenIds.has(hunk.id) : null}
      onSeen={(next) => review.setSeen(hunk.id, next)}
    />
  );
}
