"use client";

import { FilterX, ShieldCheck } from "lucide-react";
import { useQueryStates } from "nuqs";
import { RelativeTime } from "@/components/pieces/relative-time";
import { MEMORY_KINDS as KIND_TERMS } from "@/components/pieces/vocabulary";
import { FilterSelect, QueueFilters } from "@/components/review-queue/filters";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { MemorySkeleton, ReviewQueueSkeleton } from "@/components/review-queue/skeleton";
import { useDialogs } from "@/components/review-queue/use-dialogs";
import { useReviewQueue } from "@/components/review-queue/use-review-queue";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { operationQuery } from "@/lib/doors/client";
import { MEMORY_KINDS, type Quarantined, quarantineList } from "@/lib/memories/contract";
import { QUARANTINE_BUTTONS, type QuarantineDialog, quarantineActions } from "./quarantine-actions";
import { QuarantineDialogs } from "./quarantine-dialogs";
import { QuarantineItem } from "./quarantine-item";
import { quarantineInput, quarantineParameters } from "./quarantine-parameters";
import { reachWords, ruleWord } from "./quarantine-words";

const PAGE = {
  label: "Open the memory as a page",
  hrefOf: ({ memory }: Quarantined) => `/memories/${memory.id}`,
};

const KIND_OPTIONS = MEMORY_KINDS.map((value) => ({ value, label: KIND_TERMS[value].word }));

const SORT_OPTIONS = [
  { value: "status_since", label: "Recently quarantined" },
  { value: "reach", label: "Widest reach" },
] as const;

/** The texts that a rule stopped, each released or rejected. */
export function QuarantineQueue() {
  const quarantine = useQuarantineQueue();
  const { queue, isFiltered, change } = quarantine;
  const { busy, selection } = queue;
  const dialogs = useDialogs<QuarantineDialog>(queue.onDialogClosed);
  return (
    <ReviewQueue
      queue={queue}
      label="Quarantine"
      list={{
        name: "quarantine",
        contract: quarantineList,
        input: quarantineInput(quarantine.parameters),
        parameters: quarantineParameters,
      }}
      group="Quarantine queue"
      page={PAGE}
      canDecide
      hasFoot
      actions={() => quarantineActions({ busy, onDialog: dialogs.show })}
      buttons={QUARANTINE_BUTTONS}
      bulkButtons={
        <>
          <Button size="sm" disabled={busy} onClick={() => dialogs.show("release_many")}>
            Release
          </Button>
          <Button size="sm" variant="danger" disabled={busy} onClick={() => dialogs.show("reject_many")}>
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
          <QuarantineDialogs dialogs={dialogs} item={item} selection={[...selection]} goOn={queue.goOn} />
        </>
      )}
    />
  );
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

function Facts({ item: { memory, suspicions, reach } }: { item: Quarantined }) {
  const rules = [...new Set(suspicions.map(({ rule }) => rule))];
  return (
    <>
      <span className="text-danger">
        {rules.map(ruleWord).join(", ") || "nothing found by current rules"}
      </span>
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
        title="Nothing quarantined matches these filters"
        action={<Button onClick={onClear}>Clear the filters</Button>}
      >
        Others may wait.
      </EmptyState>
    );
  return (
    <EmptyState icon={ShieldCheck} title="Nothing in quarantine">
      A stored text waits here until a lead decides if it gives instructions to AI models, hides characters or
      a message, or could leak data, or if an agent's text runs, installs or loads something that the
      repository does not use.
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
