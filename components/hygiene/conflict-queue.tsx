"use client";

import { FilterX, GitCompareArrows } from "lucide-react";
import { useQueryStates } from "nuqs";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { PageHeader } from "@/components/pieces/page-header";
import { RelativeTime } from "@/components/pieces/relative-time";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { ReviewQueueSkeleton } from "@/components/review-queue/skeleton";
import { useReviewQueue } from "@/components/review-queue/use-review-queue";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { type Conflict, conflictList } from "@/lib/hygiene/contract";
import { conflicts as conflictsArea } from "@/messages/compiled/conflicts";
import type { PlainKey } from "@/messages/message";
import { ConflictDetail } from "./conflict-detail";
import { ConflictDialogs, useConflictDialogs } from "./conflict-dialogs";
import { HygieneNav } from "./hygiene-nav";
import { OneConflict } from "./one-conflict";
import { conflictParameters, conflictsInput } from "./parameters";
import { RULE_WORDS } from "./words";

const hrefOf = ({ memories: [first] }: Conflict) => `/memories/${first?.id}`;

/** Memories that contradict each other, side by side with who said each and what shows it. */
export function ConflictQueue({ canWrite }: { canWrite: boolean }) {
  const t = useMessages(conflictsArea);
  const conflicts = useConflictQueue();
  const { queue } = conflicts;
  const { dialogs, ...decisions } = useConflictDialogs({ queue, canWrite });
  return (
    <>
      <PageHeader title={t("title")} question={t("question")} className="mb-2" />
      <HygieneNav />
      <ReviewQueue
        queue={queue}
        label={t("title")}
        list={{
          name: "conflicts",
          contract: conflictList,
          input: conflictsInput({ ...conflicts.parameters, cursor: null }),
          parameters: conflictParameters,
        }}
        page={{ label: t("open_page"), hrefOf }}
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
        unlisted={(id) => <OneConflict key={id} subject_id={id} queue={queue} canWrite={canWrite} />}
      />
    </>
  );
}

function useConflictQueue() {
  const t = useMessages(conflictsArea);
  const [parameters, setParameters] = useQueryStates(conflictParameters);
  const queue = useReviewQueue({
    noun: "conflict",
    what: t("unreadable"),
    marker: "data-conflict",
    read: (cursor) => operationQuery(conflictList, conflictsInput({ ...parameters, cursor: cursor ?? null })),
    idOf: ({ id }) => id,
    nextWords: ({ subject }) => t("next", { subject }),
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
  const t = useMessages(conflictsArea);
  const { status, rule, repository } = parameters;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <ToggleGroup
        label={t("which")}
        value={status}
        onValueChange={(value) => change({ status: value })}
        options={[
          { value: "open", label: t("to_decide") },
          { value: "resolved", label: t("resolved") },
          { value: "dismissed", label: t("all_true") },
        ]}
      />
      {rule !== null && (
        <Button size="sm" onClick={() => change({ rule: null })}>
          <FilterX aria-hidden />
          {t(RULE_WORDS[rule])}
        </Button>
      )}
      <span className="text-muted-foreground text-sm">
        {queue.page && repository === null && t("total", { count: queue.page.total })}
        {queue.page && repository !== null && t("total_of", { count: queue.page.total, repository })}
      </span>
    </div>
  );
}

function Facts({ conflict }: { conflict: Conflict }) {
  const t = useMessages(conflictsArea);
  return (
    <>
      <span>{t(RULE_WORDS[conflict.rule])}</span>
      <span>{t("statements", { count: conflict.memories.length })}</span>
      <RelativeTime at={conflict.decided_at ?? conflict.found_at} />
    </>
  );
}

type Key = PlainKey<typeof conflictsArea>;

const EMPTY: Record<Conflict["status"], { title: Key; text: Key }> = {
  open: { title: "empty_open", text: "empty_open_meaning" },
  resolved: { title: "empty_resolved", text: "empty_resolved_meaning" },
  dismissed: { title: "empty_dismissed", text: "empty_dismissed_meaning" },
};

function Empty({ status }: { status: Conflict["status"] }) {
  const t = useMessages(conflictsArea);
  const { title, text } = EMPTY[status];
  return (
    <EmptyState icon={GitCompareArrows} title={t(title)}>
      {t(text)}
    </EmptyState>
  );
}

function ConflictsSkeleton() {
  const t = useMessages(conflictsArea);
  return (
    <ReviewQueueSkeleton label={t("loading")}>
      <div className="grid min-w-0 gap-3 max-lg:hidden lg:grid-cols-2">
        <Skeleton className="h-64 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </ReviewQueueSkeleton>
  );
}
