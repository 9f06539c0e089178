"use client";

import { useQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { FilterToggle } from "@/components/pieces/filter-toggle";
import type { Formats } from "@/components/pieces/format";
import { PagedTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { usePagedFilters } from "@/components/pieces/use-paged-filters";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { type ConversationDay, conversationList, DAY_STATES } from "@/lib/conversations/contract";
import { listQuery } from "@/lib/doors/client";
import { conversationDays } from "@/messages/compiled/conversation-days";
import { conversationWords } from "@/messages/compiled/conversation-words";
import type { Translate } from "@/messages/message";
import { AgentChoice } from "./agent-choice";
import { ConversationsNav } from "./conversations-nav";
import { daysInput, daysParameters } from "./parameters";
import { useReading } from "./use-reading";
import { DayStateBadge, useDayInWords } from "./words";

type Reading = ReturnType<typeof useReading>;

type Columns = {
  t: Translate<typeof conversationDays>;
  words: Translate<typeof conversationWords>;
  formatCount: Formats["formatCount"];
  dayInWords: (day: string) => string;
  onRetry: Reading["read"] | null;
  /** The day that is about to be read. */
  busy: string | null;
};

function useColumns({
  onRetry,
  busy,
}: Pick<Columns, "onRetry" | "busy">): DataTableColumn<ConversationDay>[] {
  const t = useMessages(conversationDays);
  const words = useMessages(conversationWords);
  const { formatCount } = useFormat();
  const dayInWords = useDayInWords();
  return columnsOf({ t, words, formatCount, dayInWords, onRetry, busy });
}

const columnsOf = ({
  t,
  words,
  formatCount,
  dayInWords,
  onRetry,
  busy,
}: Columns): DataTableColumn<ConversationDay>[] => [
  {
    id: "agent",
    header: words("agent"),
    card: "title",
    cell: ({ agent }) => (
      <span dir="auto" title={agent} className="block truncate max-sm:whitespace-normal max-sm:wrap-anywhere">
        {visible(agent)}
      </span>
    ),
  },
  {
    id: "day",
    header: t("column_day"),
    width: "9rem",
    cell: ({ day }) => <time dateTime={day}>{dayInWords(day)}</time>,
  },
  {
    id: "lines",
    header: t("column_messages"),
    width: "6.5rem",
    align: "right",
    importance: "medium",
    cell: ({ lines }) => formatCount(lines),
  },
  {
    id: "facts",
    header: t("column_facts"),
    width: "5rem",
    align: "right",
    importance: "high",
    cell: ({ facts }) => formatCount(facts),
  },
  {
    id: "state",
    header: t("column_state"),
    cell: (day) => <State day={day} onRetry={onRetry} busy={busy === day.id} />,
  },
];

function State({
  day: { id, state, problem },
  onRetry,
  busy,
}: {
  day: ConversationDay;
  onRetry: Reading["read"] | null;
  busy: boolean;
}) {
  const t = useMessages(conversationDays);
  return (
    <span className="flex min-w-0 items-center gap-2 max-sm:flex-wrap">
      <DayStateBadge state={state} />
      {state === "failed" && problem !== null && (
        <span title={problem} className="min-w-0 flex-1 sm:truncate">
          {problem}
        </span>
      )}
      {state === "failed" && onRetry !== null && (
        <Button size="sm" busy={busy} onClick={() => onRetry(id)}>
          {t("try_again")}
        </Button>
      )}
    </span>
  );
}

/** Days of which agents appended a log, the latest first: how much was said, and what was learned from it. */
export function DaysScreen() {
  const t = useMessages(conversationDays);
  const words = useMessages(conversationWords);
  const { may } = useMe();
  const { parameters, pages, narrow } = usePagedFilters(daysParameters);
  const { read, reading, pollFor } = useReading();
  const query = useQuery({
    ...listQuery(conversationList, daysInput(parameters)),
    refetchInterval: ({ state }) => pollFor(state.data?.items),
  });
  const columns = useColumns({ onRetry: may("memories:decide") ? read : null, busy: reading });
  return (
    <>
      <PageHeader title={words("conversations")} question={t("question")} className="mb-2" />
      <ConversationsNav />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <AgentChoice
          agent={parameters.agent}
          agents={query.data?.agents ?? []}
          onAgent={(agent) => narrow({ agent })}
        />
        <FilterToggle
          label={t("which")}
          value={parameters.state}
          onChange={(state) => narrow({ state })}
          options={statesWith({ t, words, failed: query.data?.failed ?? 0 })}
        />
      </div>
      <PagedTable
        list={{
          name: "conversations",
          contract: conversationList,
          input: daysInput(parameters),
          parameters: daysParameters,
        }}
        query={query}
        pages={pages}
        unreadable={t("unreadable")}
        label={words("days")}
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/conversations/${id}`}
        empty={<NoDays isFiltered={parameters.state !== null || parameters.agent !== null} />}
      />
    </>
  );
}

/** The states of days; the one that failed with how many there are. */
function statesWith({ t, words, failed }: Pick<Columns, "t" | "words"> & { failed: number }) {
  return DAY_STATES.map((value) => {
    if (value === "failed" && failed > 0) return { value, label: t("failed_count", { count: failed }) };
    return { value, label: words(`choice_${value}`) };
  });
}

function NoDays({ isFiltered }: { isFiltered: boolean }) {
  const t = useMessages(conversationDays);
  if (isFiltered)
    return (
      <EmptyState icon={MessagesSquare} title={t("none_matches")}>
        {t("none_matches_meaning")}
      </EmptyState>
    );
  return (
    <EmptyState icon={MessagesSquare} title={t("none")}>
      {t("none_meaning")}
    </EmptyState>
  );
}
