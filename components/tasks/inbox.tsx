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
import { type Failure, failureGet } from "@/lib/tasks/contract";
import { returnedFailures } from "@/messages/compiled/returned-failures";
import { ReturnedFailure } from "./returned-failure";
import { SolutionDialog } from "./solve-failure";
import { useFailureActions } from "./use-failure-actions";

/** A failure that came back, in the inbox. */
export function FailureItem({ subject_id, queue }: InboxItemProps) {
  const t = useMessages(returnedFailures);
  const query = useQuery(operationQuery(failureGet, { failure_id: subject_id }));
  return (
    <InboxRecord
      what={t("one_unreadable")}
      query={query}
      record={query.data}
      waits={({ status }) => status === "returned"}
    >
      {(open) => <OpenFailure failure={open} queue={queue} />}
    </InboxRecord>
  );
}

function OpenFailure({ failure, queue }: { failure: Failure; queue: DecidingQueue }) {
  const t = useMessages(returnedFailures);
  const dialogs = useDialogs<"another">(queue.onDialogClosed);
  const actionsOf = useFailureActions({ queue, onAnother: () => dialogs.show("another") });
  return (
    <Decisions group={t("one")} actions={actionsOf(failure)}>
      {(buttons) => (
        <>
          <ReturnedFailure failure={failure} heading={queue.heading} buttons={buttons} />
          <SolutionDialog
            {...dialogs.propsOf("another")}
            failure={failure}
            onDone={(ids) => queue.goOn(ids, t("solved_again"))}
          />
        </>
      )}
    </Decisions>
  );
}
