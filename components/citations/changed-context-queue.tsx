"use client";

import { Ban, Check, Workflow } from "lucide-react";
import { useQueryStates } from "nuqs";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { formatCount } from "@/components/pieces/format";
import { RelativeTime } from "@/components/pieces/relative-time";
import { DECIDED_WORDS } from "@/components/pieces/support-words";
import type { ReviewAction } from "@/components/review-queue/actions";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { MemorySkeleton, ReviewQueueSkeleton } from "@/components/review-queue/skeleton";
import { useReviewQueue } from "@/components/review-queue/use-review-queue";
import { EmptyState } from "@/components/ui/empty-state";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { type MemorySupport, memorySupportList, type SUPPORT_STATES } from "@/lib/memories/contract";
import { ChangedContextDetail } from "./changed-context-detail";
import { citationParameters, contextInput } from "./parameters";
import { useContextDecisions } from "./use-context-decisions";

type State = (typeof SUPPORT_STATES)[number];

const PAGE = {
  label: "Open the memory as a page",
  hrefOf: ({ memory }: MemorySupport) => `/memories/${memory.id}`,
};

/** Memories whose cited lines stand, but not a definition that these use or the memory names: does it still hold? */
export function ChangedContextQueue({
  repository,
  canDecide,
}: {
  repository: string | null;
  canDecide: boolean;
}) {
  const [{ state }, setParameters] = useQueryStates(citationParameters);
  const queue = useReviewQueue({
    noun: "change",
    what: "The changed context",
    marker: "data-change",
    read: (cursor) => operationQuery(memorySupportList, contextInput({ repository, state, cursor })),
    idOf: ({ id }) => id,
    nextWords: ({ name, memory }) => `Next: ${name}, of ${memory.statement}`,
  });
  const { decide, undo } = useContextDecisions();
  const actions = (support: MemorySupport): ReviewAction[] => {
    if (!canDecide || support.changed_at === null) return [];
    const { busy } = queue;
    return [
      {
        keys: DECISION_KEYS.accept,
        label: "Still true: keep the memory",
        run: () => queue.decide("Still true", () => decide(support, "holds")),
        button: { text: "Still true", icon: Check, variant: "primary", busy },
      },
      {
        keys: DECISION_KEYS.reject,
        label: "No longer true: invalidate the memory",
        run: () => queue.decide("Invalidated", () => decide(support, "stale")),
        button: { text: "No longer true", icon: Ban, variant: "danger", busy },
      },
    ];
  };
  return (
    <ReviewQueue
      queue={queue}
      label="Changed context"
      list={{
        name: "changed_context",
        contract: memorySupportList,
        input: contextInput({ repository, state }),
        parameters: citationParameters,
      }}
      page={PAGE}
      canDecide={canDecide}
      actions={actions}
      buttons={[DECISION_KEYS.accept, DECISION_KEYS.reject]}
      filters={
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <ToggleGroup
            label="Which changes"
            value={state}
            onValueChange={(value) => {
              queue.restart();
              void setParameters({ state: value }, { history: "push" });
            }}
            options={[
              { value: "changed", label: "To decide" },
              { value: "decided", label: "Decided" },
            ]}
          />
          <span className="text-muted-foreground text-sm">
            {queue.page && `${formatCount(queue.page.total)} in total`}
          </span>
        </div>
      }
      skeleton={
        <ReviewQueueSkeleton label="Loading the changed context">
          <MemorySkeleton bodyHeight="12rem" />
        </ReviewQueueSkeleton>
      }
      empty={<Empty state={state} />}
      row={(support) => ({ text: support.memory.statement, facts: <Facts support={support} /> })}
      detail={(support, buttons) => (
        <ChangedContextDetail
          support={support}
          heading={queue.heading}
          buttons={buttons}
          onUndo={canDecide && support.decision !== null ? () => void undo(support.id) : null}
        />
      )}
      hasFoot={canDecide}
    />
  );
}

function Facts({ support: { name, decision, decided_at, changed_at } }: { support: MemorySupport }) {
  const at = changed_at ?? decided_at;
  return (
    <>
      <code className="max-w-full truncate">{name}</code>
      {decision !== null && <span>{DECIDED_WORDS[decision]}</span>}
      {at !== null && <RelativeTime at={at} />}
    </>
  );
}

const EMPTY: Record<State, { title: string; text: string }> = {
  changed: {
    title: "No definition that a memory depends on has changed",
    text:
      "Values and functions that a memory names, or that its cited lines use, are checked together with its citations. " +
      "When one changes, agents are served the memory with the change, and somebody decides here whether it is still true.",
  },
  decided: {
    title: "No decisions yet",
    text: "Decided changes appear here, where a decision can be undone.",
  },
};

function Empty({ state }: { state: State }) {
  const { title, text } = EMPTY[state];
  return (
    <EmptyState icon={Workflow} title={title}>
      {text}
    </EmptyState>
  );
}
