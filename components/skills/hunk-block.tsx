"use client";

import { MessageSquare, Pencil, RotateCcw, TriangleAlert } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { DiffHunkBlock } from "@/components/pieces/diff-view";
import { EvidenceRail } from "@/components/pieces/evidence-rail";
import { formatCount } from "@/components/pieces/format";
import { diffHunks } from "@/components/pieces/line-diff";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";
import type { Comment, Hunk } from "@/lib/skills/contract";
import { CommentForm, Comments } from "./comments";
import type { HunkWindow } from "./hunk-text";
import { ThreeWay } from "./three-way";
import { evidenceOf, HUNK_TERMS } from "./words";

/** More lines than any window has: one window is one hunk, whatever lies between its changes. */
const WHOLE = 100_000;

export type HunkEditing = {
  taken: boolean;
  editing: boolean;
  edited: boolean;
  text: string;
  error: string | undefined;
  onTake: (taken: boolean) => void;
  onEdit: (editing: boolean) => void;
  onText: (text: string) => void;
  onReset: () => void;
};

/** One hunk of a proposal: its difference in its place, and, while it is open, what the decider makes of it. */
export function HunkBlock({
  hunk,
  name,
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
  const textarea = useRef<HTMLTextAreaElement>(null);
  const isEditing = editing?.editing ?? false;
  useEffect(() => {
    if (isEditing) textarea.current?.focus();
  }, [isEditing]);
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
  const was_edited = hunk.edited_text !== null && hunk.edited_text !== hunk.proposed_text;
  return (
    <div id={`hunk-${hunk.id}`} className="scroll-mt-16 border-b last:border-b-0">
      <DiffHunkBlock
        hunk={lines}
        name={name}
        view={view}
        selected={selected}
        onSelect={onSelect}
        actions={
          editing ? (
            <>
              {seen !== null && (
                <label
                  htmlFor={`seen-${hunk.id}`}
                  className="inline-flex h-7 cursor-pointer items-center gap-2 px-1"
                >
                  <Checkbox
                    id={`seen-${hunk.id}`}
                    checked={seen}
                    onCheckedChange={(checked) => onSeen(checked === true)}
                  />
                  looked at
                </label>
              )}
              {commenting !== null && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-expanded={commenting}
                  onClick={() => onComment(!commenting)}
                >
                  <MessageSquare aria-hidden />
                  Comment
                </Button>
              )}
              {editing.edited && <Badge tone="primary">edited by you</Badge>}
              <Button
                size="sm"
                variant="ghost"
                aria-expanded={editing.editing}
                disabled={!editing.taken}
                onClick={() => {
                  onSelect();
                  editing.onEdit(!editing.editing);
                }}
              >
                <Pencil aria-hidden />
                Edit
              </Button>
              <label
                htmlFor={`take-${hunk.id}`}
                className="inline-flex h-7 cursor-pointer items-center gap-2 px-1 text-foreground"
              >
                <Checkbox
                  id={`take-${hunk.id}`}
                  checked={editing.taken}
                  onCheckedChange={(checked) => editing.onTake(checked === true)}
                />
                take
              </label>
            </>
          ) : (
            <>
              {was_edited && <Badge tone="quiet">edited by the decider</Badge>}
              {hunk.decision !== "open" && <StatusBadge term={HUNK_TERMS[hunk.decision]} />}
            </>
          )
        }
      >
        {hunk.three_way !== null && (
          <ThreeWay
            {...hunk.three_way}
            labels={["When it was drafted", "As the hunk would have it", "In the skill now"]}
            className="border-b px-3 py-2.5 xl:[&>div]:grid-cols-3"
          />
        )}
        {hunk.conflict ? (
          <p className="flex gap-2 border-b bg-warn-soft px-3 py-2 text-sm text-warn">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="text-pretty">{hunk.conflict}</span>
          </p>
        ) : null}
        {editing !== null && isEditing && (
          <div className="flex flex-col gap-2 border-b bg-sunken px-3 py-3">
            <Field
              label="Proposed text"
              hint="The difference below follows what you write."
              error={editing.error}
            >
              {(control) => (
                <Textarea
                  {...control}
                  ref={textarea}
                  value={editing.text}
                  spellCheck
                  className="max-h-96 font-mono text-xs"
                  onChange={(event) => editing.onText(event.target.value)}
                  onKeyDown={(event) => {
                    if (event.key !== "Escape") return;
                    event.stopPropagation();
                    editing.onEdit(false);
                  }}
                />
              )}
            </Field>
            <div className="flex justify-end gap-2">
              <Button size="sm" variant="ghost" disabled={!editing.edited} onClick={editing.onReset}>
                <RotateCcw aria-hidden />
                Back to the draft
              </Button>
              <Button size="sm" onClick={() => editing.onEdit(false)}>
                Done
              </Button>
            </div>
          </div>
        )}
        {shown === undefined && (
          <p className="px-3 py-3 text-muted-foreground text-sm">
            As it is now, this hunk changes nothing. Leave it out, or go back to the draft.
          </p>
        )}
        {editing !== null && !editing.taken && (
          <p className="border-b bg-sunken px-3 py-1.5 text-muted-foreground text-xs">
            Left out: if you approve, this hunk is rejected.
          </p>
        )}
      </DiffHunkBlock>
      {hunk.feedback && hunk.feedback !== proposal_feedback ? (
        <p dir="auto" className="border-t bg-sunken px-3 py-2 text-sm">
          {hunk.feedback}
        </p>
      ) : null}
      <Comments comments={comments} />
      {commenting ? (
        <CommentForm proposal_id={proposal_id} hunk_id={hunk.id} onDone={() => onComment(false)} />
      ) : null}
      {with_evidence && (
        <details className="border-t bg-card px-3 py-2">
          <summary dir="auto" className="cursor-pointer text-pretty text-sm">
            {hunk.rationale} <Badge>{formatCount(evidence.length)}</Badge>
          </summary>
          <EvidenceRail title={`Evidence for ${name.toLowerCase()}`} items={evidence} className="pt-3" />
        </details>
      )}
    </div>
  );
}
