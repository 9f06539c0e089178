"use client";

import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";
import { visible } from "@/components/ui/visible";
import { limitsOf } from "@/lib/doors/client";
import { memoryInvalidate } from "@/lib/memories/contract";
import { FormFooter } from "./form-footer";
import { useKeptText } from "./use-kept-text";

export type OpenProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Where the focus goes when the dialog closes, instead of where it came from. */
  onCloseAutoFocus?: (event: Event) => void;
};

type Question = {
  label: string;
  hint: string;
  placeholder?: string;
  /** The reason that fits most often; it can be typed over. */
  usual?: string;
  /** What is decided of what, as `useDraft` has names: what is typed is kept until it is sent. */
  draft: string;
  /** What the button says: "Invalidate". */
  verb: string;
  tone?: "danger" | "primary";
  /** The text that the reason is about. */
  quote?: string;
  /** Does it and answers the ids that were changed; none keeps the dialog open, with the reason that was typed. */
  send: (reason: string) => Promise<string[]>;
};

/** Asks for the reason of a decision, which its history keeps. Ctrl or ⌘ with Enter sends it too. */
export function ReasonDialog({
  open,
  onOpenChange,
  onCloseAutoFocus,
  title,
  description,
  onDone,
  ...question
}: OpenProps & Question & { title: string; description: string; onDone?: (ids: string[]) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent onCloseAutoFocus={onCloseAutoFocus} title={title} description={description}>
        <ReasonForm
          {...question}
          onDone={(ids) => {
            onOpenChange(false);
            onDone?.(ids);
          }}
        />
      </DialogContent>
    </Dialog>
  );
}

function ReasonForm({
  label,
  hint,
  placeholder,
  usual = "",
  draft,
  verb,
  tone = "primary",
  quote,
  send,
  onDone,
}: Question & { onDone: (ids: string[]) => void }) {
  const { text: reason, change, forget, discard } = useKeptText(draft, usual);
  const mutation = useMutation({
    mutationFn: () => send(reason.trim()),
    onSuccess: (done) => {
      if (done.length === 0) return;
      forget();
      onDone(done);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== "" && !mutation.isPending) mutation.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {quote && (
        <blockquote
          dir="auto"
          className="line-clamp-4 wrap-anywhere border-l-2 pl-3 text-muted-foreground text-sm"
        >
          {visible(quote)}
        </blockquote>
      )}
      <Field label={label} hint={hint}>
        {(control) => (
          <Textarea
            {...control}
            value={reason}
            maxLength={limitsOf(memoryInvalidate, "reason").maxLength}
            required
            placeholder={placeholder}
            onChange={(event) => change(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
            }}
          />
        )}
      </Field>
      <FormFooter
        className="mt-1"
        verb={verb}
        variant={tone}
        busy={mutation.isPending}
        disabled={reason.trim() === ""}
        onDiscard={discard}
      />
    </form>
  );
}
