import type { DataTableColumn } from "@/components/pieces/data-table";
import { RelativeTime } from "@/components/pieces/relative-time";
import { cn } from "@/components/ui/cn";
import type { SinceMark } from "@/lib/memories/contract";
import { baseColumns, type Row, searchColumns } from "./memory-columns";
import { sinceWords } from "./since-words";

/** What became of the memory since the moment that the list is of. */
function Since({ mark }: { mark: SinceMark }) {
  return (
    <span className="flex min-w-0 flex-col" title={mark.reason ?? undefined}>
      <span className={cn("text-pretty", mark.since === "unchanged" && "text-muted-foreground")}>
        {sinceWords(mark)}
      </span>
      {mark.at !== null && mark.since !== "unchanged" && (
        <RelativeTime at={mark.at} className="text-muted-foreground text-xs" />
      )}
    </span>
  );
}

const sinceColumn: DataTableColumn<Row> = {
  id: "since",
  header: "Since then",
  width: "9.5rem",
  card: "plain",
  cell: ({ mark }) => mark && <Since mark={mark} />,
};

/** The columns of a list of now, of an earlier moment, or of what a search found. */
export function columnsFor({ isSearching, isPast }: { isSearching: boolean; isPast: boolean }) {
  const columns = isSearching ? searchColumns : baseColumns;
  if (!isPast) return columns;
  const at = columns.findIndex(({ id }) => id === "status") + 1;
  return [...columns.slice(0, at), sinceColumn, ...columns.slice(at)];
}
