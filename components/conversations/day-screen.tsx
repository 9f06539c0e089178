"use client";

import { useQuery } from "@tanstack/react-query";
import { BookOpenText, MessagesSquare, Trash2 } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { BackLink } from "@/components/pieces/back-link";
import { PageHeader } from "@/components/pieces/page-header";
import { ReadProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import { useRolesThat } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { visible } from "@/components/ui/visible";
import { type ConversationDay, conversationGet } from "@/lib/conversations/contract";
import { listQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { conversationDay } from "@/messages/compiled/conversation-day";
import { conversationWords } from "@/messages/compiled/conversation-words";
import { EraseDayDialog } from "./erase-day";
import { LineBar } from "./line-bar";
import { LineList } from "./line-list";
import { dayInput, dayParameters } from "./parameters";
import { useReading } from "./use-reading";
import { DayStateBadge, extractorInWords, useDayInWords } from "./words";

type Log = OutputOf<typeof conversationGet>;

/** What an agent said and heard on one day, with what was learned from each line beside it. */
export function DayScreen({ conversation_id }: { conversation_id: string }) {
  const t = useMessages(conversationDay);
  const words = useMessages(conversationWords);
  const [place, setPlace] = useQueryStates(dayParameters, { history: "push" });
  const [isErased, setErased] = useState(false);
  const { read, reading, pollFor } = useReading();
  const query = useQuery({
    ...listQuery(conversationGet, dayInput(conversation_id, place)),
    enabled: !isErased,
    refetchInterval: ({ state }) => pollFor(state.data && [state.data]),
  });
  const log = query.data;
  return (
    <>
      <BackLink href="/conversations">{words("conversations")}</BackLink>
      <ReadProblem happened={t("unreadable")} reading={query} />
      {query.isPending && (
        <div aria-busy className="flex flex-col gap-4">
          <Skeleton className="h-6 w-80 max-w-full" />
          <Skeleton className="h-10" />
          <Skeleton className="h-96" />
        </div>
      )}
      {log !== undefined && query.error === null && (
        <>
          <Head
            log={log}
            busy={reading !== null}
            onRead={() => read(log.id)}
            onErased={() => setErased(true)}
          />
          <LineBar log={log} place={place} onPlace={(next) => void setPlace(next)} />
          {log.log.length === 0 && <NoLines taught={place.taught} lines={log.lines} />}
          {log.log.length > 0 && <LineList log={log} refreshing={query.isPlaceholderData} />}
          {log.total > log.log.length && (
            <LineBar
              log={log}
              place={place}
              onPlace={(next) => void setPlace(next, { scroll: true })}
              isFoot
            />
          )}
        </>
      )}
    </>
  );
}

function Head({
  log,
  busy,
  onRead,
  onErased,
}: {
  log: Log;
  busy: boolean;
  onRead: () => void;
  onErased: () => void;
}) {
  const t = useMessages(conversationDay);
  const dayInWords = useDayInWords();
  const rolesThat = useRolesThat();
  const { may } = useMe();
  const [isErasing, setErasing] = useState(false);
  const decides = may("memories:decide");
  const waits = log.state === "open" || log.state === "failed";
  return (
    <>
      <PageHeader
        title={t.rich("title", {
          agent: () => <span dir="auto">{visible(log.agent)}</span>,
          day: dayInWords(log.day),
        })}
        actions={
          decides && (
            <>
              {waits && log.lines > 0 && (
                <Button busy={busy} onClick={onRead}>
                  {!busy && <BookOpenText aria-hidden />}
                  {t(log.state === "failed" ? "try_again" : "read_now")}
                </Button>
              )}
              <Button variant="danger" onClick={() => setErasing(true)}>
                <Trash2 aria-hidden />
                {t("erase_log")}
              </Button>
            </>
          )
        }
        className="mb-2"
      />
      <Read log={log} />
      {log.state === "failed" && <Failure day={log} />}
      {!decides && (
        <p className="mb-3 text-muted-foreground text-sm">
          {t("who_may", { roles: rolesThat("memories:decide") })}
        </p>
      )}
      <EraseDayDialog day={log} open={isErasing} onOpenChange={setErasing} onErased={onErased} />
    </>
  );
}

/** How far the log was read, and by what. */
function Read({ log: { state, lines, facts, extracted_at, extractor } }: { log: Log }) {
  const t = useMessages(conversationDay);
  const words = useMessages(conversationWords);
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <DayStateBadge state={state} />
      <span>{t("messages", { count: lines })}</span>
      <span>{t("facts_learned", { count: facts })}</span>
      {extracted_at !== null && (
        <span className="text-muted-foreground">
          {t.rich("read_by", {
            extractor: extractorInWords({ t: words, extractor }),
            when: () => <RelativeTime at={extracted_at} />,
          })}
        </span>
      )}
    </p>
  );
}

function Failure({ day: { problem, attempts } }: { day: ConversationDay }) {
  const t = useMessages(conversationDay);
  return (
    <p role="alert" className="mb-3 rounded-md border border-danger/35 bg-danger-soft/50 px-3 py-2 text-sm">
      <span className="wrap-anywhere">{problem ?? t("not_read")}</span>{" "}
      <span className="text-muted-foreground">{t("failed_times", { count: attempts })}</span>
    </p>
  );
}

function NoLines({ taught, lines }: { taught: boolean; lines: number }) {
  const t = useMessages(conversationDay);
  return (
    <div className="rounded-md border bg-card">
      {taught && lines > 0 ? (
        <EmptyState icon={MessagesSquare} title={t("no_facts")}>
          {t("no_facts_meaning", { count: lines })}
        </EmptyState>
      ) : (
        <EmptyState icon={MessagesSquare} title={t("no_lines")}>
          {t("no_lines_meaning")}
        </EmptyState>
      )}
    </div>
  );
}
