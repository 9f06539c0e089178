"use client";

import { type FormEvent, useState } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { formatCount } from "@/components/pieces/format";
import { toastProblem } from "@/components/pieces/problem";
import type { OpenProps } from "@/components/pieces/reason-dialog";
import { undoing } from "@/components/pieces/undo";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { call } from "@/lib/doors/client";
import { type InboxReference, inboxSnooze, MAX_REFERENCES } from "@/lib/inbox/contract";
import { type LaterChoice, laterMoment } from "./later";
import { keyOfItem } from "./parameters";

const CHOICES: readonly { value: LaterChoice; label: string }[] = [
  { value: "hour", label: "In an hour" },
  { value: "tomorrow", label: "Tomorrow" },
  { value: "monday", label: "On Monday" },
  { value: "month", label: "In 30 days" },
];

async function putOff(items: readonly InboxReference[], until: Date | null): Promise<void> {
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
  const [choice, setChoice] = useState<LaterChoice>("tomorrow");
  const [busy, setBusy] = useState(false);
  const refresh = useRefreshAfter(inboxSnooze);
  const what = items.length === 1 ? "It" : formatCount(items.length);
  const send = async (until: Date | null, past: string) => {
    setBusy(true);
    try {
      await putOff(items, until);
      onOpenChange(false);
      onDone(items.map(keyOfItem));
      toast.success(past, {
        duration: 10_000,
        action: undoing(async () => {
          await putOff(items, until === null ? laterMoment("tomorrow", new Date()) : null);
          await refresh();
        }),
      });
      await refresh();
    } catch (error) {
      toastProblem("The item could not be snoozed", error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isLater) void send(null, `${what} is back in the inbox`);
    else void send(laterMoment(choice, new Date()), `${what} snoozed`);
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        onCloseAutoFocus={onCloseAutoFocus}
        title={isLater ? "Unsnooze" : "Snooze until"}
        description="For you only; others still see it in their inbox."
      >
        <form onSubmit={submit}>
          {!isLater && (
            <ToggleGroup label="Until" value={choice} onValueChange={setChoice} options={CHOICES} />
          )}
          <FormFooter className="mt-4" verb={isLater ? "Unsnooze" : "Snooze"} busy={busy} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
