"use client";

import { type FormEvent, useState } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { toastProblem } from "@/components/pieces/problem";
import type { OpenProps } from "@/components/pieces/reason-dialog";
import { toastDone } from "@/components/pieces/undo";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { call } from "@/lib/doors/client";
import { type InboxReference, inboxSnooze, MAX_REFERENCES } from "@/lib/inbox/contract";
import { inboxDialogs } from "@/messages/compiled/inbox-dialogs";
import { keyOfItem } from "./parameters";
import { SNOOZE_CHOICES, type SnoozeChoice, snoozeUntil } from "./snooze-choices";

async function snooze(items: readonly InboxReference[], until: Date | null): Promise<void> {
  for (let start = 0; start < items.length; start += MAX_REFERENCES)
    await call(inboxSnooze, {
      items: items.slice(start, start + MAX_REFERENCES),
      until: until?.toISOString() ?? null,
    });
}

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
  const count = items.length;
  const send = async (until: Date | null, past: string) => {
    setBusy(true);
    try {
      await snooze(items, until);
      onOpenChange(false);
      onDone(items.map(keyOfItem));
      toastDone(past, {
        undo: async () => {
          await snooze(items, until === null ? snoozeUntil("tomorrow", new Date()) : null);
          await refresh();
        },
      });
      await refresh();
    } catch (error) {
      toastProblem(t("not_snoozed"), error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isLater) void send(null, t("unsnoozed", { count }));
    else void send(snoozeUntil(choice, new Date()), t("snoozed", { count }));
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        onCloseAutoFocus={onCloseAutoFocus}
        title={t(isLater ? "unsnooze" : "snooze_title")}
        description={t("snooze_meaning")}
      >
        <form onSubmit={submit}>
          {!isLater && <UntilChoice choice={choice} onChoice={setChoice} />}
          <FormFooter className="mt-4" verb={t(isLater ? "unsnooze" : "snooze")} busy={busy} />
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
