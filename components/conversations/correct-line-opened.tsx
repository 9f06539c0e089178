"use client";

import { FormFooter } from "@/components/pieces/form-footer";
import { LongTextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import { type ConversationLine, conversationLineUpdate } from "@/lib/conversations/contract";
import { conversationDialogs } from "@/messages/compiled/conversation-dialogs";
import type { LineDialog } from "./line-dialogs";

/** Puts another text in the place of a line's; what it taught is learned again from the new text. */
export function CorrectLineDialog({
  conversation_id,
  line,
  open,
  onOpenChange,
}: LineDialog & { open: boolean }) {
  const t = useMessages(conversationDialogs);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      {line !== null && (
        <DialogContent
          title={t("correct_title", { number: line.number })}
          description={t("correct_meaning")}
          className="max-w-2xl"
        >
          <CorrectLineForm conversation_id={conversation_id} line={line} onDone={() => onOpenChange(false)} />
        </DialogContent>
      )}
    </Dialog>
  );
}

function CorrectLineForm({
  conversation_id,
  line: { number, text },
  onDone,
}: {
  conversation_id: string;
  line: ConversationLine;
  onDone: () => void;
}) {
  const t = useMessages(conversationDialogs);
  const form = useForm(conversationLineUpdate, {
    draft: `line.${conversation_id}.${number}`,
    defaults: { text },
    toInput: (values) => ({ conversation_id, number, text: values.text }),
    success: ({ facts }) => t("line_corrected", { number, facts }),
    onSuccess: onDone,
  });
  return (
    <form className="flex flex-col gap-4" onSubmit={form.submit}>
      <LongTextField form={form} name="text" label={t("what_was_said")} required className="min-h-32" />
      {form.problem}
      <FormFooter
        verb={t("correct")}
        busy={form.isPending}
        disabled={!form.isDirty}
        onDiscard={form.discard}
      />
    </form>
  );
}
