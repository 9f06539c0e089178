"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Import } from "lucide-react";
import { useQueryStates } from "nuqs";
import { Actor } from "@/components/pieces/actor";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { formatCount } from "@/components/pieces/format";
import { ListTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { EmptyState } from "@/components/ui/empty-state";
import { operationQuery } from "@/lib/doors/client";
import { type ReviewImport, reviewImportList } from "@/lib/reviews/contract";
import { importParameters, importsInput } from "./filters";
import { IMPORT_KIND_WORDS, IMPORT_STATUS_TERMS } from "./import-words";
import { NewImport } from "./new-import";
import { ReviewsNav } from "./reviews-nav";

const COLUMNS: readonly DataTableColumn<ReviewImport>[] = [
  {
    id: "name",
    header: "Import",
    card: "title",
    cell: ({ name }) => (
      <span dir="auto" className="block truncate" title={name}>
        {name}
      </span>
    ),
  },
  {
    id: "status",
    header: "Status",
    width: "7rem",
    card: "plain",
    cell: ({ status }) => <StatusBadge term={IMPORT_STATUS_TERMS[status]} />,
  },
  {
    id: "kind",
    header: "From",
    width: "8rem",
    hidden_below: "md",
    card: "plain",
    cell: ({ kind }) => IMPORT_KIND_WORDS[kind],
  },
  {
    id: "stored",
    header: "Stored",
    width: "8rem",
    align: "right",
    cell: ({ items }) => `${formatCount(items.stored + items.repeated)} of ${formatCount(items.total)}`,
  },
  {
    id: "skipped",
    header: "Left out",
    width: "6rem",
    align: "right",
    cell: ({ items }) => formatCount(items.skipped),
  },
  {
    id: "by",
    header: "By",
    width: "10rem",
    hidden_below: "lg",
    card: "plain",
    cell: ({ created_by }) => <Actor actor={created_by} />,
  },
  {
    id: "at",
    header: "Started",
    width: "6.5rem",
    align: "right",
    card: "plain",
    cell: ({ created_at }) => <RelativeTime at={created_at} className="text-muted-foreground" />,
  },
];

/** How reviews came in by the many: what is on its way, what is a draft, what was left out. */
export function ImportsScreen() {
  const [parameters] = useQueryStates(importParameters, { history: "push" });
  const pages = usePages();
  const { may } = useMe();
  const query = useQuery({
    ...operationQuery(reviewImportList, importsInput(parameters)),
    placeholderData: keepPreviousData,
    refetchInterval: (state) => {
      if (state.state.data?.items.some(({ status }) => status === "waiting" || status === "running"))
        return 2_000;
      return false;
    },
  });
  return (
    <>
      <PageHeader
        title="Imports"
        question="What was imported from pull requests, analyzers and files, and what was left out?"
        className="mb-2"
        actions={may("reviews:write") && <NewImport />}
      />
      <ReviewsNav />
      <ListTable
        list={{
          name: "imports",
          contract: reviewImportList,
          input: importsInput(parameters),
          total: query.data?.total,
          parameters: importParameters,
        }}
        label="Imports"
        columns={COLUMNS}
        rows={query.data?.items}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/reviews/imports/${id}`}
        refreshing={query.isFetching && query.isPlaceholderData}
        error={readProblem("The imports", query)}
        empty={
          <EmptyState icon={Import} title="No imports yet">
            Import the review threads of a pull request, the log of an analyzer (SARIF), or a file of
            evaluations. You see how each item is read before it is stored.
          </EmptyState>
        }
      />
      <PagerOf pages={pages} page={query.data} busy={query.isFetching} />
    </>
  );
}
