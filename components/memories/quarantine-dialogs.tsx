"use client";

import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { type OpenProps, ReasonDialog } from "@/components/pieces/reason-dialog";
import type { DecidingQueue } from "@/components/review-queue/inbox-item";
import type { useDialogs } from "@/components/review-queue/use-dialogs";
import { useMessages } from "@/components/ui/messages";
import type { Quarantined } from "@/lib/memories/contract";
import { quarantineItem } from "@/messages/compiled/quarantine-item";
import type { Translate } from "@/messages/message";
import type { QuarantineDialog } from "./quarantine-actions";
import { ReleaseDialog } from "./release-dialog";

type Words = Translate<typeof quarantineItem>;

/** The reason that fits most often: what the first rule found. */
function usualReason({ t, item }: { t: Words; item: Quarantined }): string {
  const [first] = item.suspicions;
  if (first) return t("reject_usual_because", { reason: first.reason });
  return t("reject_usual");
}

/** Keeps memories from agents for good, with the reason that their history keeps. */
export function RejectDialog({
  ids,
  usual,
  ...dialog
}: OpenProps & { ids: readonly string[]; usual?: string; onDone: (ids: string[]) => void }) {
  const t = useMessages(quarantineItem);
  const { decideQuarantined } = useMemoryDecisions();
  const count = ids.length;
  return (
    <ReasonDialog
      {...dialog}
      title={t("reject_title", { count })}
      verb={t("reject_verb", { count })}
      description={t("reject_hint")}
      label={t("reject_why")}
      hint={t("reject_why_hint")}
      usual={usual ?? t("reject_usual")}
      draft={`reject.${ids.join()}`}
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
  const t = useMessages(quarantineItem);
  const onReleased = (ids: string[]) => goOn(ids, t("released"));
  const onRejected = (ids: string[]) => goOn(ids, t("rejected"));
  const usual = usualReason({ t, item });
  const { id } = item.memory;
  return (
    <>
      <ReleaseDialog {...dialogs.propsOf("release")} ids={[id]} onDone={onReleased} />
      <ReleaseDialog {...dialogs.propsOf("release_many")} ids={selection} onDone={onReleased} />
      <RejectDialog {...dialogs.propsOf("reject")} ids={[id]} usual={usual} onDone={onRejected} />
      <RejectDialog {...dialogs.propsOf("reject_many")} ids={selection} onDone={onRejected} />
    </>
  );
}
