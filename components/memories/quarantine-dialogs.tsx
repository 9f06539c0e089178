"use client";

import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { type OpenProps, ofMemories, ReasonDialog } from "@/components/pieces/reason-dialog";
import type { DecidingQueue } from "@/components/review-queue/inbox-item";
import type { useDialogs } from "@/components/review-queue/use-dialogs";
import type { Quarantined } from "@/lib/memories/contract";
import type { QuarantineDialog } from "./quarantine-actions";
import { ReleaseDialog } from "./release-dialog";

const REJECTED = "Rejected in the quarantine queue";

/** The reason that fits most often: what the first rule found. */
function usualReason({ suspicions: [first] }: Quarantined): string {
  if (first) return `${REJECTED}: it ${first.reason}.`;
  return `${REJECTED}.`;
}

/** Keeps memories from agents for good, with the reason that their history keeps. */
export function RejectDialog({
  ids,
  usual = `${REJECTED}.`,
  ...dialog
}: OpenProps & { ids: readonly string[]; usual?: string; onDone: (ids: string[]) => void }) {
  const { decideQuarantined } = useMemoryDecisions();
  return (
    <ReasonDialog
      {...dialog}
      {...ofMemories("Reject", ids.length)}
      description="It becomes invalid and is not served. This can be undone."
      label="Why it is rejected"
      hint="Recorded in its history."
      usual={usual}
      tone="danger"
      send={(reason) => decideQuarantined(ids, "reject", reason)}
    />
  );
}

/** What asks for the reason of a decision on quarantined texts. */
export function QuarantineDialogs({
  dialogs,
  item,
  selection = [],
  goOn,
}: {
  dialogs: ReturnType<typeof useDialogs<QuarantineDialog>>;
  item: Quarantined;
  selection?: readonly string[];
  goOn: DecidingQueue["goOn"];
}) {
  const onReleased = (ids: string[]) => goOn(ids, "Released");
  const onRejected = (ids: string[]) => goOn(ids, "Rejected");
  const { id } = item.memory;
  return (
    <>
      <ReleaseDialog {...dialogs.propsOf("release")} ids={[id]} onDone={onReleased} />
      <ReleaseDialog {...dialogs.propsOf("release_many")} ids={selection} onDone={onReleased} />
      <RejectDialog {...dialogs.propsOf("reject")} ids={[id]} usual={usualReason(item)} onDone={onRejected} />
      <RejectDialog {...dialogs.propsOf("reject_many")} ids={selection} onDone={onRejected} />
    </>
  );
}
