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
import { operationQuery } from "@/lib/doors/client";
import { type Memory, memoryGet, type SuspiciousHead, suspiciousHeadList } from "@/lib/memories/contract";
import type { DriftDialog } from "./drift-actions";
import { DriftDetail } from "./drift-detail";
import { DriftDialogs } from "./drift-dialogs";
import { diffParameter, OTHER_VIEW } from "./parameters";
import { ConfirmHeadDialog, HeadFacts, useHeadDecision } from "./suspicious-heads";
import { useDriftActions } from "./use-drift-actions";

/** A memory whose code changed, in the inbox. */
export function DriftItem({ subject_id, queue }: InboxItemProps) {
  const query = useQuery(operationQuery(memoryGet, { memory_id: subject_id }));
  return (
    <InboxRecord
      what="The memory"
      query={query}
      record={query.data}
      waits={({ status }) => status === "drifted"}
    >
      {(drifted) => <OpenDrift memory={drifted} queue={queue} />}
    </InboxRecord>
  );
}

function OpenDrift({ memory, queue }: { memory: Memory; queue: DecidingQueue }) {
  const [diff, setDiff] = useQueryState("diff", diffParameter);
  const dialogs = useDialogs<DriftDialog>(queue.onDialogClosed);
  const actionsFor = useDriftActions({ queue, onDialog: dialogs.show });
  const compare = {
    keys: DECISION_KEYS.view,
    label: "Side by side, or unified",
    run: () => void setDiff(OTHER_VIEW[diff]),
  };
  return (
    <Decisions group="Drifted memory" actions={[...actionsFor(memory), compare]}>
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
  const query = useQuery(
    operationQuery(suspiciousHeadList, { head_id: subject_id, status: ["open"], limit: 1 }),
  );
  const [head = null] = query.data?.items ?? [];
  return (
    <InboxRecord what="The commit" query={query} record={query.data && head}>
      {(open) => <OpenHead head={open} queue={queue} />}
    </InboxRecord>
  );
}

function OpenHead({ head, queue }: { head: SuspiciousHead; queue: DecidingQueue }) {
  const dialogs = useDialogs<"confirm">(queue.onDialogClosed);
  const { decide } = useHeadDecision();
  const { busy } = queue;
  const actions: ReviewAction[] = [
    {
      keys: DECISION_KEYS.reject,
      label: "Dismiss: this commit changes nothing",
      run: () => queue.decide("Dismissed", () => decide(head.id, "dismiss")),
      button: { text: "Dismiss", icon: Ban, variant: "primary", busy },
    },
    {
      keys: DECISION_KEYS.accept,
      label: "Confirm the failures, with the reason",
      run: () => dialogs.show("confirm"),
      button: { text: "Confirm the failures", icon: CircleCheck, disabled: busy },
    },
  ];
  return (
    <Decisions group="Suspicious head" actions={actions}>
      {(buttons) => (
        <section aria-labelledby="head-heading" className="flex min-w-0 flex-col gap-3">
          <h2 ref={queue.heading} id="head-heading" tabIndex={-1} className="font-medium text-base">
            Is <code>{head.commit_sha.slice(0, 8)}</code> of {head.repository.name} right?
          </h2>
          <div className="flex flex-wrap items-center gap-1.5 max-lg:hidden">{buttons}</div>
          <div className="flex flex-col gap-2 text-sm">
            <HeadFacts head={head} />
          </div>
          <ConfirmHeadDialog
            {...dialogs.propsOf("confirm")}
            head={head}
            onDone={(ids) => queue.goOn(ids, "Confirmed")}
          />
        </section>
      )}
    </Decisions>
  );
}
