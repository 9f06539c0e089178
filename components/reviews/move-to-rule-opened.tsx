"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { DialogContent } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import type { Opened } from "@/components/ui/on-demand";
import { operationQuery } from "@/lib/doors/client";
import { findingRecategorise, ruleList } from "@/lib/reviews/contract";
import { reviewsMove } from "@/messages/compiled/reviews-move";
import { FindingDialog } from "./finding-dialog";
import { useFindingsChanged } from "./use-findings-changed";

export type Moving = {
  finding_ids: readonly string[];
  /** Where they are now, when that is one rule. */
  rule_category?: string;
  onMoved?: () => void;
  /** Where the focus goes when the dialog closes, instead of onto its button. */
  onCloseAutoFocus?: (event: Event) => void;
};

/** The dialog of `MoveToRule`, with its button. */
export function MoveToRuleOpened({
  finding_ids,
  rule_category,
  onMoved,
  onCloseAutoFocus,
  trigger,
}: Moving & Opened) {
  const t = useMessages(reviewsMove);
  const changed = useFindingsChanged();
  const list = useId();
  const [open, setOpen] = useState(true);
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
    <FindingDialog form={form} open={open} onOpenChange={setOpen} trigger={trigger}>
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
    </FindingDialog>
  );
}
