"use client";

import { MessageSquareDot } from "lucide-react";
import { useQueryStates } from "nuqs";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { formatCount } from "@/components/pieces/format";
import { PageHeader } from "@/components/pieces/page-header";
import { RelativeTime } from "@/components/pieces/relative-time";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { MemorySkeleton, ReviewQueueSkeleton } from "@/components/review-queue/skeleton";
import { useDialogs } from "@/components/review-queue/use-dialogs";
import { useReviewQueue } from "@/components/review-queue/use-review-queue";
import { EmptyState } from "@/components/ui/empty-state";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { type Suggestion, suggestionList } from "@/lib/memories/contract";
import { HygieneNav } from "./hygiene-nav";
import { suggestionParameters, suggestionsInput } from "./parameters";
import { SuggestionDetail } from "./suggestion-detail";
import { RejectSuggestionDialog, useSuggestionActions } from "./use-suggestion-actions";
import { useSuggestionDecisions } from "./use-suggestion-decisions";
import { ACTION_WORDS } from "./words";

const PAGE = {
  label: "Open the memory as a page",
  hrefOf: ({ memory }: Suggestion) => `/memories/${memory.id}`,
};

/** What agents would do to memories of others, each decided by one key. */
export function SuggestionQueue({ canDecide }: { canDecide: boolean }) {
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
      <PageHeader
        title="Suggestions"
        question="What do agents want to change in memories of others?"
        className="mb-2"
      />
      <HygieneNav />
      <ReviewQueue
        queue={queue}
        label="Suggestions"
        list={{
          name: "suggestions",
          contract: suggestionList,
          input: suggestionsInput({ ...suggestions.parameters, cursor: null }),
          parameters: suggestionParameters,
        }}
        page={PAGE}
        canDecide={canDecide}
        actions={actions}
        buttons={[DECISION_KEYS.accept, DECISION_KEYS.reject]}
        filters={<Filters suggestions={suggestions} />}
        skeleton={
          <ReviewQueueSkeleton label="Loading the suggestions">
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
              onDone={(ids) => queue.goOn(ids, "Rejected")}
            />
          </>
        )}
        hasFoot={canDecide}
      />
    </>
  );
}

function useSuggestionQueue() {
  const [parameters, setParameters] = useQueryStates(suggestionParameters);
  const queue = useReviewQueue({
    noun: "suggestion",
    what: "The suggestions",
    marker: "data-suggestion",
    read: (cursor) =>
      operationQuery(suggestionList, suggestionsInput({ ...parameters, cursor: cursor ?? null })),
    idOf: ({ id }) => id,
    nextWords: ({ memory }) => `Next: ${memory.statement}`,
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
  const { status, repository } = parameters;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <ToggleGroup
        label="Which suggestions"
        value={status}
        onValueChange={(value) => change({ status: value })}
        options={[
          { value: "open", label: "To decide" },
          { value: "accepted", label: "Accepted" },
          { value: "rejected", label: "Rejected" },
        ]}
      />
      <span className="text-muted-foreground text-sm">
        {queue.page && `${formatCount(queue.page.total)} in total`}
        {queue.page && repository !== null && ` of ${repository}`}
      </span>
    </div>
  );
}

function Facts({ suggestion }: { suggestion: Suggestion }) {
  return (
    <>
      <span>{ACTION_WORDS[suggestion.action]}</span>
      <span>{suggestion.suggested_by.name}</span>
      <RelativeTime at={suggestion.decided_at ?? suggestion.suggested_at} />
    </>
  );
}

const EMPTY: Record<Suggestion["status"], { title: string; text: string }> = {
  open: {
    title: "No suggestions",
    text:
      "Agents may change memories that they stored themselves, or that the code contradicts. Changes to other memories " +
      "wait here until someone decides.",
  },
  accepted: {
    title: "No accepted suggestions yet",
    text: "Accepted suggestions appear here, where they can be undone.",
  },
  rejected: {
    title: "No rejected suggestions yet",
    text: "Rejected suggestions appear here, where the decision can be undone.",
  },
};

function Empty({ status }: { status: Suggestion["status"] }) {
  const { title, text } = EMPTY[status];
  return (
    <EmptyState icon={MessageSquareDot} title={title}>
      {text}
    </EmptyState>
  );
}
