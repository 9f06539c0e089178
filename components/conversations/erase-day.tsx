"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { flushSync } from "react-dom";
import { Confirm } from "@/components/pieces/confirm";
import { useFormat } from "@/components/pieces/use-format";
import { useOperation } from "@/components/pieces/use-operation";
import { useMessages } from "@/components/ui/messages";
import { type ConversationDay, conversationDelete } from "@/lib/conversations/contract";
import { conversationDialogs } from "@/messages/compiled/conversation-dialogs";
import { LabelledCheckbox } from "./labelled-checkbox";

/** Asks before the log of a day goes for good, and whether what it taught goes too. */
export function EraseDayDialog({
  day: { id, agent, day, lines, facts },
  open,
  onOpenChange,
  onErased,
}: {
  day: ConversationDay;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Before anything is read again: what shows the log must not ask for it any more. */
  onErased: () => void;
}) {
  const t = useMessages(conversationDialogs);
  const { formatDay } = useFormat();
  const router = useRouter();
  const [withFacts, setWithFacts] = useState(true);
  const operation = useOperation(conversationDelete, {
    success: (erased) => t("log_erased", { lines: erased.lines, facts: erased.facts }),
    onSuccess: () => {
      flushSync(onErased);
      router.push("/conversations");
    },
  });
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t("erase_log_title", { agent, day: formatDay(day) })}
      verb={t("erase")}
      error={operation.error}
      busy={operation.isPending}
      onConfirm={() => operation.mutate({ conversation_id: id, with_facts: withFacts })}
    >
      <p>{t("log_gone", { count: lines })}</p>
      {facts > 0 && (
        <p className="mt-3 flex items-center gap-2">
          <LabelledCheckbox checked={withFacts} onChange={setWithFacts}>
            {t("with_facts")}
          </LabelledCheckbox>
        </p>
      )}
    </Confirm>
  );
}
