"use client";

import { toastProblem } from "@/components/pieces/problem";
import { ReasonDialog } from "@/components/pieces/reason-dialog";
import type { DecidingQueue } from "@/components/review-queue/inbox-item";
import { useDialogs } from "@/components/review-queue/use-dialogs";
import { useMessages } from "@/components/ui/messages";
import type { Conflict } from "@/lib/hygiene/contract";
import { conflictItem } from "@/messages/compiled/conflict-item";
import { CorrectDialog } from "./correct-dialog";
import { useConflictActions } from "./use-conflict-actions";
import { useConflictDecisions } from "./use-conflict-decisions";
import { DECISION_WORDS } from "./words";

type ConflictDialog = "correct" | "invalidate";

/** What can be decided on a conflict, with the dialogs that ask something first. */
export function useConflictDialogs({ queue, canWrite }: { queue: DecidingQueue; canWrite: boolean }) {
  const dialogs = useDialogs<ConflictDialog>(queue.onDialogClosed);
  const decisions = useConflictActions({
    queue,
    canWrite,
    onCorrect: () => dialogs.show("correct"),
    onInvalidate: () => dialogs.show("invalidate"),
  });
  return { ...decisions, dialogs };
}

/** What asks something before a conflict is decided on. */
export function ConflictDialogs({
  dialogs,
  conflict,
  goOn,
}: {
  dialogs: ReturnType<typeof useDialogs<ConflictDialog>>;
  conflict: Conflict;
  goOn: DecidingQueue["goOn"];
}) {
  const t = useMessages(conflictItem);
  const { resolve } = useConflictDecisions();
  const invalidate = async (reason: string): Promise<string[]> => {
    try {
      await resolve(conflict, { decision: "invalidate", reason });
      return [conflict.id];
    } catch (error) {
      toastProblem(t("not_saved"), error);
      return [];
    }
  };
  return (
    <>
      {conflict.memories.slice(0, 1).map((base) => (
        <CorrectDialog
          {...dialogs.propsOf("correct")}
          key={conflict.id}
          conflict={conflict}
          base={base}
          onDone={() => goOn([conflict.id], t(DECISION_WORDS.correct))}
        />
      ))}
      <ReasonDialog
        {...dialogs.propsOf("invalidate")}
        title={t("invalidate")}
        description={t("invalidate_hint")}
        quote={conflict.explanation}
        label={t("invalidate_why")}
        hint={t("invalidate_why_hint")}
        usual={t("invalidate_usual")}
        draft={`conflict.${conflict.id}`}
        verb={t("invalidate")}
        tone="danger"
        send={invalidate}
        onDone={(ids) => goOn(ids, t(DECISION_WORDS.invalidate))}
      />
    </>
  );
}
