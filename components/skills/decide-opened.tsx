"use client";

import { useQueryClient } from "@tanstack/react-query";
import { FormDialog } from "@/components/pieces/form-dialog";
import { FormFooter } from "@/components/pieces/form-footer";
import { isConflict } from "@/components/pieces/problem";
import type { OpenProps } from "@/components/pieces/reason-dialog";
import { LongTextField } from "@/components/pieces/text-field";
import { toastDone } from "@/components/pieces/undo";
import { useForm } from "@/components/pieces/use-form";
import { DialogContent } from "@/components/ui/dialog";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { queryKey } from "@/lib/doors/client";
import {
  type Proposal,
  type ProposalDetail,
  proposalApprove,
  proposalGet,
  proposalReject,
  UNDO_MINUTES,
} from "@/lib/skills/contract";
import { proposalDecide } from "@/messages/compiled/proposal-decide";
import type { approvedHunks } from "./hunk-text";
import { useUndo } from "./undo";

const MINUTE_MS = 60_000;

/** Hunks with a reason of their own. */
type HunkFeedback = { hunk_id: string; feedback: string }[] | undefined;

type Closing = Pick<OpenProps, "open" | "onOpenChange" | "onCloseAutoFocus">;

/** What becomes of a decided proposal is on its own page; the person is on the next one already. */
const linkTo = ({ proposal_id, text }: { proposal_id: string; text: string }) => (
  <Link href={`/proposals/${proposal_id}`} className="underline underline-offset-4">
    {text}
  </Link>
);

function Changed({ error }: { error: Error | null }) {
  const t = useMessages(proposalDecide);
  if (!isConflict(error)) return null;
  return <p className="text-pretty text-muted-foreground">{t("reloaded")}</p>;
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
  const t = useMessages(proposalDecide);
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
      toastDone(t("was_approved", { version: skill_version.number, skill: proposal.skill.name }), {
        description: (
          <>
            {t("addressed", { findings: findings_addressed, memories: memories_addressed })}{" "}
            {linkTo({ proposal_id: proposal.id, text: t("open_proposal") })}
          </>
        ),
        undo: () => undo(decided),
        id: `decided.${decided.id}`,
      });
      onOpenChange(false);
      onDecided();
    },
    onError: onRefused,
    refreshOnFailure: true,
  });
  return (
    <FormDialog form={form} open={open} onOpenChange={onOpenChange}>
      <DialogContent
        onCloseAutoFocus={onCloseAutoFocus}
        title={left === 0 ? t("approve_all") : t("approve_some", { count, hunks: proposal.hunks.length })}
      >
        <form className="flex flex-col gap-3 text-sm" onSubmit={form.submit}>
          <ul className="list-disc pl-4 marker:text-muted-foreground">
            <li>
              {t.rich("approve_creates", {
                version: proposal.current_version + 1,
                skill: proposal.skill.name,
                path: proposal.skill.path,
                file: (path) => <span className="break-all font-mono text-xs">{path}</span>,
              })}
            </li>
            {edited > 0 && <li>{t("approve_wording", { count: edited })}</li>}
            {left > 0 && <li>{t("approve_left", { count: left })}</li>}
            <li>{t("approve_addresses")}</li>
          </ul>
          <LongTextField
            form={form}
            name="feedback"
            label={t("approve_feedback")}
            hint={t("feedback_hint")}
          />
          {form.problem}
          <Changed error={form.error} />
          <FormFooter className="mt-2" verb={t("approve")} busy={form.isPending} onDiscard={form.discard} />
        </form>
      </DialogContent>
    </FormDialog>
  );
}

/** The form of a rejection: says that it is done, and how it is undone. */
function useRejection({
  proposal,
  hunkFeedback,
  onDone,
}: {
  proposal: ProposalDetail;
  hunkFeedback: HunkFeedback;
  onDone: () => void;
}) {
  const t = useMessages(proposalDecide);
  const { undo } = useUndo();
  const freeze = useFreeze(proposal);
  return useForm(proposalReject, {
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
      toastDone(t("was_rejected"), {
        description: linkTo({ proposal_id: proposal.id, text: t("open_proposal") }),
        undo: () => undo(decided),
        id: `decided.${decided.id}`,
      });
      onDone();
    },
    refreshOnFailure: true,
  });
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
  const t = useMessages(proposalDecide);
  const onDone = () => {
    onOpenChange(false);
    onDecided();
  };
  const form = useRejection({ proposal, hunkFeedback, onDone });
  return (
    <FormDialog form={form} open={open} onOpenChange={onOpenChange}>
      <DialogContent
        onCloseAutoFocus={onCloseAutoFocus}
        title={t("reject_title")}
        description={t("reject_description")}
      >
        <form onSubmit={form.submit} className="flex flex-col gap-3">
          <LongTextField
            form={form}
            name="feedback"
            label={t("reject_reason")}
            hint={t("feedback_hint")}
            required
          />
          {form.problem}
          <Changed error={form.error} />
          <FormFooter
            className="mt-2"
            verb={t("reject")}
            variant="danger"
            busy={form.isPending}
            disabled={form.values.feedback.trim() === ""}
            onDiscard={form.discard}
          />
        </form>
      </DialogContent>
    </FormDialog>
  );
}
