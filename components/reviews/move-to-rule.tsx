"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { TextField } from "@/components/pieces/text-field";
import { toastDone } from "@/components/pieces/undo";
import { useForm } from "@/components/pieces/use-form";
import { useOperation } from "@/components/pieces/use-operation";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { findingChangeUndo, findingRecategorise, ruleList } from "@/lib/reviews/contract";
import { reviewsMove } from "@/messages/compiled/reviews-move";

/** Says that findings were changed, and offers to take the change back. */
export function useFindingsChanged() {
  const t = useMessages(reviewsMove);
  const { mutateAsync } = useOperation(findingChangeUndo, {
    success: ({ moved, not_moved }) => {
      if (not_moved.length === 0) return t("undone");
      return t("partly_undone", { moved, left: not_moved.length });
    },
    failure: t("not_undone"),
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
    toastDone(title, {
      description,
      undo: change_id === null ? undefined : () => mutateAsync({ change_id }).catch(() => undefined),
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
  const t = useMessages(reviewsMove);
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
      const [stayed] = not_moved;
      changed({
        title: t("moved", { count: moved, rule: moved_to.rule_category }),
        description: stayed
          ? t("partly_moved_meaning", { count: not_moved.length, reason: stayed.reason })
          : t("moved_meaning"),
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
        title={several ? t("title_several", { count: finding_ids.length }) : t("title_one")}
        description={t("description")}
      >
        <form onSubmit={form.submit}>
          <TextField
            form={form}
            name="rule_category"
            label={t("rule")}
            hint={t("rule_hint")}
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
          <FormFooter
            verb={t("move")}
            busy={form.isPending}
            disabled={rule === "" || rule === rule_category}
          />
        </form>
      </DialogContent>
    </Dialog>
  );
}
