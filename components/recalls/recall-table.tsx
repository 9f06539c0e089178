"use client";

import type { ReactNode } from "react";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { formatCount, formatDay, formatShare } from "@/components/pieces/format";
import { type ListGroup, ListTable } from "@/components/pieces/list-table";
import type { ListOf } from "@/components/pieces/list-tools";
import { missingInWords } from "@/components/pieces/missing-parts";
import { recallHref } from "@/components/pieces/recall-href";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Badge } from "@/components/ui/badge";
import type { ErrorStateProps } from "@/components/ui/error-state";
import type { RecallEntry, Serving } from "@/lib/recall/contract";
import { becameInWords, OUTCOME_WORDS } from "./words";

type Row = RecallEntry & { serving?: Serving | null };

const COLUMNS: readonly DataTableColumn<Row>[] = [
  {
    id: "task",
    header: "Task",
    card: "title",
    cell: ({ task }) => <span className="line-clamp-2 wrap-anywhere">{task}</span>,
  },
  {
    id: "agent",
    header: "Agent",
    width: "9rem",
    cell: ({ agent, agent_type, actor }) => (
      <span className="inline-block max-w-full md:block" title={agent ?? actor.name}>
        <span className="md:block md:truncate">{agent ?? actor.name}</span>{" "}
        {agent_type && <span className="text-muted-foreground md:block md:truncate">{agent_type}</span>}
      </span>
    ),
  },
  {
    id: "repository",
    header: "Repository",
    width: "9rem",
    hidden_below: "lg",
    cell: ({ repository }) => <span className="block truncate">{repository?.name ?? "none"}</span>,
  },
  {
    id: "served",
    header: "Served",
    width: "8.5rem",
    cell: ({ outcome, served_count, candidate_count, unchecked_count }) => {
      if (outcome === "served")
        return (
          <span className="whitespace-normal tabular-nums">
            {formatCount(served_count)} of {formatCount(candidate_count)}
            {unchecked_count > 0 && (
              <span className="text-muted-foreground">
                {" "}
                and {formatCount(unchecked_count)} to check first
              </span>
            )}
          </span>
        );
      return <span className="whitespace-normal text-muted-foreground">{OUTCOME_WORDS[outcome]}</span>;
    },
  },
  {
    id: "uses",
    header: "Outcome",
    width: "12rem",
    hidden_below: "md",
    cell: ({ uses, inferred, outcome }) => (
      <span className="line-clamp-2 whitespace-normal text-muted-foreground">
        {outcome === "served" ? becameInWords(uses, inferred) : "–"}
      </span>
    ),
  },
  {
    id: "tokens",
    header: "Tokens",
    width: "4.5rem",
    align: "right",
    hidden_below: "lg",
    cell: ({ tokens }) => formatCount(tokens),
  },
  {
    id: "latency",
    header: "Time",
    width: "9rem",
    align: "right",
    cell: ({ latency_ms, degraded }) => (
      <span className="inline-flex items-center gap-1.5 tabular-nums">
        {degraded.length > 0 && (
          <Badge tone="warn" title={`Without ${missingInWords(degraded)}`}>
            partial
          </Badge>
        )}
        {formatCount(Math.round(latency_ms))} ms
      </span>
    ),
  },
  { id: "at", header: "When", width: "6rem", cell: ({ at }) => <RelativeTime at={at} /> },
];

const GROUPS: readonly ListGroup<Row>[] = [
  { id: "agent", label: "Agent", keyOf: ({ agent, actor }) => agent ?? actor.name },
  {
    id: "day",
    label: "Day",
    keyOf: ({ at }) => at.slice(0, 10),
    wordsOf: ({ at }) => `${formatDay(at)} (UTC)`,
  },
];

/** Why a memory was given, where the list is of one memory. */
const WHY: DataTableColumn<Row> = {
  id: "why",
  header: "Why it was served",
  width: "16rem",
  cell: ({ serving }) => {
    if (!serving) return "–";
    return (
      <span className="line-clamp-2 whitespace-normal">
        {serving.relevance !== null && (
          <span className="font-medium tabular-nums">{formatShare(serving.relevance)} relevant. </span>
        )}
        {serving.reason}
      </span>
    );
  },
};

const WITH_WHY = COLUMNS.flatMap((column) => {
  if (column.id === "uses" || column.id === "tokens") return [];
  if (column.id === "served") return [WHY, column];
  return [column];
});

/** Recalls in lines, each leading to its pack; those of one memory with why it was given, leading to it there. */
export function RecallTable({
  list,
  rows,
  memory_id = null,
  error,
  empty,
  refreshing = false,
}: {
  list: ListOf;
  rows: readonly Row[] | undefined;
  memory_id?: string | null;
  error: ErrorStateProps | null;
  empty: ReactNode;
  refreshing?: boolean;
}) {
  return (
    <ListTable
      list={list}
      groups={GROUPS}
      label="Recalls"
      columns={memory_id === null ? COLUMNS : WITH_WHY}
      rows={rows}
      rowId={({ id }) => id}
      rowHref={({ id }) => recallHref(id, memory_id)}
      error={error}
      empty={empty}
      refreshing={refreshing}
    />
  );
}
