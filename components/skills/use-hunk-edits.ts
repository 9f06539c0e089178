"use client";

import { useEffect, useState } from "react";
import { isRecord, isTextList, isTexts } from "@/components/pieces/kept";
import { fieldProblem } from "@/components/pieces/problem";
import { useDraft } from "@/components/pieces/use-draft";
import type { Hunk, ProposalDetail } from "@/lib/skills/contract";
import { approvedHunks, editedLines, textOf } from "./hunk-text";
import type { HunkEditing } from "./hunk-text-field";
import { placedHunks } from "./proposal-hunks";

type Draft = {
  /** The text of a hunk, by its id. */
  edits: Record<string, string>;
  left_out: string[];
  /** Why a hunk is left out, by its id. */
  reasons: Record<string, string>;
};

const isDraft = (value: unknown): value is Draft =>
  isRecord(value) && isTexts(value.edits) && isTextList(value.left_out) && isTexts(value.reasons);

const NO_DRAFT: Draft = { edits: {}, left_out: [], reasons: {} };

/**
 * What was made of an open proposal and not sent. It is kept while a decision can be undone, so that undoing brings back
 * the choices too.
 */
function useProposalDraft({ id, status, undo_until }: ProposalDetail) {
  const [stored, setStored] = useDraft(`proposal.${id}`, isDraft);
  const isOver = status !== "open" && undo_until === null && stored !== null;
  useEffect(() => {
    if (isOver) setStored(null);
  }, [isOver, setStored]);
  if (status !== "open" || stored === null) return [NO_DRAFT, setStored] as const;
  return [stored, setStored] as const;
}

/** What the person makes of the hunks until the decision is sent: edits, and hunks that are left out. */
export function useHunkEdits(proposal: ProposalDetail) {
  const [draft, setDraft] = useProposalDraft(proposal);
  const { edits, reasons } = draft;
  const leftOut: ReadonlySet<string> = new Set(draft.left_out);
  const [editingId, setEditingId] = useState<string | null>(null);
  const [newlyLeftOut, setNewlyLeftOut] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Error | null>(null);

  const content = proposal.status === "open" ? proposal.current_content : proposal.base_content;
  const hunks = placedHunks(proposal, content, leftOut, edits);
  const taken = hunks.filter(({ hunk }) => !leftOut.has(hunk.id));
  const body = approvedHunks({ hunks: hunks.map(({ hunk }) => hunk) }, leftOut, edits);

  const isEdited = (hunk: Hunk) => edits[hunk.id] !== undefined && edits[hunk.id] !== hunk.proposed_text;
  const take = (id: string, next: boolean) => {
    setDraft({ ...draft, left_out: [...withOrWithout({ ids: leftOut, id, isIn: !next })] });
    setNewlyLeftOut(next ? null : id);
    if (!next && editingId === id) setEditingId(null);
  };
  const edit = (id: string, next: boolean) => {
    if (next) setEditingId(id);
    else setEditingId(null);
  };
  const hunkFeedback = hunks.flatMap(({ hunk }) => {
    const feedback = reasons[hunk.id]?.trim() ?? "";
    if (feedback === "" || !leftOut.has(hunk.id)) return [];
    return [{ hunk_id: hunk.id, feedback }];
  });
  const errorOf = (hunk: Hunk) => {
    const place = body?.findIndex(({ hunk_id }) => hunk_id === hunk.id) ?? -1;
    if (place === -1) return undefined;
    return fieldProblem(refusal, `/hunks/${place}`);
  };
  const editingOf = (hunk: Hunk): HunkEditing => {
    const { lines, write } = editedLines(hunk, textOf(hunk, edits));
    return {
      taken: !leftOut.has(hunk.id),
      isNew: newlyLeftOut === hunk.id,
      editing: editingId === hunk.id,
      edited: isEdited(hunk),
      text: lines,
      error: errorOf(hunk),
      reason: reasons[hunk.id] ?? "",
      onReason: (reason) => setDraft({ ...draft, reasons: { ...reasons, [hunk.id]: reason } }),
      onTake: (next) => take(hunk.id, next),
      onEdit: (next) => edit(hunk.id, next),
      onText: (text) => setDraft({ ...draft, edits: { ...edits, [hunk.id]: write(text) } }),
      onReset: () => {
        const { [hunk.id]: _, ...rest } = edits;
        setDraft({ ...draft, edits: rest });
      },
    };
  };
  return {
    hunks,
    taken,
    texts: edits,
    body,
    hunkFeedback: hunkFeedback.length > 0 ? hunkFeedback : undefined,
    edited: taken.filter(({ hunk }) => isEdited(hunk)).length,
    blocked: taken.filter(({ hunk }) => hunk.conflict !== null).length,
    isLeftOut: (hunk: Hunk) => leftOut.has(hunk.id),
    take,
    edit,
    editingOf,
    setRefusal,
  };
}

function withOrWithout({ ids, id, isIn }: { ids: ReadonlySet<string>; id: string; isIn: boolean }) {
  const next = new Set(ids);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
