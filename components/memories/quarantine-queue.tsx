"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterX, ShieldCheck } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { RelativeTime } from "@/components/pieces/relative-time";
import { usePages } from "@/components/pieces/use-pages";
import { MEMORY_KINDS as KIND_TERMS } from "@/components/pieces/vocabulary";
import { FilterSelect, OptionalFilterSelect, QueueFilters } from "@/components/review-queue/filters";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { MemorySkeleton, ReviewQueueSkeleton } from "@/components/review-queue/skeleton";
import { useReviewQueue } from "@/components/review-queue/use-review-queue";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { operationQuery } from "@/lib/doors/client";
import { MEMORY_KINDS, type Quarantined, quarantineList } from "@/lib/memories/contract";
import { QuarantineItem } from "./quarantine-item";
import { quarantineInput, quarantineParameters } from "./quarantine-parameters";
import { reachWords, ruleWord } from "./quarantine-words";
import { ReleaseDialog } from "./release-dialog";
import { useQuarantineActions } from "./use-quarantine-actions";

const OPENS = {
  words: "Open the memory as a page",
  hrefOf: ({ memory }: Quarantined) => `/memories/${memory.id}`,
};

const KIND_OPTIONS = MEMORY_KINDS.map((value) => ({ value, label: KIND_TERMS[value].word }));

/** The texts that a rule stopped, each released or rejected. */
export function QuarantineQueue() {
  const { queue, parameters, isFiltered, change } = useQuarantineQueue();
  const [releasing, setReleasing] = useState<readonly string[] | null>(null);
  const { actions, bulkActions } = useQuarantineActions({ queue, onRelease: setReleasing });
  return (
    <ReviewQueue
      queue={queue}
      label="Quarantine"
      group="Quarantine desk"
      opens={OPENS}
      canUndo
      hasFoot
      actions={actions}
      buttons={["a", "r"]}
      bulkActions={bulkActions}
      filters={
        (isFiltered || !queue.isEmpty) && (
          <Filters {...parameters} total={queue.page?.total} onChange={change} />
        )
      }
      skeleton={
        <ReviewQueueSkeleton label="Loading the quarantine desk">
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

function useQuarantineQueue() {
  const pages = usePages();
  const [parameters, setParameters] = useQueryStates(quarantineParameters);
  const query = useQuery({
    ...operationQuery(quarantineList, quarantineInput({ ...parameters, cursor: pages.cursor })),
    placeholderData: keepPreviousData,
  });
  const queue = useReviewQueue({
    noun: "memory",
    what: "The quarantine desk",
    marker: "data-quarantined",
    parameter: "memory",
    query,
    pages,
    idOf: ({ memory }) => memory.id,
    // What it says is not read out: it may be meant for whoever listens.
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

type QuarantineState = ReturnType<typeof useQuarantineQueue>;

function Facts({ item: { memory, suspicions, reach } }: { item: Quarantined }) {
  const rules = [...new Set(suspicions.map(({ rule }) => rule))];
  return (
    <>
      <span className="text-danger">{rules.map(ruleWord).join(", ") || "nothing found now"}</span>
      <RelativeTime at={memory.status_since} />
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
    <EmptyState icon={ShieldCheck} title="Nothing is quarantined">
      Every text that was stored passed the rules: none gives orders to the model that reads it, hides
      characters or a message, or would carry data out. One that does waits here and is served to nobody until
      a lead decides.
    </EmptyState>
  );
}

function Filters({
  kind,
  sort,
  total,
  onChange,
}: Pick<QuarantineState["parameters"], "kind" | "sort"> & {
  total: number | undefined;
  onChange: QuarantineState["change"];
}) {
  return (
    <QueueFilters total={total}>
      <OptionalFilterSelect
        label="Kind"
        value={kind}
        anyLabel="Any kind"
        options={KIND_OPTIONS}
        onChange={(next) => onChange({ kind: next })}
      />
      <FilterSelect
        label="Order"
        value={sort}
        options={[
          { value: "status_since", label: "Quarantined last" },
          { value: "reach", label: "Widest reach" },
        ]}
        onChange={(next) => onChange({ sort: next })}
      />
    </QueueFilters>
  );
}
