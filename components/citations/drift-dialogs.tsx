"use client";

import { InvalidateDialog, SupersedeDialog } from "@/components/pieces/memory-dialogs";
import type { DecidingQueue } from "@/components/review-queue/inbox-item";
import type { useDialogs } from "@/components/review-queue/use-dialogs";
import { useMessages } from "@/components/ui/messages";
import type { Memory } from "@/lib/memories/contract";
import { citationsDrift } from "@/messages/compiled/citations-drift";
import type { DriftDialog } from "./drift-actions";

/** What asks something before a drifted memory is decided on. */
export function DriftDialogs({
  dialogs,
  memory,
  goOn,
}: {
  dialogs: ReturnType<typeof useDialogs<DriftDialog>>;
  memory: Memory;
  goOn: DecidingQueue["goOn"];
}) {
  const t = useMessages(citationsDrift);
  return (
    <>
      <InvalidateDialog
        {...dialogs.propsOf("invalidate")}
        ids={[memory.id]}
        statement={memory.statement}
        onDone={(done) => goOn(done, t("done_invalidated"))}
      />
      <SupersedeDialog
        {...dialogs.propsOf("supersede")}
        memory={memory}
        onDone={() => goOn([memory.id], t("done_superseded"))}
      />
    </>
  );
}
