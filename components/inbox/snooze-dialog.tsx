"use client";

import { type FormEvent, useState } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { toastProblem } from "@/components/pieces/problem";
import type { OpenProps } from "@/components/pieces/reason-dialog";
import { forgetUndo, toastDone } from "@/components/pieces/undo";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { type InboxReference, inboxSnooze } from "@/lib/inbox/contract";
import { inboxDialogs } from "@/messages/compiled/inbox-dialogs";
import { keyOfItem } from "./parameters";
import { type Snoozed, snooze, undoSnooze } from "./snooze";
import { SNOOZE_CHOICES, type SnoozeChoice, snoozeUntil } from "./snooze-choices";

const SNOOZING = { title: "snooze_title", verb: "snooze", past: "snoozed", not: "not_snoozed" } as const;
const UNSNOOZING = { title: "unsnooze", verb: "unsnooze", past: "unsnoozed", not: "not_unsnoozed" } as const;

/** Asks until when items are out of the way, for this person alone; or brings them back. */
export function SnoozeDialog({
  items,
  isLater,
  onDone,
  open,
  onOpenChange,
  onCloseAutoFocus,
}: OpenProps & {
  items: readonly InboxReference[];
  /** They are put off already. */
  isLater: boolean;
  onDone: (keys: string[]) => void;
}) {
  const t = useMessages(inboxDialogs);
  const [choice, setChoice] = useState<SnoozeChoice>("tomorrow");
  const [busy, setBusy] = useState(false);
  const refresh = useRefreshAfter(inboxSnooze);
  const words = isLater ? UNSNOOZING : SNOOZING;
  const undo = async (snoozed: Snoozed) => {
    const failure = await undoSnooze(snoozed, new Date());
    if (failure === null) toast.success(t("undone"));
    else toastProblem(t("not_undone"), failure);
    await refresh();
  };
  const send = async (until: Date | null) => {
    setBusy(true);
    forgetUndo();
    const snoozed = await snooze(items, until?.toISOString() ?? null);
    const count = snoozed.items.length;
    if (count > 0) {
      onOpenChange(false);
      onDone(snoozed.items.map(keyOfItem));
      toastDone(t(words.past, { count }), { undo: () => undo(snoozed) });
    }
    if (snoozed.failure !== null)
      toastProblem(t(words.not, { count: items.length - count }), snoozed.failure);
    await refresh();
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isLater) void send(null);
    else void send(snoozeUntil(choice, new Date()));
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        onCloseAutoFocus={onCloseAutoFocus}
        title={t(words.title)}
        description={t("snooze_meaning")}
      >
        <form onSubmit={submit}>
          {!isLater && <UntilChoice choice={choice} onChoice={setChoice} />}
          <FormFooter className="mt-4" verb={t(words.verb)} busy={busy} />
        </form>
      </DialogContent>
    </Dialog>
  );
}

function UntilChoice({
  choice,
  onChoice,
}: {
  choice: SnoozeChoice;
  onChoice: (choice: SnoozeChoice) => void;
}) {
  const t = useMessages(inboxDialogs);
  return (
    <ToggleGroup
      label={t("until")}
      value={choice}
      onValueChange={onChoice}
      options={SNOOZE_CHOICES.map((value) => ({ value, label: t(`until_${value}`) }))}
    />
  );
}
