"use client";

import { useState } from "react";
import { fieldProblem } from "@/components/pieces/problem";
import type { Hunk, ProposalDetail } from "@/lib/skills/contract";
import { approvedHunks, textOf } from "./hunk-text";
import type { HunkEditing } from "./hunk-text-field";
import { placedHunks, useLeaveWarning } from "./proposal-hunks";

/** What the person makes of the hunks until the decision is sent: edits, and hunks that are left out. */
export function useHunkEdits(proposal: ProposalDetail) {
  const [edits, setEdits] = useState<Record<string, string>>({});
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [reasons, setReasons] = useState<Record<string, string>>({});
  const [editingId, setEditingId] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Error | null>(null);
  useLeaveWarning(Object.keys(edits).length > 0 || Object.keys(reasons).length > 0);

  const content = proposal.status === "open" ? proposal.current_content : proposal.base_content;
  const hunks = placedHunks(proposal, content, leftOut, edits);
  const taken = hunks.filter(({ hunk }) => !leftOut.has(hunk.id));
  const body = approvedHunks({ hunks: hunks.map(({ hunk }) => hunk) }, leftOut, edits);

  const isEdited = (hunk: Hunk) => edits[hunk.id] !== undefined && edits[hunk.id] !== hunk.proposed_text;
  const take = (id: string, next: boolean) => {
    setLeftOut(withOrWithout({ ids: leftOut, id, isIn: !next }));
    if (!next && editingId === id) setEditingId(null);
  };
  const edit = (id: string, next: boolean) => {
    if (next) setEditingId(id);
    else setEditingId(null);
  };
  const reset = () => {
    setEdits({});
    setLeftOut(new Set());
    setReasons({});
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
  const editingOf = (hunk: Hunk): HunkEditing => ({
    taken: !leftOut.has(hunk.id),
    editing: editingId === hunk.id,
    edited: isEdited(hunk),
    text: textOf(hunk, edits),
    error: errorOf(hunk),
    reason: reasons[hunk.id] ?? "",
    onReason: (reason) => setReasons({ ...reasons, [hunk.id]: reason }),
    onTake: (next) => take(hunk.id, next),
    onEdit: (next) => edit(hunk.id, next),
    onText: (text) => setEdits({ ...edits, [hunk.id]: text }),
    onReset: () => {
      const { [hunk.id]: _, ...rest } = edits;
      setEdits(rest);
    },
  });
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
    reset,
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
