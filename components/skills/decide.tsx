"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { countOf, formatCount } from "@/components/pieces/format";
import { isConflict } from "@/components/pieces/problem";
import type { OpenProps } from "@/components/pieces/reason-dialog";
import { LongTextField } from "@/components/pieces/text-field";
import { undoing } from "@/components/pieces/undo";
import { useForm } from "@/components/pieces/use-form";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import Link from "@/components/ui/link";
import { toast } from "@/components/ui/toast";
import { queryKey } from "@/lib/doors/client";
import {
  type Proposal,
  type ProposalDetail,
  proposalApprove,
  proposalGet,
  proposalReject,
  UNDO_MINUTES,
} from "@/lib/skills/contract";
import type { approvedHunks } from "./hunk-text";
import { useUndo } from "./undo";

const MINUTE_MS = 60_000;

/** Hunks with a reason of their own. */
type HunkFeedback = { hunk_id: string; feedback: string }[] | undefined;

type Closing = Pick<OpenProps, "open" | "onOpenChange" | "onCloseAutoFocus">;

/** What becomes of a decided proposal is on its own page; the person is on the next one already. */
const seen = (proposal_id: string) => (
  <Link href={`/proposals/${proposal_id}`} className="underline underline-offset-4">
    Open the proposal
  </Link>
);

function Changed({ error }: { error: Error | null }) {
  if (!isConflict(error)) return null;
  return (
    <p className="text-pretty text-muted-foreground">
      The proposal was reloaded. Close this dialog, review what changed, then decide.
    </p>
  );
}

/** Shows a proposal as decided before it is read again, so that nothing more can be done to it meanwhile. */
function useFreeze(proposal: ProposalDetail) {
  const client = useQueryClient();
  return (decided: Proposal) => {
    const key = queryKey(proposalGet, { proposal_id: proposal.id });
    const undo_until = new Date(Date.now() + UNDO_MINUTES * MINUTE_MS).toISOString();
    client.setQueryData<ProposalDetail>(key, { ...proposal, ...decided, undo_until });
  };
}

/** Says what an approval will do, takes a word of feedback, and does it. */
export function Approve({
  proposal,
  hunks,
  hunkFeedback,
  edited,
  onDecided,
  onRefused,
  open,
  onOpenChange,
  onCloseAutoFocus,
}: Closing & {
  proposal: ProposalDetail;
  hunks: ReturnType<typeof approvedHunks>;
  hunkFeedback: HunkFeedback;
  /** How many hunks carry the decider's wording. */
  edited: number;
  onDecided: () => void;
  /** Called with the error, so that a field's problem can be shown at its hunk. */
  onRefused: (error: Error) => void;
}) {
  const confirm = useRef<HTMLButtonElement>(null);
  const count = hunks?.length ?? proposal.hunks.length;
  const left = proposal.hunks.length - count;
  const { undo } = useUndo();
  const freeze = useFreeze(proposal);
  const form = useForm(proposalApprove, {
    draft: `approve.${proposal.id}`,
    defaults: { feedback: "" },
    toInput: ({ feedback }) => ({
      proposal_id: proposal.id,
      version: proposal.version,
      hunks,
      hunk_feedback: hunkFeedback,
      feedback: feedback.trim() || undefined,
    }),
    onSuccess: ({ proposal: decided, skill_version, memories_addressed, findings_addressed }) => {
      freeze(decided);
      toast.success(`Approved: version ${skill_version.number} of ${proposal.skill.name}`, {
        description: (
          <>
            {countOf(findings_addressed, "finding", "findings")} and{" "}
            {countOf(memories_addressed, "memory", "memories")} marked as addressed. {seen(proposal.id)}
          </>
        ),
        duration: 10_000,
        action: undoing(() => undo(decided)),
      });
      onOpenChange(false);
      onDecided();
    },
    onError: onRefused,
    refreshOnFailure: true,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next);
        form.clearProblem();
      }}
    >
      <DialogContent
        onCloseAutoFocus={onCloseAutoFocus}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          confirm.current?.focus();
        }}
        title={
          left === 0
            ? "Approve the proposal"
            : `Approve ${formatCount(count)} of ${formatCount(proposal.hunks.length)} hunks`
        }
      >
        <form className="flex flex-col gap-3 text-sm" onSubmit={form.submit}>
          <ul className="list-disc pl-4 marker:text-muted-foreground">
            <li>
              Version {formatCount(proposal.current_version + 1)} of {proposal.skill.name} is created and
              delivered to <span className="break-all font-mono text-xs">{proposal.skill.path}</span>. Nothing
              outside the hunks changes, and any version can be reverted.
            </li>
            {edited > 0 && (
              <li>{edited === 1 ? "One hunk uses" : `${formatCount(edited)} hunks use`} your wording.</li>
            )}
            {left > 0 && <li>{left === 1 ? "One hunk is" : `${formatCount(left)} hunks are`} rejected.</li>}
            <li>
              Their findings and memories are marked as addressed; the rules' other findings still count.
            </li>
          </ul>
          <LongTextField
            form={form}
            name="feedback"
            label="Feedback (optional)"
            hint="Stored with the decision."
          />
          {form.problem}
          <Changed error={form.error} />
          <FormFooter className="mt-2" verb="Approve" busy={form.isPending} ref={confirm} />
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** Takes the reason, and rejects. */
export function Reject({
  proposal,
  hunkFeedback,
  onDecided,
  open,
  onOpenChange,
  onCloseAutoFocus,
}: Closing & { proposal: ProposalDetail; hunkFeedback: HunkFeedback; onDecided: () => void }) {
  const { undo } = useUndo();
  const freeze = useFreeze(proposal);
  const form = useForm(proposalReject, {
    draft: `reject.${proposal.id}`,
    defaults: { feedback: "" },
    toInput: ({ feedback }) => ({
      proposal_id: proposal.id,
      version: proposal.version,
      feedback: feedback.trim(),
      hunk_feedback: hunkFeedback,
    }),
    onSuccess: (decided) => {
      freeze(decided);
      toast.success("Rejected", {
        description: seen(proposal.id),
        duration: 10_000,
        action: undoing(() => undo(decided)),
      });
      onOpenChange(false);
      onDecided();
    },
    refreshOnFailure: true,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next);
        form.clearProblem();
      }}
    >
      <DialogContent
        onCloseAutoFocus={onCloseAutoFocus}
        title="Reject the proposal"
        description="No hunk of it is proposed again until its evidence has grown by half and by at least 3 findings."
      >
        <form onSubmit={form.submit} className="flex flex-col gap-3">
          <LongTextField form={form} name="feedback" label="Why" hint="Stored with the decision." required />
          {form.problem}
          <Changed error={form.error} />
          <FormFooter
            className="mt-2"
            verb="Reject"
            variant="danger"
            busy={form.isPending}
            disabled={form.values.feedback.trim() === ""}
          />
        </form>
      </DialogContent>
    </Dialog>
  );
}
