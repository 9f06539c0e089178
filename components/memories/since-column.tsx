"use client";

import { useMemo } from "react";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useFormat } from "@/components/pieces/use-format";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import type { SinceMark } from "@/lib/memories/contract";
import { memories } from "@/messages/compiled/memories";
import { memoryWords } from "@/messages/compiled/memory-words";
import { baseColumns, type Row, searchColumns } from "./memory-columns";
import { sinceWords } from "./since-words";

/** What became of the memory since the moment that the list is of. */
function Since({ mark }: { mark: SinceMark }) {
  const t = useMessages(memoryWords);
  return (
    <span className="flex min-w-0 flex-col" title={mark.reason ?? undefined}>
      <span className={cn("text-pretty", mark.since === "unchanged" && "text-muted-foreground")}>
        {sinceWords({ t, mark })}
      </span>
      {mark.at !== null && mark.since !== "unchanged" && (
        <RelativeTime at={mark.at} className="text-muted-foreground text-xs" />
      )}
    </span>
  );
}

const sinceColumn = (header: string): DataTableColumn<Row> => ({
  id: "since",
  header,
  width: "9.5rem",
  card: "plain",
  cell: ({ mark }) => mark && <Since mark={mark} />,
});

/** The columns of a list of now, of an earlier moment, or of what a search found. */
export function useColumns({
  isSearching,
  isPast,
}: {
  isSearching: boolean;
  isPast: boolean;
}): DataTableColumn<Row>[] {
  const t = useMessages(memories);
  const { formatCount } = useFormat();
  return useMemo(() => {
    const base = baseColumns({ t, formatCount });
    const columns = isSearching ? searchColumns({ t, base }) : base;
    if (!isPast) return columns;
    const at = columns.findIndex(({ id }) => id === "status") + 1;
    return [...columns.slice(0, at), sinceColumn(t("column_since")), ...columns.slice(at)];
  }, [t, formatCount, isSearching, isPast]);
}
