"use client";

import { Confirm } from "@/components/pieces/confirm";
import { FormFooter } from "@/components/pieces/form-footer";
import { countOf } from "@/components/pieces/format";
import { focusFirstText } from "@/components/pieces/reason-dialog";
import { LongTextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { useOperation } from "@/components/pieces/use-operation";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import {
  type ConversationLine,
  conversationLineDelete,
  conversationLineUpdate,
} from "@/lib/conversations/contract";

type LineDialog = {
  conversation_id: string;
  /** Null while it is closed. */
  line: ConversationLine | null;
  onOpenChange: (isOpen: boolean) => void;
};

const gone = (facts: number) => {
  if (facts === 0) return "No fact was learned from this line only.";
  return `${countOf(facts, "fact was", "facts were")} deleted that came only from this line.`;
};

/** Puts another text in the place of a line's; what it taught is learned again from the new text. */
export function CorrectLineDialog({ conversation_id, line, onOpenChange }: LineDialog) {
  return (
    <Dialog open={line !== null} onOpenChange={onOpenChange}>
      {line !== null && (
        <DialogContent
          onOpenAutoFocus={focusFirstText}
          title={`Correct line ${line.number}`}
          description="Use this for text that was misheard or wrongly written down. Facts learned only from this line are deleted, and the line is read again."
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
  const form = useForm(conversationLineUpdate, {
    defaults: { text },
    toInput: (values) => ({ conversation_id, number, text: values.text }),
    success: ({ facts }) => `Line ${number} corrected. ${gone(facts)}`,
    onSuccess: onDone,
  });
  return (
    <form className="flex flex-col gap-4" onSubmit={form.submit}>
      <LongTextField form={form} name="text" label="What was said" required className="min-h-32" />
      {form.problem}
      <FormFooter verb="Correct" busy={form.isPending} disabled={!form.isDirty} />
    </form>
  );
}

/** Asks before the text of a line goes for good. */
export function EraseLineDialog({ conversation_id, line, onOpenChange }: LineDialog) {
  const operation = useOperation(conversationLineDelete, {
    success: ({ number, facts }) => `Line ${number} erased. ${gone(facts)}`,
    onSuccess: () => onOpenChange(false),
  });
  return (
    <Confirm
      open={line !== null}
      onOpenChange={onOpenChange}
      title={`Erase line ${line?.number ?? ""}`}
      verb="Erase"
      error={operation.error}
      busy={operation.isPending}
      onConfirm={() => line && operation.mutate({ conversation_id, number: line.number })}
    >
      Its text is deleted for good, with the facts that were learned only from it. Importing the log again
      does not restore it.
    </Confirm>
  );
}
