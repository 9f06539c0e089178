"use client";

import { Ban, CircleCheck, FilterX, ShieldCheck } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { RelativeTime } from "@/components/pieces/relative-time";
import { MEMORY_KINDS as KIND_TERMS } from "@/components/pieces/vocabulary";
import type { ReviewAction } from "@/components/review-queue/actions";
import { FilterSelect, QueueFilters } from "@/components/review-queue/filters";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { MemorySkeleton, ReviewQueueSkeleton } from "@/components/review-queue/skeleton";
import { type ReviewQueueState, useReviewQueue } from "@/components/review-queue/use-review-queue";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { operationQuery } from "@/lib/doors/client";
import { MEMORY_KINDS, type Quarantined, quarantineList } from "@/lib/memories/contract";
import { QuarantineItem } from "./quarantine-item";
import { quarantineInput, quarantineParameters } from "./quarantine-parameters";
import { reachWords, ruleWord } from "./quarantine-words";
import { ReleaseDialog } from "./release-dialog";

const PAGE = {
  label: "Open the memory as a page",
  hrefOf: ({ memory }: Quarantined) => `/memories/${memory.id}`,
};

const KIND_OPTIONS = MEMORY_KINDS.map((value) => ({ value, label: KIND_TERMS[value].word }));

const SORT_OPTIONS = [
  { value: "status_since", label: "Quarantined last" },
  { value: "reach", label: "Widest reach" },
] as const;

const REJECTED = "Rejected in the quarantine queue";

/** The texts that a rule stopped, each released or rejected. */
export function QuarantineQueue() {
  const quarantine = useQuarantineQueue();
  const { queue, isFiltered, change } = quarantine;
  const [releasing, setReleasing] = useState<readonly string[] | null>(null);
  const { busy, selection } = queue;
  const { rejectOne, rejectMany } = useReject(queue);
  return (
    <ReviewQueue
      queue={queue}
      label="Quarantine"
      group="Quarantine queue"
      page={PAGE}
      canDecide
      hasFoot
      actions={(item) => actionsOf({ item, busy, onRelease: setReleasing, onReject: rejectOne })}
      buttons={["a", "r"]}
      bulkButtons={
        <>
          <Button size="sm" disabled={busy} onClick={() => setReleasing([...selection])}>
            Release
          </Button>
          <Button size="sm" variant="danger" busy={busy} onClick={rejectMany}>
            Reject
          </Button>
        </>
      }
      filters={(isFiltered || !queue.isEmpty) && <Filters quarantine={quarantine} />}
      skeleton={
        <ReviewQueueSkeleton label="Loading the quarantine queue">
          <MemorySkeleton bodyHeight="10rem" />
        </ReviewQueueSkeleton>
      }
      empty={<Empty isFiltered={isFiltered} onClear={() => change({ kind: null, repository: null })} />}
      row={(item) => ({ text: item.memory.statement, facts: <Facts item={item} /> })}
      detail={(item, buttons) => (
        <>
          <QuarantineItem item={item} heading={queue.heading} buttons={buttons} />
          <ReleaseDialog
            ids={releasing ?? []}
            open={releasing !== null}
            onOpenChange={(open) => {
              if (!open) setReleasing(null);
            }}
            onCloseAutoFocus={queue.onDialogClosed}
            onDone={(done) => queue.goOn(done, "Released")}
          />
        </>
      )}
    />
  );
}

function actionsOf({
  item,
  busy,
  onRelease,
  onReject,
}: {
  item: Quarantined;
  busy: boolean;
  onRelease: (ids: readonly string[]) => void;
  onReject: (item: Quarantined) => void;
}): ReviewAction[] {
  return [
    {
      keys: "a",
      label: "Release, with the reason",
      run: () => onRelease([item.memory.id]),
      button: { text: "Release", icon: CircleCheck, variant: "primary", disabled: busy },
    },
    {
      keys: "r",
      label: "Reject as invalid",
      run: () => onReject(item),
      button: { text: "Reject", icon: Ban, variant: "danger", busy },
    },
  ];
}

function useQuarantineQueue() {
  const [parameters, setParameters] = useQueryStates(quarantineParameters);
  const queue = useReviewQueue({
    noun: "memory",
    what: "The quarantine queue",
    marker: "data-quarantined",
    read: (cursor) => operationQuery(quarantineList, quarantineInput({ ...parameters, cursor })),
    idOf: ({ memory }) => memory.id,
    // What it says is not read out: it may be meant for the listener.
    nextWords: () => "The next one is shown.",
  });
  return {
    queue,
    parameters,
    isFiltered: parameters.kind !== null || parameters.repository !== null,
    change: (values: Parameters<typeof setParameters>[0]) => {
      queue.clearSelection();
      queue.restart();
      void setParameters(values, { history: "push" });
    },
  };
}

function useReject(queue: ReviewQueueState<Quarantined>) {
  const { decideQuarantined } = useMemoryDecisions();
  const reject = (ids: readonly string[], reason: string) =>
    queue.decide("Rejected", () => decideQuarantined(ids, "reject", reason));
  return {
    rejectOne: ({ memory, suspicions: [first] }: Quarantined) =>
      reject([memory.id], first ? `${REJECTED}: it ${first.reason}.` : `${REJECTED}.`),
    rejectMany: () => reject([...queue.selection], `${REJECTED}.`),
  };
}

function Facts({ item: { memory, suspicions, reach } }: { item: Quarantined }) {
  const rules = [...new Set(suspicions.map(({ rule }) => rule))];
  return (
    <>
      <span className="text-danger">{rules.map(ruleWord).join(", ") || "nothing found now"}</span>
      <RelativeTime at={memory.held_at ?? memory.status_since} />
      <span>{reachWords(reach)}</span>
      <span className="truncate">{memory.created_by.name}</span>
    </>
  );
}

/** Why the queue is empty. */
function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={FilterX}
        title="Nothing quarantined passes these filters"
        action={<Button onClick={onClear}>Clear the filters</Button>}
      >
        Others may wait.
      </EmptyState>
    );
  return (
    <EmptyState icon={ShieldCheck} title="Nothing waits for a decision">
      Every text that was stored passed the rules: none gives orders to the model that reads it, hides
      characters or a message, or would carry data out, and none of an agent runs, installs or loads what the
      repository does not know. One that does waits here until a lead decides.
    </EmptyState>
  );
}

function Filters({
  quarantine: { queue, parameters, change },
}: {
  quarantine: ReturnType<typeof useQuarantineQueue>;
}) {
  return (
    <QueueFilters total={queue.page?.total}>
      <FilterSelect
        label="Kind"
        value={parameters.kind}
        anyLabel="Any kind"
        options={KIND_OPTIONS}
        onChange={(kind) => change({ kind })}
      />
      <FilterSelect
        label="Order"
        value={parameters.sort}
        options={SORT_OPTIONS}
        onChange={(sort) => change({ sort })}
      />
    </QueueFilters>
  );
}
