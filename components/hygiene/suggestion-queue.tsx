"use client";

import { Check, MessageSquareDot, X } from "lucide-react";
import { useQueryStates } from "nuqs";
import { formatCount } from "@/components/pieces/format";
import { PageHeader } from "@/components/pieces/page-header";
import { RelativeTime } from "@/components/pieces/relative-time";
import type { ReviewAction } from "@/components/review-queue/actions";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { MemorySkeleton, ReviewQueueSkeleton } from "@/components/review-queue/skeleton";
import { useReviewQueue } from "@/components/review-queue/use-review-queue";
import { EmptyState } from "@/components/ui/empty-state";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { type Suggestion, suggestionList } from "@/lib/memories/contract";
import { HygieneNav } from "./hygiene-nav";
import { suggestionParameters, suggestionsInput } from "./parameters";
import { SuggestionDetail } from "./suggestion-detail";
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
  const { decide, undo } = useSuggestionDecisions();
  const actions = (suggestion: Suggestion): ReviewAction[] => {
    if (!canDecide || suggestion.status !== "open" || queue.isRefreshing) return [];
    const { busy } = queue;
    return [
      {
        keys: "a",
        label: "Accept the suggestion",
        run: () => queue.decide("Accepted", () => decide(suggestion, "accept")),
        button: { text: "Accept", icon: Check, variant: "primary", busy },
      },
      {
        keys: "r",
        label: "Reject the suggestion",
        run: () => queue.decide("Rejected", () => decide(suggestion, "reject")),
        button: { text: "Reject", icon: X, busy },
      },
    ];
  };
  return (
    <>
      <PageHeader
        title="Suggestions"
        question="What would agents change that others have stored?"
        className="mb-2"
      />
      <HygieneNav />
      <ReviewQueue
        queue={queue}
        label="Suggestions"
        page={PAGE}
        canDecide={canDecide}
        actions={actions}
        buttons={["a", "r"]}
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
          <SuggestionDetail
            suggestion={suggestion}
            heading={queue.heading}
            buttons={buttons}
            onUndo={canDecide && suggestion.status !== "open" ? () => void undo(suggestion.id) : null}
          />
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
        {queue.page && `${formatCount(queue.page.total)} in all`}
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
    title: "No agent suggests anything",
    text:
      "Agents change what they stored themselves, and what code contradicts. What they would do to other memories " +
      "waits here until someone decides.",
  },
  accepted: {
    title: "No suggestion was accepted yet",
    text: "What was accepted appears here, and can be undone.",
  },
  rejected: {
    title: "No suggestion was rejected yet",
    text: "What was rejected appears here, and can wait again.",
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
