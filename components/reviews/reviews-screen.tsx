"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useQueryStates } from "nuqs";
import { Actor } from "@/components/pieces/actor";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { formatCount } from "@/components/pieces/format";
import { ListTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { toggled } from "@/components/pieces/selection";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { usePages } from "@/components/pieces/use-pages";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { operationQuery } from "@/lib/doors/client";
import { type Review, reviewList, VERDICTS } from "@/lib/reviews/contract";
import { FIRST_PAGE, reviewParameters, reviewsInput } from "./filters";
import { ReviewsNav } from "./reviews-nav";
import { VERDICT_TERMS } from "./words";

const count = (
  id: keyof Review["counts"],
  header: string,
  hidden_below?: "md" | "lg",
): DataTableColumn<Review> => ({
  id,
  header,
  width: "6.5rem",
  align: "right",
  ...(hidden_below && { hidden_below }),
  cell: (review) => {
    if (review.counts[id] === 0) return <span className="text-muted-foreground">0</span>;
    return formatCount(review.counts[id]);
  },
});

const COLUMNS: readonly DataTableColumn<Review>[] = [
  {
    id: "summary",
    header: "Review",
    card: "title",
    cell: (review) => (
      <span dir="auto" className="block max-sm:line-clamp-2 sm:truncate" title={review.summary}>
        {review.summary}
      </span>
    ),
  },
  {
    id: "verdict",
    header: "Verdict",
    width: "7.5rem",
    card: "plain",
    cell: (review) => <StatusBadge term={VERDICT_TERMS[review.verdict]} />,
  },
  count("reject", "Rejected"),
  count("implement", "Implemented"),
  count("defer", "Deferred", "md"),
  {
    id: "repository",
    header: "Repository",
    width: "11rem",
    hidden_below: "lg",
    card: "plain",
    cell: (review) => <span className="font-mono text-xs">{review.repository?.name ?? "–"}</span>,
  },
  {
    id: "agent",
    header: "Reviewer",
    width: "9rem",
    hidden_below: "xl",
    card: "plain",
    cell: (review) => {
      if (review.agent) return <Actor actor={{ kind: "agent", name: review.agent }} />;
      return <span className="text-muted-foreground">not named</span>;
    },
  },
  {
    id: "reviewed_at",
    header: "Reviewed",
    width: "6.5rem",
    align: "right",
    card: "plain",
    cell: (review) => <RelativeTime at={review.reviewed_at} className="text-muted-foreground" />,
  },
];

/** Every evaluated review, the latest first. */
export function ReviewsScreen() {
  const [parameters, set] = useQueryStates(reviewParameters, { history: "push" });
  const pages = usePages();
  const query = useQuery({
    ...operationQuery(reviewList, reviewsInput(parameters)),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="Evaluated reviews"
        question="What was reviewed, and how did it end?"
        className="mb-2"
      />
      <ReviewsNav />
      <fieldset className="mb-3 flex flex-wrap items-center gap-1.5">
        <legend className="sr-only">Verdict</legend>
        {VERDICTS.map((verdict) => {
          const { word, icon: Icon } = VERDICT_TERMS[verdict];
          const chosen = parameters.verdict.includes(verdict);
          return (
            <Button
              key={verdict}
              size="sm"
              aria-pressed={chosen}
              className={cn(chosen && "border-primary bg-primary-soft text-primary hover:bg-primary-soft")}
              onClick={() => void set({ verdict: toggled(parameters.verdict, verdict), ...FIRST_PAGE })}
            >
              <Icon aria-hidden />
              {word}
            </Button>
          );
        })}
      </fieldset>
      <ListTable
        list={{
          name: "reviews",
          contract: reviewList,
          input: reviewsInput(parameters),
          total: query.data?.total,
          parameters: reviewParameters,
        }}
        label="Reviews"
        columns={COLUMNS}
        rows={query.data?.items}
        rowId={(review) => review.id}
        rowHref={(review) => `/reviews/${review.id}`}
        refreshing={query.isFetching && query.data !== undefined}
        error={readProblem("The reviews", query)}
        empty={
          parameters.verdict.length > 0 ? (
            <EmptyState
              icon={ListChecks}
              title="No review has this verdict"
              action={
                <Button onClick={() => void set({ verdict: [], ...FIRST_PAGE })}>Clear the filter</Button>
              }
            >
              Other reviews may have another verdict.
            </EmptyState>
          ) : (
            <EmptyState icon={ListChecks} title="No reviews yet">
              An agent submits an evaluated review with POST /api/v1/reviews or the review.evaluate tool once
              every finding is decided.
            </EmptyState>
          )
        }
      />
      <PagerOf pages={pages} page={query.data} busy={query.isFetching} />
    </>
  );
}
