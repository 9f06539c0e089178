"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { useQueryStates } from "nuqs";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { FilterToggle } from "@/components/pieces/filter-toggle";
import { formatCount, formatDay } from "@/components/pieces/format";
import { ListTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { type ConversationDay, conversationList, DAY_STATES } from "@/lib/conversations/contract";
import { operationQuery } from "@/lib/doors/client";
import { AgentChoice } from "./agent-choice";
import { ConversationsNav } from "./conversations-nav";
import { daysInput, daysParameters } from "./parameters";
import { useReading } from "./use-reading";
import { DayStateBadge, STATE_WORDS, weekdayOf } from "./words";

type Reading = ReturnType<typeof useReading>;

const columnsOf = (
  onRetry: Reading["read"] | null,
  busy: string | null,
): DataTableColumn<ConversationDay>[] => [
  {
    id: "agent",
    header: "Agent",
    card: "title",
    cell: ({ agent }) => (
      <span dir="auto" title={agent} className="block truncate max-sm:whitespace-normal max-sm:wrap-anywhere">
        {agent}
      </span>
    ),
  },
  {
    id: "day",
    header: "Day",
    width: "9rem",
    cell: ({ day }) => (
      <time dateTime={day}>
        {weekdayOf(day)}, {formatDay(day)}
      </time>
    ),
  },
  {
    id: "lines",
    header: "Messages",
    width: "6.5rem",
    align: "right",
    cell: ({ lines }) => formatCount(lines),
  },
  { id: "facts", header: "Facts", width: "5rem", align: "right", cell: ({ facts }) => formatCount(facts) },
  {
    id: "state",
    header: "State",
    width: "22rem",
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
          Try again
        </Button>
      )}
    </span>
  );
}

/** Days of which agents appended a log, the latest first: how much was said, and what was learned from it. */
export function DaysScreen() {
  const { may } = useMe();
  const [parameters, setParameters] = useQueryStates(daysParameters, { history: "push" });
  const pages = usePages();
  const { read, reading, pollFor } = useReading();
  const query = useQuery({
    ...operationQuery(conversationList, daysInput({ ...parameters, cursor: pages.cursor ?? null })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollFor(state.data?.items),
  });
  const decides = may("memories:decide");
  const choose = (chosen: Parameters<typeof setParameters>[0]) => {
    pages.reset();
    void setParameters(chosen);
  };
  return (
    <>
      <PageHeader
        title="Conversations"
        question="What was said in conversations each day, and what was learned from it?"
        className="mb-2"
      />
      <ConversationsNav />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <AgentChoice
          agent={parameters.agent}
          agents={query.data?.agents ?? []}
          onAgent={(agent) => choose({ agent })}
        />
        <FilterToggle
          label="Which days"
          value={parameters.state}
          onChange={(state) => choose({ state })}
          options={statesWith(query.data?.failed ?? 0)}
        />
      </div>
      <ListTable
        list={{
          name: "conversations",
          contract: conversationList,
          input: daysInput(parameters),
          total: query.data?.total,
          parameters: daysParameters,
        }}
        label="Days"
        columns={columnsOf(decides ? read : null, reading)}
        rows={query.data?.items}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/conversations/${id}`}
        refreshing={query.isFetching && query.isPlaceholderData}
        error={readProblem("The logs", query)}
        empty={<NoDays isFiltered={parameters.state !== null || parameters.agent !== null} />}
      />
      <PagerOf pages={pages} page={query.data} busy={query.isFetching && query.isPlaceholderData} />
    </>
  );
}

/** The states of days; the one that failed with how many there are. */
function statesWith(failed: number) {
  return DAY_STATES.map((value) => {
    if (value === "failed" && failed > 0) return { value, label: `Failed ${formatCount(failed)}` };
    return { value, label: STATE_WORDS[value] };
  });
}

function NoDays({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState icon={MessagesSquare} title="No matching day">
        Choose another agent or All.
      </EmptyState>
    );
  return (
    <EmptyState icon={MessagesSquare} title="No conversations yet">
      Agents append what was said with conversation_append; casebook import-conversations imports the
      transcripts of Claude Code and Codex. Facts are learned at night.
    </EmptyState>
  );
}
