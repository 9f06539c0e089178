"use client";

import { CheckCheck, MessageSquarePlus, RotateCcw } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { formatCount } from "@/components/pieces/format";
import { LongText } from "@/components/pieces/long-text";
import { PageHeader } from "@/components/pieces/page-header";
import { RelativeTime } from "@/components/pieces/relative-time";
import { KeyHints, type ReviewAction } from "@/components/review-queue/actions";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { MemorySkeleton, ReviewQueueSkeleton } from "@/components/review-queue/skeleton";
import { useReviewQueue } from "@/components/review-queue/use-review-queue";
import { EmptyState } from "@/components/ui/empty-state";
import { operationQuery } from "@/lib/doors/client";
import { type Failure, failureList } from "@/lib/tasks/contract";
import { returnedInput, returnedParameters } from "./parameters";
import { SolutionDialog, useSolving } from "./solve-failure";
import { TasksNav } from "./tasks-nav";

const PAGE = { label: "Open the failure as a page", hrefOf: ({ id }: Failure) => `/failures/${id}` };

/** Failures that were seen again after they were solved: does the solution hold, or is there another? */
export function ReturnedQueue({ canDecide }: { canDecide: boolean }) {
  const [parameters] = useQueryStates(returnedParameters);
  const [asked, setAsked] = useState<Failure | null>(null);
  const { solve } = useSolving();
  const queue = useReviewQueue({
    noun: "failure",
    what: "The failures that came back",
    marker: "data-failure",
    read: (cursor) => operationQuery(failureList, returnedInput({ ...parameters, cursor: cursor ?? null })),
    idOf: ({ id }) => id,
    nextWords: ({ signature }) => `Next: ${signature}`,
  });
  const actions = (failure: Failure): ReviewAction[] => {
    if (!canDecide || queue.isRefreshing) return [];
    const { busy } = queue;
    return [
      {
        keys: "s",
        label: "The solution holds: it was not applied here",
        run: () => queue.decide("Solved again", () => solve(failure, failure.solution ?? "")),
        button: { text: "The solution holds", icon: CheckCheck, variant: "primary", busy },
      },
      {
        keys: "w",
        label: "Write another solution",
        run: () => setAsked(failure),
        button: { text: "Another solution", icon: MessageSquarePlus, busy },
      },
    ];
  };
  return (
    <>
      <PageHeader title="Came back" question="Which errors did we believe were solved?" className="mb-2" />
      <TasksNav />
      <ReviewQueue
        queue={queue}
        label="Failures that came back"
        page={PAGE}
        canDecide={canDecide}
        actions={actions}
        buttons={["s", "w"]}
        filters={
          <p className="mb-3 text-muted-foreground text-sm">
            {queue.page && `${formatCount(queue.page.total)} in all`}
          </p>
        }
        skeleton={
          <ReviewQueueSkeleton label="Loading the failures">
            <MemorySkeleton bodyHeight="12rem" />
          </ReviewQueueSkeleton>
        }
        empty={
          <EmptyState icon={RotateCcw} title="Nothing came back">
            A failure waits here when it is seen again after it was solved.
          </EmptyState>
        }
        row={(failure) => ({ text: failure.signature, facts: <Facts failure={failure} /> })}
        detail={(failure, buttons) => (
          <section aria-labelledby="failure-heading" className="flex min-w-0 flex-col gap-3">
            <h2
              ref={queue.heading}
              id="failure-heading"
              tabIndex={-1}
              className="wrap-anywhere font-medium font-mono text-sm"
            >
              {failure.signature}
            </h2>
            {canDecide && (
              <div className="flex flex-wrap items-center gap-1.5 max-lg:hidden">
                {buttons}
                <KeyHints />
              </div>
            )}
            <p className="wrap-anywhere text-sm">{failure.message}</p>
            <article aria-label="What solved it before" className="rounded-md border bg-card p-4">
              <h3 className="mb-1 text-muted-foreground text-sm">What solved it before</h3>
              <LongText text={failure.solution ?? ""} what="solution" className="whitespace-pre-wrap" />
            </article>
          </section>
        )}
        hasFoot={canDecide}
      />
      {asked !== null && (
        <SolutionDialog failure={asked} open onOpenChange={(open) => open || setAsked(null)} />
      )}
    </>
  );
}

function Facts({ failure: { repository, returned_at, occurrence_count } }: { failure: Failure }) {
  return (
    <>
      <span>{repository?.name ?? "no repository"}</span>
      <span>seen {formatCount(occurrence_count)}×</span>
      {returned_at !== null && <RelativeTime at={returned_at} />}
    </>
  );
}
