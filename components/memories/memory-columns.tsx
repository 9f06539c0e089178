"use client";

import { BookmarkCheck, Pin } from "lucide-react";
import type { DataTableColumn } from "@/components/pieces/data-table";
import type { Formats } from "@/components/pieces/format";
import { KindBadge } from "@/components/pieces/kind-badge";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { QualityBar } from "@/components/pieces/quality-bar";
import { RelativeTime } from "@/components/pieces/relative-time";
import { MemoryStatusBadge } from "@/components/pieces/vocabulary-badges";
import { useMessages } from "@/components/ui/messages";
import type { Memory, SearchItem, SinceMark } from "@/lib/memories/contract";
import { memories } from "@/messages/compiled/memories";
import type { Translate } from "@/messages/message";
import { CitationSummary } from "./citation-summary";
import { MarkedStatement, WhyMatched } from "./memory-search-why";

export type Row = {
  memory: Memory;
  match: SearchItem | null;
  relevance_floor: number;
  /** What became of it since the moment that the list is of; null for a list of now. */
  mark: SinceMark | null;
};

type Words = Translate<typeof memories>;

/** What is said of a memory that is pinned or addressed, beside its statement. */
function Marks({ memory }: { memory: Memory }) {
  const t = useMessages(memories);
  return (
    <>
      {memory.pinned && (
        <span className="inline-flex items-center gap-1" title={t("pinned_meaning")}>
          <Pin aria-hidden className="size-3.5" />
          {t("pinned")}
        </span>
      )}
      {memory.addressed_at !== null && (
        <span className="inline-flex items-center gap-1" title={t("addressed_meaning")}>
          <BookmarkCheck aria-hidden className="size-3.5" />
          {t("addressed")}
        </span>
      )}
    </>
  );
}

function Statement({ row: { memory, match } }: { row: Row }) {
  return (
    <span className="flex min-w-0 flex-col gap-0.5 py-1">
      <span dir="auto" className="line-clamp-3 text-pretty wrap-anywhere text-base sm:line-clamp-2">
        <MarkedStatement statement={memory.statement} matched={match?.matched ?? []} />
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-0.5 text-muted-foreground text-sm">
        <KindBadge kind={memory.kind} />
        <MemoryReach memory={memory} />
        <Marks memory={memory} />
      </span>
    </span>
  );
}

/** A row says what MemoryLine says; its figures are in columns, so that they can be compared. */
export const baseColumns = ({
  t,
  formatCount,
}: {
  t: Words;
  formatCount: Formats["formatCount"];
}): DataTableColumn<Row>[] => [
  {
    id: "statement",
    header: t("column_statement"),
    card: "title",
    cell: (row) => <Statement row={row} />,
  },
  {
    id: "status",
    header: t("column_status"),
    width: "7.25rem",
    card: "plain",
    cell: ({ memory }) => <MemoryStatusBadge status={memory.status} />,
  },
  {
    id: "citations",
    header: t("column_citations"),
    width: "8.75rem",
    card: "plain",
    importance: "high",
    cell: ({ memory }) => <CitationSummary citations={memory.citations} />,
  },
  {
    id: "quality",
    header: t("column_quality"),
    width: "6.75rem",
    card: "plain",
    importance: "high",
    cell: ({ memory }) => <QualityBar quality={memory.quality} status={memory.status} />,
  },
  {
    id: "usage",
    header: t("column_uses"),
    width: "4rem",
    align: "right",
    card: "hidden",
    importance: "low",
    cell: ({ memory }) => formatCount(memory.usage_count),
  },
  {
    id: "refreshed",
    header: t("column_confirmed"),
    width: "6.75rem",
    align: "right",
    importance: "high",
    cell: ({ memory }) => <RelativeTime at={memory.refreshed_at} className="text-muted-foreground" />,
  },
];

const whyColumn = (header: string): DataTableColumn<Row> => ({
  id: "why",
  header,
  width: "11.5rem",
  cell: ({ match, relevance_floor }) => {
    if (!match) return null;
    return <WhyMatched item={match} relevance_floor={relevance_floor} />;
  },
});

/** Those of what a search found: why it was found comes second. */
export const searchColumns = ({
  t,
  base,
}: {
  t: Words;
  base: readonly DataTableColumn<Row>[];
}): DataTableColumn<Row>[] => [
  ...base.slice(0, 1),
  whyColumn(t("column_why")),
  ...base.slice(1).filter(({ id }) => id !== "usage" && id !== "refreshed"),
];
