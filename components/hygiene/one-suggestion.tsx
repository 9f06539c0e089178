"use client";

import { useQuery } from "@tanstack/react-query";
import {
  type DecidingQueue,
  Decisions,
  type InboxItemProps,
  InboxRecord,
} from "@/components/review-queue/inbox-item";
import { useDialogs } from "@/components/review-queue/use-dialogs";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { type Suggestion, suggestionList } from "@/lib/memories/contract";
import { suggestionItem } from "@/messages/compiled/suggestion-item";
import { SuggestionDetail } from "./suggestion-detail";
import { RejectSuggestionDialog, useSuggestionActions } from "./use-suggestion-actions";

/** A suggestion that waits, read by its id, with what can be decided on it. */
export function OneSuggestion({ subject_id, queue, canDecide }: InboxItemProps & { canDecide: boolean }) {
  const t = useMessages(suggestionItem);
  const query = useQuery(operationQuery(suggestionList, { suggestion_id: subject_id, limit: 1 }));
  const [suggestion = null] = query.data?.items ?? [];
  return (
    <InboxRecord what={t("unreadable")} query={query} record={query.data && suggestion}>
      {(open) => <Shown suggestion={open} queue={queue} canDecide={canDecide} />}
    </InboxRecord>
  );
}

function Shown({
  suggestion,
  queue,
  canDecide,
}: {
  suggestion: Suggestion;
  queue: DecidingQueue;
  canDecide: boolean;
}) {
  const t = useMessages(suggestionItem);
  const dialogs = useDialogs<"reject">(queue.onDialogClosed);
  const actionsOf = useSuggestionActions({ queue, onReject: () => dialogs.show("reject") });
  return (
    <Decisions group={t("group")} actions={canDecide ? actionsOf(suggestion) : []}>
      {(buttons) => (
        <>
          <SuggestionDetail suggestion={suggestion} heading={queue.heading} buttons={buttons} onUndo={null} />
          <RejectSuggestionDialog
            {...dialogs.propsOf("reject")}
            suggestion={suggestion}
            onDone={(ids) => queue.goOn(ids, t("rejected"))}
          />
        </>
      )}
    </Decisions>
  );
}
