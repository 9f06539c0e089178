"use client";

import { Confirm } from "@/components/pieces/confirm";
import { FormFooter } from "@/components/pieces/form-footer";
import { focusFirstText } from "@/components/pieces/reason-dialog";
import { LongTextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { useOperation } from "@/components/pieces/use-operation";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import {
  type ConversationLine,
  conversationLineDelete,
  conversationLineUpdate,
} from "@/lib/conversations/contract";
import { conversationDialogs } from "@/messages/compiled/conversation-dialogs";

type LineDialog = {
  conversation_id: string;
  /** Null while it is closed. */
  line: ConversationLine | null;
  onOpenChange: (isOpen: boolean) => void;
};

/** Puts another text in the place of a line's; what it taught is learned again from the new text. */
export function CorrectLineDialog({ conversation_id, line, onOpenChange }: LineDialog) {
  const t = useMessages(conversationDialogs);
  return (
    <Dialog open={line !== null} onOpenChange={onOpenChange}>
      {line !== null && (
        <DialogContent
          onOpenAutoFocus={focusFirstText}
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
    defaults: { text },
    toInput: (values) => ({ conversation_id, number, text: values.text }),
    success: ({ facts }) => t("line_corrected", { number, facts }),
    onSuccess: onDone,
  });
  return (
    <form className="flex flex-col gap-4" onSubmit={form.submit}>
      <LongTextField form={form} name="text" label={t("what_was_said")} required className="min-h-32" />
      {form.problem}
      <FormFooter verb={t("correct")} busy={form.isPending} disabled={!form.isDirty} />
    </form>
  );
}

/** Asks before the text of a line goes for good. */
export function EraseLineDialog({ conversation_id, line, onOpenChange }: LineDialog) {
  const t = useMessages(conversationDialogs);
  const operation = useOperation(conversationLineDelete, {
    success: ({ number, facts }) => t("line_erased", { number, facts }),
    onSuccess: () => onOpenChange(false),
  });
  return (
    <Confirm
      open={line !== null}
      onOpenChange={onOpenChange}
      title={t("erase_title", { number: line?.number ?? "" })}
      verb={t("erase")}
      error={operation.error}
      busy={operation.isPending}
      onConfirm={() => line && operation.mutate({ conversation_id, number: line.number })}
    >
      {t("erase_meaning")}
    </Confirm>
  );
}
