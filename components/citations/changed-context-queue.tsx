"use client";

import { Ban, Check, Workflow } from "lucide-react";
import { useQueryStates } from "nuqs";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { RelativeTime } from "@/components/pieces/relative-time";
import { DECIDED_WORDS } from "@/components/pieces/support-words";
import type { ReviewAction } from "@/components/review-queue/actions";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { MemorySkeleton, ReviewQueueSkeleton } from "@/components/review-queue/skeleton";
import { useReviewQueue } from "@/components/review-queue/use-review-queue";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { type MemorySupport, memorySupportList, type SUPPORT_STATES } from "@/lib/memories/contract";
import { citationsContext } from "@/messages/compiled/citations-context";
import { supportWords } from "@/messages/compiled/support-words";
import { ChangedContextDetail } from "./changed-context-detail";
import { citationParameters, contextInput } from "./parameters";
import { useContextDecisions } from "./use-context-decisions";

type State = (typeof SUPPORT_STATES)[number];

const pageOf = ({ memory }: MemorySupport) => `/memories/${memory.id}`;

/** Memories whose cited lines stand, but not a definition that these use or the memory names: does it still hold? */
export function ChangedContextQueue({
  repository,
  canDecide,
}: {
  repository: string | null;
  canDecide: boolean;
}) {
  const t = useMessages(citationsContext);
  const [{ state }, setParameters] = useQueryStates(citationParameters);
  const queue = useReviewQueue({
    noun: "change",
    what: t("unreadable"),
    marker: "data-change",
    read: (cursor) => operationQuery(memorySupportList, contextInput({ repository, state, cursor })),
    idOf: ({ id }) => id,
    nextWords: ({ name, memory }) => t("next", { name, statement: memory.statement }),
  });
  const { decide, undo } = useContextDecisions();
  const actions = (support: MemorySupport): ReviewAction[] => {
    if (!canDecide || support.changed_at === null) return [];
    const { busy } = queue;
    return [
      {
        keys: DECISION_KEYS.accept,
        label: t("holds_keys"),
        run: () => queue.decide(t("done_holds"), () => decide(support, "holds")),
        button: { text: t("holds"), icon: Check, variant: "primary", busy },
      },
      {
        keys: DECISION_KEYS.reject,
        label: t("stale_keys"),
        run: () => queue.decide(t("done_stale"), () => decide(support, "stale")),
        button: { text: t("stale"), icon: Ban, variant: "danger", busy },
      },
    ];
  };
  return (
    <ReviewQueue
      queue={queue}
      label={t("queue")}
      list={{
        name: "changed_context",
        contract: memorySupportList,
        input: contextInput({ repository, state }),
        parameters: citationParameters,
      }}
      page={{ label: t("open_page"), hrefOf: pageOf }}
      canDecide={canDecide}
      actions={actions}
      buttons={[DECISION_KEYS.accept, DECISION_KEYS.reject]}
      filters={
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <ToggleGroup
            label={t("which")}
            value={state}
            onValueChange={(value) => {
              queue.restart();
              void setParameters({ state: value }, { history: "push" });
            }}
            options={[
              { value: "changed", label: t("to_decide") },
              { value: "decided", label: t("decided") },
            ]}
          />
          <span className="text-muted-foreground text-sm">
            {queue.page && t("in_total", { count: queue.page.total })}
          </span>
        </div>
      }
      skeleton={
        <ReviewQueueSkeleton label={t("loading")}>
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
  const words = useMessages(supportWords);
  const at = changed_at ?? decided_at;
  return (
    <>
      <code className="max-w-full truncate">{name}</code>
      {decision !== null && <span>{words(DECIDED_WORDS[decision])}</span>}
      {at !== null && <RelativeTime at={at} />}
    </>
  );
}

const EMPTY = {
  changed: { title: "empty_changed", text: "empty_changed_meaning" },
  decided: { title: "empty_decided", text: "empty_decided_meaning" },
} as const satisfies Record<State, unknown>;

function Empty({ state }: { state: State }) {
  const t = useMessages(citationsContext);
  const { title, text } = EMPTY[state];
  return (
    <EmptyState icon={Workflow} title={t(title)}>
      {t(text)}
    </EmptyState>
  );
}
