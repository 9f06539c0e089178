"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, CircleCheck } from "lucide-react";
import { useQueryState } from "nuqs";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import type { ReviewAction } from "@/components/review-queue/actions";
import {
  type DecidingQueue,
  Decisions,
  type InboxItemProps,
  InboxRecord,
} from "@/components/review-queue/inbox-item";
import { useDialogs } from "@/components/review-queue/use-dialogs";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { type Memory, memoryGet, type SuspiciousHead, suspiciousHeadList } from "@/lib/memories/contract";
import { citationsDrift } from "@/messages/compiled/citations-drift";
import { citationsHeads } from "@/messages/compiled/citations-heads";
import type { DriftDialog } from "./drift-actions";
import { DriftDetail } from "./drift-detail";
import { DriftDialogs } from "./drift-dialogs";
import { diffParameter, OTHER_VIEW } from "./parameters";
import { ConfirmHeadDialog, HeadFacts, useHeadDecision } from "./suspicious-heads";
import { useDriftActions } from "./use-drift-actions";

/** A memory whose code changed, in the inbox. */
export function DriftItem({ subject_id, queue }: InboxItemProps) {
  const t = useMessages(citationsDrift);
  const query = useQuery(operationQuery(memoryGet, { memory_id: subject_id }));
  return (
    <InboxRecord
      what={t("memory_unreadable")}
      query={query}
      record={query.data}
      waits={({ status }) => status === "drifted"}
    >
      {(drifted) => <OpenDrift memory={drifted} queue={queue} />}
    </InboxRecord>
  );
}

function OpenDrift({ memory, queue }: { memory: Memory; queue: DecidingQueue }) {
  const t = useMessages(citationsDrift);
  const [diff, setDiff] = useQueryState("diff", diffParameter);
  const dialogs = useDialogs<DriftDialog>(queue.onDialogClosed);
  const actionsFor = useDriftActions({ queue, onDialog: dialogs.show });
  const compare = {
    keys: DECISION_KEYS.view,
    label: t("keys_compare"),
    run: () => void setDiff(OTHER_VIEW[diff]),
  };
  return (
    <Decisions group={t("keys_memory")} actions={[...actionsFor(memory), compare]}>
      {(buttons) => (
        <>
          <DriftDetail
            memory={memory}
            heading={queue.heading}
            diff={diff}
            setDiff={(next) => void setDiff(next)}
            buttons={buttons}
          />
          <DriftDialogs dialogs={dialogs} memory={memory} goOn={queue.goOn} />
        </>
      )}
    </Decisions>
  );
}

/** A commit at which many checks fail, in the inbox. */
export function SuspiciousHeadItem({ subject_id, queue }: InboxItemProps) {
  const t = useMessages(citationsHeads);
  const query = useQuery(
    operationQuery(suspiciousHeadList, { head_id: subject_id, status: ["open"], limit: 1 }),
  );
  const [head = null] = query.data?.items ?? [];
  return (
    <InboxRecord what={t("unreadable")} query={query} record={query.data && head}>
      {(open) => <OpenHead head={open} queue={queue} />}
    </InboxRecord>
  );
}

function OpenHead({ head, queue }: { head: SuspiciousHead; queue: DecidingQueue }) {
  const t = useMessages(citationsHeads);
  const dialogs = useDialogs<"confirm">(queue.onDialogClosed);
  const { decide } = useHeadDecision();
  const { busy } = queue;
  const actions: ReviewAction[] = [
    {
      keys: DECISION_KEYS.reject,
      label: t("dismiss_keys"),
      run: () => queue.decide(t("done_dismiss"), () => decide(head.id, "dismiss")),
      button: { text: t("dismiss"), icon: Ban, variant: "primary", busy },
    },
    {
      keys: DECISION_KEYS.accept,
      label: t("confirm_keys"),
      run: () => dialogs.show("confirm"),
      button: { text: t("confirm"), icon: CircleCheck, disabled: busy },
    },
  ];
  return (
    <Decisions group={t("keys")} actions={actions}>
      {(buttons) => (
        <section aria-labelledby="head-heading" className="flex min-w-0 flex-col gap-3">
          <h2 ref={queue.heading} id="head-heading" tabIndex={-1} className="font-medium text-base">
            {t.rich("question", {
              commit: () => <code>{head.commit_sha.slice(0, 8)}</code>,
              repository: head.repository.name,
            })}
          </h2>
          <div className="flex flex-wrap items-center gap-1.5 max-lg:hidden">{buttons}</div>
          <div className="flex flex-col gap-2 text-sm">
            <HeadFacts head={head} />
          </div>
          <ConfirmHeadDialog
            {...dialogs.propsOf("confirm")}
            head={head}
            onDone={(ids) => queue.goOn(ids, t("done_confirm"))}
          />
        </section>
      )}
    </Decisions>
  );
}
