"use client";

import { useQuery } from "@tanstack/react-query";
import { History, TrendingDown, TrendingUp, X } from "lucide-react";
import { parseAsString, parseAsStringLiteral } from "nuqs";
import { useMemo } from "react";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { FilterToggle } from "@/components/pieces/filter-toggle";
import { formatLines } from "@/components/pieces/format";
import { PagedTable } from "@/components/pieces/list-table";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useFormat } from "@/components/pieces/use-format";
import { usePagedFilters } from "@/components/pieces/use-paged-filters";
import { CitationStatusBadge } from "@/components/pieces/vocabulary-badges";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { type VerdictChange, verdictChangeList } from "@/lib/citations/contract";
import { listQuery } from "@/lib/doors/client";
import { citationsRepository } from "@/messages/compiled/citations-repository";
import type { Translate } from "@/messages/message";

const TURNED = ["failing", "holding"] as const;

const TURNED_TERMS = {
  failing: { icon: TrendingDown, ink: "text-warn", word: "turned_failing" },
  holding: { icon: TrendingUp, ink: "text-ok", word: "turned_holding" },
} as const satisfies Record<(typeof TURNED)[number], unknown>;

export const changeParameters = {
  turned: parseAsStringLiteral(TURNED),
  after: parseAsString,
  before: parseAsString,
};

const columnsOf = (t: Translate<typeof citationsRepository>): DataTableColumn<VerdictChange>[] => [
  {
    id: "place",
    header: t("place"),
    card: "title",
    cell: ({ citation, check }) => (
      <span
        className="block truncate font-mono text-xs max-sm:whitespace-normal max-sm:break-all"
        title={check.path ?? citation.path}
      >
        {check.path ?? citation.path}
        {check.line_start !== null && check.line_end !== null && (
          <span className="text-muted-foreground">:{formatLines(check.line_start, check.line_end)}</span>
        )}
      </span>
    ),
  },
  {
    id: "turned",
    header: t("change"),
    width: "9.5rem",
    card: "plain",
    cell: ({ turned }) => {
      const { icon: Icon, ink, word } = TURNED_TERMS[turned];
      return (
        <span className="inline-flex items-center gap-1.5 text-sm">
          <Icon aria-hidden className={cn("size-3.5", ink)} />
          {t(word)}
        </span>
      );
    },
  },
  {
    id: "status",
    header: t("found"),
    width: "8rem",
    card: "plain",
    cell: ({ check }) => <CitationStatusBadge status={check.status} />,
  },
  {
    id: "commit",
    header: t("commit"),
    width: "6.5rem",
    importance: "high",
    cell: ({ check }) => (
      <code title={check.commit_sha} className="text-xs">
        {check.commit_sha.slice(0, 8)}
      </code>
    ),
  },
  {
    id: "at",
    header: t("checked"),
    width: "6.5rem",
    align: "right",
    cell: ({ check }) => <RelativeTime at={check.checked_at} />,
  },
];

/** The checks that changed a verdict, newest first: the rows behind the chart. Each opens the history of its citation. */
export function VerdictChanges({ repository_id }: { repository_id: string }) {
  const t = useMessages(citationsRepository);
  const { formatDay } = useFormat();
  const columns = useMemo(() => columnsOf(t), [t]);
  const { parameters, pages, narrow } = usePagedFilters(changeParameters);
  const { turned, after, before } = parameters;
  const asked = {
    repository_id,
    turned: turned ?? undefined,
    after: after ?? undefined,
    before: before ?? undefined,
  };
  const query = useQuery(listQuery(verdictChangeList, { ...asked, cursor: pages.cursor, limit: 8 }));
  const days =
    after === null || before === null ? null : (Date.parse(before) - Date.parse(after)) / 86_400_000;
  return (
    <section aria-labelledby="changes" className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="changes" className="font-semibold text-sm">
          {t("changes")}
        </h2>
        {after !== null && (
          <Button size="sm" variant="ghost" onClick={() => narrow({ after: null, before: null })}>
            {days === 1 ? formatDay(after) : t("from_day", { day: formatDay(after) })}
            <X aria-hidden />
            <span className="sr-only">{t("all_days")}</span>
          </Button>
        )}
        <FilterToggle
          label={t("which_changes")}
          className="ml-auto"
          value={turned}
          onChange={(next) => narrow({ turned: next })}
          options={[
            { value: "failing", label: t("filter_failing") },
            { value: "holding", label: t("filter_holding") },
          ]}
        />
      </div>
      <PagedTable
        list={{
          name: "verdict_changes",
          contract: verdictChangeList,
          input: asked,
          parameters: changeParameters,
        }}
        query={query}
        pages={pages}
        unreadable={t("changes_unreadable")}
        label={t("changes_list")}
        columns={columns}
        rowId={({ check }) => check.id}
        rowHref={({ citation, check }) => `/citations/${citation.id}?check=${check.id}`}
        skeleton_rows={3}
        empty={
          <EmptyState icon={History} title={t("no_changes")}>
            {t(after === null && turned === null ? "no_changes_meaning" : "no_changes_filtered")}
          </EmptyState>
        }
      />
    </section>
  );
}
