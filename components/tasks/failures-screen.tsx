"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Bug } from "lucide-react";
import { useQueryStates } from "nuqs";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { FilterToggle } from "@/components/pieces/filter-toggle";
import { formatCount } from "@/components/pieces/format";
import { ListTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { usePages } from "@/components/pieces/use-pages";
import { WordsFilter } from "@/components/pieces/words-filter";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { operationQuery } from "@/lib/doors/client";
import { type Failure, failureList } from "@/lib/tasks/contract";
import { failureParameters, failuresInput } from "./parameters";
import { TasksNav } from "./tasks-nav";
import { FailureStatusBadge, languageName } from "./words";

const COLUMNS: readonly DataTableColumn<Failure>[] = [
  {
    id: "signature",
    header: "Error",
    card: "title",
    cell: ({ signature, message }) => (
      <span className="block truncate font-mono text-xs max-sm:whitespace-normal" title={message}>
        {signature}
      </span>
    ),
  },
  {
    id: "status",
    header: "State",
    width: "7rem",
    cell: ({ status }) => <FailureStatusBadge status={status} />,
  },
  {
    id: "count",
    header: "Seen",
    width: "4.5rem",
    align: "right",
    cell: ({ occurrence_count }) => formatCount(occurrence_count),
  },
  {
    id: "repositories",
    header: "Same error in",
    width: "8.5rem",
    hidden_below: "md",
    cell: ({ repository_count }) => {
      if (repository_count > 1) return `${formatCount(repository_count)} repositories`;
      return <span className="text-muted-foreground">only this one</span>;
    },
  },
  {
    id: "repository",
    header: "Repository",
    width: "10rem",
    hidden_below: "lg",
    cell: ({ repository }) => <span className="block truncate">{repository?.name ?? "none"}</span>,
  },
  {
    id: "language",
    header: "Language",
    width: "6rem",
    hidden_below: "xl",
    cell: ({ language }) => languageName(language),
  },
  {
    id: "seen",
    header: "Last seen",
    width: "6.5rem",
    cell: ({ last_seen_at }) => <RelativeTime at={last_seen_at} />,
  },
];

/** Errors by what they are, the one seen last first: which are open, solved, or came back. */
export function FailuresScreen() {
  const [parameters, setParameters] = useQueryStates(failureParameters, { history: "push" });
  const pages = usePages();
  const query = useQuery({
    ...operationQuery(failureList, failuresInput({ ...parameters, cursor: pages.cursor ?? null })),
    placeholderData: keepPreviousData,
  });
  const { q, status } = parameters;
  const narrow = (filters: Partial<typeof parameters>) => {
    pages.reset();
    void setParameters(filters);
  };
  return (
    <>
      <PageHeader title="Failures" question="Which errors occur, and what solved them?" className="mb-2" />
      <TasksNav />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <WordsFilter
          label="Only failures with these words"
          placeholder="Words of error or solution"
          q={q}
          onChange={(words) => narrow({ q: words })}
        />
        <FilterToggle
          label="Which failures"
          value={status}
          onChange={(value) => narrow({ status: value })}
          options={[
            { value: "open", label: "Open" },
            { value: "solved", label: "Solved" },
            { value: "returned", label: "Came back" },
          ]}
        />
        <span className="text-muted-foreground text-sm">
          {query.data && `${formatCount(query.data.total)} in total`}
        </span>
      </div>
      <ListTable
        list={{
          name: "failures",
          contract: failureList,
          input: failuresInput(parameters),
          total: query.data?.total,
          parameters: failureParameters,
        }}
        label="Failures"
        columns={COLUMNS}
        rows={query.data?.items}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/failures/${id}`}
        refreshing={query.isFetching && query.data !== undefined}
        error={readProblem("The failures", query)}
        empty={
          <EmptyState
            icon={Bug}
            title={q === null ? "No failures" : "No failure matches"}
            action={q !== null && <Button onClick={() => narrow({ q: null })}>Show all failures</Button>}
          >
            Failing tests become failures when a test report is submitted: casebook ci-results report.xml
            --repository owner/name --commit id. Agents record others with failure_record.
          </EmptyState>
        }
      />
      <PagerOf pages={pages} page={query.data} busy={query.isFetching} />
    </>
  );
}
