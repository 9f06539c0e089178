"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { formatCount } from "@/components/pieces/format";
import { TextField } from "@/components/pieces/text-field";
import { undoing } from "@/components/pieces/undo";
import { useForm } from "@/components/pieces/use-form";
import { useOperation } from "@/components/pieces/use-operation";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { operationQuery } from "@/lib/doors/client";
import { findingChangeUndo, findingRecategorise, ruleList } from "@/lib/reviews/contract";

function undoneWords(moved: number, left: number): string {
  if (left === 0) return "Undone";
  return `${formatCount(moved)} undone; ${formatCount(left)} had been changed again`;
}

/** Says that findings were changed, and offers to take the change back. */
export function useFindingsChanged() {
  const { mutateAsync } = useOperation(findingChangeUndo, {
    success: ({ moved, not_moved }) => undoneWords(moved, not_moved.length),
    failure: "The change could not be undone",
  });
  return ({
    title,
    description,
    change_id,
  }: {
    title: string;
    description?: string;
    change_id: string | null;
  }) =>
    toast.success(title, {
      description,
      action: change_id !== null && undoing(() => mutateAsync({ change_id }).catch(() => undefined)),
    });
}

/** Puts findings under one rule: a dialog behind the button given. */
export function MoveToRule({
  finding_ids,
  rule_category,
  onMoved,
  onCloseAutoFocus,
  children,
}: {
  finding_ids: readonly string[];
  /** Where they are now, when that is one rule. */
  rule_category?: string;
  onMoved?: () => void;
  /** Where the focus goes when the dialog closes, instead of onto its button. */
  onCloseAutoFocus?: (event: Event) => void;
  children: ReactNode;
}) {
  const changed = useFindingsChanged();
  const list = useId();
  const [open, setOpen] = useState(false);
  const rules = useQuery({ ...operationQuery(ruleList, {}), enabled: open });
  const form = useForm(findingRecategorise, {
    defaults: { rule_category: rule_category ?? "" },
    toInput: (values) => ({ finding_ids: [...finding_ids], rule_category: values.rule_category.trim() }),
    onSuccess: ({ change_id, moved, not_moved }, moved_to) => {
      setOpen(false);
      onMoved?.();
      const stayed =
        not_moved.length === 0 ? "" : ` ${formatCount(not_moved.length)} not moved: ${not_moved[0]?.reason}`;
      changed({
        title: `${moved === 1 ? "Moved" : `${formatCount(moved)} moved`} to ${moved_to.rule_category}`,
        description: `The rates of the rules were recalculated.${stayed}`,
        change_id,
      });
    },
  });
  const rule = form.values.rule_category.trim();
  const several = finding_ids.length > 1;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        form.reset();
      }}
    >
      <DialogTrigger asChild>{children}</DialogTrigger>
      <DialogContent
        onCloseAutoFocus={onCloseAutoFocus}
        title={
          several
            ? `Move ${formatCount(finding_ids.length)} findings to another rule`
            : "Move the finding to another rule"
        }
        description="The rates of both rules are recalculated, and the findings' memories are updated."
      >
        <form onSubmit={form.submit}>
          <TextField
            form={form}
            name="rule_category"
            label="Rule"
            hint="Lower-case letters, digits and underscores. A new name creates a new rule."
            list={list}
            spellCheck={false}
            className="font-mono text-xs"
            onFocus={(event) => event.target.select()}
          />
          <datalist id={list}>
            {rules.data?.items.map((each) => (
              <option key={each.rule_category} value={each.rule_category} />
            ))}
          </datalist>
          {form.problem}
          <FormFooter verb="Move" busy={form.isPending} disabled={rule === "" || rule === rule_category} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
