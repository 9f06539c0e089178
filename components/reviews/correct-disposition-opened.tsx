"use client";

import { useState } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { LongTextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { DISPOSITIONS as DISPOSITION_TERMS } from "@/components/pieces/vocabulary";
import { DialogContent } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import type { Opened } from "@/components/ui/on-demand";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { DISPOSITIONS, type Disposition, type Finding, findingUpdate } from "@/lib/reviews/contract";
import { reviewsFinding } from "@/messages/compiled/reviews-finding";
import { vocabulary } from "@/messages/compiled/vocabulary";
import { FindingDialog } from "./finding-dialog";
import { useFindingsChanged } from "./use-findings-changed";

/** The dispositions that a finding could have had instead, with the button that they open from. */
export function CorrectDispositionOpened({ finding, trigger }: { finding: Finding } & Opened) {
  const t = useMessages(reviewsFinding);
  const terms = useMessages(vocabulary);
  const changed = useFindingsChanged();
  const [open, setOpen] = useState(true);
  const wordOf = (value: Disposition) => terms(DISPOSITION_TERMS[value].word);
  const form = useForm(findingUpdate, {
    defaults: { disposition: finding.disposition, reason: "" },
    toInput: ({ disposition, reason }) => ({
      finding_id: finding.id,
      disposition,
      reason: reason.trim() || undefined,
    }),
    onSuccess: ({ change_id, disposition }) => {
      setOpen(false);
      changed({ title: t("was_corrected", { disposition: wordOf(disposition) }), change_id });
    },
  });
  const { disposition } = form.values;
  const isSame = disposition === finding.disposition;
  return (
    <FindingDialog form={form} open={open} onOpenChange={setOpen} trigger={trigger}>
      <DialogContent title={t("correct_title")} description={t("correct_description")}>
        <form className="flex flex-col gap-3" onSubmit={form.submit}>
          <ToggleGroup
            label={t("disposition")}
            value={disposition}
            onValueChange={(value) => form.set("disposition", value)}
            options={DISPOSITIONS.map((value) => ({ value, label: wordOf(value) }))}
          />
          <LongTextField
            form={form}
            name="reason"
            label={t("correct_why")}
            hint={t("correct_why_hint")}
            rows={3}
          />
          {form.problem}
          <FormFooter verb={t("correct")} busy={form.isPending} disabled={isSame} />
        </form>
      </DialogContent>
    </FindingDialog>
  );
}
