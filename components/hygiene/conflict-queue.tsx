"use client";

import { FilterX, GitCompareArrows } from "lucide-react";
import { useQueryStates } from "nuqs";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { formatCount } from "@/components/pieces/format";
import { PageHeader } from "@/components/pieces/page-header";
import { RelativeTime } from "@/components/pieces/relative-time";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { ReviewQueueSkeleton } from "@/components/review-queue/skeleton";
import { useReviewQueue } from "@/components/review-queue/use-review-queue";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { type Conflict, conflictList } from "@/lib/hygiene/contract";
import { ConflictDetail } from "./conflict-detail";
import { ConflictDialogs, useConflictDialogs } from "./conflict-dialogs";
import { HygieneNav } from "./hygiene-nav";
import { conflictParameters, conflictsInput } from "./parameters";
import { RULE_WORDS } from "./words";

const PAGE = {
  label: "Open the first memory as a page",
  hrefOf: ({ memories: [first] }: Conflict) => `/memories/${first?.id}`,
};

/** Memories that contradict each other, side by side with who said each and what shows it. */
export function ConflictQueue({ canWrite }: { canWrite: boolean }) {
  const conflicts = useConflictQueue();
  const { queue } = conflicts;
  const { dialogs, ...decisions } = useConflictDialogs({ queue, canWrite });
  return (
    <>
      <PageHeader
        title="Conflicts"
        question="What do our agents believe that cannot all be true?"
        className="mb-2"
      />
      <HygieneNav />
      <ReviewQueue
        queue={queue}
        label="Conflicts"
        list={{
          name: "conflicts",
          contract: conflictList,
          input: conflictsInput({ ...conflicts.parameters, cursor: null }),
          parameters: conflictParameters,
        }}
        page={PAGE}
        canDecide={canWrite}
        actions={decisions.actions}
        buttons={[DECISION_KEYS.accept, DECISION_KEYS.edit, DECISION_KEYS.reject]}
        filters={<Filters conflicts={conflicts} />}
        skeleton={<ConflictsSkeleton />}
        empty={<Empty status={conflicts.parameters.status} />}
        row={(conflict) => ({ text: conflict.subject, facts: <Facts conflict={conflict} /> })}
        detail={(conflict, buttons) => (
          <>
            <ConflictDetail
              conflict={conflict}
              queue={queue}
              buttons={buttons}
              decisions={decisions}
              canUndo={canWrite}
            />
            <ConflictDialogs dialogs={dialogs} conflict={conflict} goOn={queue.goOn} />
          </>
        )}
      />
    </>
  );
}

function useConflictQueue() {
  const [parameters, setParameters] = useQueryStates(conflictParameters);
  const queue = useReviewQueue({
    noun: "conflict",
    what: "The conflicts",
    marker: "data-conflict",
    read: (cursor) => operationQuery(conflictList, conflictsInput({ ...parameters, cursor: cursor ?? null })),
    idOf: ({ id }) => id,
    nextWords: ({ subject }) => `Next: ${subject}`,
  });
  return {
    queue,
    parameters,
    change: (values: Parameters<typeof setParameters>[0]) => {
      queue.restart();
      void setParameters(values, { history: "push" });
    },
  };
}

function Filters({
  conflicts: { queue, parameters, change },
}: {
  conflicts: ReturnType<typeof useConflictQueue>;
}) {
  const { status, rule, repository } = parameters;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <ToggleGroup
        label="Which conflicts"
        value={status}
        onValueChange={(value) => change({ status: value })}
        options={[
          { value: "open", label: "To decide" },
          { value: "resolved", label: "Resolved" },
          { value: "dismissed", label: "All true" },
        ]}
      />
      {rule !== null && (
        <Button size="sm" onClick={() => change({ rule: null })}>
          <FilterX aria-hidden />
          {RULE_WORDS[rule]}
        </Button>
      )}
      <span className="text-muted-foreground text-sm">
        {queue.page && `${formatCount(queue.page.total)} in total`}
        {queue.page && repository !== null && ` of ${repository}`}
      </span>
    </div>
  );
}

function Facts({ conflict }: { conflict: Conflict }) {
  return (
    <>
      <span>{RULE_WORDS[conflict.rule]}</span>
      <span>{formatCount(conflict.memories.length)} statements</span>
      <RelativeTime at={conflict.decided_at ?? conflict.found_at} />
    </>
  );
}

const EMPTY: Record<Conflict["status"], { title: string; text: string }> = {
  open: {
    title: "No conflicts",
    text:
      "Contradictions are searched for when a session stops, and every night among all memories. Those found " +
      "appear here until someone decides.",
  },
  resolved: {
    title: "No resolved conflicts yet",
    text: "Decided conflicts appear here, where the decision can be undone.",
  },
  dismissed: {
    title: "No dismissed conflicts yet",
    text: "Conflicts whose statements are all true, in different circumstances, appear here.",
  },
};

function Empty({ status }: { status: Conflict["status"] }) {
  const { title, text } = EMPTY[status];
  return (
    <EmptyState icon={GitCompareArrows} title={title}>
      {text}
    </EmptyState>
  );
}

function ConflictsSkeleton() {
  return (
    <ReviewQueueSkeleton label="Loading the conflicts">
      <div className="grid min-w-0 gap-3 max-lg:hidden lg:grid-cols-2">
        <Skeleton className="h-64 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </ReviewQueueSkeleton>
  );
}
