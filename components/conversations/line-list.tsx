"use client";

import { MoreHorizontal, PencilLine, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { LongText } from "@/components/pieces/long-text";
import { Moment } from "@/components/pieces/moment";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useMessages } from "@/components/ui/messages";
import { useShortcuts } from "@/components/ui/shortcuts";
import { visible } from "@/components/ui/visible";
import type { ConversationLine, conversationGet } from "@/lib/conversations/contract";
import type { OutputOf } from "@/lib/kernel/contract";
import { conversationDay } from "@/messages/compiled/conversation-day";
import { FactList } from "./fact-list";
import { CorrectLineDialog, EraseLineDialog } from "./line-dialogs";
import { clockTime } from "./words";

type Log = OutputOf<typeof conversationGet>;
type Chosen = { what: "correct" | "erase"; line: ConversationLine };

/** Lines with what was learned from each beside them, below them on a narrow screen. */
export function LineList({ log, refreshing }: { log: Log; refreshing: boolean }) {
  const t = useMessages(conversationDay);
  const { organization, may } = useMe();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const decides = may("memories:decide");
  const lines = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-line]") ?? [])];
  const focused = () => lines().findIndex((element) => element.contains(document.activeElement));
  const move = (step: 1 | -1) => {
    const all = lines();
    const target = all[Math.min(all.length - 1, Math.max(0, focused() + step))];
    target?.focus();
    target?.scrollIntoView({ block: "nearest" });
  };
  const choose = (what: Chosen["what"]) => {
    const line = log.log[focused()];
    if (line) setChosen({ what, line });
  };
  useShortcuts(
    [
      { keys: "j", label: t("next_line"), run: () => move(1) },
      { keys: "k", label: t("previous_line"), run: () => move(-1) },
      { keys: "e", label: t("correct_line"), when: decides, run: () => choose("correct") },
      { keys: "d", label: t("erase_line"), when: decides, run: () => choose("erase") },
    ],
    t("keys"),
  );
  const close = (isOpen: boolean) => {
    if (!isOpen) setChosen(null);
  };
  return (
    <>
      <div
        aria-hidden
        className="grid grid-cols-2 gap-6 px-3 pb-1 text-muted-foreground text-xs max-lg:hidden"
      >
        <span>{t("said")}</span>
        <span>{t("learned")}</span>
      </div>
      <ol
        ref={list}
        aria-label={t("lines")}
        aria-busy={refreshing}
        className={cn("divide-y rounded-md border bg-card", refreshing && "opacity-70")}
      >
        {log.log.map((line) => (
          <li
            key={line.id}
            id={`line-${line.number}`}
            data-line={line.number}
            tabIndex={-1}
            className="grid min-w-0 gap-x-6 gap-y-2 px-3 py-2.5 target:bg-primary-soft/60 focus-visible:-outline-offset-2 lg:grid-cols-2"
          >
            <Said
              line={line}
              time_zone={organization?.settings.time_zone ?? "UTC"}
              onChoose={decides ? (what) => setChosen({ what, line }) : null}
            />
            <FactList line={line} decides={decides} />
          </li>
        ))}
      </ol>
      <CorrectLineDialog
        conversation_id={log.id}
        line={chosen?.what === "correct" ? chosen.line : null}
        onOpenChange={close}
      />
      <EraseLineDialog
        conversation_id={log.id}
        line={chosen?.what === "erase" ? chosen.line : null}
        onOpenChange={close}
      />
    </>
  );
}

function Said({
  line,
  time_zone,
  onChoose,
}: {
  line: ConversationLine;
  time_zone: string;
  onChoose: ((what: Chosen["what"]) => void) | null;
}) {
  const t = useMessages(conversationDay);
  const { formatCount } = useFormat();
  const { number, speaker, said_at, type, source, text, redactions, corrected_at } = line;
  return (
    <div className="min-w-0 text-sm">
      <div className="flex min-w-0 items-center gap-2 text-muted-foreground text-xs">
        <a
          href={`#line-${number}`}
          aria-label={t("line", { number })}
          className="tabular-nums hover:underline"
        >
          {formatCount(number)}
        </a>
        {speaker !== null && (
          <span dir="auto" title={speaker} className="min-w-0 truncate font-medium text-foreground">
            {visible(speaker)}
          </span>
        )}
        {said_at !== null && (
          <Moment at={said_at} className="tabular-nums">
            {clockTime(said_at, time_zone)}
          </Moment>
        )}
        <span className="truncate max-sm:hidden">{source}</span>
        {type !== "conversation" && <Badge tone="quiet">{t(`type_${type}`)}</Badge>}
        {corrected_at !== null && <Badge tone="quiet">{t("corrected")}</Badge>}
        {redactions > 0 && (
          <Badge tone="quiet" title={t("redacted_meaning")}>
            {t("redacted", { count: redactions })}
          </Badge>
        )}
        {onChoose !== null && <LineActions number={number} onChoose={onChoose} />}
      </div>
      <LongText text={text} what="message" className="mt-0.5" />
    </div>
  );
}

function LineActions({ number, onChoose }: { number: number; onChoose: (what: Chosen["what"]) => void }) {
  const t = useMessages(conversationDay);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon_sm"
          aria-label={t("line_actions", { number })}
          className="-my-1 ml-auto text-muted-foreground"
        >
          <MoreHorizontal aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => onChoose("correct")}>
          <PencilLine aria-hidden />
          {t("correct_line")}
        </DropdownMenuItem>
        <DropdownMenuItem tone="danger" onSelect={() => onChoose("erase")}>
          <Trash2 aria-hidden />
          {t("erase_line")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
