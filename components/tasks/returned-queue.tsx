"use client";

import { RotateCcw } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { PageHeader } from "@/components/pieces/page-header";
import { RelativeTime } from "@/components/pieces/relative-time";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { MemorySkeleton, ReviewQueueSkeleton } from "@/components/review-queue/skeleton";
import { useReviewQueue } from "@/components/review-queue/use-review-queue";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { type Failure, failureList } from "@/lib/tasks/contract";
import { returnedFailures } from "@/messages/compiled/returned-failures";
import { taskWords } from "@/messages/compiled/task-words";
import { FailureItem } from "./inbox";
import { returnedInput, returnedParameters } from "./parameters";
import { ReturnedFailure } from "./returned-failure";
import { SolutionDialog } from "./solve-failure";
import { TasksNav } from "./tasks-nav";
import { FAILURE_BUTTONS, useFailureActions } from "./use-failure-actions";

/** Failures that were seen again after they were solved: does the solution hold, or is there another? */
export function ReturnedQueue({ canDecide }: { canDecide: boolean }) {
  const t = useMessages(returnedFailures);
  const words = useMessages(taskWords);
  const [parameters] = useQueryStates(returnedParameters);
  const [asked, setAsked] = useState<Failure | null>(null);
  const queue = useReviewQueue({
    noun: "failure",
    what: t("unreadable"),
    marker: "data-failure",
    read: (cursor) => operationQuery(failureList, returnedInput({ ...parameters, cursor: cursor ?? null })),
    idOf: ({ id }) => id,
    nextWords: ({ signature }) => t("next", { signature }),
  });
  const actionsOf = useFailureActions({ queue, onAnother: setAsked });
  const actions = (failure: Failure) => {
    if (!canDecide) return [];
    return actionsOf(failure);
  };
  return (
    <>
      <PageHeader title={t("title")} question={t("question")} className="mb-2" />
      <TasksNav />
      <ReviewQueue
        queue={queue}
        label={t("list")}
        list={{
          name: "returned_failures",
          contract: failureList,
          input: returnedInput({ ...parameters, cursor: null }),
          parameters: returnedParameters,
        }}
        page={{ label: t("open_page"), hrefOf: ({ id }) => `/failures/${id}` }}
        canDecide={canDecide}
        actions={actions}
        buttons={FAILURE_BUTTONS}
        filters={
          <p className="mb-3 text-muted-foreground text-sm">
            {queue.page && words("in_total", { count: queue.page.total })}
          </p>
        }
        skeleton={
          <ReviewQueueSkeleton label={t("loading")}>
            <MemorySkeleton bodyHeight="12rem" />
          </ReviewQueueSkeleton>
        }
        empty={
          <EmptyState icon={RotateCcw} title={t("none")}>
            {t("none_meaning")}
          </EmptyState>
        }
        row={(failure) => ({ text: failure.signature, facts: <Facts failure={failure} /> })}
        detail={(failure, buttons) => (
          <ReturnedFailure failure={failure} heading={queue.heading} buttons={canDecide && buttons} />
        )}
        unlisted={(id) => canDecide && <FailureItem key={id} subject_id={id} queue={queue} />}
        hasFoot={canDecide}
      />
      {asked !== null && (
        <SolutionDialog
          failure={asked}
          open
          onOpenChange={(open) => open || setAsked(null)}
          onCloseAutoFocus={queue.onDialogClosed}
          onDone={(ids) => queue.goOn(ids, t("solved_again"))}
        />
      )}
    </>
  );
}

function Facts({ failure: { repository, returned_at, occurrence_count } }: { failure: Failure }) {
  const t = useMessages(returnedFailures);
  const words = useMessages(taskWords);
  return (
    <>
      <span>{repository?.name ?? t("elsewhere_nowhere")}</span>
      <span>{words("seen_times", { count: occurrence_count })}</span>
      {returned_at !== null && <RelativeTime at={returned_at} />}
    </>
  );
}
