"use client";

import { useQuery } from "@tanstack/react-query";
import {
  type DecidingQueue,
  Decisions,
  type InboxItemProps,
  InboxRecord,
} from "@/components/review-queue/inbox-item";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { type Conflict, conflictGet } from "@/lib/hygiene/contract";
import { conflictItem } from "@/messages/compiled/conflict-item";
import { ConflictDetail } from "./conflict-detail";
import { ConflictDialogs, useConflictDialogs } from "./conflict-dialogs";

/** A conflict that is read by its id, with what can be decided on it. */
export function OneConflict({
  subject_id,
  queue,
  canWrite,
  waits,
}: InboxItemProps & {
  canWrite: boolean;
  /** Of which conflicts more is shown than that they are decided; all where this is absent. */
  waits?: (conflict: Conflict) => boolean;
}) {
  const t = useMessages(conflictItem);
  const query = useQuery(operationQuery(conflictGet, { conflict_id: subject_id }));
  return (
    <InboxRecord what={t("unreadable")} query={query} record={query.data} waits={waits}>
      {(conflict) => <Shown conflict={conflict} queue={queue} canWrite={canWrite} />}
    </InboxRecord>
  );
}

function Shown({
  conflict,
  queue,
  canWrite,
}: {
  conflict: Conflict;
  queue: DecidingQueue;
  canWrite: boolean;
}) {
  const t = useMessages(conflictItem);
  const { dialogs, ...decisions } = useConflictDialogs({ queue, canWrite });
  return (
    <Decisions group={t("group")} actions={decisions.actions(conflict)} hasFoot={false}>
      {(buttons) => (
        <>
          <ConflictDetail
            conflict={conflict}
            queue={queue}
            buttons={buttons}
            decisions={decisions}
            canUndo={canWrite}
          />
          <ConflictDialogs dialogs={dialogs} conflict={conflict} goOn={queue.goOn} />
        </>
      )}
    </Decisions>
  );
}
