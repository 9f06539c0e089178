"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { formatCount } from "@/components/pieces/format";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { focusFirstText } from "@/components/pieces/memory-dialogs";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";

/** The reason that fits most false alarms; it can be typed over. */
const USUAL = "It speaks about such text and gives no orders to its reader.";

/** Lets memories out of quarantine, with the reason that their history keeps. */
export function ReleaseDialog({
  ids,
  open,
  onOpenChange,
  onCloseAutoFocus,
  onDone,
}: {
  ids: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCloseAutoFocus?: (event: Event) => void;
  onDone: (ids: string[]) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        onOpenAutoFocus={focusFirstText}
        onCloseAutoFocus={onCloseAutoFocus}
        title={ids.length === 1 ? "Release this memory" : `Release ${formatCount(ids.length)} memories`}
        description="Agents are served it from now on. What the rules found in this text is remembered as released; another text, or another rule, is quarantined again."
      >
        <ReleaseForm
          ids={ids}
          onDone={(done) => {
            onOpenChange(false);
            onDone(done);
          }}
        />
      </DialogContent>
    </Dialog>
  );
}

function ReleaseForm({ ids, onDone }: { ids: readonly string[]; onDone: (ids: string[]) => void }) {
  const { decideQuarantined } = useMemoryDecisions();
  const [reason, setReason] = useState(USUAL);
  const mutation = useMutation({
    mutationFn: () => decideQuarantined(ids, "release", reason.trim()),
    onSuccess: (done) => {
      if (done.length > 0) onDone(done);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== "") mutation.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Why it is harmless" hint="The next lead who meets such a text decides by it.">
        {(control) => (
          <Textarea
            {...control}
            value={reason}
            maxLength={2_000}
            required
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
            }}
          />
        )}
      </Field>
      <DialogFooter className="mt-1">
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={mutation.isPending} disabled={reason.trim() === ""}>
          {ids.length === 1 ? "Release" : `Release ${formatCount(ids.length)}`}
        </Button>
      </DialogFooter>
    </form>
  );
}
