"use client";

import { MessageSquareDot } from "lucide-react";
import { useQueryStates } from "nuqs";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { PageHeader } from "@/components/pieces/page-header";
import { RelativeTime } from "@/components/pieces/relative-time";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { MemorySkeleton, ReviewQueueSkeleton } from "@/components/review-queue/skeleton";
import { useDialogs } from "@/components/review-queue/use-dialogs";
import { useReviewQueue } from "@/components/review-queue/use-review-queue";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { type Suggestion, suggestionList } from "@/lib/memories/contract";
import { suggestionItem } from "@/messages/compiled/suggestion-item";
import { suggestions as suggestionsArea } from "@/messages/compiled/suggestions";
import type { PlainKey } from "@/messages/message";
import { HygieneNav } from "./hygiene-nav";
import { OneSuggestion } from "./one-suggestion";
import { suggestionParameters, suggestionsInput } from "./parameters";
import { SuggestionDetail } from "./suggestion-detail";
import { RejectSuggestionDialog, useSuggestionActions } from "./use-suggestion-actions";
import { useSuggestionDecisions } from "./use-suggestion-decisions";
import { ACTION_WORDS } from "./words";

const hrefOf = ({ memory }: Suggestion) => `/memories/${memory.id}`;

/** What agents would do to memories of others, each decided by one key. */
export function SuggestionQueue({ canDecide }: { canDecide: boolean }) {
  const t = useMessages(suggestionsArea);
  const suggestions = useSuggestionQueue();
  const { queue } = suggestions;
  const { undo } = useSuggestionDecisions();
  const dialogs = useDialogs<"reject">(queue.onDialogClosed);
  const actionsOf = useSuggestionActions({ queue, onReject: () => dialogs.show("reject") });
  const actions = (suggestion: Suggestion) => {
    if (!canDecide) return [];
    return actionsOf(suggestion);
  };
  return (
    <>
      <PageHeader title={t("title")} question={t("question")} className="mb-2" />
      <HygieneNav />
      <ReviewQueue
        queue={queue}
        label={t("title")}
        list={{
          name: "suggestions",
          contract: suggestionList,
          input: suggestionsInput({ ...suggestions.parameters, cursor: null }),
          parameters: suggestionParameters,
        }}
        page={{ label: t("open_page"), hrefOf }}
        canDecide={canDecide}
        actions={actions}
        buttons={[DECISION_KEYS.accept, DECISION_KEYS.reject]}
        filters={<Filters suggestions={suggestions} />}
        skeleton={
          <ReviewQueueSkeleton label={t("loading")}>
            <MemorySkeleton bodyHeight="12rem" />
          </ReviewQueueSkeleton>
        }
        empty={<Empty status={suggestions.parameters.status} />}
        row={(suggestion) => ({
          text: suggestion.memory.statement,
          facts: <Facts suggestion={suggestion} />,
        })}
        detail={(suggestion, buttons) => (
          <>
            <SuggestionDetail
              suggestion={suggestion}
              heading={queue.heading}
              buttons={buttons}
              onUndo={canDecide && suggestion.status !== "open" ? () => void undo(suggestion.id) : null}
            />
            <RejectSuggestionDialog
              {...dialogs.propsOf("reject")}
              suggestion={suggestion}
              onDone={(ids) => queue.goOn(ids, t("rejected"))}
            />
          </>
        )}
        unlisted={(id) => <OneSuggestion key={id} subject_id={id} queue={queue} canDecide={canDecide} />}
        hasFoot={canDecide}
      />
    </>
  );
}

function useSuggestionQueue() {
  const t = useMessages(suggestionsArea);
  const [parameters, setParameters] = useQueryStates(suggestionParameters);
  const queue = useReviewQueue({
    noun: "suggestion",
    what: t("unreadable"),
    marker: "data-suggestion",
    read: (cursor) =>
      operationQuery(suggestionList, suggestionsInput({ ...parameters, cursor: cursor ?? null })),
    idOf: ({ id }) => id,
    nextWords: ({ memory }) => t("next", { statement: memory.statement }),
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
  suggestions: { queue, parameters, change },
}: {
  suggestions: ReturnType<typeof useSuggestionQueue>;
}) {
  const t = useMessages(suggestionsArea);
  const { status, repository } = parameters;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <ToggleGroup
        label={t("which")}
        value={status}
        onValueChange={(value) => change({ status: value })}
        options={[
          { value: "open", label: t("to_decide") },
          { value: "accepted", label: t("accepted") },
          { value: "rejected", label: t("rejected") },
        ]}
      />
      <span className="text-muted-foreground text-sm">
        {queue.page && repository === null && t("total", { count: queue.page.total })}
        {queue.page && repository !== null && t("total_of", { count: queue.page.total, repository })}
      </span>
    </div>
  );
}

function Facts({ suggestion }: { suggestion: Suggestion }) {
  const t = useMessages(suggestionItem);
  return (
    <>
      <span>{t(ACTION_WORDS[suggestion.action])}</span>
      <span>{suggestion.suggested_by.name}</span>
      <RelativeTime at={suggestion.decided_at ?? suggestion.suggested_at} />
    </>
  );
}

type Key = PlainKey<typeof suggestionsArea>;

const EMPTY: Record<Suggestion["status"], { title: Key; text: Key }> = {
  open: { title: "empty_open", text: "empty_open_meaning" },
  accepted: { title: "empty_accepted", text: "empty_accepted_meaning" },
  rejected: { title: "empty_rejected", text: "empty_rejected_meaning" },
};

function Empty({ status }: { status: Suggestion["status"] }) {
  const t = useMessages(suggestionsArea);
  const { title, text } = EMPTY[status];
  return (
    <EmptyState icon={MessageSquareDot} title={t(title)}>
      {t(text)}
    </EmptyState>
  );
}
