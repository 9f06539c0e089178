"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { InvalidateDialog, SupersedeDialog } from "@/components/pieces/memory-dialogs";
import { ReviewQueue } from "@/components/review-queue/review-queue";
import { useDialogs } from "@/components/review-queue/use-dialogs";
import { announce } from "@/components/ui/announce";
import { Button } from "@/components/ui/button";
import type { Memory } from "@/lib/memories/contract";
import { DRIFT_BUTTONS, type DriftDialog, driftActions } from "./drift-actions";
import { DriftDetail } from "./drift-detail";
import { DriftEmpty, DriftFiltered } from "./drift-empty";
import { DriftFilterBar } from "./drift-filters";
import { DriftFacts } from "./drift-row";
import { DriftSkeleton } from "./drift-skeleton";
import { mayBeFollowed, mayBeRecited, shownAt } from "./new-citations";
import type { CitationRights } from "./rights";
import { type DriftQueueState, useDriftQueue } from "./use-drift-queue";

const PAGE = { label: "Open the memory as a page", hrefOf: ({ id }: Memory) => `/memories/${id}` };
const OTHER_VIEW = { split: "unified", unified: "split" } as const;

/** Memories whose code changed: each with what its lines said then and say now. */
export function DriftQueue({ repository, can }: { repository: string | null; can: CitationRights }) {
  const drift = useDriftQueue(repository);
  const { queue, isFiltered, diff, setDiff } = drift;
  const { reciteOne, followOne, refreshOne, refreshMany } = useQuickDecisions(drift);
  const dialogs = useDialogs<DriftDialog>(queue.onDialogClosed);
  const compare = {
    keys: "d",
    label: "Side by side, or in one column",
    run: () => setDiff(OTHER_VIEW[diff]),
  };
  const actionsOf = (memory: Memory) => {
    if (!can.write) return [compare];
    const onRefresh = () => refreshOne(memory);
    const onRecite = mayBeRecited(memory) ? () => reciteOne(memory) : null;
    const onFollow = mayBeFollowed(memory) ? () => followOne(memory) : null;
    const { busy } = queue;
    return [compare, ...driftActions({ busy, onRecite, onFollow, onRefresh, onDialog: dialogs.show })];
  };
  return (
    <ReviewQueue
      queue={queue}
      label="Drift queue"
      page={PAGE}
      actions={actionsOf}
      buttons={DRIFT_BUTTONS}
      canDecide={can.write}
      hasFoot={can.write}
      bulkButtons={
        <>
          <Button size="sm" busy={queue.busy} onClick={refreshMany}>
            Refresh
          </Button>
          <Button size="sm" variant="danger" onClick={() => dialogs.show("invalidate_many")}>
            Invalidate
          </Button>
        </>
      }
      onSelectAll={drift.selectAll}
      filters={(isFiltered || !queue.isEmpty) && <DriftFilterBar drift={drift} />}
      skeleton={<DriftSkeleton />}
      empty={<Empty drift={drift} />}
      row={(memory) => ({ text: memory.statement, facts: <DriftFacts memory={memory} /> })}
      detail={(memory, buttons) => (
        <>
          <DriftDetail memory={memory} drift={drift} buttons={buttons} />
          <DriftDialogs dialogs={dialogs} memory={memory} drift={drift} />
        </>
      )}
    />
  );
}

/** Decisions that ask for nothing more: still true of the new lines, or checked again and confirmed. */
function useQuickDecisions({ queue }: DriftQueueState) {
  const decisions = useMemoryDecisions();
  const client = useQueryClient();
  const recite = async (memory: Memory): Promise<string[]> => {
    const shown_at = shownAt(client, memory);
    if (shown_at !== null) return decisions.recite(memory, shown_at);
    announce("Not cited yet: wait until the new lines are shown.");
    return [];
  };
  const refresh = async ({ id }: Memory): Promise<string[]> => {
    if (await decisions.refresh(id)) return [id];
    announce("Not refreshed: its citations do not hold, or could not be read.");
    return [];
  };
  return {
    reciteOne: (memory: Memory) => queue.decide("Still true", () => recite(memory)),
    followOne: (memory: Memory) => queue.decide("Followed", () => decisions.follow(memory)),
    refreshOne: (memory: Memory) => queue.decide("Refreshed", () => refresh(memory)),
    refreshMany: () => queue.decide("Refreshed", () => decisions.refreshMany([...queue.selection])),
  };
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
