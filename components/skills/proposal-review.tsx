"use client";

import { useQueryStates } from "nuqs";
import { useState } from "react";
import { formatCount } from "@/components/pieces/format";
import { fieldProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { Progress } from "@/components/ui/progress";
import { useShortcuts } from "@/components/ui/shortcuts";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { useMediaQuery } from "@/components/ui/use-media-query";
import type { Hunk, ProposalDetail } from "@/lib/skills/contract";
import { Comments } from "./comments";
import { Approve, Reject } from "./decide";
import { DIFF_VIEWS, proposalParameters } from "./filters";
import { HunkBlock } from "./hunk-block";
import { approvedHunks, textOf } from "./hunk-text";
import type { HunkEditing } from "./hunk-text-field";
import { DecisionBar } from "./proposal-bar";
import { ConflictNotice } from "./proposal-conflict";
import { Decision } from "./proposal-decision";
import { HunkEvidence } from "./proposal-evidence";
import { placedHunks, useLeaveWarning, useSeenHunks } from "./proposal-hunks";
import type { ProposalQueue } from "./proposal-queue";

type View = (typeof DIFF_VIEWS)[number];

function versionWords({ status, current_version, base_version }: ProposalDetail): string {
  if (status === "open") return `version ${formatCount(current_version)}`;
  return `against version ${formatCount(base_version)}`;
}

/** The file of the change, how much of it was looked at, and how its difference is shown. */
function ChangeHeader({
  proposal,
  seen,
  hunks,
  view,
  onView,
}: {
  proposal: ProposalDetail;
  seen: number;
  hunks: number;
  view: View;
  onView: (view: View) => void;
}) {
  return (
    <header className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-sunken px-3 py-1.5 text-xs">
      <p className="min-w-0 break-all font-medium font-mono">{proposal.skill.path}</p>
      <span className="text-muted-foreground">{versionWords(proposal)}</span>
      {proposal.status === "open" && (
        <span className="inline-flex items-center gap-2 text-muted-foreground">
          <Progress
            className="w-16 bg-border"
            max={hunks}
            value={seen}
            label="Hunks of this file you have looked at"
          />
          {formatCount(seen)} of {formatCount(hunks)} looked at
        </span>
      )}
      <ToggleGroup
        label="View of the difference"
        className="ml-auto max-md:hidden"
        value={view}
        onValueChange={onView}
        options={DIFF_VIEWS.map((name) => ({ value: name, label: name }))}
      />
    </header>
  );
}

/** What the person makes of the hunks until the decision is sent: edits, and hunks that are left out. */
function useHunkEdits(proposal: ProposalDetail) {
  const [edits, setEdits] = useState<Record<string, string>>({});
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [editingId, setEditingId] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Error | null>(null);
  useLeaveWarning(Object.keys(edits).length > 0);

  const content = proposal.status === "open" ? proposal.current_content : proposal.base_content;
  const hunks = placedHunks(proposal, content, leftOut, edits);
  const taken = hunks.filter(({ hunk }) => !leftOut.has(hunk.id));
  const body = approvedHunks({ hunks: hunks.map(({ hunk }) => hunk) }, leftOut, edits);

  const isEdited = (hunk: Hunk) => edits[hunk.id] !== undefined && edits[hunk.id] !== hunk.proposed_text;
  const take = (id: string, next: boolean) => {
    const ids = new Set(leftOut);
    if (next) ids.delete(id);
    else ids.add(id);
    setLeftOut(ids);
    if (!next && editingId === id) setEditingId(null);
  };
  const edit = (id: string, next: boolean) => {
    if (next) setEditingId(id);
    else setEditingId(null);
  };
  const reset = () => {
    setEdits({});
    setLeftOut(new Set());
  };
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
    body,
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

/** The change hunk by hunk beside its evidence, with what the person may do to it. */
export function ProposalReview({ proposal, queue }: { proposal: ProposalDetail; queue: ProposalQueue }) {
  const [parameters, set] = useQueryStates(proposalParameters);
  const { may } = useMe();
  const wide = useMediaQuery("(min-width: 1024px)");
  const [dialog, setDialog] = useState<"approve" | "reject" | null>(null);
  const [commentingId, setCommentingId] = useState<string | null>(null);
  const [seenIds, setSeen] = useSeenHunks(proposal);
  const edits = useHunkEdits(proposal);

  const { hunks, taken, blocked } = edits;
  const isOpen = proposal.status === "open";
  const canDecide = isOpen && may("proposals:decide");
  const canComment = may("reviews:write");
  const canApprove = canDecide && taken.length > 0 && blocked === 0;
  const index = Math.min(hunks.length, Math.max(1, parameters.hunk)) - 1;
  const current = hunks[index]?.hunk;

  const select = (next: number) => {
    const target = hunks[next];
    if (!target) return;
    void set({ hunk: next + 1 });
    document.getElementById(`hunk-${target.hunk.id}`)?.scrollIntoView({ block: "nearest" });
  };
  const decided = () => {
    edits.reset();
    queue.next?.();
  };
  const comment = (hunk: Hunk, next: boolean) => {
    if (next) setCommentingId(hunk.id);
    else setCommentingId(null);
  };
  const close = (open: boolean) => {
    if (!open) setDialog(null);
  };

  useShortcuts(
    [
      { keys: "j", label: "Next hunk", run: () => select(index + 1) },
      { keys: "k", label: "Previous hunk", run: () => select(index - 1) },
      { keys: "a", label: "Approve", when: canApprove, run: () => setDialog("approve") },
      { keys: "r", label: "Reject", when: canDecide, run: () => setDialog("reject") },
      {
        keys: "e",
        label: "Edit the hunk",
        when: canDecide,
        run: () => {
          if (current && !edits.isLeftOut(current)) edits.edit(current.id, true);
        },
      },
      {
        keys: "x",
        label: "Take or leave out the hunk",
        when: canDecide,
        run: () => {
          if (current) edits.take(current.id, edits.isLeftOut(current));
        },
      },
      {
        keys: "c",
        label: "Comment on the hunk",
        when: canComment && current !== undefined,
        run: () => {
          if (current) setCommentingId(current.id);
        },
      },
      {
        keys: "v",
        label: "Mark the hunk as looked at",
        when: isOpen && current !== undefined,
        run: () => {
          if (!current) return;
          setSeen(current.id, !seenIds.has(current.id));
          if (!seenIds.has(current.id)) select(index + 1);
        },
      },
      { keys: "n", label: "Next open proposal", when: queue.next !== null, run: () => queue.next?.() },
    ],
    "Proposal",
  );

  const general = proposal.comments.filter(
    ({ hunk_id }) => hunk_id === null || !hunks.some(({ hunk }) => hunk.id === hunk_id),
  );

  return (
    <>
      {proposal.conflict && isOpen && <ConflictNotice proposal={proposal} />}
      {!isOpen && <Decision proposal={proposal} onNext={queue.next} />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <section aria-label="Proposed change" className="min-w-0 rounded-md border">
          <ChangeHeader
            proposal={proposal}
            seen={hunks.filter(({ hunk }) => seenIds.has(hunk.id)).length}
            hunks={hunks.length}
            view={parameters.view}
            onView={(view) => void set({ view })}
          />
          {hunks.map(({ hunk, window, moved_by }, position) => (
            <HunkBlock
              key={hunk.id}
              hunk={hunk}
              name={`Hunk ${position + 1} of ${hunks.length}`}
              window={window}
              moved_by={moved_by}
              view={parameters.view}
              selected={position === index}
              onSelect={() => select(position)}
              editing={canDecide ? edits.editingOf(hunk) : null}
              with_evidence={!wide}
              proposal_feedback={proposal.feedback}
              proposal_id={proposal.id}
              comments={proposal.comments.filter(({ hunk_id }) => hunk_id === hunk.id)}
              commenting={canComment ? commentingId === hunk.id : null}
              onComment={(next) => comment(hunk, next)}
              seen={isOpen ? seenIds.has(hunk.id) : null}
              onSeen={(next) => setSeen(hunk.id, next)}
            />
          ))}
          <Comments comments={general} earlier />
        </section>
        {current !== undefined && (
          <HunkEvidence
            hunk={current}
            title={hunks.length === 1 ? "Evidence" : `Evidence for hunk ${index + 1}`}
            predicted={proposal.predicted !== null}
          />
        )}
      </div>
      {isOpen && (
        <DecisionBar
          counts={{ hunks: hunks.length, taken: taken.length, blocked }}
          canDecide={canDecide}
          rebasable={proposal.rebasable}
          onSkip={queue.next}
          onReject={() => setDialog("reject")}
          onApprove={() => setDialog("approve")}
        />
      )}
      {canDecide && (
        <>
          <Approve
            open={dialog === "approve"}
            onOpenChange={close}
            proposal={proposal}
            hunks={edits.body}
            edited={edits.edited}
            onDecided={decided}
            onRefused={edits.setRefusal}
          />
          <Reject open={dialog === "reject"} onOpenChange={close} proposal={proposal} onDecided={decided} />
        </>
      )}
    </>
  );
}
