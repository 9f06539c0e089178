"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { FormProblem, fieldProblem } from "@/components/pieces/problem";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
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
  const [statement, setStatement] = useState(base.statement);
  const [reason, setReason] = useState("");
  const mutation = useMutation({
    mutationFn: () =>
      resolve(conflict, {
        decision: "correct",
        memory_id: base.id,
        statement: statement.trim(),
        reason: reason.trim() || undefined,
      }),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (statement.trim() !== "") mutation.mutate();
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
            value={statement}
            maxLength={8_000}
            onChange={(event) => setStatement(event.target.value)}
          />
        )}
      </Field>
      <Field label={t("correct_why")} hint={t("correct_why_hint")}>
        {(control) => (
          <Textarea
            {...control}
            value={reason}
            maxLength={2_000}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <FormProblem error={mutation.error} fields={["/statement"]} />
      <DialogFooter className="mt-1">
        <DialogClose asChild>
          <Button>{t("cancel")}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={mutation.isPending} disabled={statement.trim() === ""}>
          {t("correct")}
        </Button>
      </DialogFooter>
    </form>
  );
}
