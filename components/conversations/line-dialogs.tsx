"use client";

import { Confirm } from "@/components/pieces/confirm";
import { useOperation } from "@/components/pieces/use-operation";
import { useMessages } from "@/components/ui/messages";
import { DialogOnDemand } from "@/components/ui/on-demand";
import { type ConversationLine, conversationLineDelete } from "@/lib/conversations/contract";
import { conversationDialogs } from "@/messages/compiled/conversation-dialogs";

const loadCorrect = () => import("./correct-line-opened").then((part) => part.CorrectLineDialog);

export type LineDialog = {
  conversation_id: string;
  /** Null while it is closed. */
  line: ConversationLine | null;
  onOpenChange: (isOpen: boolean) => void;
};

/** Puts another text in the place of a line's; what it taught is learned again from the new text. */
export function CorrectLineDialog(props: LineDialog) {
  return <DialogOnDemand load={loadCorrect} props={{ ...props, open: props.line !== null }} />;
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
