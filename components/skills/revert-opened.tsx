"use client";

import { FormDialog } from "@/components/pieces/form-dialog";
import { FormFooter } from "@/components/pieces/form-footer";
import { LongTextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { DialogContent } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import { type SkillDetail, skillRevert } from "@/lib/skills/contract";
import { skillPage } from "@/messages/compiled/skill-page";

/** Makes an older version the skill's newest. */
export function RevertDialog({
  skill,
  number,
  open,
  onOpenChange,
}: {
  skill: SkillDetail;
  number: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useMessages(skillPage);
  const form = useForm(skillRevert, {
    draft: `revert.${skill.id}.${number}`,
    defaults: { note: "" },
    toInput: ({ note }) => ({
      skill_id: skill.id,
      number,
      note: note.trim() || undefined,
      version: skill.version,
    }),
    success: ({ skill_version }) => t("was_reverted", { version: skill_version.number, older: number }),
    onSuccess: () => onOpenChange(false),
    refreshOnFailure: true,
  });
  return (
    <FormDialog form={form} open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={t("revert_to", { version: number })}
        description={t("revert_description", { version: skill.current_version + 1 })}
      >
        <form className="flex flex-col gap-3" onSubmit={form.submit}>
          <LongTextField form={form} name="note" label={t("revert_note")} />
          {form.problem}
          <FormFooter className="mt-2" verb={t("revert")} busy={form.isPending} onDiscard={form.discard} />
        </form>
      </DialogContent>
    </FormDialog>
  );
}
