"use client";

import { TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { DiffHunkBlock } from "@/components/pieces/diff-view";
import { EvidenceRail } from "@/components/pieces/evidence-rail";
import { diffHunks } from "@/components/pieces/line-diff";
import { useFormat } from "@/components/pieces/use-format";
import { Badge } from "@/components/ui/badge";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import type { Comment, Hunk } from "@/lib/skills/contract";
import { proposalReview } from "@/messages/compiled/proposal-review";
import { CommentForm, Comments } from "./comments";
import { HunkActions } from "./hunk-actions";
import type { HunkWindow } from "./hunk-text";
import { type HunkEditing, HunkReasonField, HunkTextField } from "./hunk-text-field";
import { ThreeWay } from "./three-way";
import { evidenceOf } from "./words";

/** More lines than any window has: one window is one hunk, whatever lies between its changes. */
const WHOLE = 100_000;

/** One hunk of a proposal: its difference in its place, and, while it is open, what the decider makes of it. */
export function HunkBlock({
  hunk,
  name,
  evidence_title,
  window,
  moved_by,
  view,
  selected,
  onSelect,
  editing,
  with_evidence,
  proposal_feedback,
  proposal_id,
  comments,
  commenting,
  onComment,
  seen,
  onSeen,
}: {
  hunk: Hunk;
  name: string;
  evidence_title: string;
  window: HunkWindow;
  /** Lines that the hunks above add. */
  moved_by: number;
  view: "unified" | "split";
  selected: boolean;
  onSelect: () => void;
  /** Null when it is decided, or the person may not decide. */
  editing: HunkEditing | null;
  /** On narrow screens the evidence stands below the hunk. */
  with_evidence: boolean;
  /** Said once, above: a hunk repeats only what is its own. */
  proposal_feedback: string | null;
  proposal_id: string;
  comments: readonly Comment[];
  /** Whether a comment is being written; null when the person may not. */
  commenting: boolean | null;
  onComment: (commenting: boolean) => void;
  /** Whether the person has looked at it; null once it is decided. */
  seen: boolean | null;
  onSeen: (seen: boolean) => void;
}) {
  const t = useMessages(proposalReview);
  const { formatCount } = useFormat();
  const [shown] = useMemo(
    () =>
      diffHunks(window.old_text, window.new_text, {
        context: WHOLE,
        old_first_line: window.first_line,
        new_first_line: window.first_line + moved_by,
      }),
    [window, moved_by],
  );
  const lines = shown ?? {
    index: 0,
    old_start: window.first_line,
    old_lines: 0,
    new_start: window.first_line + moved_by,
    new_lines: 0,
    lines: [],
  };
  const evidence = evidenceOf(hunk);
  return (
    <div id={`hunk-${hunk.id}`} className="scroll-mt-16 border-b last:border-b-0">
      <DiffHunkBlock
        hunk={lines}
        name={name}
        view={view}
        selected={selected}
        onSelect={onSelect}
        actions={
          <HunkActions
            hunk={hunk}
            editing={editing}
            onSelect={onSelect}
            commenting={commenting}
            onComment={onComment}
            seen={seen}
            onSeen={onSeen}
          />
        }
      >
        {hunk.three_way !== null && (
          <ThreeWay
            {...hunk.three_way}
            labels={[t("text_at_draft"), t("text_with_hunk"), t("text_in_skill")]}
            className="border-b px-3 py-2.5 xl:[&>div]:grid-cols-3"
          />
        )}
        {hunk.conflict && (
          <p className="flex gap-2 border-b bg-warn-soft px-3 py-2 text-sm text-warn">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="text-pretty">{hunk.conflict}</span>
          </p>
        )}
        {editing?.editing && <HunkTextField editing={editing} />}
        {shown === undefined && (
          <p className="px-3 py-3 text-muted-foreground text-sm">{t("changes_nothing")}</p>
        )}
        {editing !== null && !editing.taken && <HunkReasonField editing={editing} />}
      </DiffHunkBlock>
      {hunk.feedback && hunk.feedback !== proposal_feedback && (
        <p dir="auto" className="border-t bg-sunken px-3 py-2 text-sm">
          {visible(hunk.feedback)}
        </p>
      )}
      <Comments comments={comments} />
      {commenting === true && (
        <CommentForm proposal_id={proposal_id} hunk_id={hunk.id} onDone={() => onComment(false)} />
      )}
      {with_evidence && (
        <details className="border-t bg-card px-3 py-2">
          <summary dir="auto" className="cursor-pointer text-pretty wrap-anywhere text-sm">
            {visible(hunk.rationale)} <Badge>{formatCount(evidence.length)}</Badge>
          </summary>
          <EvidenceRail title={evidence_title} items={evidence} className="pt-3" />
        </details>
      )}
    </div>
  );
}
