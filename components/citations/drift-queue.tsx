"use client";

import { InvalidateDialog, SupersedeDialog } from "@/components/pieces/memory-dialogs";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { useDialogs } from "@/components/review-queue/use-dialogs";
import type { Memory } from "@/lib/memories/contract";
import { DriftDetail } from "./drift-detail";
import { DriftEmpty, DriftFiltered } from "./drift-empty";
import { DriftFilterBar } from "./drift-filters";
import { DriftFacts } from "./drift-row";
import { DriftSkeleton } from "./drift-skeleton";
import type { CitationRights } from "./rights";
import { type DriftDialog, useDriftActions } from "./use-drift-actions";
import { type DriftQueueState, useDriftQueue } from "./use-drift-queue";

const OPENS = { words: "Open the memory as a page", hrefOf: ({ id }: Memory) => `/memories/${id}` };

/** Memories whose code changed: each with what its lines said then and say now. */
export function DriftQueue({ repository, can }: { repository: string | null; can: CitationRights }) {
  const drift = useDriftQueue(repository);
  const { queue, isFiltered, diff, setDiff } = drift;
  const dialogs = useDialogs<DriftDialog>(queue.onDialogClosed);
  const { actions, bulkActions } = useDriftActions({ drift, canWrite: can.write, showDialog: dialogs.show });
  return (
    <ReviewQueue
      queue={queue}
      label="Drift queue"
      opens={OPENS}
      canUndo={can.write}
      hasFoot={can.write}
      actions={actions}
      buttons={["s", "i", "r"]}
      bulkActions={bulkActions}
      onSelectAll={drift.selectAll}
      filters={(isFiltered || !queue.isEmpty) && <DriftFilterBar drift={drift} />}
      skeleton={<DriftSkeleton />}
      empty={<Empty drift={drift} />}
      row={(memory) => ({ text: memory.statement, facts: <DriftFacts memory={memory} /> })}
      detail={(memory, buttons) => (
        <>
          <DriftDetail
            memory={memory}
            heading={queue.heading}
            buttons={buttons}
            diff={diff}
            onDiff={setDiff}
          />
          <DriftDialogs dialogs={dialogs} memory={memory} drift={drift} />
        </>
      )}
    />
  );
}

function Empty({ drift: { isFiltered, filters, change } }: { drift: DriftQueueState }) {
  if (isFiltered) return <DriftFiltered onClear={() => change({ verdict: null, kind: null })} />;
  return <DriftEmpty repository={filters.repository} />;
}

function DriftDialogs({
  dialogs,
  memory,
  drift,
}: {
  dialogs: ReturnType<typeof useDialogs<DriftDialog>>;
  memory: Memory;
  drift: DriftQueueState;
}) {
  const { selection, goOn } = drift.queue;
  return (
    <>
      <InvalidateDialog
        {...dialogs.propsOf("invalidate")}
        ids={[memory.id]}
        statement={memory.statement}
        onDone={(done) => goOn(done, "Invalidated")}
      />
      <InvalidateDialog
        {...dialogs.propsOf("invalidate_many")}
        ids={[...selection]}
        onDone={(done) => goOn(done, "Invalidated")}
      />
      <SupersedeDialog
        {...dialogs.propsOf("supersede")}
        memory={memory}
        onDone={() => goOn([memory.id], "Superseded")}
      />
    </>
  );
}
