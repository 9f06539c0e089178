"use client";

import { RotateCcw } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { formatCount } from "@/components/pieces/format";
import { PageHeader } from "@/components/pieces/page-header";
import { RelativeTime } from "@/components/pieces/relative-time";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { MemorySkeleton, ReviewQueueSkeleton } from "@/components/review-queue/skeleton";
import { useReviewQueue } from "@/components/review-queue/use-review-queue";
import { EmptyState } from "@/components/ui/empty-state";
import { operationQuery } from "@/lib/doors/client";
import { type Failure, failureList } from "@/lib/tasks/contract";
import { returnedInput, returnedParameters } from "./parameters";
import { ReturnedFailure } from "./returned-failure";
import { SolutionDialog } from "./solve-failure";
import { TasksNav } from "./tasks-nav";
import { FAILURE_BUTTONS, useFailureActions } from "./use-failure-actions";

const PAGE = { label: "Open the failure as a page", hrefOf: ({ id }: Failure) => `/failures/${id}` };

/** Failures that were seen again after they were solved: does the solution hold, or is there another? */
export function ReturnedQueue({ canDecide }: { canDecide: boolean }) {
  const [parameters] = useQueryStates(returnedParameters);
  const [asked, setAsked] = useState<Failure | null>(null);
  const queue = useReviewQueue({
    noun: "failure",
    what: "The failures that came back",
    marker: "data-failure",
    read: (cursor) => operationQuery(failureList, returnedInput({ ...parameters, cursor: cursor ?? null })),
    idOf: ({ id }) => id,
    nextWords: ({ signature }) => `Next: ${signature}`,
  });
  const actionsOf = useFailureActions({ queue, onAnother: setAsked });
  const actions = (failure: Failure) => {
    if (!canDecide) return [];
    return actionsOf(failure);
  };
  return (
    <>
      <PageHeader title="Came back" question="Which solved errors came back?" className="mb-2" />
      <TasksNav />
      <ReviewQueue
        queue={queue}
        label="Failures that came back"
        list={{
          name: "returned_failures",
          contract: failureList,
          input: returnedInput({ ...parameters, cursor: null }),
          parameters: returnedParameters,
        }}
        page={PAGE}
        canDecide={canDecide}
        actions={actions}
        buttons={FAILURE_BUTTONS}
        filters={
          <p className="mb-3 text-muted-foreground text-sm">
            {queue.page && `${formatCount(queue.page.total)} in total`}
          </p>
        }
        skeleton={
          <ReviewQueueSkeleton label="Loading the failures">
            <MemorySkeleton bodyHeight="12rem" />
          </ReviewQueueSkeleton>
        }
        empty={
          <EmptyState icon={RotateCcw} title="No failures came back">
            A failure appears here when it occurs again after it was solved.
          </EmptyState>
        }
        row={(failure) => ({ text: failure.signature, facts: <Facts failure={failure} /> })}
        detail={(failure, buttons) => (
          <ReturnedFailure failure={failure} heading={queue.heading} buttons={canDecide && buttons} />
        )}
        hasFoot={canDecide}
      />
      {asked !== null && (
        <SolutionDialog
          failure={asked}
          open
          onOpenChange={(open) => open || setAsked(null)}
          onCloseAutoFocus={queue.onDialogClosed}
          onDone={(ids) => queue.goOn(ids, "Solved again")}
        />
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
