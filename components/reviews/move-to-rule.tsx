"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { formatCount } from "@/components/pieces/format";
import { TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { useOperation } from "@/components/pieces/use-operation";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { operationQuery } from "@/lib/doors/client";
import { findingChangeUndo, findingRecategorise, ruleList } from "@/lib/reviews/contract";

function undoneWords(moved: number, left: number): string {
  if (left === 0) return "Undone";
  return `${formatCount(moved)} undone; ${formatCount(left)} were changed again since`;
}

/** Says that findings were changed, and offers to take the change back. */
export function useFindingsChanged() {
  const { mutate } = useOperation(findingChangeUndo, {
    success: ({ moved, not_moved }) => undoneWords(moved, not_moved.length),
    failure: "It could not be undone",
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
      action: change_id !== null && { label: "Undo", onClick: () => mutate({ change_id }) },
    });
}

/** Puts findings under one rule: a dialog behind the button given. */
export function MoveToRule({
  finding_ids,
  rule_category,
  onMoved,
  children,
}: {
  finding_ids: readonly string[];
  /** Where they are now, when that is one rule. */
  rule_category?: string;
  onMoved?: () => void;
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
        not_moved.length === 0 ? "" : ` ${formatCount(not_moved.length)} stayed: ${not_moved[0]?.reason}`;
      changed({
        title: `${moved === 1 ? "Moved" : `${formatCount(moved)} moved`} to ${moved_to.rule_category}`,
        description: `The rates of the rules were counted again.${stayed}`,
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
        title={
          several
            ? `Put ${formatCount(finding_ids.length)} findings under another rule`
            : "Put the finding under another rule"
        }
        description="Their weight moves with them: the rates of the rules are counted again, and their memories follow."
      >
        <form onSubmit={form.submit}>
          <TextField
            form={form}
            name="rule_category"
            label="Rule"
            hint="Lower-case letters, digits and underscores. A name that is new makes a new rule."
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
