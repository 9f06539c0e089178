"use client";

import type { ReactNode } from "react";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { formatCount } from "@/components/pieces/format";
import { missingInWords } from "@/components/pieces/missing-parts";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Badge } from "@/components/ui/badge";
import type { ErrorStateProps } from "@/components/ui/error-state";
import type { RecallEntry } from "@/lib/recall/contract";
import { becameInWords, OUTCOME_WORDS } from "./words";

const COLUMNS: readonly DataTableColumn<RecallEntry>[] = [
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
        {agent_type ? <span className="text-muted-foreground md:block md:truncate">{agent_type}</span> : null}
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
    header: "What became of it",
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

/** Recalls in lines, each leading to its pack. */
export function RecallTable({
  rows,
  error,
  empty,
  refreshing = false,
}: {
  rows: readonly RecallEntry[] | undefined;
  error: ErrorStateProps | null;
  empty: ReactNode;
  refreshing?: boolean;
}) {
  return (
    <DataTable
      label="Recalls"
      columns={COLUMNS}
      rows={rows}
      rowId={({ id }) => id}
      rowHref={({ id }) => `/recalls/${id}`}
      error={error}
      empty={empty}
      refreshing={refreshing}
    />
  );
}
