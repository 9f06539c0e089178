"use client";

import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { FormProblem, fieldProblem } from "@/components/pieces/problem";
import { useKeptText } from "@/components/pieces/use-kept-text";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { Textarea } from "@/components/ui/textarea";
import type { Conflict } from "@/lib/hygiene/contract";
import type { Memory } from "@/lib/memories/contract";
import { conflictItem } from "@/messages/compiled/conflict-item";
import { useConflictDecisions } from "./use-conflict-decisions";

/** Says what is true instead of all that contradict each other. */
export function CorrectDialog({
  conflict,
  base,
  open,
  onOpenChange,
  onCloseAutoFocus,
  onDone,
}: {
  conflict: Conflict;
  /** Whose kind, reach and citations the corrected statement takes over. */
  base: Memory;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCloseAutoFocus?: (event: Event) => void;
  onDone: () => void;
}) {
  const t = useMessages(conflictItem);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        onCloseAutoFocus={onCloseAutoFocus}
        title={t("correct_title")}
        description={t("correct_hint")}
      >
        <CorrectForm
          conflict={conflict}
          base={base}
          onDone={() => {
            onOpenChange(false);
            onDone();
          }}
        />
      </DialogContent>
    </Dialog>
  );
}

function CorrectForm({ conflict, base, onDone }: { conflict: Conflict; base: Memory; onDone: () => void }) {
  const t = useMessages(conflictItem);
  const { resolve } = useConflictDecisions();
  const corrected = useKeptText(`correct.${conflict.id}`, base.statement);
  const why = useKeptText(`correct.${conflict.id}.why`, "");
  const statement = corrected.text.trim();
  const discard = () => {
    corrected.discard?.();
    why.discard?.();
  };
  const mutation = useMutation({
    mutationFn: () =>
      resolve(conflict, {
        decision: "correct",
        memory_id: base.id,
        statement,
        reason: why.text.trim() || undefined,
      }),
    onSuccess: () => {
      corrected.forget();
      why.forget();
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (statement !== "") mutation.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t("correct_statement")} error={fieldProblem(mutation.error, "/statement")}>
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            rows={4}
            required
            value={corrected.text}
            maxLength={8_000}
            onChange={(event) => corrected.change(event.target.value)}
          />
        )}
      </Field>
      <Field label={t("correct_why")} hint={t("correct_why_hint")}>
        {(control) => (
          <Textarea
            {...control}
            value={why.text}
            maxLength={2_000}
            onChange={(event) => why.change(event.target.value)}
          />
        )}
      </Field>
      <FormProblem error={mutation.error} fields={["/statement"]} />
      <FormFooter
        className="mt-1"
        verb={t("correct")}
        busy={mutation.isPending}
        disabled={statement === ""}
        onDiscard={(corrected.discard || why.discard) && discard}
      />
    </form>
  );
}
