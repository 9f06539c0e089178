"use client";

import { FilterX, ShieldCheck } from "lucide-react";
import { useQueryStates } from "nuqs";
import { FilterSelect } from "@/components/pieces/filter-select";
import { RelativeTime } from "@/components/pieces/relative-time";
import { MEMORY_KINDS as KIND_TERMS } from "@/components/pieces/vocabulary";
import { QueueFilters } from "@/components/review-queue/filters";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { MemorySkeleton, ReviewQueueSkeleton } from "@/components/review-queue/skeleton";
import { useDialogs } from "@/components/review-queue/use-dialogs";
import { useReviewQueue } from "@/components/review-queue/use-review-queue";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { MEMORY_KINDS, type Quarantined, quarantineList } from "@/lib/memories/contract";
import { quarantine as quarantineArea } from "@/messages/compiled/quarantine";
import { quarantineItem } from "@/messages/compiled/quarantine-item";
import { vocabulary } from "@/messages/compiled/vocabulary";
import { QuarantineItem as QuarantineById } from "./inbox";
import { QUARANTINE_BUTTONS, type QuarantineDialog, quarantineActions } from "./quarantine-actions";
import { QuarantineDialogs } from "./quarantine-dialogs";
import { QuarantineItem } from "./quarantine-item";
import { quarantineInput, quarantineParameters } from "./quarantine-parameters";
import { reachWords, ruleWord } from "./quarantine-words";

const hrefOf = ({ memory }: Quarantined) => `/memories/${memory.id}`;

const SORT_OPTIONS = [
  { value: "status_since", label: "order_recent" },
  { value: "reach", label: "order_reach" },
] as const;

/** The texts that a rule stopped, each released or rejected. */
export function QuarantineQueue() {
  const t = useMessages(quarantineArea);
  const itemWords = useMessages(quarantineItem);
  const quarantine = useQuarantineQueue();
  const { queue, isFiltered, change } = quarantine;
  const { busy, selection } = queue;
  const dialogs = useDialogs<QuarantineDialog>(queue.onDialogClosed);
  return (
    <ReviewQueue
      queue={queue}
      label={t("title")}
      list={{
        name: "quarantine",
        contract: quarantineList,
        input: quarantineInput(quarantine.parameters),
        parameters: quarantineParameters,
      }}
      group={t("keys")}
      page={{ label: t("open_page"), hrefOf }}
      canDecide
      hasFoot
      actions={() => quarantineActions({ t: itemWords, busy, onDialog: dialogs.show })}
      buttons={QUARANTINE_BUTTONS}
      bulkButtons={
        <>
          <Button size="sm" disabled={busy} onClick={() => dialogs.show("release_many")}>
            {itemWords("release")}
          </Button>
          <Button size="sm" variant="danger" disabled={busy} onClick={() => dialogs.show("reject_many")}>
            {itemWords("reject")}
          </Button>
        </>
      }
      filters={(isFiltered || !queue.isEmpty) && <Filters quarantine={quarantine} />}
      skeleton={
        <ReviewQueueSkeleton label={t("loading")}>
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
      unlisted={(id) => <QuarantineById key={id} subject_id={id} queue={queue} />}
    />
  );
}

function useQuarantineQueue() {
  const t = useMessages(quarantineArea);
  const [parameters, setParameters] = useQueryStates(quarantineParameters);
  const queue = useReviewQueue({
    noun: "memory",
    what: t("unreadable"),
    marker: "data-quarantined",
    read: (cursor) => operationQuery(quarantineList, quarantineInput({ ...parameters, cursor })),
    idOf: ({ memory }) => memory.id,
    // What it says is not read out: it may be meant for the listener.
    nextWords: () => t("next"),
  });
  return {
    queue,
    parameters,
    isFiltered: parameters.kind !== null || parameters.repository !== null,
    change: (values: Parameters<typeof setParameters>[0]) => {
      queue.restart();
      void setParameters(values, { history: "push" });
    },
  };
}

function Facts({ item: { memory, suspicions, reach } }: { item: Quarantined }) {
  const t = useMessages(quarantineArea);
  const itemWords = useMessages(quarantineItem);
  const rules = [...new Set(suspicions.map(({ rule }) => rule))];
  return (
    <>
      <span className="text-danger">
        {rules.map((rule) => ruleWord({ t: itemWords, rule })).join(", ") || t("nothing_found")}
      </span>
      <RelativeTime at={memory.held_at ?? memory.status_since} />
      <span>{reachWords({ t: itemWords, reach })}</span>
      <span className="truncate">{memory.created_by.name}</span>
    </>
  );
}

/** Why the queue is empty. */
function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const t = useMessages(quarantineArea);
  if (isFiltered)
    return (
      <EmptyState
        icon={FilterX}
        title={t("empty_filtered")}
        action={<Button onClick={onClear}>{t("clear_filters")}</Button>}
      >
        {t("empty_filtered_meaning")}
      </EmptyState>
    );
  return (
    <EmptyState icon={ShieldCheck} title={t("empty")}>
      {t("empty_meaning")}
    </EmptyState>
  );
}

function Filters({
  quarantine: { queue, parameters, change },
}: {
  quarantine: ReturnType<typeof useQuarantineQueue>;
}) {
  const t = useMessages(quarantineArea);
  const terms = useMessages(vocabulary);
  return (
    <QueueFilters total={queue.page?.total}>
      <FilterSelect
        label={t("kind")}
        value={parameters.kind}
        anyLabel={t("any_kind")}
        options={MEMORY_KINDS.map((value) => ({ value, label: terms(KIND_TERMS[value].word) }))}
        onChange={(kind) => change({ kind })}
      />
      <FilterSelect
        label={t("order")}
        value={parameters.sort}
        options={SORT_OPTIONS.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={(sort) => change({ sort })}
      />
    </QueueFilters>
  );
}
