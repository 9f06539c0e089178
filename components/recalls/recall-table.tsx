"use client";

import { type ReactNode, useMemo } from "react";
import { AfterEditBadge } from "@/components/pieces/after-edit-badge";
import type { DataTableColumn } from "@/components/pieces/data-table";
import type { Formats } from "@/components/pieces/format";
import { type ListGroup, ListTable } from "@/components/pieces/list-table";
import type { ListOf } from "@/components/pieces/list-tools";
import { missingInWords } from "@/components/pieces/missing-parts";
import { recallHref } from "@/components/pieces/recall-href";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useFormat } from "@/components/pieces/use-format";
import { Badge } from "@/components/ui/badge";
import type { ErrorStateProps } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import type { RecallEntry, Serving } from "@/lib/recall/contract";
import { missingParts } from "@/messages/compiled/missing-parts";
import { recallsPage } from "@/messages/compiled/recalls-page";
import { recallsWords } from "@/messages/compiled/recalls-words";
import { vocabulary } from "@/messages/compiled/vocabulary";
import type { PlainKey, Translate } from "@/messages/message";
import { OUTCOME_WORDS, outcomeInWords } from "./words";

type Row = RecallEntry & { serving?: Serving | null };
type T = Translate<typeof recallsPage>;
type Column = Omit<DataTableColumn<Row>, "header"> & { header: PlainKey<typeof recallsPage> };

const COLUMNS: readonly Column[] = [
  {
    id: "task",
    header: "column_task",
    card: "title",
    cell: ({ task, door }) => (
      <span className="line-clamp-2 wrap-anywhere">
        <AfterEditBadge door={door} /> {task}
      </span>
    ),
  },
  {
    id: "agent",
    header: "column_agent",
    width: "9rem",
    importance: "high",
    cell: ({ agent, agent_type, actor }) => (
      <span className="inline-block max-w-full md:block" title={agent ?? actor.name}>
        <span className="md:block md:truncate">{agent ?? actor.name}</span>{" "}
        {agent_type && <span className="text-muted-foreground md:block md:truncate">{agent_type}</span>}
      </span>
    ),
  },
  {
    id: "repository",
    header: "column_repository",
    width: "9rem",
    importance: "medium",
    cell: ({ repository }) => <RepositoryName name={repository?.name} />,
  },
  {
    id: "served",
    header: "column_served",
    width: "8.5rem",
    cell: (recall) => <ServedCount recall={recall} />,
  },
  {
    id: "uses",
    header: "column_outcome",
    width: "12rem",
    importance: "high",
    cell: (recall) => <Became recall={recall} />,
  },
  {
    id: "tokens",
    header: "column_tokens",
    width: "4.5rem",
    align: "right",
    importance: "low",
    cell: ({ tokens }) => <Count count={tokens} />,
  },
  {
    id: "latency",
    header: "column_time",
    width: "9rem",
    align: "right",
    importance: "low",
    cell: (recall) => <TimeTaken recall={recall} />,
  },
  { id: "at", header: "column_when", width: "6rem", cell: ({ at }) => <RelativeTime at={at} /> },
];

/** Why a memory was given, where the list is of one memory. */
const WHY: Column = {
  id: "why",
  header: "column_why",
  width: "16rem",
  cell: ({ serving }) => {
    if (!serving) return "–";
    return <Why serving={serving} />;
  },
};

const WITH_WHY = COLUMNS.flatMap((column) => {
  if (column.id === "uses" || column.id === "tokens") return [];
  if (column.id === "served") return [WHY, { ...column, importance: "high" as const }];
  return [column];
});

function columnsOf({ t, memory_id }: { t: T; memory_id: string | null }): DataTableColumn<Row>[] {
  const columns = memory_id === null ? COLUMNS : WITH_WHY;
  return columns.map((column) => ({ ...column, header: t(column.header) }));
}

const groupsOf = ({ t, formatDay }: { t: T } & Pick<Formats, "formatDay">): ListGroup<Row>[] => [
  { id: "agent", label: t("group_agent"), keyOf: ({ agent, actor }) => agent ?? actor.name },
  {
    id: "day",
    label: t("group_day"),
    keyOf: ({ at }) => at.slice(0, 10),
    wordsOf: ({ at }) => t("day_utc", { day: formatDay(at) }),
  },
];

function Count({ count }: { count: number }) {
  return useFormat().formatCount(count);
}

function RepositoryName({ name }: { name: string | undefined }) {
  const t = useMessages(recallsPage);
  return <span className="block truncate">{name ?? t("no_repository")}</span>;
}

/** How many memories it served; where it served none, what came of it. */
function ServedCount({ recall }: { recall: Row }) {
  const t = useMessages(recallsPage);
  const words = useMessages(recallsWords);
  const { outcome, served_count: served, candidate_count: candidates, unchecked_count } = recall;
  if (outcome !== "served")
    return <span className="whitespace-normal text-muted-foreground">{words(OUTCOME_WORDS[outcome])}</span>;
  const unchecked = (content: ReactNode) => <span className="text-muted-foreground">{content}</span>;
  return (
    <span className="whitespace-normal tabular-nums">
      {unchecked_count > 0
        ? t.rich("served_of_and_unchecked", { served, candidates, unchecked_count, unchecked })
        : t("served_of", { served, candidates })}
    </span>
  );
}

function Became({ recall }: { recall: Row }) {
  const words = useMessages(recallsWords);
  const shared = useMessages(vocabulary);
  return (
    <span className="line-clamp-2 whitespace-normal text-muted-foreground">
      {recall.outcome === "served" ? outcomeInWords({ t: words, shared, recall }) : "–"}
    </span>
  );
}

function TimeTaken({ recall: { latency_ms, degraded } }: { recall: Row }) {
  const t = useMessages(recallsPage);
  const missing = useMessages(missingParts);
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      {degraded.length > 0 && (
        <Badge tone="warn" title={t("without", { missing: missingInWords({ t: missing, degraded }) })}>
          {t("partial")}
        </Badge>
      )}
      {t("milliseconds", { ms: Math.round(latency_ms) })}
    </span>
  );
}

function Why({ serving: { relevance, reason } }: { serving: Serving }) {
  const t = useMessages(recallsPage);
  const { formatShare } = useFormat();
  return (
    <span className="line-clamp-2 whitespace-normal">
      {relevance !== null && (
        <span className="font-medium tabular-nums">
          {t("relevant", { relevance: formatShare(relevance) })}{" "}
        </span>
      )}
      {reason}
    </span>
  );
}

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
  const t = useMessages(recallsPage);
  const { formatDay } = useFormat();
  const columns = useMemo(() => columnsOf({ t, memory_id }), [t, memory_id]);
  const groups = useMemo(() => groupsOf({ t, formatDay }), [t, formatDay]);
  return (
    <ListTable
      list={list}
      groups={groups}
      label={t("title")}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      rowHref={({ id }) => recallHref(id, memory_id)}
      error={error}
      empty={empty}
      refreshing={refreshing}
    />
  );
}
