import { BookmarkCheck, Pin } from "lucide-react";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { formatCount } from "@/components/pieces/format";
import { KindBadge } from "@/components/pieces/kind-badge";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { QualityBar } from "@/components/pieces/quality-bar";
import { RelativeTime } from "@/components/pieces/relative-time";
import { MemoryStatusBadge } from "@/components/pieces/status-with-reason";
import type { Memory, SearchItem, SinceMark } from "@/lib/memories/contract";
import { CitationSummary } from "./citation-summary";
import { MarkedStatement, WhyMatched } from "./memory-search-why";

export type Row = {
  memory: Memory;
  match: SearchItem | null;
  relevance_floor: number;
  /** What became of it since the moment that the list is of; null for a list of now. */
  mark: SinceMark | null;
};

/** A row says what MemoryLine says; its figures are in columns, so that they can be compared. */
export const baseColumns: DataTableColumn<Row>[] = [
  {
    id: "statement",
    header: "Statement",
    card: "title",
    cell: ({ memory, match }) => (
      <span className="flex min-w-0 flex-col gap-0.5 py-1">
        <span dir="auto" className="line-clamp-3 text-pretty wrap-anywhere text-base sm:line-clamp-2">
          <MarkedStatement statement={memory.statement} matched={match?.matched ?? []} />
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-0.5 text-muted-foreground text-sm">
          <KindBadge kind={memory.kind} />
          <MemoryReach memory={memory} />
          {memory.pinned && (
            <span className="inline-flex items-center gap-1" title="Pinned memories never expire.">
              <Pin aria-hidden className="size-3.5" />
              pinned
            </span>
          )}
          {memory.addressed_at !== null && (
            <span
              className="inline-flex items-center gap-1"
              title="A skill now contains it: left out of packs, still found by search."
            >
              <BookmarkCheck aria-hidden className="size-3.5" />
              addressed
            </span>
          )}
        </span>
      </span>
    ),
  },
  {
    id: "status",
    header: "Status",
    width: "7.25rem",
    card: "plain",
    cell: ({ memory }) => <MemoryStatusBadge status={memory.status} />,
  },
  {
    id: "citations",
    header: "Citations",
    width: "8.75rem",
    card: "plain",
    hidden_below: "md",
    cell: ({ memory }) => <CitationSummary citations={memory.citations} />,
  },
  {
    id: "quality",
    header: "Quality",
    width: "6.75rem",
    card: "plain",
    cell: ({ memory }) => <QualityBar quality={memory.quality} status={memory.status} />,
  },
  {
    id: "usage",
    header: "Uses",
    width: "4rem",
    align: "right",
    card: "hidden",
    hidden_below: "xl",
    cell: ({ memory }) => formatCount(memory.usage_count),
  },
  {
    id: "refreshed",
    header: "Confirmed",
    width: "6.75rem",
    align: "right",
    hidden_below: "md",
    cell: ({ memory }) => <RelativeTime at={memory.refreshed_at} className="text-muted-foreground" />,
  },
];

const whyColumn: DataTableColumn<Row> = {
  id: "why",
  header: "Why",
  width: "11.5rem",
  cell: ({ match, relevance_floor }) => {
    if (!match) return null;
    return <WhyMatched item={match} relevance_floor={relevance_floor} />;
  },
};
export const searchColumns = [
  ...baseColumns.slice(0, 1),
  whyColumn,
  ...baseColumns.slice(1).filter(({ id }) => id !== "usage" && id !== "refreshed"),
];
