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
import { type Quarantined, quarantineList } from "@/lib/memories/contract";
import { quarantineItem } from "@/messages/compiled/quarantine-item";
import { type QuarantineDialog, quarantineActions } from "./quarantine-actions";
import { QuarantineDialogs } from "./quarantine-dialogs";
import { QuarantineItem as QuarantineDetail } from "./quarantine-item";

/** A text that a rule stopped, in the inbox. */
export function QuarantineItem({ subject_id, queue }: InboxItemProps) {
  const t = useMessages(quarantineItem);
  const query = useQuery(operationQuery(quarantineList, { memory_id: subject_id, limit: 1 }));
  const [item = null] = query.data?.items ?? [];
  return (
    <InboxRecord what={t("unreadable")} query={query} record={query.data && item}>
      {(open) => <OpenQuarantined item={open} queue={queue} />}
    </InboxRecord>
  );
}

function OpenQuarantined({ item, queue }: { item: Quarantined; queue: DecidingQueue }) {
  const t = useMessages(quarantineItem);
  const dialogs = useDialogs<QuarantineDialog>(queue.onDialogClosed);
  const actions = quarantineActions({ t, busy: queue.busy, onDialog: dialogs.show });
  return (
    <Decisions group={t("group")} actions={actions}>
      {(buttons) => (
        <>
          <QuarantineDetail item={item} heading={queue.heading} buttons={buttons} />
          <QuarantineDialogs dialogs={dialogs} item={item} goOn={queue.goOn} />
        </>
      )}
    </Decisions>
  );
}
