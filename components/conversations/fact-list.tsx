"use client";

import { useQuery } from "@tanstack/react-query";
import { CornerDownRight, Trash2 } from "lucide-react";
import { useState } from "react";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { SupersedeDialog } from "@/components/pieces/memory-dialogs";
import { ReadProblem } from "@/components/pieces/problem";
import { StatementLink } from "@/components/pieces/statement-link";
import { MemoryStatusBadge } from "@/components/pieces/vocabulary-badges";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import type { ConversationLine } from "@/lib/conversations/contract";
import { operationQuery } from "@/lib/doors/client";
import { type MemoryBrief, memoryGet } from "@/lib/memories/contract";
import { conversationDay } from "@/messages/compiled/conversation-day";

/** What one line taught, each to be corrected or deleted here. */
export function FactList({
  line: { number, facts, extracted_at },
  decides,
}: {
  line: ConversationLine;
  decides: boolean;
}) {
  const t = useMessages(conversationDay);
  if (facts.length === 0) {
    if (extracted_at !== null) return <span className="sr-only">{t("nothing_learned")}</span>;
    return <p className="text-muted-foreground text-xs">{t("line_not_read")}</p>;
  }
  return (
    <ul aria-label={t("learned_from_line", { number })} className="flex min-w-0 flex-col gap-2">
      {facts.map((fact) => (
        <OneFact key={fact.id} fact={fact} decides={decides} />
      ))}
    </ul>
  );
}

function OneFact({ fact, decides }: { fact: MemoryBrief; decides: boolean }) {
  const t = useMessages(conversationDay);
  const { remove } = useMemoryDecisions();
  const [isCorrecting, setCorrecting] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const statement = fact.statement.slice(0, 80);
  return (
    <li className="flex min-w-0 items-start gap-2 border-primary/50 border-l-2 pl-2.5">
      <div className="min-w-0 flex-1">
        <StatementLink memory={fact} />
        {fact.status !== "active" && <MemoryStatusBadge status={fact.status} className="mt-1" />}
      </div>
      {decides && (
        <span className="flex shrink-0">
          <Button
            variant="ghost"
            size="icon_sm"
            aria-label={t("correct_this_fact", { statement })}
            title={t("correct_fact")}
            className="text-muted-foreground"
            onClick={() => setCorrecting(true)}
          >
            <CornerDownRight aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon_sm"
            busy={isRemoving}
            aria-label={t("delete_this_fact", { statement })}
            title={t("delete_fact")}
            className="text-muted-foreground"
            onClick={() => {
              setRemoving(true);
              void remove([fact.id]).finally(() => setRemoving(false));
            }}
          >
            {!isRemoving && <Trash2 aria-hidden />}
          </Button>
        </span>
      )}
      {isCorrecting && <CorrectFact memory_id={fact.id} onClose={() => setCorrecting(false)} />}
    </li>
  );
}

/** The dialog needs the whole memory, which is read when it opens. */
function CorrectFact({ memory_id, onClose }: { memory_id: string; onClose: () => void }) {
  const t = useMessages(conversationDay);
  const query = useQuery(operationQuery(memoryGet, { memory_id }));
  if (query.data === undefined)
    return <ReadProblem happened={t("fact_unreadable")} reading={query} className="mt-2" />;
  return <SupersedeDialog memory={query.data} open onOpenChange={(isOpen) => !isOpen && onClose()} />;
}
