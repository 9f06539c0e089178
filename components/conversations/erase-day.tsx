"use client";

import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { flushSync } from "react-dom";
import { Confirm } from "@/components/pieces/confirm";
import { countOf, formatDay } from "@/components/pieces/format";
import { useOperation } from "@/components/pieces/use-operation";
import { Checkbox } from "@/components/ui/checkbox";
import { type ConversationDay, conversationDelete } from "@/lib/conversations/contract";

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
  const router = useRouter();
  const [withFacts, setWithFacts] = useState(true);
  const box = useId();
  const operation = useOperation(conversationDelete, {
    success: (erased) =>
      `${countOf(erased.lines, "message", "messages")} erased, ${countOf(erased.facts, "fact", "facts")} deleted`,
    onSuccess: () => {
      flushSync(onErased);
      router.push("/conversations");
    },
  });
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={`Erase the log of ${agent} from ${formatDay(day)}`}
      verb="Erase"
      error={operation.error}
      busy={operation.isPending}
      onConfirm={() => operation.mutate({ conversation_id: id, with_facts: withFacts })}
    >
      <p>{countOf(lines, "message is", "messages are")} deleted for good.</p>
      {facts > 0 && (
        <p className="mt-3 flex items-center gap-2">
          <Checkbox
            id={box}
            checked={withFacts}
            onCheckedChange={(checked) => setWithFacts(checked === true)}
          />
          <label htmlFor={box} className="cursor-pointer">
            Also delete the facts that were learned from no other log
          </label>
        </p>
      )}
    </Confirm>
  );
}
