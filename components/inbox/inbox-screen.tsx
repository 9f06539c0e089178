"use client";

import { CircleCheck, Clock3, FilterX, MessageSquareText, UserRoundPlus } from "lucide-react";
import { useState } from "react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { PageHeader } from "@/components/pieces/page-header";
import { useMe } from "@/components/pieces/use-me";
import type { ReviewAction } from "@/components/review-queue/actions";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { MemorySkeleton, ReviewQueueSkeleton } from "@/components/review-queue/skeleton";
import { useDialogs } from "@/components/review-queue/use-dialogs";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { type InboxItem, inboxList } from "@/lib/inbox/contract";
import { inbox as inboxArea } from "@/messages/compiled/inbox";
import type { Translate } from "@/messages/message";
import { AssignDialog } from "./assign-dialog";
import type { BulkDecision } from "./bulk";
import { BulkDialog } from "./bulk-dialog";
import { InboxFilters } from "./inbox-filters";
import { ItemFacts } from "./item-facts";
import { ItemPanel } from "./item-panel";
import { KINDS } from "./kinds";
import { inboxInput, inboxParameters, itemOfKey, keyOfItem } from "./parameters";
import { SnoozeDialog } from "./snooze-dialog";
import { UnlistedItem } from "./unlisted-item";
import { type InboxState, useInbox } from "./use-inbox";

type InboxDialog = "later" | "later_many" | "owner" | "owner_many" | BulkDecision;

const pageOf = (t: Translate<typeof inboxArea>) => ({
  label: t("open_page"),
  hrefOf: ({ kind, subject_id }: InboxItem) => KINDS[kind].hrefOf(subject_id),
});

/** Everything that waits for this person, decided from the keyboard: what reaches furthest for longest comes first. */
export function InboxScreen() {
  const t = useMessages(inboxArea);
  const inbox = useInbox();
  const { queue } = inbox;
  const { may } = useMe();
  const dialogs = useDialogs<InboxDialog>(queue.onDialogClosed);
  const { isCommenting, setCommenting } = useCommenting(queue.current);
  const canAssign = may("memories:decide");
  const actions = ({ kind }: InboxItem): ReviewAction[] => [
    { keys: DECISION_KEYS.later, label: t("snooze"), run: () => dialogs.show("later") },
    ...(canAssign && kind !== "proposal"
      ? [{ keys: DECISION_KEYS.owner, label: t("assign"), run: () => dialogs.show("owner") }]
      : []),
    ...(kind === "proposal"
      ? []
      : [{ keys: DECISION_KEYS.comment, label: t("comment"), run: () => setCommenting(true) }]),
  ];
  return (
    <>
      <PageHeader title={t("title")} question={t("question")} />
      <ReviewQueue
        queue={queue}
        label={t("title")}
        list={{
          name: "inbox",
          contract: inboxList,
          input: inboxInput({ ...inbox.parameters, cursor: null }),
          parameters: inboxParameters,
        }}
        page={pageOf(t)}
        canDecide
        actions={actions}
        buttons={[]}
        bulkButtons={<BulkButtons onShow={dialogs.show} canAssign={canAssign} />}
        onSelectAll={inbox.selectAll}
        filters={<InboxFilters inbox={inbox} />}
        skeleton={
          <ReviewQueueSkeleton label={t("loading")}>
            <MemorySkeleton bodyHeight="14rem" />
          </ReviewQueueSkeleton>
        }
        empty={<Empty inbox={inbox} />}
        row={(item) => ({ text: item.title, facts: <ItemFacts item={item} /> })}
        detail={(item) => (
          <>
            <ItemPanel
              key={keyOfItem(item)}
              item={item}
              queue={queue}
              isCommenting={isCommenting}
              onCommenting={setCommenting}
            />
            <InboxDialogs dialogs={dialogs} item={item} inbox={inbox} />
          </>
        )}
        unlisted={(key) => <UnlistedItem key={key} itemKey={key} inbox={inbox} />}
      />
    </>
  );
}

/** Whether the open item is commented on. What follows it is not, nor is it when it is open again. */
function useCommenting(current: InboxItem | undefined) {
  const key = current && keyOfItem(current);
  const [commented, setCommented] = useState<string>();
  if (commented !== undefined && commented !== key) setCommented(undefined);
  return {
    isCommenting: commented !== undefined && commented === key,
    setCommenting: (isCommenting: boolean) => setCommented(isCommenting ? key : undefined),
  };
}

function BulkButtons({ onShow, canAssign }: { onShow: (dialog: InboxDialog) => void; canAssign: boolean }) {
  const t = useMessages(inboxArea);
  return (
    <>
      <Button size="sm" onClick={() => onShow("accept")}>
        {t("accept")}
      </Button>
      <Button size="sm" variant="danger" onClick={() => onShow("reject")}>
        {t("reject")}
      </Button>
      <Button
        size="icon_sm"
        aria-label={t("snooze")}
        title={t("snooze")}
        onClick={() => onShow("later_many")}
      >
        <Clock3 aria-hidden />
      </Button>
      {canAssign && (
        <Button
          size="icon_sm"
          aria-label={t("assign")}
          title={t("assign")}
          onClick={() => onShow("owner_many")}
        >
          <UserRoundPlus aria-hidden />
        </Button>
      )}
    </>
  );
}

function InboxDialogs({
  dialogs,
  item,
  inbox: { queue, parameters },
}: {
  dialogs: ReturnType<typeof useDialogs<InboxDialog>>;
  item: InboxItem;
  inbox: InboxState;
}) {
  const t = useMessages(inboxArea);
  const { selection, goOn, clearSelection } = queue;
  const selected = [...selection].flatMap(itemOfKey);
  const onSnoozed = (keys: string[]) => goOn(keys, t(parameters.later ? "unsnoozed" : "snoozed"));
  const one = [{ kind: item.kind, subject_id: item.subject_id }];
  return (
    <>
      <SnoozeDialog {...dialogs.propsOf("later")} items={one} isLater={parameters.later} onDone={onSnoozed} />
      <SnoozeDialog
        {...dialogs.propsOf("later_many")}
        items={selected}
        isLater={parameters.later}
        onDone={onSnoozed}
      />
      <AssignDialog
        {...dialogs.propsOf("owner")}
        items={one}
        assignee_id={item.assignee?.id}
        onDone={() => undefined}
      />
      <AssignDialog {...dialogs.propsOf("owner_many")} items={selected} onDone={clearSelection} />
      <BulkDialog
        {...dialogs.propsOf("accept")}
        decision="accept"
        items={selected}
        shown={queue.items}
        onDone={(keys) => goOn(keys, t("accepted"))}
      />
      <BulkDialog
        {...dialogs.propsOf("reject")}
        decision="reject"
        items={selected}
        shown={queue.items}
        onDone={(keys) => goOn(keys, t("rejected"))}
      />
    </>
  );
}

/** Why nothing is in the inbox. */
function Empty({ inbox: { isFiltered, parameters, change } }: { inbox: InboxState }) {
  const t = useMessages(inboxArea);
  if (isFiltered)
    return (
      <EmptyState
        icon={FilterX}
        title={t("none_matches")}
        action={<Button onClick={() => change({ kind: null, assignee: null })}>{t("clear_filters")}</Button>}
      >
        {t("none_matches_meaning")}
      </EmptyState>
    );
  if (parameters.later)
    return (
      <EmptyState icon={MessageSquareText} title={t("none_snoozed")}>
        {t("none_snoozed_meaning")}
      </EmptyState>
    );
  return (
    <EmptyState icon={CircleCheck} title={t("none")}>
      {t("none_meaning")}
    </EmptyState>
  );
}
