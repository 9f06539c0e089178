"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { History, TrendingDown, TrendingUp, X } from "lucide-react";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { FilterToggle } from "@/components/pieces/filter-toggle";
import { formatDay, formatLines } from "@/components/pieces/format";
import { ListTable } from "@/components/pieces/list-table";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { CitationStatusBadge } from "@/components/pieces/status-with-reason";
import { usePages } from "@/components/pieces/use-pages";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { type VerdictChange, verdictChangeList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";

const TURNED = ["failing", "holding"] as const;

const TURNED_WORDS: Record<(typeof TURNED)[number], ReactNode> = {
  failing: (
    <>
      <TrendingDown aria-hidden className="size-3.5 text-warn" />
      started failing
    </>
  ),
  holding: (
    <>
      <TrendingUp aria-hidden className="size-3.5 text-ok" />
      valid again
    </>
  ),
};

export const changeParameters = {
  turned: parseAsStringLiteral(TURNED),
  after: parseAsString,
  before: parseAsString,
};

const columns: DataTableColumn<VerdictChange>[] = [
  {
    id: "place",
    header: "Place",
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
    header: "Change",
    width: "9.5rem",
    card: "plain",
    cell: ({ turned }) => (
      <span className="inline-flex items-center gap-1.5 text-sm">{TURNED_WORDS[turned]}</span>
    ),
  },
  {
    id: "status",
    header: "Found",
    width: "8rem",
    card: "plain",
    cell: ({ check }) => <CitationStatusBadge status={check.status} />,
  },
  {
    id: "commit",
    header: "Commit",
    width: "6.5rem",
    hidden_below: "md",
    cell: ({ check }) => (
      <code title={check.commit_sha} className="text-xs">
        {check.commit_sha.slice(0, 8)}
      </code>
    ),
  },
  {
    id: "at",
    header: "Checked",
    width: "6.5rem",
    align: "right",
    cell: ({ check }) => <RelativeTime at={check.checked_at} />,
  },
];

/** The checks that changed a verdict, newest first: the rows behind the chart. Each opens the history of its citation. */
export function VerdictChanges({ repository_id }: { repository_id: string }) {
  const [{ turned, after, before }, setParameters] = useQueryStates(changeParameters, { history: "push" });
  const pages = usePages();
  const asked = {
    repository_id,
    turned: turned ?? undefined,
    after: after ?? undefined,
    before: before ?? undefined,
  };
  const query = useQuery({
    ...operationQuery(verdictChangeList, { ...asked, cursor: pages.cursor, limit: 8 }),
    placeholderData: keepPreviousData,
  });
  const change = (values: Parameters<typeof setParameters>[0]) => {
    pages.reset();
    void setParameters(values);
  };
  const days =
    after === null || before === null ? null : (Date.parse(before) - Date.parse(after)) / 86_400_000;
  return (
    <section aria-labelledby="changes" className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="changes" className="font-semibold text-sm">
          What changed
        </h2>
        {after !== null && (
          <Button size="sm" variant="ghost" onClick={() => change({ after: null, before: null })}>
            {days === 1 ? formatDay(after) : `From ${formatDay(after)}`}
            <X aria-hidden />
            <span className="sr-only">Show all days</span>
          </Button>
        )}
        <FilterToggle
          label="Which changes"
          className="ml-auto"
          value={turned}
          onChange={(next) => change({ turned: next })}
          options={[
            { value: "failing", label: "Started failing" },
            { value: "holding", label: "Valid again" },
          ]}
        />
      </div>
      <ListTable
        list={{
          name: "verdict_changes",
          contract: verdictChangeList,
          input: asked,
          total: query.data?.total,
          parameters: changeParameters,
        }}
        label="Changed check results"
        columns={columns}
        rows={query.data?.items}
        rowId={({ check }) => check.id}
        rowHref={({ citation, check }) => `/citations/${citation.id}?check=${check.id}`}
        refreshing={query.isPlaceholderData}
        error={query.data ? null : readProblem("The changes", query)}
        skeleton_rows={3}
        empty={
          <EmptyState icon={History} title="No changes">
            {after === null && turned === null
              ? "No check found a valid citation failing, or a failing one valid again."
              : "Choose another period, or remove a filter."}
          </EmptyState>
        }
      />
      <PagerOf pages={pages} page={query.data} busy={query.isPlaceholderData} />
    </section>
  );
}
