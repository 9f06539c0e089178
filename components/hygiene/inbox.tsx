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
import { type Conflict, conflictGet } from "@/lib/hygiene/contract";
import { type Suggestion, suggestionList } from "@/lib/memories/contract";
import { conflictItem } from "@/messages/compiled/conflict-item";
import { suggestionItem } from "@/messages/compiled/suggestion-item";
import { ConflictDetail } from "./conflict-detail";
import { ConflictDialogs, useConflictDialogs } from "./conflict-dialogs";
import { SuggestionDetail } from "./suggestion-detail";
import { RejectSuggestionDialog, useSuggestionActions } from "./use-suggestion-actions";

/** Memories that cannot all be true, in the inbox. */
export function ConflictItem({ subject_id, queue }: InboxItemProps) {
  const t = useMessages(conflictItem);
  const query = useQuery(operationQuery(conflictGet, { conflict_id: subject_id }));
  return (
    <InboxRecord
      what={t("unreadable")}
      query={query}
      record={query.data}
      waits={({ status }) => status === "open"}
    >
      {(open) => <OpenConflict conflict={open} queue={queue} />}
    </InboxRecord>
  );
}

function OpenConflict({ conflict, queue }: { conflict: Conflict; queue: DecidingQueue }) {
  const t = useMessages(conflictItem);
  const { dialogs, ...decisions } = useConflictDialogs({ queue, canWrite: true });
  return (
    <Decisions group={t("group")} actions={decisions.actions(conflict)} hasFoot={false}>
      {(buttons) => (
        <>
          <ConflictDetail
            conflict={conflict}
            queue={queue}
            buttons={buttons}
            decisions={decisions}
            canUndo={false}
          />
          <ConflictDialogs dialogs={dialogs} conflict={conflict} goOn={queue.goOn} />
        </>
      )}
    </Decisions>
  );
}

/** What an agent would change of a memory of others, in the inbox. */
export function SuggestionItem({ subject_id, queue }: InboxItemProps) {
  const t = useMessages(suggestionItem);
  const query = useQuery(operationQuery(suggestionList, { suggestion_id: subject_id, limit: 1 }));
  const [suggestion = null] = query.data?.items ?? [];
  return (
    <InboxRecord what={t("unreadable")} query={query} record={query.data && suggestion}>
      {(open) => <OpenSuggestion suggestion={open} queue={queue} />}
    </InboxRecord>
  );
}

function OpenSuggestion({ suggestion, queue }: { suggestion: Suggestion; queue: DecidingQueue }) {
  const t = useMessages(suggestionItem);
  const dialogs = useDialogs<"reject">(queue.onDialogClosed);
  const actionsOf = useSuggestionActions({ queue, onReject: () => dialogs.show("reject") });
  return (
    <Decisions group={t("group")} actions={actionsOf(suggestion)}>
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
